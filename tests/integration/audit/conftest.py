"""The users of the tests of the audit log."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from tests.factories.accounts import UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def owner(session: Session) -> User:
    created: User = UserFactory(name="Ann Owner", in_organisation__name="Brightwater")
    return created


@pytest.fixture
def client_of_owner(owner: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(owner)
