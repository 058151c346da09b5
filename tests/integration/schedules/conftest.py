"""A buyer with a submitted RFx that can repeat."""

from collections.abc import Callable

import pytest
from sqlalchemy.orm import Session

from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.reviews import submit
from tests.factories.rfx import SentRfx, field, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

MakeSent = Callable[..., SentRfx]


@pytest.fixture
def sent(session: Session) -> SentRfx:
    """Return an open RFx to one contact of a supplier."""
    buyer = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying", time_zone="UTC"))
    return send_rfx(buyer, blocks=[field("name"), field("iso", "YESNO")], title="Yearly check")


@pytest.fixture
def submitted(sent: SentRfx) -> SentRfx:
    submit(sent, name="Brightwater", iso=True)
    return sent


@pytest.fixture
def client(sent: SentRfx, signed_in: SignedIn) -> CheckedClient:
    """Return a client with the buyer signed in."""
    return signed_in(sent.sender)
