"""Planned rounds as due records of the buyer, by the day on which they are due."""

from collections.abc import Sequence

from sqlalchemy import Text, cast, func, literal, null, select

from app.accounts.public import Organisation
from app.due.public import DueColumns, DueSource
from app.kernel.http.auth import VIEWER
from app.network.public import Relationship
from app.schedules.models import Schedule
from app.schedules.types import ScheduleState

KIND = "SCHEDULE"
KINDS = {KIND: "Next round"}


def _planned() -> Sequence[DueColumns]:
    stmt = (
        select(Schedule.id)
        .join(Relationship, Relationship.id == Schedule.relationship_id)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
        .where(
            Schedule.organisation_id == VIEWER,
            Schedule.state == ScheduleState.ACTIVE,
            Schedule.next_on.is_not(None),
        )
    )
    return [
        DueColumns(
            stmt=stmt,
            id=Schedule.id,
            kind=literal(KIND, Text),
            title=Schedule.title,
            detail=cast(null(), Text),
            party=Organisation.name,
            party_id=Relationship.with_organisation_id,
            owner_id=Schedule.owner_user_id,
            has_owner=True,
            path=func.concat("/rfx?tab=schedules&schedule=", cast(Schedule.id, Text)),
            due=Schedule.next_on,
            is_day=True,
        )
    ]


DUTIES = (DueSource(name="schedule", kinds=KINDS, columns=_planned),)
