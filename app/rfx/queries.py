"""Reading RFxs, always within what the viewer may see: both ends of it, and a guest the one of its link."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, Subquery, and_, exists, func, literal, or_, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, User, UserStatus, UserType
from app.extensions import db
from app.forms.public import DocForm, PlacedField, fields_of_forms
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import NotFoundError
from app.kernel.pagination import ListQuery, Page, fetch_merged_page
from app.messages.public import MessageThread, ThreadParticipant
from app.rfx.models import FormValue, Rfx, RfxDocForm, RfxResponse
from app.rfx.policies import GUEST_LINK_LIFE, role_of
from app.rfx.types import RfxStatus, ViewerRole
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask

Requester = aliased(Organisation, name="requester")
Respondent = aliased(Organisation, name="respondent")
Guest = aliased(User, name="guest")
Creator = aliased(User, name="creator")
ThreadCreator = aliased(User, name="thread_creator")


@dataclass(frozen=True, slots=True, kw_only=True)
class RfxFilter:
    """What a list of RFxs is narrowed to; no status means all of them."""

    search: str = ""
    supplier_name: str = ""
    relationship_id: int | None = None
    statuses: Sequence[RfxStatus] = ()


def list_rfxs(*, actor: Actor, which: RfxFilter, query: ListQuery) -> Page[Row[Any]]:
    """RFxs that the actor's organisation sent or received, newest first (specification section 7).

    The two ends are two branches, each read in the order of its own index and no further than needed: a page
    costs the same whether the organisation has ten of them or 300,000.
    """
    sent = select(Rfx.id).where(Rfx.organisation_id == actor.organisation_id, *_narrowing(which, sent=True))
    received = select(Rfx.id).where(
        Rfx.with_organisation_id == actor.organisation_id,
        Rfx.organisation_id != actor.organisation_id,
        *_narrowing(which, sent=False),
    )
    return fetch_merged_page((sent, received), key=Rfx.id, rows=_rows_of, query=query)


def _narrowing(which: RfxFilter, *, sent: bool) -> Iterator[ColumnElement[bool]]:
    """The conditions of the filters on what was sent, or on what was received."""
    if which.relationship_id is not None:
        yield and_(Rfx.relationship_id == which.relationship_id, literal(sent))
    if which.statuses:
        yield Rfx.status.in_(which.statuses)
    if which.supplier_name:
        yield _other_end_contains(which.supplier_name, sent=sent)
    if which.search:
        yield or_(*_found_by(which.search, sent=sent))


def _found_by(text: str, *, sent: bool) -> Iterator[ColumnElement[bool]]:
    yield Rfx.title.icontains(text, autoescape=True)
    yield _other_end_contains(text, sent=sent)
    number = text.removeprefix("#")
    if number.isascii() and number.isdigit() and len(number) < 19:
        yield Rfx.id == int(number)


def _other_end_contains(text: str, *, sent: bool) -> ColumnElement[bool]:
    """Whether the organisation that the list shows, the other end's, has `text` in its name; a guest's own counts."""
    organisations = select(Organisation.id).where(Organisation.name.icontains(text, autoescape=True))
    if not sent:
        return Rfx.organisation_id.in_(organisations)
    guests = select(User.id).where(User.type == UserType.GUEST, User.name.icontains(text, autoescape=True))
    return or_(Rfx.with_organisation_id.in_(organisations), Rfx.guest_user_id.in_(guests))


def _rows_of(ids: Subquery) -> Select[*tuple[Any, ...]]:
    """What the list shows of the RFxs with these ids."""
    form_types = (
        select(func.array_agg(DocForm.type))
        .select_from(DocForm)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == Rfx.id)
        .correlate(Rfx)
        .scalar_subquery()
    )
    return (
        select(
            Rfx.id, Rfx.type, Rfx.title, Rfx.status, Rfx.bundle_name, Rfx.created, Rfx.sent_date,
            Rfx.reminder_sent_date, Rfx.deadline, Rfx.ignored, Rfx.relationship_id, Rfx.organisation_id,
            Rfx.with_organisation_id,
            Requester.name.label("requester_name"),
            Respondent.name.label("respondent_name"),
            Respondent.is_placeholder.label("to_guest"),
            form_types.label("form_types"),
        )
        .select_from(ids)
        .join(Rfx, Rfx.id == ids.c.id)
        .join(Requester, Requester.id == Rfx.organisation_id)
        .join(Respondent, Respondent.id == Rfx.with_organisation_id)
    )  # fmt: skip


def visible_to(actor: Actor) -> ColumnElement[bool]:
    """Which RFxs `actor` may see. A guest's link lives until its RFx has been closed for 90 days."""
    if actor.is_guest:
        return and_(
            Rfx.id == actor.guest_rfx_id,
            Rfx.guest_user_id == actor.user_id,
            or_(Rfx.closed.is_(None), Rfx.closed > now() - GUEST_LINK_LIFE),
        )
    return or_(
        Rfx.organisation_id == actor.organisation_id, Rfx.with_organisation_id == actor.organisation_id
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class RfxHead:
    """An RFx with the names that stand around it, and the revisions of its forms, (id, series id) in order."""

    rfx: Rfx
    role: ViewerRole
    requester_name: str
    respondent_name: str
    to_guest: bool
    guest_name: str | None
    creator_name: str
    thread_subject: str | None
    thread_creator_id: int | None
    thread_creator_name: str | None
    revisions: Sequence[tuple[int, str]]

    @property
    def respondent_label(self) -> str:
        """The respondent as people name it: a guest by its own name (product decisions: `safeName`)."""
        return (self.guest_name or "Anonymous") if self.to_guest else self.respondent_name


def rfx_head(*, actor: Actor, rfx_id: int, lock: bool = False) -> RfxHead:
    """The RFx, if `actor` may see it, else NotFoundError. `lock` holds its row until the end of the unit of work."""
    stmt = _head_stmt().where(Rfx.id == rfx_id, visible_to(actor))
    found = _rows(stmt.with_for_update(of=Rfx) if lock else stmt)
    if not found:
        raise NotFoundError
    return _head(found[0], role_of(actor, found[0].Rfx))


def rfx_head_for_system(rfx_id: int, *, lock: bool = False) -> RfxHead:
    """The RFx for work that nobody asked for, such as expiry; seen as the requester sees it."""
    stmt = _head_stmt().where(Rfx.id == rfx_id)
    found = _rows(stmt.with_for_update(of=Rfx) if lock else stmt)
    if not found:
        raise NotFoundError
    return _head(found[0], ViewerRole.REQUESTER)


def _rows(stmt: Select[Any]) -> Sequence[Row[Any]]:
    return db.session.execute(stmt.execution_options(populate_existing=True)).all()


def _head_stmt() -> Select[Any]:
    revisions = (
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
    return (
        select(
            Rfx,
            Requester.name.label("requester_name"),
            Respondent.name.label("respondent_name"),
            Respondent.is_placeholder.label("to_guest"),
            Guest.name.label("guest_name"),
            Creator.name.label("creator_name"),
            MessageThread.subject.label("thread_subject"),
            ThreadCreator.id.label("thread_creator_id"),
            ThreadCreator.name.label("thread_creator_name"),
            revisions.label("revisions"),
        )
        .join(Requester, Requester.id == Rfx.organisation_id)
        .join(Respondent, Respondent.id == Rfx.with_organisation_id)
        .join(Creator, Creator.id == Rfx.created_by_user_id)
        .outerjoin(Guest, Guest.id == Rfx.guest_user_id)
        .outerjoin(MessageThread, MessageThread.id == Rfx.thread_id)
        .outerjoin(ThreadCreator, ThreadCreator.id == MessageThread.created_by_user_id)
    )


def _head(row: Row[Any], role: ViewerRole) -> RfxHead:
    return RfxHead(
        rfx=row.Rfx,
        role=role,
        requester_name=row.requester_name,
        respondent_name=row.respondent_name,
        to_guest=row.to_guest,
        guest_name=row.guest_name,
        creator_name=row.creator_name,
        thread_subject=row.thread_subject,
        thread_creator_id=row.thread_creator_id,
        thread_creator_name=row.thread_creator_name,
        revisions=[(form_id, series_id) for form_id, series_id in row.revisions or ()],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """All that has been answered in an RFx so far: its fields in document order, and the current value of each key."""

    fields: Sequence[PlacedField]
    current: Mapping[str, Row[Any]]

    @property
    def values(self) -> dict[str, Any]:
        return {key: row.value for key, row in self.current.items()}


def answers_of(head: RfxHead) -> Answers:
    """The answers of an RFx that the caller has been found to see: rows of (key, value, iteration, updated)."""
    rows = db.session.execute(
        select(FormValue.key, FormValue.value, FormValue.iteration, FormValue.updated).where(
            FormValue.rfx_id == head.rfx.id, FormValue.is_current
        )
    ).all()
    return Answers(fields=fields_of_forms(head.revisions), current={row.key: row for row in rows})


def named_answers_of(head: RfxHead) -> Answers:
    """The answers of an RFx with who gave them and for whom, as views show them."""
    rows = db.session.execute(
        select(
            FormValue.id, FormValue.key, FormValue.value, FormValue.iteration, FormValue.type, FormValue.updated,
            FormValue.question_id, FormValue.organisation_id, Organisation.name.label("organisation_name"),
            FormValue.created_by_user_id, User.name.label("by_name"),
        )
        .join(User, User.id == FormValue.created_by_user_id)
        .join(Organisation, Organisation.id == FormValue.organisation_id)
        .where(FormValue.rfx_id == head.rfx.id, FormValue.is_current)
    ).all()  # fmt: skip
    return Answers(fields=fields_of_forms(head.revisions), current={row.key: row for row in rows})


def authors_of(head: RfxHead, keys: Collection[str]) -> dict[str, str]:
    """Who gave the present answers to some fields, by key."""
    rows = db.session.execute(
        select(FormValue.key, User.name)
        .join(User, User.id == FormValue.created_by_user_id)
        .where(FormValue.rfx_id == head.rfx.id, FormValue.is_current, FormValue.key.in_(keys))
    )
    return {row.key: row.name for row in rows}


def documents_of(head: RfxHead, *, html: bool = False) -> Sequence[Any]:
    """The forms of an RFx with their documents, in the order in which they were sent."""
    columns = [DocForm.id, DocForm.title, DocForm.type, DocForm.revision, DocForm.doc]
    if html:
        columns.append(DocForm.html)
    rows = db.session.execute(
        select(*columns)
        .select_from(DocForm)
        .join(RfxDocForm, RfxDocForm.doc_form_id == DocForm.id)
        .where(RfxDocForm.rfx_id == head.rfx.id)
        .order_by(RfxDocForm.position)
    )
    return rows.all()


def responses_of(head: RfxHead) -> Sequence[Any]:
    """What each end has done, the respondent first."""
    submitter = aliased(User)
    rows = db.session.execute(
        select(
            RfxResponse.organisation_id, RfxResponse.status, RfxResponse.updated, RfxResponse.submitted,
            RfxResponse.created_by_user_id, User.name.label("created_by_name"),
            RfxResponse.submitted_by_user_id, submitter.name.label("submitted_by_name"),
        )
        .outerjoin(User, User.id == RfxResponse.created_by_user_id)
        .outerjoin(submitter, submitter.id == RfxResponse.submitted_by_user_id)
        .where(RfxResponse.rfx_id == head.rfx.id)
        .order_by(RfxResponse.organisation_id == head.rfx.organisation_id, RfxResponse.id)
    )  # fmt: skip
    return rows.all()


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """Who is told of what happens to an RFx: the participants of its thread, the addressed users, the guest."""

    requester: Sequence[User]
    respondent: Sequence[User]


def people_of(head: RfxHead) -> People:
    """The people of both ends who are not suspended."""
    rfx = head.rfx
    addressed = select(UserTask.assigned_user_id).where(
        UserTask.subject_type == RFX_SUBJECT, UserTask.subject_id == rfx.id, UserTask.type == TaskType.RFX
    )
    taking_part = select(ThreadParticipant.user_id).where(ThreadParticipant.thread_id == rfx.thread_id)
    direct = [rfx.created_by_user_id, rfx.guest_user_id]
    users = (
        db.session.execute(
            select(User)
            .where(
                or_(
                    User.id.in_(addressed),
                    User.id.in_(taking_part),
                    User.id.in_([i for i in direct if i is not None]),
                ),
                User.status != UserStatus.SUSPENDED,
            )
            .order_by(User.id)
        )
        .scalars()
        .all()
    )
    return People(
        requester=[user for user in users if user.organisation_id == rfx.organisation_id],
        respondent=[user for user in users if user.organisation_id != rfx.organisation_id],
    )


def has_task(head: RfxHead, task_id: int) -> bool:
    """Whether a task belongs to the RFx."""
    found = exists().where(
        UserTask.id == task_id, UserTask.subject_type == RFX_SUBJECT, UserTask.subject_id == head.rfx.id
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
    """The ids of open RFxs whose deadline lies after `after` and up to `until`."""
    stmt = select(Rfx.id).where(
        Rfx.status.in_(["NEW", "PENDING", "INPROGRESS"]), Rfx.deadline > after, Rfx.deadline <= until
    )
    return list(db.session.execute(stmt.order_by(Rfx.deadline).limit(2000)).scalars())
