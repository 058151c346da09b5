"""A buyer and a supplier with the names of the stories."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from tests.factories.accounts import UserFactory


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    return created


@pytest.fixture
def supplier(session: Session) -> User:
    created: User = UserFactory(name="Sam Supplier", in_organisation__name="Calder Coatings")
    return created
