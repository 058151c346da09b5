"""Serializers of schedules."""

from collections.abc import Mapping, Sequence

from app.accounts.public import User
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json
from app.schedules.policies import may_manage, opens_on
from app.schedules.queries.schedules import ScheduleRow, contacts_named, schedule_for
from app.schedules.types import ScheduleKind


def serialize_schedules(rows: Sequence[ScheduleRow], *, actor: Actor) -> list[Json]:
    """Serialize schedules for `ScheduleSchema`; one statement for all named contacts."""
    contacts = contacts_named(rows)
    return [_serialize(row, actor=actor, contacts=contacts) for row in rows]


def serialize_schedule(*, actor: Actor, schedule_id: int) -> Json:
    """Load and serialize a schedule of the actor's organisation."""
    return serialize_schedules([schedule_for(actor=actor, schedule_id=schedule_id)], actor=actor)[0]


def _serialize(row: ScheduleRow, *, actor: Actor, contacts: Mapping[int, User]) -> Json:
    schedule, kind = row.schedule, ScheduleKind(row.schedule.kind)
    named = schedule.template["user_ids"]
    return {
        "id": schedule.id,
        "kind": kind,
        "title": schedule.title,
        "relationship_id": schedule.relationship_id,
        "supplier": {"id": row.supplier_id, "name": row.supplier_name},
        "every_months": schedule.every_months,
        "anchor": schedule.anchor,
        "next_on": schedule.next_on,
        "opens_on": opens_on(schedule),
        "lead_days": schedule.lead_days,
        "starts_from": schedule.starts_from,
        "contacts": None
        if named is None
        else [{"id": user_id, "name": contacts[user_id].name} for user_id in named],
        "has_self_survey": schedule.template["forms"] is not None,
        "state": schedule.state,
        "problem": schedule.problem,
        "owner": {"id": schedule.owner_user_id, "name": row.owner_name},
        "rounds": row.last_occurrence + 1,
        "last_rfx_id": row.last_rfx_id,
        "last_assessment_id": row.last_assessment_id,
        "last_sent": row.last_sent,
        "may_manage": may_manage(actor, kind),
    }
