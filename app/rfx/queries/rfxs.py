"""Queries for one RFx, restricted to its two parties and the guest of its link."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeVar

from sqlalchemy import (
    BigInteger,
    BindParameter,
    ColumnElement,
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
from app.forms.public import DocForm
from app.kernel.clock import now
from app.kernel.db.statements import PLANNED_ONCE, shared_alias, shared_statement
from app.kernel.http.auth import VIEWER, Actor
from app.kernel.http.errors import NotFoundError
from app.messages.public import MessageThread
from app.network.public import Relationship
from app.rfx.models import Rfx, RfxDocForm, RfxRequest, RfxResponse, RfxScore
from app.rfx.policies.access import (
    answers_part_only,
    granted_rfx_id,
    is_sealed_for,
    respondent_label,
    reviews_part_only,
    role_of,
    safe_name,
)
from app.rfx.policies.parts import PartAccess, granted_part_id
from app.rfx.policies.states import GUEST_LINK_LIFE
from app.rfx.queries.parts import part_access, rfx_of_part
from app.rfx.queries.review_access import review_keys_of
from app.rfx.queries.rows import ContextRow, DocumentRow, ResponseRow
from app.rfx.types import RfxType, ViewerRole
from app.tasks.public import RFX_SUBJECT, TaskStatus, TaskType, UserTask

T = TypeVar("T")
Requester = shared_alias(Organisation, "requester")
Respondent = shared_alias(Organisation, "respondent")
Assessed = shared_alias(Organisation, "assessed")
Asked = shared_alias(User, "asked")
Creator = shared_alias(User, "creator")
ThreadCreator = shared_alias(User, "thread_creator")


def visible_to(viewer: Actor | BindParameter[int]) -> ColumnElement[bool]:
    """Return the condition for the RFxs that `viewer`, or the organisation of a bound parameter, may see.

    A guest sees the RFx of its grant, or of the part that its grant is for, until 90 days after the RFx was closed.
    """
    if isinstance(viewer, Actor) and viewer.is_guest:
        part_id = granted_part_id(viewer)
        if part_id is not None:
            return and_(
                Rfx.id == rfx_of_part(part_id).scalar_subquery(),
                or_(Rfx.closed.is_(None), Rfx.closed > now() - GUEST_LINK_LIFE),
            )
        return and_(
            # Without a grant for an RFx this is `id IS NULL`, which no row fulfils.
            Rfx.id == granted_rfx_id(viewer),
            Rfx.guest_user_id == viewer.user_id,
            or_(Rfx.closed.is_(None), Rfx.closed > now() - GUEST_LINK_LIFE),
        )
    viewer_id = viewer.organisation_id if isinstance(viewer, Actor) else viewer
    return or_(Rfx.organisation_id == viewer_id, Rfx.with_organisation_id == viewer_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class RfxContext:
    """An RFx with the names of its parties and users, and the revisions of its forms as (id, series id) in order."""

    rfx: Rfx
    role: ViewerRole
    requester_name: str
    respondent_name: str
    to_guest: bool
    asked_name: str | None
    """The guest, or the recipient of an internal survey."""
    asked_email: str | None
    creator_name: str
    request_title: str | None
    """The title of its request, which only the requester's users may see."""
    thread_subject: str | None
    thread_creator_id: int | None
    thread_creator_name: str | None
    about: tuple[int, str] | None
    """The supplier that an internal survey is about, as (id, name); it is none of the two parties."""
    revisions: Sequence[tuple[int, str]]
    overall_score: Decimal | None
    """A share of 1, for the requester only; None before the first answer and if no field is scored."""

    queried: frozenset[str]
    """Value keys with an open follow-up task."""
    is_sealed: bool
    """True if the viewer must not read the answers yet; the queries of answers then return none."""
    part: PartAccess | None = None
    """The parts of a viewer who may answer nothing else; None for everyone else."""
    review_keys: frozenset[str] = frozenset()
    """Value keys whose answers a viewer without the permission to review was asked to review; else empty."""

    @property
    def counted_keys(self) -> frozenset[str] | None:
        """Return the value keys that the viewer's progress counts: the keys of a delegate's part; None for all."""
        return self.part.keys if self.role is ViewerRole.DELEGATE and self.part is not None else None

    @property
    def party_id(self) -> int:
        """Return the id of the organisation that the viewer answers for."""
        rfx = self.rfx
        return rfx.organisation_id if self.role is ViewerRole.REQUESTER else rfx.with_organisation_id

    @property
    def respondent_label(self) -> str:
        """Return the name of the respondent for mails and documents."""
        return respondent_label(
            self.rfx,
            to_guest=self.to_guest,
            asked_name=self.asked_name,
            asked_email=self.asked_email,
            respondent_name=self.respondent_name,
        )

    @property
    def safe_name(self) -> str:
        """Return the name of the respondent for screens."""
        return safe_name(
            self.rfx,
            to_guest=self.to_guest,
            asked_name=self.asked_name,
            asked_email=self.asked_email,
            respondent_name=self.respondent_name,
        )

    @property
    def assessment(self) -> dict[str, object] | None:
        """Return id and title of its assessment, for the requester only (specification section 3, Rfx)."""
        if self.rfx.assessment_id is None or self.role is not ViewerRole.REQUESTER:
            return None
        return {"id": self.rfx.assessment_id, "title": self.rfx.assessment_title}


