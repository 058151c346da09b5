"""What other features use of RFxs, and what their own calls and pages answer."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import exists, null, or_, select, union_all

from app.extensions import db
from app.files.public import attachments_of, register_access, register_file_access
from app.forms.public import DOC_FORM_FILE
from app.kernel.auth import Actor
from app.kernel.errors import ForbiddenError
from app.kernel.exports import register_builder
from app.kernel.mail import MailTemplate
from app.kernel.schemas import dumped_many
from app.messages.public import (
    Message,
    ThreadSubject,
    register_thread_access,
    register_thread_subject,
    thread_replied,
)
from app.rfx.exports.builder import KIND, build
from app.rfx.mails import mail_deadline_changed, mail_guest_message, mail_reminder, mail_sent
from app.rfx.models import Rfx, RfxDocForm
from app.rfx.operations.moves import (
    end_with_assessment,
    is_answerable,
    move_deadline,
    rfx_begun,
)
from app.rfx.operations.reminding import note_reminder
from app.rfx.operations.sending import add_files_of_message, create_rfx
from app.rfx.policies import actions_of, demand_sender, respondent_label, status_now, type_label
from app.rfx.queries.files import may_read_answer_file
from app.rfx.queries.history import earlier_answers
from app.rfx.queries.lists import status_counts
from app.rfx.queries.people import people_of, users_at_respondent
from app.rfx.queries.rfxs import (
    RfxHead,
    documents_of,
    heads_of_assessment,
    named_answers_of,
    responses_of,
    rfx_head,
    visible_to,
)
from app.rfx.queries.scores import RfxResult, StoredFieldScore, StoredSection, rfx_results
from app.rfx.schemas import bodies, review
from app.rfx.schemas.contract import (
    DeadlineSchema,
    ExportIdSchema,
    NothingSchema,
    RfxStatusSchema,
    StatusInfoSchema,
    seen_deadline,
)
from app.rfx.types import RFX_FILE, STATUS_INFO, AssessmentRef, RfxStatus, RfxType
from app.tasks.public import RFX_SUBJECT, SubjectTaskSchema, TaskType, UserTask, subject_task, tasks_of

__all__ = [
    "STATUS_INFO", "AssessmentRef", "DeadlineSchema", "ExportIdSchema", "NothingSchema", "Rfx", "RfxDocForm", "RfxHead",
    "RfxResult", "RfxStatus", "RfxStatusSchema", "RfxType", "StatusInfoSchema", "StoredFieldScore", "StoredSection",
    "create_rfx", "end_with_assessment", "heads_of_assessment", "is_answerable", "mail_deadline_changed",
    "mail_reminder", "mail_sent", "move_deadline", "note_reminder", "respondent_label", "rfx_begun", "rfx_body", "rfx_head", "rfx_results",
    "rfx_state", "seen_deadline", "status_counts", "status_now", "type_label",
]  # fmt: skip


def rfx_body(*, actor: Actor, rfx_id: int, includes: Collection[str] = ()) -> dict[str, Any]:
    """An RFx as `RfxSchema` has it; NotFoundError where `actor` may not see it.

    The same few statements for an RFx of any size.
    """
    return detail_of(rfx_head(actor=actor, rfx_id=rfx_id), actor=actor, includes=includes)


def detail_of(head: RfxHead, *, actor: Actor, includes: Collection[str] = ()) -> dict[str, Any]:
    """An RFx that `actor` has been found to see, as `RfxSchema` has it."""
    answers = named_answers_of(head)
    return bodies.detail_body(
        head,
        actor=actor,
        documents=documents_of(head, html="html" in includes),
        answers=answers,
        responses=responses_of(head),
        includes=includes,
        tasks=_follow_ups(head.rfx.id) if "tasks" in includes else (),
        attachments=attachments_of(RFX_FILE, [head.rfx.id])[head.rfx.id],
        earlier=earlier_answers(actor=actor, head=head, answers=answers) if "reuse" in includes else {},
    )


def follow_up_rows(rfx_id: int) -> list[dict[str, Any]]:
    """The follow-up tasks of an RFx that the caller has been found to see, as `SubjectTaskSchema` dumps them."""
    rows = tasks_of(subject_type=RFX_SUBJECT, subject_ids=[rfx_id], type=TaskType.FOLLOW_UP)
    return [subject_task(row) for row in rows]


def _follow_ups(rfx_id: int) -> list[dict[str, Any]]:
    return dumped_many(SubjectTaskSchema, follow_up_rows(rfx_id))


def scoring_of_rfx(*, actor: Actor, rfx_id: int) -> dict[str, Any]:
    """The Scoring tab as `ScoringResultsSchema` has it; ForbiddenError for anyone but the requester's users."""
    head = rfx_head(actor=actor, rfx_id=rfx_id)
    if not actions_of(actor, head.role, head.rfx).see_scoring:
        raise ForbiddenError
    return review.scoring_body(rfx_results([rfx_id])[rfx_id], follow_up_rows(rfx_id))


