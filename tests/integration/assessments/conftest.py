"""A buyer and its supplier, for tests of assessments, and what they send."""

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
    made: User = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"), name="Ann Buyer")
    return made


@pytest.fixture
def supplier(session: Session) -> User:
    made: User = UserFactory(in_organisation=OrganisationFactory(name="Bergmann"), name="Jana Supplier")
    return made


@pytest.fixture
def relationship(buyer: User, supplier: User) -> Relationship:
    return relate(buyer.organisation_id, supplier.organisation_id)


def new(relationship: Relationship, **changes: Any) -> dict[str, Any]:
    """What the New Assessment form sends, at its least unless changed."""
    return {"relationshipId": relationship.id, "type": "PERFORMANCE", "title": "Spring review", **changes}


def answer(client: CheckedClient, rfx_id: int, goods: str = "4", dates: str = "5", why: str = "") -> None:
    """Answer a survey, and submit it."""
    values = {"goods": goods, "dates": dates, **({"why": why} if why else {})}
    assert client.put(f"/api/rfx/{rfx_id}/value", json=answers_json(**values)).json["refused"] == {}
    assert client.post(f"/api/rfx/{rfx_id}/submission", json={}).status_code == 200
