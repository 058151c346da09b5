"""Reading one RFx, always within what the viewer may see: both ends of it, and a guest the one of its link."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
    Row,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, User
from app.extensions import db
from app.forms.public import DocForm, PlacedField, fields_of_forms
from app.kernel.auth import VIEWER, Actor
from app.kernel.clock import now
from app.kernel.errors import NotFoundError
from app.kernel.statements import shared_alias, shared_statement
from app.messages.public import MessageThread
from app.network.public import Relationship
from app.rfx.models import FormValue, Rfx, RfxDocForm, RfxResponse, RfxScore
from app.rfx.policies.access import respondent_label, role_of, safe_name
from app.rfx.policies.states import GUEST_LINK_LIFE
from app.rfx.types import RfxType, ViewerRole
from app.tasks.public import RFX_SUBJECT, TaskStatus, TaskType, UserTask

Requester = shared_alias(Organisation, "requester")
Respondent = shared_alias(Organisation, "respondent")
Assessed = shared_alias(Organisation, "assessed")
Asked = shared_alias(User, "asked")
Creator = shared_alias(User, "creator")
ThreadCreator = shared_alias(User, "thread_creator")


def visible_to(viewer: Actor | BindParameter[int]) -> ColumnElement[bool]:
    """Which RFxs `viewer`, or the organisation that a parameter will name, may see.

    A guest's link lives until its RFx has been closed for 90 days.
    """
    if isinstance(viewer, Actor) and viewer.is_guest:
        return and_(
            Rfx.id == viewer.guest_rfx_id,
            Rfx.guest_user_id == viewer.user_id,
            or_(Rfx.closed.is_(None), Rfx.closed > now() - GUEST_LINK_LIFE),
        )
    viewer_id = viewer.organisation_id if isinstance(viewer, Actor) else viewer
    return or_(Rfx.organisation_id == viewer_id, Rfx.with_organisation_id == viewer_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class RfxContext:
    """An RFx with the names that stand around it, and the revisions of its forms, (id, series id) in order."""

    rfx: Rfx
    role: ViewerRole
    requester_name: str
    respondent_name: str
    to_guest: bool
    asked_name: str | None
    """The guest, or who of the requester's own people answers."""
    asked_email: str | None
    creator_name: str
    thread_subject: str | None
    thread_creator_id: int | None
    thread_creator_name: str | None
    about: tuple[int, str] | None
    """The supplier that an internal survey is about, (id, name): neither of the two ends is."""
    revisions: Sequence[tuple[int, str]]
    overall_score: Decimal | None
    """A share of 1, for the requester alone; None before the first answer and where nothing is scored."""

    queried: frozenset[str]
    """The value keys with a follow-up task that waits for the respondent."""

    @property
    def respondent_label(self) -> str:
        """The respondent as people name it."""
        return respondent_label(
            self.rfx,
            to_guest=self.to_guest,
            asked_name=self.asked_name,
            asked_email=self.asked_email,
            respondent_name=self.respondent_name,
        )

    @property
    def safe_name(self) -> str:
        """The respondent as screens show it."""
        return safe_name(
            self.rfx,
            to_guest=self.to_guest,
            asked_name=self.asked_name,
            asked_email=self.asked_email,
            respondent_name=self.respondent_name,
        )

    @property
    def assessment(self) -> dict[str, Any] | None:
        """The assessment that it belongs to, for the requester alone (specification section 3, Rfx)."""
        if self.rfx.assessment_id is None or self.role is not ViewerRole.REQUESTER:
            return None
        return {"id": self.rfx.assessment_id, "title": self.rfx.assessment_title}


def rfx_context(*, actor: Actor, rfx_id: int, lock: bool = False) -> RfxContext:
    """The RFx, if `actor` may see it, else NotFoundError. `lock` holds its row until the end of the unit of work."""
    if actor.is_guest:
        found = _rows(_held(_head_stmt().where(Rfx.id == rfx_id, visible_to(actor)), lock=lock))
    else:
        found = _rows(_of_a_party(lock=lock), {"of": rfx_id, **actor.parameters})
    if not found:
        raise NotFoundError
    return _context(found[0], role_of(actor, found[0].Rfx))


def rfx_context_for_system(rfx_id: int, *, lock: bool = False) -> RfxContext:
    """The RFx for work that nobody asked for, such as expiry; seen as the requester sees it."""
    found = _rows(_held(_head_stmt().where(Rfx.id == rfx_id), lock=lock))
    if not found:
        raise NotFoundError
    return _context(found[0], ViewerRole.REQUESTER)


def contexts_of_assessment(assessment_id: int, *, lock: bool = False) -> list[RfxContext]:
    """The RFxs of an assessment that the caller has been found to manage, in order, as the requester sees them."""
    stmt = _head_stmt().where(Rfx.assessment_id == assessment_id).order_by(Rfx.id)
    return [_context(row, ViewerRole.REQUESTER) for row in _rows(_held(stmt, lock=lock))]


