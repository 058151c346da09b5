"""Serializers of parts, review parts and hand-overs."""

from app.accounts.public import User, UserType, serialize_person
from app.delegation.models import RfxHandover
from app.delegation.policies import may_ask_for_review, may_assign, may_hand_over, may_see_parts
from app.delegation.queries import PartRow, ReviewRow, latest_handover, parts_of, review_parts_of
from app.delegation.types import HandoverState, ReviewStatus
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ForbiddenError
from app.rfx.public import (
    OPEN_STATUSES,
    PartStatus,
    RfxContext,
    ViewerRole,
    rfx_context,
    rfx_context_for_system,
    status_now,
)


def serialize_parts_by_id(*, actor: Actor, rfx_id: int) -> dict[str, object]:
    """Serialize the parts of an RFx for `RfxPartsSchema`.

    Raises NotFoundError if `actor` may not see the RFx, ForbiddenError for the requester's users.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    if not may_see_parts(context.role):
        raise ForbiddenError
    return serialize_parts(actor, rfx_id, context.role)


def serialize_parts(actor: Actor, rfx_id: int, role: ViewerRole) -> dict[str, object]:
    """Serialize the parts of an RFx for `RfxPartsSchema`; the caller has checked that the viewer may see them."""
    assigns = may_assign(actor, role)
    return {
        "parts": [
            _serialize_part(row, actor, assigns=assigns) for row in parts_of(actor=actor, rfx_id=rfx_id)
        ],
        "may_assign": assigns,
        "can_ask_colleagues": not actor.is_guest,
    }


def _serialize_part(row: PartRow, actor: Actor, *, assigns: bool) -> dict[str, object]:
    part, is_guest = row.part, row.assignee.type == UserType.GUEST
    return {
        "id": part.id,
        "title": part.title,
        "keys": part.keys,
        "assignee": _person(row.assignee, actor),
        "email": row.assignee.email if assigns and is_guest else None,
        "is_guest": is_guest,
        "is_own": row.assignee.id == actor.user_id,
        "sees_all": part.sees_all,
        "note": part.note,
        "due": part.due,
        "status": PartStatus(part.status),
        "reason": part.reason,
        "asked_by": _person(row.asker, actor),
        "created": part.created,
        "opened": part.opened,
        "done": part.done,
    }


def _person(user: User, actor: Actor) -> dict[str, object]:
    """Serialize a person; guests cannot load pictures."""
    return serialize_person(user) | ({"pic_url": None} if actor.is_guest else {})


def serialize_reviews_by_id(*, actor: Actor, rfx_id: int) -> dict[str, object]:
    """Serialize the review parts of an RFx for `ReviewPartsSchema`.

    Raises NotFoundError if `actor` may not see the RFx, ForbiddenError except for the requester's users.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    if context.role is not ViewerRole.REQUESTER:
        raise ForbiddenError
    return serialize_reviews(actor, context)


def serialize_reviews(actor: Actor, context: RfxContext) -> dict[str, object]:
    """Serialize the review parts of an RFx for `ReviewPartsSchema`; the viewer belongs to its requester."""
    return {
        "parts": [_serialize_review(row, actor) for row in review_parts_of(context.rfx.id)],
        "may_assign": may_ask_for_review(actor, context),
    }


def _serialize_review(row: ReviewRow, actor: Actor) -> dict[str, object]:
    part = row.part
    return {
        "id": part.id,
        "title": part.title,
        "keys": part.keys,
        "assignee": serialize_person(row.reviewer),
        "is_own": row.reviewer.id == actor.user_id,
        "note": part.note,
        "due": part.due,
        "status": ReviewStatus(part.status),
        "asked_by": serialize_person(row.asker),
        "created": part.created,
        "done": part.done,
    }


def serialize_handover_by_id(*, actor: Actor, rfx_id: int) -> dict[str, object]:
    """Serialize the latest hand-over of an RFx for `HandoverStateSchema`.

    Raises NotFoundError if `actor` may not see the RFx, ForbiddenError for delegates.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    if context.role is ViewerRole.DELEGATE:
        raise ForbiddenError
    return serialize_handover(actor, context)


def serialize_handover(actor: Actor, context: RfxContext) -> dict[str, object]:
    """Serialize the latest hand-over of an RFx that the viewer may see."""
    rfx, role = context.rfx, context.role
    is_open, latest = status_now(rfx) in OPEN_STATUSES, latest_handover(rfx.id)
    is_pending = latest is not None and latest.state == HandoverState.PENDING
    return {
        "latest": _serialize_handover(latest, with_email=context.to_guest) if latest else None,
        "may_hand_over": is_open and may_hand_over(actor, role, rfx),
        "may_decide": is_open
        and is_pending
        and role is ViewerRole.REQUESTER
        and actor.may(Permission.SEND_RFX),
        "requester_name": context.requester_name,
    }


def serialize_done_handover(handover: RfxHandover, *, actor: Actor) -> dict[str, object]:
    """Serialize a hand-over for the contact who asked for it, whose access may have ended with it."""
    context = rfx_context_for_system(handover.rfx_id)
    return {
        "latest": _serialize_handover(handover, with_email=context.to_guest),
        "may_hand_over": handover.state == HandoverState.PENDING or not actor.is_guest,
        "may_decide": False,
        "requester_name": context.requester_name,
    }


def _serialize_handover(handover: RfxHandover, *, with_email: bool) -> dict[str, object]:
    return {
        "id": handover.id,
        "state": HandoverState(handover.state),
        "name": handover.name,
        "email": handover.email if with_email else None,
        "note": handover.note,
        "created": handover.created,
        "decided": handover.decided,
        "reason": handover.reason,
    }