def rfx_context(*, actor: Actor, rfx_id: int, lock: bool = False) -> RfxContext:
    """Return the RFx; raises NotFoundError if `actor` may not see it. `lock` locks its row in this transaction."""
    if actor.is_guest:
        rows = _rows(_with_lock(_head_stmt().where(Rfx.id == rfx_id, visible_to(actor)), lock=lock))
    else:
        rows = _rows(_party_context_stmt(lock=lock), {"of": rfx_id, **actor.parameters})
    if not rows:
        raise NotFoundError
    role = role_of(actor, rows[0].Rfx)
    part = part_access(actor, rfx_id) if answers_part_only(actor, role) else None
    if role is ViewerRole.DELEGATE and part is None:
        raise NotFoundError
    keys = review_keys_of(actor, rfx_id) if reviews_part_only(actor, role) else frozenset()
    return _context(rows[0], role, part=part, review_keys=keys)


def rfx_context_for_system(rfx_id: int, *, lock: bool = False) -> RfxContext:
    """Return the RFx for jobs without an actor, such as expiry, in the role of the requester but without a seal."""
    rows = _rows(_with_lock(_head_stmt().where(Rfx.id == rfx_id), lock=lock))
    if not rows:
        raise NotFoundError
    return _context(rows[0], ViewerRole.REQUESTER, for_system=True)


def contexts_of_request(request_id: int, *, lock: bool = False) -> list[RfxContext]:
    """Return the RFxs of a request by id, in the role of the requester; the caller has checked the permission."""
    stmt = _head_stmt().where(Rfx.request_id == request_id).order_by(Rfx.id)
    return [_context(row, ViewerRole.REQUESTER) for row in _rows(_with_lock(stmt, lock=lock))]


def contexts_of_assessment(assessment_id: int, *, lock: bool = False) -> list[RfxContext]:
    """Return the RFxs of an assessment by id, in the role of the requester; the caller has checked the permission."""
    stmt = _head_stmt().where(Rfx.assessment_id == assessment_id).order_by(Rfx.id)
    return [_context(row, ViewerRole.REQUESTER) for row in _rows(_with_lock(stmt, lock=lock))]


def _with_lock(stmt: Select[*tuple[object, ...]], *, lock: bool) -> Select[*tuple[object, ...]]:
    return stmt.with_for_update(of=Rfx) if lock else stmt


def _rows(
    stmt: Select[*tuple[object, ...]], parameters: Mapping[str, int] | None = None
) -> Sequence[ContextRow]:
    return db.session.execute(stmt, parameters, execution_options={"populate_existing": True}).all()


def revisions_of() -> ScalarSelect[list[tuple[int, str]]]:
    """Select the revisions of the forms of an RFx as [[id, series id]], in the order in which they were sent."""
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
    """Return the condition that joins an internal survey to the relationship with the supplier that it is about."""
    return and_(Relationship.id == Rfx.relationship_id, Rfx.type == RfxType.ASSESSMENT_INTERNAL_SURVEY)


def _open_follow_up_keys() -> ScalarSelect[list[str]]:
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
def _head_stmt() -> Select[*tuple[object, ...]]:
    """Select the columns of `RfxContext`.

    Single values are subqueries instead of joins, because PostgreSQL needs more time to plan the order of ten joins
    than to read the rows.
    """
    asked_id = func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id)
    return (
        select(
            Rfx,
            _single_value(Requester.name, Requester.id == Rfx.organisation_id).label("requester_name"),
            Respondent.name.label("respondent_name"),
            Respondent.is_placeholder.label("to_guest"),
            _single_value(Asked.name, Asked.id == asked_id).label("asked_name"),
            _single_value(Asked.email, Asked.id == asked_id).label("asked_email"),
            _single_value(Creator.name, Creator.id == Rfx.created_by_user_id).label("creator_name"),
            _single_value(RfxRequest.title, RfxRequest.id == Rfx.request_id).label("request_title"),
            MessageThread.subject.label("thread_subject"),
            ThreadCreator.id.label("thread_creator_id"),
            ThreadCreator.name.label("thread_creator_name"),
            Assessed.id.label("assessed_id"),
            Assessed.name.label("assessed_name"),
            revisions_of().label("revisions"),
            _single_value(RfxScore.overall, RfxScore.rfx_id == Rfx.id).label("overall"),
            _open_follow_up_keys().label("queried"),
        )
        .join(Respondent, Respondent.id == Rfx.with_organisation_id)
        .outerjoin(MessageThread, MessageThread.id == Rfx.thread_id)
        .outerjoin(ThreadCreator, ThreadCreator.id == MessageThread.created_by_user_id)
        .outerjoin(Relationship, assessed_relationship())
        .outerjoin(Assessed, Assessed.id == Relationship.with_organisation_id)
        .execution_options(**PLANNED_ONCE)
    )


