"""A buyer, and a request with answers to compare."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from tests.factories.accounts import UserFactory
from tests.factories.compared import SentRequest, answer, eur, send_request
from tests.factories.rfx import field, heading
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

POINTS = [
    {"operator": "equals", "operand": True, "points": 10},
    {"operator": "equals", "operand": False, "points": 0},
]
TIERS = [
    {"operator": "between", "operand": [0, 5], "points": 10},
    {"operator": "between", "operand": [6, 10], "points": 5},
    {"operator": "between", "operand": [11, None], "points": 0},
]
BLOCKS = (
    heading("Offer"),
    field("price", "CURRENCY_AMOUNT"),
    field("capacity", "NUMBER", suffix="%"),
    field("weeks", "NUMBER", scoring=TIERS),
    heading("5. Quality"),
    field("iso", "YESNO", scoring=POINTS),
    field("why", "TEXTAREA", visibleWhen={"field": "iso", "operator": "equals", "value": False}),
    field("site"),
    field("verdict", "TEXTAREA", writableBy="REQUESTER"),
)


@pytest.fixture
def buyer(session: Session) -> User:
    user: User = UserFactory()
    return user


@pytest.fixture
def client(buyer: User, signed_in: SignedIn) -> CheckedClient:
    """Return a client with the buyer signed in."""
    return signed_in(buyer)


@pytest.fixture
def answered(session: Session, signed_in: SignedIn) -> SentRequest:
    """Return a request with three submitted RFxs, one that is being answered and one that is declined."""
    request = send_request("Aurora", "Bergmann", "Calder", "Delta", "Eastgate", blocks=BLOCKS)
    aurora, bergmann, calder, delta, eastgate = request.rfxs
    answer(signed_in, aurora, price=eur("46.10"), capacity="10", weeks="10", iso=True, site="Uppsala")
    answer(signed_in, bergmann, price=eur("512", "SEK"), capacity="35", weeks="5", iso=True, site="uppsala ")
    answer(signed_in, calder, price=eur("40", "GBP"), capacity="5", weeks="12", iso=False, site="Uppsala")
    answer(signed_in, delta, submit=False, capacity="90", iso=True)
    declined = signed_in(eastgate.respondent).post(
        f"{eastgate.path}/decline", json={"reason": "We have no capacity."}
    )
    assert declined.status_code == 200
    return request
