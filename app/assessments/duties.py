"""Open assessments with a deadline as due records, and their surveys with another deadline."""

from collections.abc import Sequence

from sqlalchemy import Text, cast, func, literal, null, select

from app.accounts.public import Organisation
from app.assessments.models import Assessment
from app.assessments.types import OPEN_STATUSES
from app.due.public import DueColumns, DueSource
from app.kernel.http.auth import VIEWER
from app.rfx.public import OPEN_STATUSES as OPEN_RFX_STATUSES
from app.rfx.public import Rfx
from app.tasks.public import RFX_SUBJECT, has_own_duty

KIND = "ASSESSMENT"
KINDS = {KIND: "Assessment"}


def _assessments() -> Sequence[DueColumns]:
    stmt = (
        select(Assessment.id)
        .join(Organisation, Organisation.id == Assessment.with_organisation_id)
        .where(
            Assessment.organisation_id == VIEWER,
            Assessment.status.in_(OPEN_STATUSES),
            Assessment.deadline.is_not(None),
        )
    )
    return [
        DueColumns(
            stmt=stmt,
            id=Assessment.id,
            kind=literal(KIND, Text),
            title=Assessment.title,
            detail=cast(null(), Text),
            party=Organisation.name,
            party_id=Assessment.with_organisation_id,
            owner_id=Assessment.created_by_user_id,
            has_owner=True,
            path=func.concat("/assessment/", cast(Assessment.id, Text)),
            due=Assessment.deadline,
        )
    ]


def _surveys() -> Sequence[DueColumns]:
    """Select the open surveys that are due at another time than their assessment."""
    stmt = (
        select(Rfx.id)
        .join(Assessment, Assessment.id == Rfx.assessment_id)
        .join(Organisation, Organisation.id == Assessment.with_organisation_id)
        .where(
            Rfx.organisation_id == VIEWER,
            # The condition of the index of surveys, which the join implies.
            Rfx.assessment_id.is_not(None),
            Rfx.status.in_(OPEN_RFX_STATUSES),
            Rfx.deadline.is_not(None),
            Rfx.deadline.is_distinct_from(Assessment.deadline),
            ~Rfx.ignored,
            ~Rfx.assessment_closed,
            ~has_own_duty(RFX_SUBJECT, Rfx.id),
        )
    )
    return [
        DueColumns(
            stmt=stmt,
            id=Rfx.id,
            kind=literal(KIND, Text),
            title=Rfx.title,
            detail=Rfx.assessment_title,
            party=Organisation.name,
            party_id=Assessment.with_organisation_id,
            owner_id=func.coalesce(Rfx.recipient_user_id, Rfx.created_by_user_id),
            has_owner=True,
            path=func.concat("/rfx/", cast(Rfx.id, Text)),
            due=Rfx.deadline,
        )
    ]


DUTIES = (
    DueSource(name="assessment", kinds=KINDS, columns=_assessments),
    DueSource(name="survey", kinds=KINDS, columns=_surveys),
)
