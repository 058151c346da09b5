"""Rules for the parts of an RFx: who may answer which keys, and what a delegate reads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.forms.public import FieldType, PlacedField, WritableBy
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.rfx.types import PART_TRANSITIONS, RFX_PART, PartMove, PartStatus

_CONFLICTS: Mapping[PartStatus, str] = {
    PartStatus.ASKED: "This part is still being answered.",
    PartStatus.OPENED: "This part is still being answered.",
    PartStatus.DONE: "This part is already done.",
    PartStatus.RETURNED: "This part was returned. Ask again.",
    PartStatus.WITHDRAWN: "This part was taken back.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PartAccess:
    """The parts of an RFx that a viewer without the permission to answer may answer."""

    keys: frozenset[str]
    reads_all: bool
    """True if the viewer also reads the other answers: colleagues, and guests whose part includes it."""
    is_asked: bool
    """True if one of the parts has not been opened yet."""


def granted_part_id(guest: Actor) -> int | None:
    """Return the id of the part that a guest's grant is for; None for grants for other records."""
    grant = guest.grant
    return grant.subject_id if grant is not None and grant.subject_type == RFX_PART else None


def part_status_after(status: PartStatus, move: PartMove) -> PartStatus:
    """Return the status of a part after `move`; raises ConflictError with a sentence if the transition is not allowed."""
    after = PART_TRANSITIONS.get((PartStatus(status), move))
    if after is None:
        raise ConflictError(_CONFLICTS[PartStatus(status)], code=f"part{PartStatus(status).value.title()}")
    return after


def is_assignable(placed: PlacedField) -> bool:
    """Return True if a field can be in a part: the respondent writes it, and it is no signature."""
    return (
        placed.field.writable_by is not WritableBy.REQUESTER
        and placed.field.type is not FieldType.FORMSIGNATURE
    )


def readable_keys(fields: Sequence[PlacedField], part: PartAccess) -> frozenset[str]:
    """Return the keys that the viewer of a part reads: its own, and those that decide whether these are visible."""
    if part.reads_all:
        return frozenset(placed.key for placed in fields)
    by_key = {placed.key: placed for placed in fields}
    by_name: dict[tuple[int, str], PlacedField] = {}
    for placed in fields:
        by_name.setdefault((placed.form_index, placed.field.name), placed)
    pending = [key for key in part.keys if key in by_key]
    keys = set(pending)
    while pending:
        placed = by_key[pending.pop()]
        for condition in placed.field.conditions:
            parent = by_name.get((placed.form_index, condition.field))
            if parent is not None and parent.key not in keys:
                keys.add(parent.key)
                pending.append(parent.key)
    return frozenset(keys)