def _held(stmt: Select[*tuple[Any, ...]], *, lock: bool) -> Select[*tuple[Any, ...]]:
    return stmt.with_for_update(of=Rfx) if lock else stmt


def _rows(stmt: Select[*tuple[Any, ...]], given: Mapping[str, int] | None = None) -> Sequence[Row[Any]]:
    return db.session.execute(stmt, given, execution_options={"populate_existing": True}).all()


def revisions_of() -> ScalarSelect[Any]:
    """The revisions of an RFx's forms, as [[id, series id]] in the order in which they were sent."""
    return (
        select(
            func.json_agg(
                aggregate_order_by(
                    func.json_build_array(DocForm.id, DocForm.series_id), RfxDocForm.position.asc()
                )
            )
        )
        .select_from(DocForm)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == Rfx.id)
        .correlate(Rfx)
        .scalar_subquery()
    )


def assessed_relationship() -> ColumnElement[bool]:
    """The condition that joins an internal survey to the relationship with the supplier that it is about."""
    return and_(Relationship.id == Rfx.relationship_id, Rfx.type == RfxType.ASSESSMENT_INTERNAL_SURVEY)


def _queried_keys() -> ScalarSelect[Any]:
    return (
        select(func.array_agg(UserTask.field_key))
        .where(
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.subject_id == Rfx.id,
            UserTask.type == TaskType.FOLLOW_UP,
            UserTask.status == TaskStatus.OPEN,
        )
        .correlate(Rfx)
        .scalar_subquery()
    )


@shared_statement
def _head_stmt() -> Select[*tuple[Any, ...]]:
    """The columns of `RfxContext`. Single values are not joined: in which order to join ten tables takes PostgreSQL
    longer to decide than all of it takes to read.
    """
    asked_id = func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id)
    return (
        select(
            Rfx,
            _one(Requester.name, Requester.id == Rfx.organisation_id).label("requester_name"),
            Respondent.name.label("respondent_name"),
            Respondent.is_placeholder.label("to_guest"),
            _one(Asked.name, Asked.id == asked_id).label("asked_name"),
            _one(Asked.email, Asked.id == asked_id).label("asked_email"),
            _one(Creator.name, Creator.id == Rfx.created_by_user_id).label("creator_name"),
            MessageThread.subject.label("thread_subject"),
            ThreadCreator.id.label("thread_creator_id"),
            ThreadCreator.name.label("thread_creator_name"),
            Assessed.id.label("assessed_id"),
            Assessed.name.label("assessed_name"),
            revisions_of().label("revisions"),
            _one(RfxScore.overall, RfxScore.rfx_id == Rfx.id).label("overall"),
            _queried_keys().label("queried"),
        )
        .join(Respondent, Respondent.id == Rfx.with_organisation_id)
        .outerjoin(MessageThread, MessageThread.id == Rfx.thread_id)
        .outerjoin(ThreadCreator, ThreadCreator.id == MessageThread.created_by_user_id)
        .outerjoin(Relationship, assessed_relationship())
        .outerjoin(Assessed, Assessed.id == Relationship.with_organisation_id)
    )


@shared_statement
def _of_a_party(*, lock: bool) -> Select[*tuple[Any, ...]]:
    """The context of one RFx for an organisation at one of its ends, built once: it is asked for with every answer."""
    stmt = _head_stmt().where(Rfx.id == bindparam("of", type_=BigInteger), visible_to(VIEWER))
    return _held(stmt, lock=lock)


def _one(column: SQLColumnExpression[Any], condition: ColumnElement[bool]) -> ScalarSelect[Any]:
    """One value that stands at an RFx, null where there is none."""
    return select(column).where(condition).correlate(Rfx).scalar_subquery()


