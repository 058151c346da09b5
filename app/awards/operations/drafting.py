"""Writing the decision: which suppliers are awarded, with reasons, the standstill and the content of the letters."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from app.awards.models import Award, AwardLine
from app.awards.operations.recording import record_step
from app.awards.policies.states import demand_draft, demand_standstill, state_after
from app.awards.queries.awards import AwardContext, award_context, demand_awardable
from app.awards.types import AwardMove, AwardState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.merging import check_version
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.rfx.public import RfxStatus

UNKNOWN = "Choose suppliers of this request."
TWICE = "A supplier can be awarded only once."
NOT_SUBMITTED = "{name} has not submitted a response, so it can't be awarded."


@dataclass(frozen=True, slots=True)
class NewLine:
    """A supplier to award, with the reason."""

    rfx_id: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The content of an award. Reasons may be blank until it is submitted or sent."""

    lines: Sequence[NewLine]
    reason: str
    standstill_until: date | None
    include_scores: bool


def save_decision(
    *, actor: Actor, request_id: int, decision: Decision, based_on: datetime | None
) -> AwardContext:
    """Write the decision on a request. A cancelled award is started again.

    Raises ForbiddenError without SEND_RFX, ConflictError if the request cannot be awarded, the award is no draft, a
    supplier has not submitted, or a colleague has saved since `based_on`; InvalidError for wrong lines and days.
    """
    actor.demand(Permission.SEND_RFX)
    context = award_context(actor=actor, request_id=request_id, lock=True)
    demand_awardable(context.request)
    award = context.award
    if award is None:
        award = Award(request_id=request_id, created_by_user_id=actor.user_id, author_ids=[])
        db.session.add(award)
        event_type = "rfxAward.drafted"
    elif award.state is AwardState.CANCELLED:
        check_version(based_on=based_on, updated=award.updated)
        award.state = state_after(award.state, AwardMove.RESTART)
        award.author_ids, award.sent_back_reason = [], None
        event_type = "rfxAward.drafted"
    else:
        demand_draft(award.state)
        check_version(based_on=based_on, updated=award.updated)
        event_type = "rfxAward.changed"
    demand_suppliers(context, [line.rfx_id for line in decision.lines])
    demand_standstill(decision.standstill_until, today=today_of(actor))
    award.reason, award.include_scores = decision.reason, decision.include_scores
    award.standstill_until = decision.standstill_until
    touch(award, actor)
    db.session.flush()
    _store_lines(context, award, decision.lines)
    record_step(event_type, actor=actor, request=context.request, award=award)
    return award_context(actor=actor, request_id=request_id)


def demand_suppliers(context: AwardContext, rfx_ids: Sequence[int]) -> None:
    """Raise InvalidError for suppliers of another request or named twice, ConflictError for one that has not submitted."""
    if len(set(rfx_ids)) != len(rfx_ids):
        raise InvalidError(fields={"lines": [TWICE]})
    by_id = {rfx.id: rfx for rfx in context.rfxs}
    for rfx_id in rfx_ids:
        rfx = by_id.get(rfx_id)
        if rfx is None:
            raise InvalidError(fields={"lines": [UNKNOWN]})
        if rfx.status is not RfxStatus.COMPLETED:
            raise ConflictError(NOT_SUBMITTED.format(name=rfx.name))


def today_of(actor: Actor) -> date:
    """Return the present day of the actor."""
    return now().astimezone(actor.zone).date()


def touch(award: Award, actor: Actor) -> None:
    """Set the time of the change, and add the actor to the authors, who cannot approve the award."""
    award.updated = now()
    if actor.user_id not in award.author_ids:
        award.author_ids = [*award.author_ids, actor.user_id]


def _store_lines(context: AwardContext, award: Award, lines: Sequence[NewLine]) -> None:
    """Store the awarded suppliers. Lines of other suppliers stay only if their letter was edited."""
    chosen = {line.rfx_id: line.reason for line in lines}
    for rfx_id, stored in context.lines.items():
        if rfx_id not in chosen and stored.letter_html is None:
            db.session.delete(stored)
        stored.is_awarded, stored.reason = rfx_id in chosen, chosen.get(rfx_id, "")
    db.session.add_all(
        AwardLine(award_id=award.id, rfx_id=rfx_id, is_awarded=True, reason=reason)
        for rfx_id, reason in chosen.items()
        if rfx_id not in context.lines
    )
    db.session.flush()
