"""Queries for the parts of an RFx that a viewer may answer."""

from collections.abc import Sequence

from sqlalchemy import ARRAY, BigInteger, Select, Text, any_, bindparam, select

from app.extensions import db
from app.kernel.db.statements import PLANNED_ONCE, shared_statement
from app.kernel.http.auth import VIEWER_USER, Actor
from app.rfx.models import RfxPart
from app.rfx.policies.parts import PartAccess, granted_part_id
from app.rfx.types import LIVE_PARTS, PartStatus


def part_access(actor: Actor, rfx_id: int) -> PartAccess | None:
    """Return the parts of an RFx that are assigned to `actor`, together; None without any. A link opens only its part."""
    part_id = granted_part_id(actor)
    parts = [part for part in _parts_of(actor, rfx_id) if part_id is None or part.id == part_id]
    if not parts:
        return None
    return PartAccess(
        keys=frozenset(key for part in parts for key in part.keys),
        reads_all=not actor.is_guest or all(part.sees_all for part in parts),
        is_asked=any(part.status == PartStatus.ASKED for part in parts),
    )


def _parts_of(actor: Actor, rfx_id: int) -> Sequence[RfxPart]:
    parameters = {"of": rfx_id, "statuses": list(LIVE_PARTS), **actor.parameters}
    return db.session.execute(
        _live_parts(), parameters, execution_options={"populate_existing": True}
    ).scalars().all()  # fmt: skip


@shared_statement
def _live_parts() -> Select[RfxPart]:
    return (
        select(RfxPart)
        .where(
            RfxPart.assignee_user_id == VIEWER_USER,
            RfxPart.rfx_id == bindparam("of", type_=BigInteger),
            RfxPart.status == any_(bindparam("statuses", type_=ARRAY(Text))),
        )
        .execution_options(**PLANNED_ONCE)
    )


def rfx_of_part(part_id: int) -> Select[int]:
    """Select the id of the RFx of a part that its assignee may answer."""
    return select(RfxPart.rfx_id).where(RfxPart.id == part_id, RfxPart.status.in_(LIVE_PARTS))
