"""What other features use of RFxs, and what their own calls and pages answer."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import exists, select

from app.extensions import db
from app.files.public import attachments_of, register_access
from app.kernel.auth import Actor
from app.kernel.exports import register_builder
from app.messages.public import Message, register_thread_access, thread_replied
from app.rfx.exports.builder import KIND, build
from app.rfx.mails import mail_guest_message, mail_sent
from app.rfx.models import Rfx
from app.rfx.operations.sending import create_rfx
from app.rfx.queries import RfxHead, documents_of, named_answers_of, responses_of, rfx_head, visible_to
from app.rfx.schemas import bodies
from app.rfx.types import RFX_FILE, RfxStatus, RfxType
from app.tasks.public import RFX_SUBJECT, SubjectTaskSchema, TaskType, subject_task, tasks_of

__all__ = [
    "RfxHead", "RfxStatus", "RfxType", "create_rfx", "mail_sent", "rfx_body", "rfx_head", "rfx_state",
]  # fmt: skip


def rfx_body(*, actor: Actor, rfx_id: int, includes: Collection[str] = ()) -> dict[str, Any]:
    """An RFx as `RfxSchema` has it; NotFoundError where `actor` may not see it.

    The same few statements for an RFx of any size.
    """
    return detail_of(rfx_head(actor=actor, rfx_id=rfx_id), actor=actor, includes=includes)


def detail_of(head: RfxHead, *, actor: Actor, includes: Collection[str] = ()) -> dict[str, Any]:
    """An RFx that `actor` has been found to see, as `RfxSchema` has it."""
    return bodies.detail_body(
        head,
        actor=actor,
        documents=documents_of(head, html="html" in includes),
        answers=named_answers_of(head),
        responses=responses_of(head),
        includes=includes,
        tasks=_follow_ups(head.rfx.id) if "tasks" in includes else (),
        attachments=attachments_of(RFX_FILE, [head.rfx.id])[head.rfx.id],
    )


def _follow_ups(rfx_id: int) -> list[dict[str, Any]]:
    rows = tasks_of(subject_type=RFX_SUBJECT, subject_ids=[rfx_id], type=TaskType.FOLLOW_UP)
    dumped: list[dict[str, Any]] = SubjectTaskSchema(many=True).dump([subject_task(row) for row in rows])
    return dumped


def rfx_state(*, actor: Actor, rfx_id: int) -> dict[str, Any]:
    """The state of an RFx with its answers, as `RfxStateSchema` has it."""
    return state_of(rfx_head(actor=actor, rfx_id=rfx_id), actor=actor)


def state_of(head: RfxHead, *, actor: Actor) -> dict[str, Any]:
    """The state of an RFx that `actor` has been found to see, as it is after an operation on it."""
    return bodies.state_body(head, actor=actor, answers=named_answers_of(head), responses=responses_of(head))


def _may_read_files(actor: Actor, rfx_ids: list[int]) -> bool:
    """Both ends of an RFx and its guest may read the files of its answers."""
    return bool(db.session.execute(select(exists().where(Rfx.id.in_(rfx_ids), visible_to(actor)))).scalar())


register_access(RFX_SUBJECT, _may_read_files)
register_access(RFX_FILE, _may_read_files)
register_builder(KIND, build)


def _may_read_thread(actor: Actor, thread_id: int) -> bool:
    """Both ends of an RFx may read the conversation that it was sent in; guests are in none."""
    if actor.is_guest:
        return False
    return bool(
        db.session.execute(select(exists().where(Rfx.thread_id == thread_id, visible_to(actor)))).scalar()
    )


register_thread_access(_may_read_thread)


@thread_replied.connect
def _mail_to_guest(_sender: object, *, actor: Actor, thread_id: int, message_id: int, **_other: Any) -> None:
    """A guest takes part in no thread: what is written in that of its RFx reaches it by mail."""
    guest_rfxs = select(Rfx.id).where(Rfx.thread_id == thread_id, Rfx.guest_user_id.is_not(None))
    for rfx_id in db.session.execute(guest_rfxs).scalars():
        head = rfx_head(actor=actor, rfx_id=rfx_id)
        html = db.session.get_one(Message, message_id).html
        mail_guest_message(head, by_user_id=actor.user_id, html=html, message_id=message_id)
