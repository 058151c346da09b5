"""A buyer and its supplier for the tests of non-conformances."""

from dataclasses import dataclass

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.network.models import Relationship
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.network import relate


@dataclass(frozen=True)
class Parties:
    """The raiser and the respondent, a colleague of each, and the relationship."""

    buyer: User
    colleague: User
    supplier: User
    second: User
    relationship: Relationship


@pytest.fixture
def parties(session: Session) -> Parties:
    buyer = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    supplier = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    return Parties(buyer, colleague_of(buyer), supplier, colleague_of(supplier), relationship)
