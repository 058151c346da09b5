"""A buyer, its supplier and helpers for the tests of assessments."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.clock import now
from app.network.models import Relationship
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.network import relate
from tests.factories.rfx import answers_json
from tests.fixtures.client import CheckedClient

LATER = (now() + timedelta(days=20)).isoformat()


@pytest.fixture
def buyer(session: Session) -> User:
    user: User = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"), name="Ann Buyer")
    return user


@pytest.fixture
def supplier(session: Session) -> User:
    user: User = UserFactory(in_organisation=OrganisationFactory(name="Bergmann"), name="Jana Supplier")
    return user


@pytest.fixture
def relationship(buyer: User, supplier: User) -> Relationship:
    return relate(buyer.organisation_id, supplier.organisation_id)


def assessment_json(relationship: Relationship, **changes: Any) -> dict[str, Any]:
    """Return a minimal request body of a new assessment with `changes`."""
    return {"relationshipId": relationship.id, "type": "PERFORMANCE", "title": "Spring review", **changes}


def submit_answers(
    client: CheckedClient, rfx_id: int, goods: str = "4", dates: str = "5", why: str = ""
) -> None:
    """Answer and submit a survey."""
    values = {"goods": goods, "dates": dates, **({"why": why} if why else {})}
    assert client.put(f"/api/rfx/{rfx_id}/value", json=answers_json(**values)).json["refused"] == {}
    assert client.post(f"/api/rfx/{rfx_id}/submission", json={}).status_code == 200
