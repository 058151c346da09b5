"""The offers of an earlier round while the RFx is answered: they end with the first answer, and move with its questions."""

from collections.abc import Mapping, Sequence

from sqlalchemy import delete, insert, select

from app.extensions import db
from app.forms.public import FieldPair
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.rfx.models import CarriedAnswer
from app.rfx.policies.carrying import moved_offer
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import CarriedState, ViewerRole


def settle_offers(*, actor: Actor, context: RfxContext, values: Mapping[str, object]) -> None:
    """End the offers for the questions that a save of the respondent answers or clears; one statement, or none.

    `values` are the saved answers by value key. The offer is CONFIRMED by the same answer, else REPLACED.
    """
    if context.rfx.previous_rfx_id is None or context.role is ViewerRole.REQUESTER or not values:
        return
    for row in _open_offers(context.rfx.id, values):
        row.state = CarriedState.CONFIRMED if row.value == values[row.key] else CarriedState.REPLACED
        row.decided, row.decided_by_user_id = now(), actor.user_id
    db.session.flush()


def offered_files(context: RfxContext, keys: Sequence[str]) -> frozenset[int]:
    """Return the ids of the files that are offered for these value keys."""
    if context.rfx.previous_rfx_id is None:
        return frozenset()
    return frozenset(
        file["attachmentId"]
        for row in _open_offers(context.rfx.id, keys)
        if isinstance(row.value, list)
        for file in row.value
    )


def move_offers(context: RfxContext, pairs: Sequence[FieldPair]) -> None:
    """Give the offers the value keys of a new revision. Offers that no longer fit are dropped with the reason."""
    if context.rfx.previous_rfx_id is None:
        return
    table = CarriedAnswer.__table__
    rows = db.session.execute(select(table).where(table.c.rfx_id == context.rfx.id)).mappings()
    former = {row["key"]: dict(row) for row in rows}
    moved = [_moved(former[pair.old.key], pair) for pair in pairs if pair.old and pair.old.key in former]
    db.session.execute(delete(CarriedAnswer).where(CarriedAnswer.rfx_id == context.rfx.id))
    present = [row for row in moved if row is not None]
    if present:
        db.session.execute(insert(CarriedAnswer), present)


def _moved(row: dict[str, object], pair: FieldPair) -> dict[str, object] | None:
    """Return the row under the new value key; None if the question is no longer asked."""
    if pair.new is None:
        return None
    row["key"] = pair.new.key
    fault = moved_offer(pair, row["value"]) if row["state"] == CarriedState.OFFERED else None
    return row if fault is None else row | {"state": CarriedState.DROPPED, "fault": fault}


def _open_offers(rfx_id: int, keys: Mapping[str, object] | Sequence[str]) -> Sequence[CarriedAnswer]:
    stmt = select(CarriedAnswer).where(
        CarriedAnswer.rfx_id == rfx_id,
        CarriedAnswer.key.in_(list(keys)),
        CarriedAnswer.state == CarriedState.OFFERED,
    )
    return db.session.execute(stmt, execution_options={"populate_existing": True}).scalars().all()