def assignees_of(*, actor: Actor, rfx_id: int) -> list[dict[str, Any]]:
    """Who can be asked about answers, the addressed people first, as `AssigneeSchema` has them; for the requester."""
    head = rfx_head(actor=actor, rfx_id=rfx_id)
    demand_sender(actor, head.role)
    if head.to_guest or head.rfx.recipient_user_id is not None:
        return []
    addressed = {user.id for user in people_of(head).respondent}
    people = users_at_respondent(head)
    return [review.assignee_body(user) for user in sorted(people, key=lambda user: user.id not in addressed)]


def rfx_state(*, actor: Actor, rfx_id: int) -> dict[str, Any]:
    """The state of an RFx with its answers, as `RfxStateSchema` has it."""
    return state_of(rfx_head(actor=actor, rfx_id=rfx_id), actor=actor)


def state_of(head: RfxHead, *, actor: Actor) -> dict[str, Any]:
    """The state of an RFx that `actor` has been found to see, as it is after an operation on it."""
    return bodies.state_body(
        head,
        actor=actor,
        answers=named_answers_of(head),
        responses=responses_of(head),
        tasks=_follow_ups(head.rfx.id),
    )


def _may_read_files(actor: Actor, rfx_ids: list[int]) -> bool:
    """Both ends of an RFx and its guest may read what it was sent with."""
    return bool(db.session.execute(select(exists().where(Rfx.id.in_(rfx_ids), visible_to(actor)))).scalar())


def _may_read_pictures(actor: Actor, form_ids: list[int]) -> bool:
    """Who may see an RFx may see the pictures of the forms that it was sent with."""
    sent = exists().where(
        RfxDocForm.doc_form_id.in_(form_ids), Rfx.id == RfxDocForm.rfx_id, visible_to(actor)
    )
    return bool(db.session.execute(select(sent)).scalar())


register_access(DOC_FORM_FILE, _may_read_pictures)
register_file_access(RFX_SUBJECT, may_read_answer_file)
register_access(RFX_FILE, _may_read_files)
register_builder(KIND, build)


def _may_read_thread(actor: Actor, thread_id: int) -> bool:
    """Both ends of an RFx may read the conversation that it was sent in, and those of its follow-up tasks; guests are
    in none.
    """
    if actor.is_guest:
        return False
    of_task = select(UserTask.subject_id).where(
        UserTask.message_thread_id == thread_id, UserTask.subject_type == RFX_SUBJECT
    )
    own = or_(Rfx.thread_id == thread_id, Rfx.id.in_(of_task))
    return bool(db.session.execute(select(exists().where(own, visible_to(actor)))).scalar())


register_thread_access(_may_read_thread)


def _subject_of_thread(thread_id: int) -> ThreadSubject | None:
    """What a thread belongs to: a follow-up task, whose mails lead to the question, or the RFx that was sent in it.

    The RFx is named where it is the only one: those of a survey are one for each recipient.
    """
    of_task = select(UserTask.subject_id, UserTask.id.label("task_id"), UserTask.title).where(
        UserTask.message_thread_id == thread_id, UserTask.type == TaskType.FOLLOW_UP
    )
    of_rfx = select(Rfx.id, null(), Rfx.title).where(Rfx.thread_id == thread_id)
    found: Sequence[Any] = db.session.execute(union_all(of_task, of_rfx).limit(2)).all()
    if len(found) != 1:
        return None
    rfx_id, task_id, title = found[0]
    is_task = task_id is not None
    path = f"/rfx/{rfx_id}/task/{task_id}" if is_task else f"/rfx/{rfx_id}"
    return ThreadSubject(title, path, MailTemplate.RFICONVERSATION, leads_mails=is_task)


register_thread_subject(_subject_of_thread)


@thread_replied.connect
def _mail_to_guest(_sender: object, *, actor: Actor, thread_id: int, message_id: int, **_other: Any) -> None:
    """A guest takes part in no thread: what is written in that of its RFx, or of a follow-up task there, reaches it by
    mail, and the files of it with those of the RFx.
    """
    of_task = select(UserTask.subject_id).where(
        UserTask.message_thread_id == thread_id, UserTask.subject_type == RFX_SUBJECT
    )
    guest_rfxs = select(Rfx.id).where(
        or_(Rfx.thread_id == thread_id, Rfx.id.in_(of_task)), Rfx.guest_user_id.is_not(None)
    )
    for rfx_id in db.session.execute(guest_rfxs).scalars().all():
        files = add_files_of_message(actor=actor, rfx_id=rfx_id, message_id=message_id)
        mail_guest_message(
            rfx_head(actor=actor, rfx_id=rfx_id),
            by_user_id=actor.user_id,
            html=db.session.get_one(Message, message_id).html,
            message_id=message_id,
            files=files,
        )
