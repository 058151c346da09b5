"""Requests for tests."""

from collections.abc import Sequence
from datetime import datetime

from app.accounts.models import User
from app.extensions import db
from app.rfx.models import Rfx, RfxRequest, RfxRequestRecipient
from app.rfx.operations.requesting import create_request
from app.rfx.types import RequestType
from tests.factories.accounts import UserFactory, actor_of, make_guest
from tests.factories.rfx import Node, SentRfx, make_form, send_rfx

TITLE = "Supplier qualification 2027"


def make_request(
    buyer: User,
    *suppliers: User,
    guests: int = 0,
    blocks: Sequence[Node] = (),
    title: str = TITLE,
    deadline: datetime | None = None,
    is_sealed: bool = False,
) -> tuple[RfxRequest, list[SentRfx]]:
    """Send a request to suppliers and guests; return it with its RFxs in this order."""
    form = make_form(buyer, *blocks)
    request = create_request(
        actor=actor_of(buyer),
        type=RequestType.RFI,
        title=title,
        message_html="<p>Please answer.</p>",
        forms=[form],
        deadline=deadline,
        is_sealed=is_sealed,
    )
    sent = [
        send_rfx(
            buyer,
            supplier or make_guest(),
            forms=[form],
            title=title,
            deadline=deadline,
            guest=supplier is None,
        )
        for supplier in (*suppliers, *(None for _ in range(guests)))
    ]
    for each in sent:
        rfx = db.session.get_one(Rfx, each.id)
        rfx.request_id, rfx.is_sealed = request.id, is_sealed
    db.session.flush()
    return request, sent


def request_of(sent: SentRfx) -> RfxRequest:
    """Create a request for an RFx that was sent without one."""
    request = create_request(
        actor=actor_of(sent.sender),
        type=RequestType.RFI,
        title=sent.rfx.title,
        message_html="<p>Please answer.</p>",
        forms=sent.forms,
    )
    db.session.get_one(Rfx, sent.id).request_id = request.id
    db.session.flush()
    return request


def make_suppliers(number: int) -> list[User]:
    """Create users of as many organisations."""
    return [UserFactory() for _ in range(number)]


def add_unsent(request: RfxRequest, name: str, failure: str | None = None) -> None:
    """Add a recipient without an RFx."""
    recipient = RfxRequestRecipient(
        request_id=request.id, name=name, email="jo@elsewhere.example", failure=failure
    )
    db.session.add(recipient)
    db.session.flush()
