"""Follow-up tasks: questions about one answer of a response (product decisions, RFx)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape
from zoneinfo import ZoneInfo

from app.accounts.public import Organisation, User, UserStatus, UserType, zones_of
from app.extensions import db
from app.forms.public import PlacedField, WritableBy, scoring_of, visible
from app.kernel.clock import LAST_ZONE, day_is_over, now, zone_of
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from app.kernel.registry import current_registry
from app.kernel.sanitise import clean_html, plain_text
from app.messages.public import Message, ThreadType, reply, send_message, start_thread, thread_replied
from app.rfx.mails import mail_follow_ups
from app.rfx.operations.reviewing import continue_review
from app.rfx.policies.access import demand_reviewer, demand_unsealed, may_reply_to_tasks
from app.rfx.policies.answers import keys_of_side
from app.rfx.policies.states import status_now
from app.rfx.queries.answers import answers_of
from app.rfx.queries.people import people_of
from app.rfx.queries.rfxs import RfxContext, rfx_context
from app.rfx.types import RfxStatus, ViewerRole
from app.tasks.public import (
    RFX_SUBJECT,
    TaskStatus,
    TaskType,
    UserTask,
    answer_by_fields,
    answer_task,
    close_task,
    locked_task,
    open_task,
    reopen_task,
    tasks_of,
)

NO_TEXT = "Please enter your question."
NO_SUCH_FIELD = "This RFx has no such question."
NOT_SHOWN = "This question is hidden by its condition, so it cannot be answered."
NOT_THEIRS = "This question is yours to answer."
NOT_THERE = "This person can't be asked. Choose someone at {name}."
PAST_DUE = "This day is already over for the recipient. Choose a later one."
DECLINED = "This RFx has been declined. Invite them to respond again first."
MAX_FOLLOW_UPS = 500
TOO_MANY = f"An RFx can have at most {MAX_FOLLOW_UPS} follow-ups."
MAX_SUBJECT_LENGTH = 300


@dataclass(frozen=True, slots=True)
class FollowUp:
    """A task with the RFx that it belongs to."""

    context: RfxContext
    task: UserTask


def raise_follow_up(
    *,
    actor: Actor,
    rfx_id: int,
    field: str,
    description_html: str,
    assignee_user_id: int | None,
    due: date | None,
) -> FollowUp:
    """Ask the respondent about its answer to `field` (a value key), with a mail; for reviewers of the requester.

    The task gets a new thread with the assignee or, without one, with all users that the RFx addressed. A guest, who
    cannot join threads, responds by changing the answer. `due` must not be over in the assignee's time zone or, without
    one, everywhere. Raises InvalidError with sentences at the fields, ConflictError for a declined RFx.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_reviewer(actor, context.role, keys=[field], review_keys=context.review_keys)
    demand_unsealed(context.role, context.rfx)
    if status_now(context.rfx) is RfxStatus.DECLINED:
        raise ConflictError(DECLINED)
    placed = _respondent_field(context, field)
    if not plain_text(description_html):
        raise InvalidError(fields={"descriptionHtml": [NO_TEXT]})
    if (
        len(tasks_of(subject_type=RFX_SUBJECT, subject_ids=[rfx_id], type=TaskType.FOLLOW_UP))
        >= MAX_FOLLOW_UPS
    ):
        raise ConflictError(TOO_MANY)
    assignee = _assignee(context, assignee_user_id)
    if due is not None and day_is_over(due, _zone_of(context, assignee), now()):
        raise InvalidError(fields={"due": [PAST_DUE]})
    thread_id = None
    if not context.to_guest:
        people = [assignee] if assignee else people_of(context).respondent
        thread_id = start_thread(
            actor=actor,
            organisation_id=context.rfx.with_organisation_id,
            user_ids=[person.id for person in people],
            type=ThreadType.RFI,
            subject=_thread_subject(context, placed),
            html=description_html,
            notify=False,
        ).id
    task = _open_follow_up(
        context, placed, actor=actor, html=description_html, user=assignee, due=due, thread_id=thread_id
    )
    continue_review(actor=actor, context=context)
    mail_follow_ups(context, [task], by_user_id=actor.user_id)
    return FollowUp(context, task)


