"""Serializers of awards."""

from app.accounts.public import User
from app.awards.models import Award
from app.awards.operations.approving import needs_approval
from app.awards.operations.letters import Letter
from app.awards.policies.letters import standard_text
from app.awards.queries.awards import AwardContext, award_context, history_of, refusal_of
from app.awards.queries.people import names_of
from app.awards.types import AwardState
from app.events.public import serialize_event
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Json
from app.rfx.public import STATUS_INFO, ComparedRfx, RfxStatus

OPEN_STATES = (AwardState.DRAFT, AwardState.PENDING_APPROVAL, AwardState.APPROVED)


def serialize_award(*, actor: Actor, request_id: int) -> Json:
    """Serialize the award of a request for a dump by `AwardSchema`; NotFoundError if the actor may not see it."""
    context = award_context(actor=actor, request_id=request_id)
    award = context.award
    names = (
        names_of((award.submitted_by_user_id, award.approver_user_id, award.sent_by_user_id)) if award else {}
    )

    def person(user_id: int | None) -> Json | None:
        return {"id": user_id, "name": names.get(user_id, "")} if user_id is not None else None

    approval = needs_approval(actor.organisation_id)
    is_sent = award is not None and award.state is AwardState.SENT
    refusal = None if is_sent else refusal_of(context.request)
    return {
        "state": award.state if award else None,
        "refusal": refusal,
        "needs_approval": approval,
        "updated": award.updated if award else None,
        "reason": award.reason if award else "",
        "standstill_until": award.standstill_until if award else None,
        "include_scores": award.include_scores if award else False,
        "submitted": award.submitted if award else None,
        "submitted_by": person(award.submitted_by_user_id if award else None),
        "approver": person(award.approver_user_id if award else None),
        "approved": award.approved if award else None,
        "sent_back_reason": award.sent_back_reason if award else None,
        "sent": award.sent if award else None,
        "sent_by": person(award.sent_by_user_id if award else None),
        "wording": _wording(award),
        "suppliers": _suppliers(actor, context),
        "actions": _actions(actor, award, needs_approval=approval, is_refused=refusal is not None),
        "history": [serialize_event(event) for event in history_of(award)] if award else [],
    }


def serialize_letter(letter: Letter) -> Json:
    """Serialize a letter for a dump by `AwardLetterSchema`."""
    return {
        "rfx_id": letter.rfx.id,
        "name": letter.rfx.name,
        "is_awarded": letter.is_awarded,
        "html": letter.html,
        "standard_html": letter.standard_html,
        "is_edited": letter.is_edited,
        "is_outdated": letter.is_outdated,
        "state": letter.state,
        "failure": letter.failure,
        "updated": letter.updated,
    }


def serialize_approver(user: User) -> Json:
    """Serialize a colleague for a dump by `AwardPersonSchema`."""
    return {"id": user.id, "name": user.name}


def _suppliers(actor: Actor, context: AwardContext) -> list[Json]:
    """Serialize the suppliers: by rank, then those without one in the order of sending."""
    addressed = {rfx.id for rfx in context.letter_rfxs}
    may_send = actor.may(Permission.SEND_RFX)
    rows = [
        _supplier(context, rfx, gets_letter=rfx.id in addressed)
        | {"can_send_letter": may_send and context.can_send_letter(rfx)}
        for rfx in context.rfxs
    ]
    last = len(rows) + 1
    positions = {rfx.id: context.result(rfx.id).rank or last for rfx in context.rfxs}
    ids = [rfx.id for rfx in sorted(context.rfxs, key=lambda rfx: (not _can_award(rfx), positions[rfx.id]))]
    by_id = {row["id"]: row for row in rows}
    return [by_id[rfx_id] for rfx_id in ids]


def _supplier(context: AwardContext, rfx: ComparedRfx, *, gets_letter: bool) -> Json:
    line, result = context.lines.get(rfx.id), context.result(rfx.id)
    return {
        "id": rfx.id,
        "name": rfx.name,
        "is_guest": rfx.is_guest,
        "is_withdrawn": rfx.is_withdrawn,
        "status": rfx.status,
        "status_info": STATUS_INFO[rfx.status],
        "can_award": _can_award(rfx),
        "score": result.score,
        "rank": result.rank,
        "is_awarded": context.is_awarded(rfx.id),
        "reason": line.reason if line else "",
        "gets_letter": gets_letter,
        "has_own_letter": line is not None
        and line.letter_html is not None
        and line.letter_updated is not None,
        "is_letter_outdated": context.has_outdated_letter(rfx) if line else False,
        "letter_state": line.letter_state if line else None,
        "failure": line.failure if line else None,
    }


def _can_award(rfx: ComparedRfx) -> bool:
    return rfx.status is RfxStatus.COMPLETED


def _wording(award: Award | None) -> Json:
    awarded, other = (award.awarded_html, award.other_html) if award else (None, None)
    return {
        "awarded_html": awarded or standard_text(is_awarded=True),
        "other_html": other or standard_text(is_awarded=False),
        "is_awarded_standard": awarded is None,
        "is_other_standard": other is None,
    }


def _actions(actor: Actor, award: Award | None, *, needs_approval: bool, is_refused: bool) -> Json:
    may_send = actor.may(Permission.SEND_RFX)
    state = award.state if award else AwardState.CANCELLED
    is_draft, is_approved = state is AwardState.DRAFT, state is AwardState.APPROVED
    waits = state is AwardState.PENDING_APPROVAL
    is_ready = may_send and not is_refused
    decides = may_send and waits and award is not None and award.approver_user_id == actor.user_id
    return {
        "edit": is_ready and (is_draft or state is AwardState.CANCELLED),
        "edit_letters": is_ready and (is_draft or is_approved),
        "submit": is_ready and is_draft and needs_approval,
        "decide": decides,
        # The approver sends the award back instead, with a reason.
        "recall": may_send and (waits or is_approved) and not decides,
        "cancel": may_send and state in OPEN_STATES and not decides,
        "send": is_ready and (is_approved or (is_draft and not needs_approval)),
    }
