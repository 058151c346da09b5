"""Answered requests to several suppliers for tests of the comparison."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.accounts.models import User
from app.rfx.models import Rfx, RfxRequest
from app.rfx.operations.requesting import create_request
from app.rfx.types import RequestType
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of
from tests.factories.rfx import Node, SentRfx, answers_json, make_form, send_rfx
from tests.fixtures.people import SignedIn


@dataclass(frozen=True)
class SentRequest:
    """A request with its RFxs, in the order of the suppliers."""

    request: RfxRequest
    sender: User
    rfxs: Sequence[SentRfx]

    @property
    def id(self) -> int:
        return self.request.id

    @property
    def path(self) -> str:
        return f"/api/rfxRequest/{self.id}"


def send_request(
    *suppliers: str,
    blocks: Sequence[Node],
    sender: User | None = None,
    guests: int = 0,
    title: str = "Housing 4711",
    is_sealed: bool = False,
) -> SentRequest:
    """Send a request with one form to new organisations with these names, then to `guests` guests."""
    buyer = sender or UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    form = make_form(buyer, *blocks)
    request = create_request(
        actor=actor_of(buyer),
        type=RequestType.RFI,
        title=title,
        message_html="<p>Please answer.</p>",
        forms=[form],
        is_sealed=is_sealed,
    )
    users = [UserFactory(in_organisation=OrganisationFactory(name=name)) for name in suppliers]
    rfxs = [send_rfx(buyer, user, forms=[form], title=title) for user in users]
    rfxs += [send_rfx(buyer, forms=[form], title=title, guest=True) for _ in range(guests)]
    for sent in rfxs:
        _group(sent.rfx, request)
    return SentRequest(request, buyer, rfxs)


def _group(rfx: Rfx, request: RfxRequest) -> None:
    rfx.request_id = request.id
    rfx.is_sealed = request.is_sealed


def answer(signed_in: SignedIn, sent: SentRfx, *, submit: bool = True, **values: Any) -> None:
    """Save the first answers of a respondent and, by default, submit them."""
    client = signed_in(sent.respondent)
    saved = client.put(f"{sent.path}/value", json=answers_json(**values))
    assert saved.status_code == 200, saved.text
    assert saved.json["refused"] == {}
    if submit:
        done = client.post(f"{sent.path}/submission", json={})
        assert done.status_code == 200, done.text