def raise_by_rules(
    *,
    actor: Actor,
    context: RfxContext,
    fields: Sequence[PlacedField],
    values: Mapping[str, object],
    visible_keys: Collection[str],
) -> list[UserTask]:
    """Raise the follow-up tasks of the scoring rules that applied, after a submission; the submitter is the assignee.

    A task that exists on the field with the same text is not raised again.
    """
    questions = [
        (score.placed, rule.follow_up.strip())
        for score in scoring_of(fields, values, visible_keys=visible_keys).fields
        if (rule := score.counted_rule) is not None and rule.follow_up.strip()
    ]
    if not questions:
        return []
    existing_tasks = tasks_of(subject_type=RFX_SUBJECT, subject_ids=[context.rfx.id], type=TaskType.FOLLOW_UP)
    existing = {(task.field_key, task.description_html) for task, *_ in existing_tasks}
    user = db.session.get_one(User, actor.user_id)
    return [
        _open_follow_up(context, placed, actor=None, html=html, user=user, due=None, thread_id=None)
        for placed, text in questions
        if (placed.key, html := clean_html(f"<p>{escape(text)}</p>")) not in existing
    ]


def set_follow_up_open(*, actor: Actor, rfx_id: int, task_id: int, is_open: bool) -> FollowUp:
    """Close a follow-up task, or reopen it with a mail, for reviewers of the requester.

    Raises ConflictError if nothing would change.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    task = _follow_up(context, task_id)
    keys = [task.field_key] if task.field_key is not None else []
    demand_reviewer(actor, context.role, keys=keys, review_keys=context.review_keys)
    if is_open:
        reopen_task(task=task)
    else:
        close_task(actor=actor, task=task)
    db.session.flush()
    if is_open:
        mail_follow_ups(context, [task], by_user_id=actor.user_id)
    else:
        continue_review(actor=actor, context=context)
    return FollowUp(context, task)


def reply_to_follow_up(
    *, actor: Actor, rfx_id: int, task_id: int, html: str, attachment_ids: Sequence[int]
) -> tuple[FollowUp, Message]:
    """Write in the thread of a follow-up task; a task that a scoring rule raised gets its thread with the first message.

    A reply of the respondent marks the task as answered. Raises ForbiddenError for read-only users and for guests, who
    cannot join threads.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    task = _follow_up(context, task_id)
    if actor.is_guest:
        raise ForbiddenError
    if task.message_thread_id is not None:
        write = send_message if may_reply_to_tasks(actor, context.role) else reply
        message = write(
            actor=actor, thread_id=task.message_thread_id, html=html, attachment_ids=attachment_ids
        )
        if context.role is ViewerRole.RECIPIENT and task.status == TaskStatus.OPEN:
            answer_task(actor=actor, task=task, by_message=True)
        return FollowUp(context, task), message
    if not may_reply_to_tasks(actor, context.role):
        raise ForbiddenError
    is_requester = context.role is ViewerRole.REQUESTER
    rfx = context.rfx
    people = people_of(context)
    thread = start_thread(
        actor=actor,
        organisation_id=rfx.with_organisation_id if is_requester else rfx.organisation_id,
        user_ids=[person.id for person in (people.respondent if is_requester else people.requester)],
        type=ThreadType.RFI,
        subject=task.title[:MAX_SUBJECT_LENGTH],
        html=html,
        attachment_ids=attachment_ids,
    )
    task.message_thread_id = thread.id
    if not is_requester and task.status == TaskStatus.OPEN:
        answer_task(actor=actor, task=task, by_message=True)
    db.session.flush()
    message = db.session.get_one(Message, thread.last_message_id)
    # Send the signal after the thread is linked to the task: its receivers find the guests by that link.
    current_registry().send(thread_replied, actor=actor, thread_id=thread.id, message_id=message.id)
    return FollowUp(context, task), message


