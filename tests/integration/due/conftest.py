"""Fixtures of due records: a buyer and a supplier on Wednesday 2 December 2026, at noon in UTC."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.clock import now, shifted
from app.network.models import Relationship
from tests.factories.accounts import UserFactory
from tests.factories.due import WEDNESDAY, Rows
from tests.factories.network import relate
from tests.fixtures.people import SignedIn


@pytest.fixture(autouse=True)
def _on_wednesday() -> Iterator[None]:
    with shifted(WEDNESDAY - now()):
        yield


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer")
    return created


@pytest.fixture
def supplier(session: Session) -> User:
    created: User = UserFactory(name="Sam Supplier")
    return created


@pytest.fixture
def relationship(buyer: User, supplier: User) -> Relationship:
    return relate(buyer.organisation_id, supplier.organisation_id)


@pytest.fixture
def rows_of(signed_in: SignedIn) -> Rows:
    """Return a function that reads the list of a user, with filters."""

    def read(user: User, **filters: object) -> list[dict[str, Any]]:
        response = signed_in(user).get("/api/due", query_string=filters)
        assert response.status_code == 200, response.json
        rows: list[dict[str, Any]] = response.json
        return rows

    return read
