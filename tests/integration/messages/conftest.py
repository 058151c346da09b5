"""People who write to each other."""

from dataclasses import dataclass

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.network import relate
from tests.fixtures.client import CheckedClient


@dataclass(frozen=True)
class People:
    """A buyer with a colleague, and two users of a supplier."""

    buyer: User
    colleague: User
    supplier: User
    second: User


@pytest.fixture
def people(session: Session) -> People:
    buyer, supplier = UserFactory(name="Ann Buyer"), UserFactory(name="Sam Supplier")
    relate(buyer.organisation_id, supplier.organisation_id)
    return People(buyer, colleague_of(buyer), supplier, colleague_of(supplier))


def subjects(client: CheckedClient, query: str = "") -> list[str]:
    """Return the subjects of the list of threads."""
    return [row["subject"] for row in client.get(f"/api/messageThread{query}").json]