def _context(row: Row[Any], role: ViewerRole) -> RfxContext:
    return RfxContext(
        rfx=row.Rfx,
        role=role,
        requester_name=row.requester_name,
        respondent_name=row.respondent_name,
        to_guest=row.to_guest,
        asked_name=row.asked_name,
        asked_email=row.asked_email,
        creator_name=row.creator_name,
        thread_subject=row.thread_subject,
        thread_creator_id=row.thread_creator_id,
        thread_creator_name=row.thread_creator_name,
        about=None if row.assessed_id is None else (row.assessed_id, row.assessed_name),
        revisions=[(form_id, series_id) for form_id, series_id in row.revisions or ()],
        overall_score=row.overall,
        queried=frozenset(row.queried or ()),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """All that has been answered in an RFx so far: its fields in document order, and the current value of each key."""

    fields: Sequence[PlacedField]
    current: Mapping[str, Row[Any]]

    @property
    def values(self) -> dict[str, Any]:
        return {key: row.value for key, row in self.current.items()}


def answers_of(context: RfxContext) -> Answers:
    """The answers of an RFx that the caller has been found to see: rows of (key, value, iteration, updated)."""
    rows = db.session.execute(
        select(FormValue.key, FormValue.value, FormValue.iteration, FormValue.updated).where(
            FormValue.rfx_id == context.rfx.id, FormValue.is_current
        )
    ).all()
    return Answers(fields=fields_of_forms(context.revisions), current={row.key: row for row in rows})


STREAMED = 100
"""Answers that are read at a time where all of them might be large."""


def named_answers_of(context: RfxContext, *, streamed: bool = False) -> Answers:
    """The answers of an RFx with who gave them and for whom, as views show them.

    `streamed` answers are never held as what the database sent and as what was made of it at the same time.
    """
    found = db.session.execute(
        _named_answers(),
        {"of": context.rfx.id},
        execution_options={"yield_per": STREAMED} if streamed else {},
    )
    return Answers(fields=fields_of_forms(context.revisions), current={row.key: row for row in found})


@shared_statement
def _named_answers() -> Select[*tuple[Any, ...]]:
    return (
        select(
            FormValue.id, FormValue.key, FormValue.value, FormValue.iteration, FormValue.type, FormValue.updated,
            FormValue.question_id, FormValue.organisation_id, Organisation.name.label("organisation_name"),
            FormValue.created_by_user_id, User.name.label("by_name"), FormValue.accepted,
        )
        .join(User, User.id == FormValue.created_by_user_id)
        .join(Organisation, Organisation.id == FormValue.organisation_id)
        .where(FormValue.rfx_id == bindparam("of", type_=BigInteger), FormValue.is_current)
    )  # fmt: skip


def authors_of(context: RfxContext, keys: Collection[str]) -> dict[str, str]:
    """Who gave the present answers to some fields, by key."""
    rows = db.session.execute(
        select(FormValue.key, User.name)
        .join(User, User.id == FormValue.created_by_user_id)
        .where(FormValue.rfx_id == context.rfx.id, FormValue.is_current, FormValue.key.in_(keys))
    )
    return {row.key: row.name for row in rows}


def documents_of(context: RfxContext, *, html: bool = False) -> Sequence[Any]:
    """The forms of an RFx with their documents, in the order in which they were sent."""
    return db.session.execute(_documents(html=html), {"of": context.rfx.id}).all()


@shared_statement
def _documents(*, html: bool) -> Select[*tuple[Any, ...]]:
    columns = [DocForm.id, DocForm.title, DocForm.type, DocForm.revision, DocForm.doc]
    if html:
        columns.append(DocForm.html)
    return (
        select(*columns)
        .select_from(DocForm)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == bindparam("of", type_=BigInteger))
        .order_by(RfxDocForm.position)
    )


def responses_of(context: RfxContext) -> Sequence[Any]:
    """What each end has done, the respondent first."""
    own = {"of": context.rfx.id, "requester": context.rfx.organisation_id}
    return db.session.execute(_responses(), own).all()


@shared_statement
def _responses() -> Select[*tuple[Any, ...]]:
    submitter = aliased(User)
    return (
        select(
            RfxResponse.organisation_id, RfxResponse.status, RfxResponse.updated, RfxResponse.submitted,
            RfxResponse.created_by_user_id, User.name.label("created_by_name"),
            RfxResponse.submitted_by_user_id, submitter.name.label("submitted_by_name"),
        )
        .outerjoin(User, User.id == RfxResponse.created_by_user_id)
        .outerjoin(submitter, submitter.id == RfxResponse.submitted_by_user_id)
        .where(RfxResponse.rfx_id == bindparam("of", type_=BigInteger))
        .order_by(RfxResponse.organisation_id == bindparam("requester", type_=BigInteger), RfxResponse.id)
    )  # fmt: skip


def has_task(context: RfxContext, task_id: int) -> bool:
    """Whether a task belongs to the RFx."""
    found = exists().where(
        UserTask.id == task_id, UserTask.subject_type == RFX_SUBJECT, UserTask.subject_id == context.rfx.id
    )
    return bool(db.session.execute(select(found)).scalar())


def due_to_expire(moment: datetime) -> list[int]:
    """The ids of open RFxs whose deadline has passed, at most 500 at a time."""
    stmt = (
        select(Rfx.id)
        .where(Rfx.status.in_(["NEW", "PENDING", "INPROGRESS"]), Rfx.deadline <= moment)
        .order_by(Rfx.deadline)
        .limit(500)
    )
    return list(db.session.execute(stmt).scalars())


def due_between(after: datetime, until: datetime) -> list[int]:
    """The ids of open RFxs, not removed ones, whose deadline lies after `after` and up to `until`."""
    stmt = select(Rfx.id).where(
        Rfx.status.in_(["NEW", "PENDING", "INPROGRESS"]),
        Rfx.deadline > after,
        Rfx.deadline <= until,
        ~Rfx.ignored,
    )
    return list(db.session.execute(stmt.order_by(Rfx.deadline).limit(2000)).scalars())
