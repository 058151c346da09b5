"""Two parties, and the search as one of them."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.search import queries
from tests.factories.accounts import UserFactory
from tests.factories.search import organisation_of
from tests.fixtures.people import SignedIn


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer")
    return created


@pytest.fixture
def supplier(session: Session) -> User:
    created: User = UserFactory(name="Sam Supplier", email="sam@kestrel-works.example")
    organisation_of(created).name = "Kestrel Works"
    return created


@pytest.fixture
def search(signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return a function that searches as a user and returns {type: group}, without a limit of time."""
    monkeypatch.setattr(queries, "TIME_LIMIT", timedelta(minutes=1))

    def run(user: User, q: str, **query: Any) -> dict[str, Any]:
        response = signed_in(user).get("/api/search", query_string={"q": q, **query})
        assert response.status_code == 200, response.json
        assert response.json["skipped"] == []
        return {group["type"]: group for group in response.json["groups"]}

    return run
