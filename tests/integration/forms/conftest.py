"""Who edits forms; a test file that needs somebody else has its own."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from tests.factories.accounts import UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def user(session: Session) -> User:
    made: User = UserFactory(name="Ann Editor")
    return made


@pytest.fixture
def client(user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(user)
