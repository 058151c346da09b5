"""Awards for tests."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from app.accounts.models import Organisation, User
from app.awards.operations.drafting import Decision, NewLine, save_decision
from app.extensions import db
from app.kernel.clock import now
from app.rfx.models import Rfx, RfxRequest, RfxScore
from app.rfx.types import RfxStatus
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of
from tests.factories.requests import make_request
from tests.factories.rfx import SentRfx, field


@dataclass(frozen=True, slots=True)
class AwardCase:
    """A request whose RFxs are submitted."""

    buyer: User
    request: RfxRequest
    sent: list[SentRfx]

    @property
    def path(self) -> str:
        return f"/api/rfxRequest/{self.request.id}/award"

    @property
    def ids(self) -> list[int]:
        return [each.id for each in self.sent]


def make_award_case(
    *scores: int, guests: int = 0, is_sealed: bool = False, buyer: User | None = None
) -> AwardCase:
    """Send a request to a supplier for each of `scores` (whole percent) and to guests, and submit all RFxs."""
    buyer = buyer or UserFactory(
        in_organisation=OrganisationFactory(name="Meridian Surgical"), name="Ada Buyer"
    )
    suppliers = [
        UserFactory(in_organisation=OrganisationFactory(name=f"Supplier {letter}"))
        for letter, _ in zip("ABCDEFGH", scores, strict=False)
    ]
    request, sent = make_request(
        buyer, *suppliers, guests=guests, blocks=[field("name")], is_sealed=is_sealed
    )
    for each in sent:
        submit(each)
    for each, score in zip(sent, scores, strict=False):
        db.session.add(RfxScore(rfx_id=each.id, overall=Decimal(score) / 100, sections=[]))
    db.session.flush()
    return AwardCase(buyer, request, sent)


def submit(sent: SentRfx) -> None:
    """Mark an RFx as submitted."""
    rfx = db.session.get_one(Rfx, sent.id)
    rfx.status, rfx.closed = RfxStatus.COMPLETED, now()
    db.session.flush()


def demand_approval(case: AwardCase, *, is_needed: bool = True) -> None:
    """Switch the approval of awards on or off."""
    db.session.get_one(Organisation, case.buyer.organisation_id).award_needs_approval = is_needed
    db.session.flush()


def draft_award(
    case: AwardCase,
    *awarded: int,
    reason: str = "Best offer.",
    standstill_until: date | None = None,
    include_scores: bool = False,
) -> None:
    """Write the draft that awards the suppliers at these positions."""
    save_decision(
        actor=actor_of(case.buyer),
        request_id=case.request.id,
        decision=Decision(
            lines=[NewLine(case.ids[position], reason) for position in awarded],
            reason="",
            standstill_until=standstill_until,
            include_scores=include_scores,
        ),
        based_on=None,
    )
