"""The version of an RFx that open pages compare, in one statement that reads a few rows of indexes."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Protocol

from sqlalchemy import BigInteger, ScalarSelect, Text, bindparam, cast, func, literal, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from app.accounts.public import User
from app.extensions import db
from app.kernel.db.statements import PLANNED_ONCE, AnySelect, shared_statement
from app.kernel.http.auth import VIEWER, Actor
from app.kernel.http.errors import NotFoundError
from app.messages.public import MessageThread
from app.rfx.models import FormValue, Rfx, RfxPart
from app.rfx.policies.states import RfxFacts
from app.rfx.queries.rfxs import revisions_of, visible_to
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask


class LiveRow(RfxFacts, Protocol):
    """The columns of an RFx that open pages compare."""

    @property
    def closed(self) -> datetime | None: ...
    @property
    def save_count(self) -> int: ...
    @property
    def tasks(self) -> str | None: ...
    @property
    def parts(self) -> str | None: ...
    def revisions(self) -> list[tuple[int, str]] | None: ...


def live_row(*, actor: Actor, rfx_id: int) -> LiveRow:
    """Return the row of an RFx; raises NotFoundError if `actor` may not see it."""
    if actor.is_guest:
        stmt, parameters = _columns().where(Rfx.id == rfx_id, visible_to(actor)), {}
    else:
        stmt, parameters = _party_row(), {"of": rfx_id, **actor.parameters}
    row: LiveRow | None = db.session.execute(stmt, parameters).one_or_none()
    if row is None:
        raise NotFoundError
    return row


@shared_statement
def _party_row() -> AnySelect:
    return _columns().where(Rfx.id == bindparam("of", type_=BigInteger), visible_to(VIEWER))


@shared_statement
def _columns() -> AnySelect:
    return select(
        Rfx.status, Rfx.type, Rfx.organisation_id, Rfx.recipient_user_id, Rfx.assessment_closed, Rfx.deadline,
        Rfx.reopened_fields, Rfx.withdrawn_reason, Rfx.is_sealed, Rfx.closed, _save_count().label("save_count"), _tasks().label("tasks"),
        _parts().label("parts"),
        revisions_of().label("revisions"),
    ).execution_options(**PLANNED_ONCE)  # fmt: skip


def _save_count() -> ScalarSelect[int]:
    """Select the number of saves: iterations count from 1 without gaps, so the current ones add up to it."""
    return (
        select(cast(func.coalesce(func.sum(FormValue.iteration), 0), BigInteger))
        .where(FormValue.rfx_id == Rfx.id, FormValue.is_current)
        .correlate(Rfx)
        .scalar_subquery()
    )


def _tasks() -> ScalarSelect[str]:
    """Select a text that changes with the tasks of the RFx, their status and the messages in their threads.

    Both parties compare it, so it leaves out the tasks that the respondent must not notice.
    """
    task = func.concat_ws(" ", UserTask.id, UserTask.status, UserTask.due, MessageThread.last_activity)
    return (
        select(
            func.md5(func.string_agg(cast(task, Text), aggregate_order_by(literal("\n"), UserTask.id.asc())))
        )
        .select_from(UserTask)
        .outerjoin(MessageThread, MessageThread.id == UserTask.message_thread_id)
        .where(
            UserTask.subject_type == RFX_SUBJECT,
            UserTask.subject_id == Rfx.id,
            UserTask.type != TaskType.REVIEW_PART,
        )
        .correlate(Rfx)
        .scalar_subquery()
    )


def _parts() -> ScalarSelect[str]:
    """Select a text that changes with the parts of the RFx; only the respondent's people may compare it."""
    part = func.concat_ws(
        " ", RfxPart.id, RfxPart.status, RfxPart.assignee_user_id, RfxPart.due, RfxPart.note, RfxPart.title
    )
    return (
        select(
            func.md5(func.string_agg(cast(part, Text), aggregate_order_by(literal("\n"), RfxPart.id.asc())))
        )
        .where(RfxPart.rfx_id == Rfx.id)
        .correlate(Rfx)
        .scalar_subquery()
    )


def users_by_id(user_ids: Collection[int]) -> Sequence[User]:
    """Return users by id, for the people who are present."""
    return db.session.execute(select(User).where(User.id.in_(user_ids))).scalars().all()
