"""A buyer, and a receiver that the product may reach."""

import dataclasses
from collections.abc import Iterator

import pytest
from flask import current_app
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.registry import current_registry
from tests.factories.accounts import UserFactory
from tests.factories.webhooks import Receiver, run_receiver


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    return created


@pytest.fixture
def receiver(session: Session, monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    with run_receiver() as started:
        settings = dataclasses.replace(current_registry().settings, PRIVATE_HOSTS=started.host)
        monkeypatch.setitem(current_app.config, "ASSAY", settings)
        yield started
