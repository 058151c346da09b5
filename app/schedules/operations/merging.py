"""Schedules in the merge of two suppliers."""

from sqlalchemy import exists, func, literal
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import aliased

from app.kernel.clock import now
from app.network.public import Merge, MergeHooks, Moves, Reference
from app.schedules.models import Schedule
from app.schedules.types import ScheduleState


def register_merging(hooks: MergeHooks) -> None:
    """Register the column of schedules, and the steps for forms that repeat for both suppliers and for contacts."""
    hooks.references.append(Reference(column=Schedule.relationship_id, nouns=("schedule", "schedules")))
    hooks.staying["schedule.organisation_id"] = "the buyer"
    hooks.steps += [_end_doubles, _release_contacts]


def _end_doubles(moves: Moves, merge: Merge) -> None:
    """End the schedules whose forms repeat for the survivor already: a supplier has one for the same forms."""
    other = aliased(Schedule)
    moves.update(
        Schedule,
        (Schedule.relationship_id == merge.gone_relationship_id)
        & (Schedule.state != ScheduleState.ENDED)
        & exists().where(
            other.relationship_id == merge.survivor_relationship_id,
            other.kind == Schedule.kind,
            other.form_key == Schedule.form_key,
            other.state != ScheduleState.ENDED,
        ),
        {"state": ScheduleState.ENDED, "ended": now()},
    )


def _release_contacts(moves: Moves, merge: Merge) -> None:
    """Send the next round to the contacts of the survivor if the named users stay behind."""
    if merge.moves_people:
        return
    everyone = literal({"user_ids": None}, JSONB)
    moves.update(
        Schedule,
        (Schedule.relationship_id == merge.gone_relationship_id)
        & (func.jsonb_typeof(Schedule.template["user_ids"]) == "array"),
        {"template": Schedule.template.op("||")(everyone)},
    )
