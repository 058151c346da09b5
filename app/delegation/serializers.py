"""Serializers of parts."""

from app.accounts.public import User, UserType, serialize_person
from app.delegation.policies import may_assign, may_see_parts
from app.delegation.queries import PartRow, parts_of
from app.kernel.auth import Actor
from app.kernel.errors import ForbiddenError
from app.rfx.public import PartStatus, ViewerRole, rfx_context


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
