"""The RFxs of a bulk action, with the people that it concerns."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from sqlalchemy import ScalarSelect, func, or_, select, union_all

from app.accounts.public import User, UserStatus, UserType, super_user_ids
from app.extensions import db
from app.kernel.bulk.models import BulkRow
from app.kernel.http.auth import Actor
from app.messages.public import ThreadParticipant
from app.rfx.models import Rfx
from app.rfx.policies.access import NamedRfx
from app.rfx.queries.rfxs import Asked, Respondent
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask


class BulkRfxRow(NamedRfx, Protocol):
    """An RFx that was selected for a bulk action."""

    @property
    def id(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def thread_id(self) -> int | None: ...
    @property
    def with_organisation_id(self) -> int: ...
    @property
    def closed(self) -> datetime | None: ...
    @property
    def organisation_id(self) -> int: ...
    @property
    def request_id(self) -> int | None: ...
    @property
    def assessment_id(self) -> int | None: ...
    @property
    def ignored(self) -> bool: ...


def rfxs_of(*, actor: Actor, ids: Collection[int]) -> Sequence[BulkRfxRow]:
    """Return the RFxs among `ids` that the actor's organisation sent or received, in the order of sending."""
    rows: Sequence[BulkRfxRow] = db.session.execute(
        select(
            Rfx.id, Rfx.title, Rfx.status, Rfx.type, Rfx.organisation_id, Rfx.with_organisation_id,
            Rfx.recipient_user_id, Rfx.assessment_closed, Rfx.deadline, Rfx.is_sealed, Rfx.withdrawn_reason,
            Rfx.reopened_fields, Rfx.closed, Rfx.thread_id, Rfx.request_id, Rfx.assessment_id, Rfx.ignored,
            Respondent.name.label("respondent_name"), Respondent.is_placeholder.label("to_guest"),
            Asked.name.label("asked_name"), Asked.email.label("asked_email"),
        )
        .join(Respondent, Respondent.id == Rfx.with_organisation_id)
        .outerjoin(Asked, Asked.id == func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id))
        .where(
            Rfx.id.in_(ids),
            or_(
                Rfx.organisation_id == actor.organisation_id,
                Rfx.with_organisation_id == actor.organisation_id,
            ),
        )
        .order_by(Rfx.id)
    ).all()  # fmt: skip
    return rows


def respondents_of(rfxs: Sequence[BulkRfxRow]) -> dict[int, set[int]]:
    """Return the ids of the respondent's users who get a mail about each RFx, in two statements.

    They are the same as in `people.people_of`: the addressed users, the participants of the thread, or else the Super
    Users of the organisation.
    """
    ids = [row.id for row in rfxs]
    tasks = select(UserTask.subject_id.label("rfx_id"), UserTask.assigned_user_id.label("user_id")).where(
        UserTask.subject_type == RFX_SUBJECT, UserTask.subject_id.in_(ids), UserTask.type == TaskType.RFX
    )
    participants = (
        select(Rfx.id, ThreadParticipant.user_id)
        .join(ThreadParticipant, ThreadParticipant.thread_id == Rfx.thread_id)
        .where(Rfx.id.in_(ids))
    )
    asked = select(Rfx.id, func.coalesce(Rfx.guest_user_id, Rfx.recipient_user_id)).where(Rfx.id.in_(ids))
    everyone = union_all(tasks, participants, asked).subquery()
    stmt = (
        select(everyone.c.rfx_id, everyone.c.user_id)
        .join(User, User.id == everyone.c.user_id)
        .join(Rfx, Rfx.id == everyone.c.rfx_id)
        .where(
            User.status != UserStatus.SUSPENDED,
            User.type != UserType.SERVICE,
            or_(User.organisation_id != Rfx.organisation_id, User.id == Rfx.recipient_user_id),
        )
    )
    people: dict[int, set[int]] = {rfx_id: set() for rfx_id in ids}
    for rfx_id, user_id in db.session.execute(stmt):
        people[rfx_id].add(user_id)
    unaddressed = [
        row for row in rfxs if not people[row.id] and not row.to_guest and row.recipient_user_id is None
    ]
    if unaddressed:
        by_organisation: dict[int, set[int]] = {}
        for organisation_id, user_id in super_user_ids({row.with_organisation_id for row in unaddressed}):
            by_organisation.setdefault(organisation_id, set()).add(user_id)
        for row in unaddressed:
            people[row.id] = by_organisation.get(row.with_organisation_id, set())
    return people


def mailed_before(*, bulk_job_id: int, rfx_id: int) -> Sequence[int]:
    """Return the ids of the participants whose mail another message of the same job has caused, in an earlier thread."""
    thread_id: ScalarSelect[int | None] = select(Rfx.thread_id).where(Rfx.id == rfx_id).scalar_subquery()
    earlier = (
        select(Rfx.thread_id)
        .join(BulkRow, BulkRow.subject_id == Rfx.id)
        .where(BulkRow.job_id == bulk_job_id, Rfx.id < rfx_id, Rfx.thread_id != thread_id)
    )
    others = select(ThreadParticipant.user_id).where(ThreadParticipant.thread_id.in_(earlier))
    stmt = select(ThreadParticipant.user_id).where(
        ThreadParticipant.thread_id == thread_id, ThreadParticipant.user_id.in_(others)
    )
    return list(db.session.execute(stmt).scalars())
