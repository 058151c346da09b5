"""The parts of an RFx that moved to a new revision of its form."""

from collections.abc import Mapping, Sequence

from sqlalchemy import select

from app.delegation.models import RfxReviewPart
from app.delegation.operations.asking import end_access
from app.delegation.policies import review_status_after
from app.delegation.queries import locked_review_parts, tasks_by_id
from app.delegation.types import LIVE_REVIEWS, ReviewMove
from app.extensions import db
from app.kernel.http.auth import Actor
from app.rfx.public import LIVE_PARTS, PartMove, RfxPart, part_status_after
from app.tasks.public import close_task


def move_parts(*, actor: Actor, rfx_id: int, keys: Mapping[str, str | None]) -> None:
    """Give the parts and review parts of an RFx their new value keys; `keys` has them by former one.

    Questions that are no longer asked leave the part. A part that has none left is withdrawn with its task and link.
    """
    for part in _locked_parts(rfx_id):
        part.keys = _moved(part.keys, keys)
        if not part.keys and part.status in LIVE_PARTS:
            part.status = part_status_after(part.status, PartMove.WITHDRAW)
            end_access(actor=actor, part=part)
    _move_reviews(actor, locked_review_parts(rfx_id, statuses=LIVE_REVIEWS), keys)
    db.session.flush()


def _move_reviews(actor: Actor, parts: Sequence[RfxReviewPart], keys: Mapping[str, str | None]) -> None:
    tasks = tasks_by_id([part.task_id for part in parts])
    for part in parts:
        part.keys = _moved(part.keys, keys)
        if not part.keys:
            part.status = review_status_after(part.status, ReviewMove.WITHDRAW)
            if tasks[part.task_id].is_open:
                close_task(actor=actor, task=tasks[part.task_id])


def _moved(former: Sequence[str], keys: Mapping[str, str | None]) -> list[str]:
    return [key for each in former if (key := keys.get(each)) is not None]


def _locked_parts(rfx_id: int) -> Sequence[RfxPart]:
    stmt = select(RfxPart).where(RfxPart.rfx_id == rfx_id).order_by(RfxPart.id).with_for_update()
    return db.session.execute(stmt, execution_options={"populate_existing": True}).scalars().all()
