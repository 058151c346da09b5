"""Queries for assessments, restricted to the organisation that owns them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Protocol

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    ScalarSelect,
    Select,
    and_,
    cast,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, User, UserType
from app.assessments import models
from app.assessments.models import Assessment
from app.assessments.types import OPEN_STATUSES, AssessmentStatus, AssessmentType
from app.extensions import db
from app.forms.public import DocForm
from app.kernel.clock import now
from app.kernel.db.deadlines import DueFilter, is_due_moment
from app.kernel.db.pagination import ListQuery, Page, Sort, Sorts, WithGaps, fetch_page, sorting
from app.kernel.db.search import contains_text, find, number_in
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.rfx import public as rfx_names
from app.rfx.public import Rfx, RfxDocForm, RfxType
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask

MAX_HISTORY = 50
"""Maximum number of completed assessments in a score history."""
NO_SCORE = -1_000_000_000
NO_DEADLINE = datetime(1900, 1, 1, tzinfo=UTC)
"""Sort values of missing scores and deadlines, lower than every real value."""


class AssessmentRow(Protocol):
    """Row of the list."""

    Assessment: models.Assessment

    @property
    def supplier_name(self) -> str: ...
    @property
    def supplier_logo_id(self) -> int | None: ...
    @property
    def supplier_logo_version(self) -> str | None: ...
    @property
    def live_previous_score(self) -> Decimal | None: ...
    @property
    def open_tasks(self) -> int: ...
    @property
    def closed_tasks(self) -> int: ...


class AssessmentDetailRow(AssessmentRow, Protocol):
    """Row of one assessment with the names of its creator and closer."""

    @property
    def creator_name(self) -> str: ...
    @property
    def closer_name(self) -> str | None: ...


class SurveyRow(Protocol):
    """RFx of an assessment with its recipients and form titles."""

    Rfx: rfx_names.Rfx

    @property
    def asked_name(self) -> str | None: ...
    @property
    def asked_email(self) -> str | None: ...
    @property
    def respondent_name(self) -> str: ...
    @property
    def to_guest(self) -> bool: ...
    @property
    def addressed(self) -> str | None: ...
    @property
    def form_titles(self) -> Sequence[str] | None: ...


class PastScoreRow(Protocol):
    """Completed assessment in a score history."""

    @property
    def id(self) -> int: ...
    @property
    def type(self) -> AssessmentType: ...
    @property
    def title(self) -> str: ...
    @property
    def completed_date(self) -> datetime | None: ...
    @property
    def completed_score(self) -> Decimal | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class AssessmentFilter:
    """Filters of a list of assessments; empty ones are not applied."""

    search: str = ""
    relationship_id: int | None = None
    types: Sequence[AssessmentType] = ()
    statuses: Sequence[AssessmentStatus] = ()
    due: DueFilter | None = None


def list_assessments(
    *, actor: Actor, filters: AssessmentFilter, sort: str, query: ListQuery
) -> Page[AssessmentRow]:
    """Return a page of the assessments of the actor's organisation, sorted by `sort`, as rows of `_rows`."""
    stmt = _rows(actor)
    if filters.relationship_id is not None:
        stmt = stmt.where(Assessment.relationship_id == filters.relationship_id)
    if filters.types:
        stmt = stmt.where(Assessment.type.in_(filters.types))
    if filters.statuses:
        stmt = stmt.where(Assessment.status.in_(filters.statuses))
    if filters.due is not None:
        stmt = stmt.where(
            Assessment.status.in_(OPEN_STATUSES), is_due_moment(Assessment.deadline, filters.due, now())
        )
    hits = None
    if filters.search:
        conditions = [
            contains_text(Assessment.title, filters.search),
            contains_text(Organisation.name, filters.search),
        ]
        if (number := number_in(filters.search)) is not None:
            conditions.append(Assessment.id == number)
        ids = stmt.with_only_columns(Assessment.id, maintain_column_froms=True)
        hits = find([ids.where(condition) for condition in conditions])
        stmt = stmt.where(hits.among(Assessment.id, or_(*conditions)))
    return fetch_page(stmt, sort=_sorting(sort), query=query, matches=hits)


