"""The buyer whose directory the tests read; some test files define their own."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from tests.factories.accounts import PASSWORD, OrganisationFactory, UserFactory
from tests.fixtures.client import CheckedClient


@pytest.fixture
def buyer(session: Session, client: CheckedClient) -> User:
    user: User = UserFactory(in_organisation=OrganisationFactory(name="The Buyer"))
    client.sign_in(user.email, PASSWORD)
    return user