def answer_changed(*, actor: Actor, context: RfxContext, keys: Sequence[str]) -> None:
    """Mark the open follow-up tasks on answers that the respondent has just changed as answered."""
    answered_keys = [key for key in keys if key in context.queried]
    if answered_keys and context.role is not ViewerRole.REQUESTER:
        answer_by_fields(
            actor=actor, subject_type=RFX_SUBJECT, subject_id=context.rfx.id, field_keys=answered_keys
        )


def _zone_of(context: RfxContext, assignee: User | None) -> ZoneInfo:
    """Return the time zone of the assignee, or of the respondent; guests have the zone of the user who sent the RFx."""
    if assignee is None:
        respondent = db.session.get_one(Organisation, context.rfx.with_organisation_id)
        return zone_of(respondent.time_zone, default=LAST_ZONE)
    user_id = context.rfx.created_by_user_id if context.to_guest else assignee.id
    return zones_of([user_id], default=LAST_ZONE)[user_id]


def _follow_up(context: RfxContext, task_id: int) -> UserTask:
    task = locked_task(task_id=task_id, subject_type=RFX_SUBJECT, subject_id=context.rfx.id)
    if task is None or task.type != TaskType.FOLLOW_UP:
        raise NotFoundError
    return task


def _respondent_field(context: RfxContext, key: str) -> PlacedField:
    answers = answers_of(context)
    placed = next((placed for placed in answers.fields if placed.key == key), None)
    if placed is None:
        raise InvalidError(fields={"field": [NO_SUCH_FIELD]})
    if key not in keys_of_side(answers.fields, WritableBy.RESPONDENT):
        raise InvalidError(fields={"field": [NOT_THEIRS]})
    if key not in visible(answers.fields, answers.values):
        raise InvalidError(fields={"field": [NOT_SHOWN]})
    return placed


def _assignee(context: RfxContext, user_id: int | None) -> User | None:
    """Return the assignee: an active user of the respondent, or None for all of them.

    A guest or the recipient of an internal survey is always the assignee. Raises InvalidError for any other user.
    """
    rfx = context.rfx
    assignee_id = rfx.guest_user_id or rfx.recipient_user_id
    if assignee_id is not None:
        if user_id not in (None, assignee_id):
            raise InvalidError(fields={"assigneeUserId": [NOT_THERE.format(name=context.respondent_label)]})
        return db.session.get_one(User, assignee_id)
    if user_id is None:
        return None
    user = db.session.get(User, user_id)
    is_assignable = (
        user is not None
        and user.organisation_id == rfx.with_organisation_id
        and user.type == UserType.USER
        and user.status != UserStatus.SUSPENDED
    )
    if not is_assignable:
        raise InvalidError(fields={"assigneeUserId": [NOT_THERE.format(name=context.respondent_label)]})
    return user


def _open_follow_up(
    context: RfxContext,
    placed: PlacedField,
    *,
    actor: Actor | None,
    html: str,
    user: User | None,
    due: date | None,
    thread_id: int | None,
) -> UserTask:
    return open_task(
        type=TaskType.FOLLOW_UP,
        actor=actor,
        organisation_id=context.rfx.organisation_id,
        title=placed.field.label or placed.field.name,
        subject_type=RFX_SUBJECT,
        subject_id=context.rfx.id,
        subject_title=context.rfx.title,
        assigned_organisation_id=context.rfx.with_organisation_id,
        assigned_user_id=user.id if user else None,
        message_thread_id=thread_id,
        doc_form_id=placed.form_id,
        field_key=placed.key,
        description_html=html,
        due=due,
    )


def _thread_subject(context: RfxContext, placed: PlacedField) -> str:
    return f"{context.rfx.title}: {placed.field.label or placed.field.name}"[:MAX_SUBJECT_LENGTH]