def assessment_row(*, actor: Actor, assessment_id: int) -> AssessmentDetailRow:
    """Return one assessment as a row of `_rows` with creator and closer; NotFoundError for other organisations."""
    creator, closer = aliased(User), aliased(User)
    stmt = (
        _rows(actor)
        .add_columns(creator.name.label("creator_name"), closer.name.label("closer_name"))
        .join(creator, creator.id == Assessment.created_by_user_id)
        .outerjoin(closer, closer.id == Assessment.closed_by_user_id)
        .where(Assessment.id == assessment_id)
    )
    row = db.session.execute(stmt.execution_options(populate_existing=True)).one_or_none()
    if row is None:
        raise NotFoundError
    return row


def assessment_for(*, actor: Actor, assessment_id: int, lock: bool = False) -> Assessment:
    """Return one assessment; raises NotFoundError if it belongs to another organisation."""
    stmt = select(Assessment).where(
        Assessment.id == assessment_id, Assessment.organisation_id == actor.organisation_id
    )
    if lock:
        stmt = stmt.with_for_update().execution_options(populate_existing=True)
    assessment: Assessment | None = db.session.execute(stmt).scalar()
    if assessment is None:
        raise NotFoundError
    return assessment


def surveys_of(*, assessment_id: int) -> Sequence[SurveyRow]:
    """Return the RFxs of an assessment, oldest first, with their recipients and form titles."""
    asked, respondent = aliased(User), aliased(Organisation)
    form_titles = (
        select(func.array_agg(DocForm.title))
        .select_from(DocForm)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == Rfx.id)
        .correlate(Rfx)
        .scalar_subquery()
    )
    addressed = (
        select(func.string_agg(User.name, literal(", ")))
        .select_from(UserTask)
        .join(User, User.id == UserTask.assigned_user_id)
        .where(
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.subject_id == Rfx.id,
            UserTask.type == TaskType.RFX,
        )
        .correlate(Rfx)
        .scalar_subquery()
    )
    return db.session.execute(
        select(
            Rfx,
            asked.name.label("asked_name"),
            asked.email.label("asked_email"),
            respondent.name.label("respondent_name"),
            respondent.is_placeholder.label("to_guest"),
            addressed.label("addressed"),
            form_titles.label("form_titles"),
        )
        .join(respondent, respondent.id == Rfx.with_organisation_id)
        .outerjoin(asked, asked.id == func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id))
        .where(Rfx.assessment_id == assessment_id)
        .order_by(Rfx.id)
    ).all()


def count_surveys(*, assessment_id: int) -> int:
    """Count the RFxs of an assessment, including ignored ones."""
    return db.session.execute(
        select(func.count()).select_from(Rfx).where(Rfx.assessment_id == assessment_id)
    ).scalar_one()


def previous_score(assessment: Assessment) -> Decimal | None:
    """Return the score of the last other completed assessment of the same supplier and type."""
    previous = previous_assessment(assessment)
    return previous.completed_score if previous else None


def previous_assessment(assessment: Assessment) -> Assessment | None:
    """Return the last other completed assessment of the same supplier and type, before this one if it is completed."""
    stmt = select(Assessment).where(
        *_completed_conditions(assessment.relationship_id, assessment.type),
        Assessment.id != assessment.id,
    )
    if assessment.completed_date is not None:
        stmt = stmt.where(Assessment.completed_date < assessment.completed_date)
    previous: Assessment | None = db.session.execute(
        stmt.order_by(Assessment.completed_date.desc(), Assessment.id.desc()).limit(1)
    ).scalar()
    return previous


def score_history(*, relationship_id: int) -> Sequence[PastScoreRow]:
    """Return rows of (id, type, title, completed_date, completed_score) of the completed assessments of a relationship,
    newest first.

    The caller has checked that the relationship belongs to the actor's organisation.
    """
    stmt = (
        select(
            Assessment.id,
            Assessment.type,
            Assessment.title,
            Assessment.completed_date,
            Assessment.completed_score,
        )
        .where(Assessment.relationship_id == relationship_id, Assessment.status == AssessmentStatus.COMPLETED)
        .order_by(Assessment.completed_date.desc(), Assessment.id.desc())
        .limit(MAX_HISTORY)
    )
    return db.session.execute(stmt).all()


