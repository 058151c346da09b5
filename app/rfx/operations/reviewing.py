"""The sender's part after an RFx has ended: notifications, and the task to review a submitted response.

Internal surveys give no such task: they are opinions, which are not accepted one by one.
"""

from collections.abc import Sequence
from datetime import datetime

from blinker import Signal

from app.accounts.public import User
from app.events.public import EventLog
from app.extensions import db
from app.forms.public import WritableBy, answered, visible
from app.kernel.http.auth import Actor, Permission
from app.kernel.registry import current_registry
from app.notifications.public import NotificationKind, active_or_colleagues, notify
from app.rfx.policies.answers import keys_of_side
from app.rfx.queries.answers import Answers, accepted_keys, answers_of
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import RfxStatus, RfxType
from app.tasks.public import (
    RFX_SUBJECT,
    TaskStatus,
    TaskType,
    UserTask,
    close_tasks,
    has_open_task,
    open_task,
    tasks_of,
)

answers_reviewed = Signal()
"""Sent with `actor` and `context` after answers of an RFx were accepted or followed up; the RFx is locked."""
response_submitted = Signal()
"""Sent with `actor` and `context` when a submitted response can be reviewed; the RFx is locked."""


def notify_sender(
    context: RfxContext, kind: NotificationKind, event: EventLog, *, mails_at_once: bool = False
) -> frozenset[int]:
    """Notify the sender of an RFx; for an inactive sender, the colleagues who may send RFxs.

    Returns the ids of the notified users.
    """
    rfx = context.rfx
    return notify(
        event=event,
        kind=kind,
        subject_type=RFX_SUBJECT,
        subject_id=rfx.id,
        users=active_or_colleagues(
            user_id=rfx.created_by_user_id,
            organisation_id=rfx.organisation_id,
            permission=Permission.SEND_RFX,
        ),
        is_task=event.type == "rfx.submitted" and _is_reviewed_by_task(context),
        mails_at_once=mails_at_once,
    )


def submission_kind(context: RfxContext) -> NotificationKind:
    """Return the kind of the notification of a submission."""
    is_survey = context.rfx.assessment_id is not None
    return NotificationKind.SURVEY_COMPLETED if is_survey else NotificationKind.RESPONSE_SUBMITTED


def open_review(*, actor: Actor, context: RfxContext) -> None:
    """Give the sender of a submitted RFx the task to review it; anyone at the organisation if the sender is not active."""
    if not _is_reviewed_by_task(context):
        return
    rfx = context.rfx
    sender = db.session.get_one(User, rfx.created_by_user_id)
    open_task(
        actor=actor,
        type=TaskType.REVIEW,
        title=rfx.title,
        subject_type=RFX_SUBJECT,
        subject_id=rfx.id,
        subject_title=rfx.title,
        organisation_id=rfx.with_organisation_id,
        assigned_organisation_id=rfx.organisation_id,
        assigned_user_id=sender.id if sender.is_active_person else None,
    )


def close_review(*, actor: Actor | None, rfx_id: int) -> None:
    """Close the review task of an RFx, because its response is no longer submitted or needs no review."""
    close_tasks(actor=actor, subject_type=RFX_SUBJECT, subject_id=rfx_id, types=[TaskType.REVIEW])


def continue_review(*, actor: Actor, context: RfxContext) -> None:
    """Close the tasks to review a submitted response, or a part of it, that have nothing left to review."""
    if context.rfx.status != RfxStatus.COMPLETED:
        return
    db.session.flush()
    _close_review_if_complete(actor=actor, context=context)
    current_registry().send(answers_reviewed, actor=actor, context=context)


def _close_review_if_complete(*, actor: Actor, context: RfxContext) -> None:
    """Close the review task once every visible answer of the respondent is accepted or has a follow-up."""
    rfx = context.rfx
    if not has_open_task(subject_type=RFX_SUBJECT, subject_id=rfx.id, type=TaskType.REVIEW):
        return
    to_review = keys_with_answers(answers_of(context))
    follow_ups = tasks_of(subject_type=RFX_SUBJECT, subject_ids=[rfx.id], type=TaskType.FOLLOW_UP)
    reviewed = accepted_keys(rfx.id) | {row.task.field_key for row in follow_ups}
    if to_review <= reviewed:
        close_review(actor=actor, rfx_id=rfx.id)


def keys_with_answers(answers: Answers) -> frozenset[str]:
    """Return the value keys of the visible questions that the respondent has answered."""
    values = answers.values
    keys = keys_of_side(answers.fields, WritableBy.RESPONDENT) & visible(answers.fields, values)
    return frozenset(
        placed.key
        for placed in answers.fields
        if placed.key in keys and answered(placed.field, values.get(placed.key))
    )


def keys_to_review(context: RfxContext, answers: Answers) -> frozenset[str]:
    """Return the value keys of the answers that are not reviewed.

    An answer is reviewed if it is accepted, while a follow-up waits for the respondent, and after a follow-up was
    closed without a later change of the answer. An answered follow-up needs another look.
    """
    rfx_id = context.rfx.id
    tasks: dict[str, list[UserTask]] = {}
    for row in tasks_of(subject_type=RFX_SUBJECT, subject_ids=[rfx_id], type=TaskType.FOLLOW_UP):
        if row.task.field_key is not None:
            tasks.setdefault(row.task.field_key, []).append(row.task)
    return frozenset(
        key
        for key in keys_with_answers(answers) - accepted_keys(rfx_id)
        if not _is_queried(answers.current[key].updated, tasks.get(key, ()))
    )


def _is_queried(updated: datetime, tasks: Sequence[UserTask]) -> bool:
    if any(task.status == TaskStatus.ANSWERED for task in tasks):
        return False
    return any(
        task.status == TaskStatus.OPEN or (task.closed is not None and task.closed >= updated)
        for task in tasks
    )


def _is_reviewed_by_task(context: RfxContext) -> bool:
    return context.rfx.type != RfxType.ASSESSMENT_INTERNAL_SURVEY
