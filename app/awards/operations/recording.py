"""Events of awards: in the log of the organisation, and in the history of the award."""

from typing import TypedDict, Unpack

from app.awards.models import Award, AwardEvent
from app.events.public import record
from app.extensions import db
from app.kernel.http.auth import Actor
from app.rfx.public import RfxRequest


class StepArgs(TypedDict, total=False):
    """Arguments of an event in addition to author and request."""

    approverId: int
    approverName: str
    reason: str
    rfxId: int
    supplierName: str
    suppliers: int


def record_step(
    type: str, *, actor: Actor, request: RfxRequest, award: Award, **args: Unpack[StepArgs]
) -> None:
    """Record an event of an award, which has its id, in the log and the history."""
    event = record(type, actor=actor, requestId=request.id, requestTitle=request.title, **args)
    db.session.flush()
    db.session.add(AwardEvent(award_id=award.id, event_id=event.id))
    db.session.flush()
