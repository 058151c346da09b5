"""Threads of RFxs: access and subject."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, exists, null, or_, select, union_all

from app.extensions import db
from app.kernel.http.auth import Actor
from app.messages.public import MessageMail, ThreadSubject
from app.rfx.models import Rfx
from app.rfx.queries.rfxs import visible_to
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask


def may_read_thread(actor: Actor, thread_id: int) -> bool:
    """True for both organisations of an RFx, in the thread it was sent in and the threads of its follow-up tasks.

    Guests take part in no thread.
    """
    if actor.is_guest:
        return False
    own = or_(Rfx.thread_id == thread_id, Rfx.id.in_(_rfx_of_task(thread_id)))
    return bool(db.session.execute(select(exists().where(own, visible_to(actor)))).scalar())


def subject_of_thread(thread_id: int) -> ThreadSubject | None:
    """Return the subject of a thread: a follow-up task, whose mails link to the question, or the RFx sent in it.

    The RFx is named only if it is the only one: a survey sends one to each recipient.
    """
    of_task = select(UserTask.subject_id, UserTask.id.label("task_id"), UserTask.title).where(
        UserTask.message_thread_id == thread_id, UserTask.type == TaskType.FOLLOW_UP
    )
    of_rfx = select(Rfx.id, null(), Rfx.title).where(Rfx.thread_id == thread_id)
    rows: Sequence[Any] = db.session.execute(union_all(of_task, of_rfx).limit(2)).all()
    if len(rows) != 1:
        return None
    rfx_id, task_id, title = rows[0]
    is_task = task_id is not None
    path = f"/rfx/{rfx_id}/task/{task_id}" if is_task else f"/rfx/{rfx_id}"
    return ThreadSubject(title, path, MessageMail.RFICONVERSATION, leads_mails=is_task)


def guest_rfxs_of_thread(thread_id: int) -> Sequence[int]:
    """Return the ids of the guests' RFxs that were sent in a thread, or whose follow-up task it belongs to."""
    guest_rfxs = select(Rfx.id).where(
        or_(Rfx.thread_id == thread_id, Rfx.id.in_(_rfx_of_task(thread_id))), Rfx.guest_user_id.is_not(None)
    )
    return db.session.execute(guest_rfxs).scalars().all()


def _rfx_of_task(thread_id: int) -> Select[int]:
    return select(UserTask.subject_id).where(
        UserTask.message_thread_id == thread_id, UserTask.subject_type == RFX_SUBJECT
    )
