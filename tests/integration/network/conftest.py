"""Whose directory it is; a test file that needs somebody else has its own."""

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
