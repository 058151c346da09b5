"""Parts of an RFx as it moves: opened by the first act of the assignee, resumed when the RFx is reopened."""

from collections.abc import Collection

from sqlalchemy import select

from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.rfx.models import RfxPart
from app.rfx.operations.recording import record_for_respondent
from app.rfx.policies.parts import granted_part_id, part_status_after
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import LIVE_PARTS, PartMove, PartStatus
from app.tasks.public import UserTask, reopen_task


def open_parts(*, actor: Actor, context: RfxContext) -> None:
    """Mark the parts of `actor` that wait for their first act as opened; the RFx is locked."""
    stmt = select(RfxPart).where(
        RfxPart.rfx_id == context.rfx.id,
        RfxPart.assignee_user_id == actor.user_id,
        RfxPart.status == PartStatus.ASKED,
    )
    part_id = granted_part_id(actor)
    if part_id is not None:
        stmt = stmt.where(RfxPart.id == part_id)
    for part in db.session.execute(stmt.order_by(RfxPart.id).with_for_update()).scalars():
        part.status, part.opened = part_status_after(part.status, PartMove.OPEN), now()
        record_for_respondent(context, "rfx.partOpened", actor=actor, partTitle=part.title)


def resume_parts(*, context: RfxContext, keys: Collection[str] | None) -> None:
    """Open the tasks of the parts that are not done again, after the RFx was reopened or extended.

    With `keys`, a limited reopening, the parts with one of these are asked again, even if they were done.
    """
    parts = (
        db.session.execute(
            select(RfxPart)
            .where(RfxPart.rfx_id == context.rfx.id, RfxPart.status.in_(LIVE_PARTS))
            .order_by(RfxPart.id)
            .with_for_update()
        )
        .scalars()
        .all()
    )
    for part in parts:
        if part.status == PartStatus.DONE and keys is not None and not set(keys).isdisjoint(part.keys):
            part.status, part.done = part_status_after(part.status, PartMove.ASK), None
    waiting_ids = [part.task_id for part in parts if part.status != PartStatus.DONE and part.task_id]
    tasks = db.session.execute(
        select(UserTask).where(UserTask.id.in_(waiting_ids), ~UserTask.is_open).with_for_update()
    ).scalars()
    for task in tasks:
        reopen_task(task=task)