@shared_statement
def _party_context_stmt(*, lock: bool) -> Select[*tuple[object, ...]]:
    """Select the context of one RFx for one of its parties. The statement is built once, because each save needs it."""
    stmt = _head_stmt().where(Rfx.id == bindparam("of", type_=BigInteger), visible_to(VIEWER))
    return _with_lock(stmt, lock=lock)


def _single_value(column: SQLColumnExpression[T], condition: ColumnElement[bool]) -> ScalarSelect[T]:
    """Select a single value for an RFx; null if no row matches."""
    return select(column).where(condition).correlate(Rfx).scalar_subquery()


def _context(
    row: ContextRow,
    role: ViewerRole,
    *,
    for_system: bool = False,
    part: PartAccess | None = None,
    review_keys: frozenset[str] = frozenset(),
) -> RfxContext:
    is_sealed = not for_system and is_sealed_for(role, row.Rfx)
    return RfxContext(
        rfx=row.Rfx,
        role=role,
        requester_name=row.requester_name,
        respondent_name=row.respondent_name,
        to_guest=row.to_guest,
        asked_name=row.asked_name,
        asked_email=row.asked_email,
        creator_name=row.creator_name,
        request_title=row.request_title,
        thread_subject=row.thread_subject,
        thread_creator_id=row.thread_creator_id,
        thread_creator_name=row.thread_creator_name,
        about=None if row.assessed_id is None else (row.assessed_id, row.assessed_name),
        revisions=[(form_id, series_id) for form_id, series_id in row.revisions or ()],
        overall_score=None if is_sealed else row.overall,
        queried=frozenset(row.queried or ()),
        is_sealed=is_sealed,
        part=part,
        review_keys=review_keys,
    )


def sender_of(rfx_id: int) -> int:
    """Return the id of the user who sent an RFx."""
    return db.session.execute(select(Rfx.created_by_user_id).where(Rfx.id == rfx_id)).scalar_one()


def documents_of(context: RfxContext, *, html: bool = False) -> Sequence[DocumentRow]:
    """Return the forms of an RFx with their documents, in the order in which they were sent."""
    return db.session.execute(_documents(html=html), {"of": context.rfx.id}).all()


@shared_statement
def _documents(*, html: bool) -> Select[*tuple[object, ...]]:
    columns = [DocForm.id, DocForm.title, DocForm.type, DocForm.revision, DocForm.doc]
    if html:
        columns.append(DocForm.html)
    return (
        select(*columns)
        .select_from(DocForm)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == bindparam("of", type_=BigInteger))
        .order_by(RfxDocForm.position)
        .execution_options(**PLANNED_ONCE)
    )


def responses_of(context: RfxContext) -> Sequence[ResponseRow]:
    """Return the response of each party, the respondent first."""
    parameters = {"of": context.rfx.id, "requester": context.rfx.organisation_id}
    return db.session.execute(_responses(), parameters).all()


@shared_statement
def _responses() -> Select[*tuple[object, ...]]:
    submitter = aliased(User)
    return (
        select(
            RfxResponse.organisation_id, RfxResponse.status, RfxResponse.updated, RfxResponse.submitted,
            RfxResponse.created_by_user_id, User.name.label("created_by_name"),
            RfxResponse.submitted_by_user_id, submitter.name.label("submitted_by_name"),
            Organisation.logo_id, Organisation.logo_version,
        )
        .join(Organisation, Organisation.id == RfxResponse.organisation_id)
        .outerjoin(User, User.id == RfxResponse.created_by_user_id)
        .outerjoin(submitter, submitter.id == RfxResponse.submitted_by_user_id)
        .where(RfxResponse.rfx_id == bindparam("of", type_=BigInteger))
        .order_by(RfxResponse.organisation_id == bindparam("requester", type_=BigInteger), RfxResponse.id)
        .execution_options(**PLANNED_ONCE)
    )  # fmt: skip


def has_task(context: RfxContext, task_id: int) -> bool:
    """Return True if the task belongs to the RFx, and is no review within the other party."""
    is_of_rfx = exists().where(
        UserTask.id == task_id, UserTask.subject_type == RFX_SUBJECT, UserTask.subject_id == context.rfx.id
    )
    if context.role is not ViewerRole.REQUESTER:
        is_of_rfx = is_of_rfx.where(UserTask.type != TaskType.REVIEW_PART)
    return bool(db.session.execute(select(is_of_rfx)).scalar())


def links_need_code(rfx: Rfx) -> bool:
    """Return True if guests confirm their links to an RFx with a mailed code, as its sender chose. One statement."""
    stmt = select(RfxRequest.links_need_code).where(RfxRequest.id == rfx.request_id)
    return bool(db.session.execute(stmt).scalar())