def users_by_id_or_address(
    *, ids: Sequence[int], emails: Collection[str], own_id: int, supplier_id: int
) -> Sequence[User]:
    """Return the users of the own organisation with these ids, and the users of both organisations with these addresses.

    The addresses are normalised by `known_as`. The result includes suspended users.
    """
    at_address = and_(func.lower(User.email).in_(emails), User.organisation_id.in_((own_id, supplier_id)))
    return (
        db.session.execute(
            select(User)
            .where(
                User.type == UserType.USER,
                or_(at_address, and_(User.id.in_(ids), User.organisation_id == own_id)),
            )
            .order_by(User.id)
        )
        .scalars()
        .all()
    )


def internal_survey_recipients(*, assessment_id: int) -> Sequence[User]:
    """Return the recipients of the internal surveys of an assessment: colleagues and guests. Ignored surveys don't count."""
    return (
        db.session.execute(
            select(User)
            .join(Rfx, User.id == func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id))
            .where(
                Rfx.assessment_id == assessment_id,
                Rfx.type == RfxType.ASSESSMENT_INTERNAL_SURVEY,
                ~Rfx.ignored,
            )
        )
        .scalars()
        .all()
    )


def _rows(actor: Actor) -> Select[*tuple[object, ...]]:
    """Select the columns of the list: Assessment, name and logo of the supplier, previous score, numbers of tasks."""
    earlier = aliased(Assessment)
    previous = (
        select(earlier.completed_score)
        .where(
            earlier.relationship_id == Assessment.relationship_id,
            earlier.type == Assessment.type,
            earlier.status == AssessmentStatus.COMPLETED,
            earlier.id != Assessment.id,
        )
        .order_by(earlier.completed_date.desc(), earlier.id.desc())
        .limit(1)
        .correlate(Assessment)
        .scalar_subquery()
    )
    return (
        select(
            Assessment,
            Organisation.name.label("supplier_name"),
            Organisation.logo_id.label("supplier_logo_id"),
            Organisation.logo_version.label("supplier_logo_version"),
            previous.label("live_previous_score"),
            _tasks(is_open=True).label("open_tasks"),
            _tasks(is_open=False).label("closed_tasks"),
        )
        .join(Organisation, Organisation.id == Assessment.with_organisation_id)
        .where(Assessment.organisation_id == actor.organisation_id)
    )


def _tasks(*, is_open: bool) -> ScalarSelect[int]:
    """Select the number of follow-up tasks of the surveys; ignored surveys don't count."""
    return (
        select(func.count())
        .select_from(UserTask)
        .join(Rfx, Rfx.id == UserTask.subject_id)
        .where(
            Rfx.assessment_id == Assessment.id,
            ~Rfx.ignored,
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.type == TaskType.FOLLOW_UP,
            UserTask.is_open.is_(is_open),
        )
        .correlate(Assessment)
        .scalar_subquery()
    )


def _completed_conditions(relationship_id: int, type: str) -> tuple[ColumnElement[bool], ...]:
    return (
        Assessment.relationship_id == relationship_id,
        Assessment.type == type,
        Assessment.status == AssessmentStatus.COMPLETED,
    )


def _sorting(sort: str) -> list[Sort]:
    scored = func.coalesce(cast(Assessment.completed_score * 1_000_000, BigInteger), NO_SCORE)
    due = func.coalesce(Assessment.deadline, NO_DEADLINE)
    columns: Sorts = {
        "created": [],
        "supplier": [func.lower(Organisation.name)],
        "title": [func.lower(Assessment.title)],
        "type": [Assessment.type],
        "status": [Assessment.status],
        "score": [WithGaps(scored, gap=NO_SCORE)],
        "deadline": [WithGaps(due, gap=NO_DEADLINE)],
    }
    return sorting(sort, columns, Assessment.id)
