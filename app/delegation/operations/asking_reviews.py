"""Assigning parts of a submitted RFx to colleagues of the requester for review: ask, change, remind, take back.

The RFx is locked, so its review parts change one by one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from app.accounts.public import User, zones_of
from app.delegation import mails
from app.delegation.models import RfxReviewPart
from app.delegation.operations.assignees import reviewer_of
from app.delegation.policies import (
    Section,
    check_due,
    demand_reviewable,
    keys_of_review,
    review_status_after,
    title_of,
)
from app.delegation.queries import count_reviews, locked_review_part
from app.delegation.types import MAX_PARTS, MAX_ROWS, ReviewMove, ReviewStatus
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.rfx.public import (
    RfxContext,
    answers_of,
    demand_changeable,
    demand_sender,
    demand_unsealed,
    keys_to_review,
    keys_with_answers,
    record_event,
    rfx_context,
)
from app.tasks.public import RFX_SUBJECT, TaskType, UserTask, close_task, open_task

TASK_TITLE = "Review a part: {title}"
TOO_MANY_REVIEWS = f"An RFx can have at most {MAX_PARTS} parts to review."
NOT_WAITING = "This part is not waiting for a review."


@dataclass(frozen=True, slots=True, kw_only=True)
class NewReview:
    """A review part to assign."""

    user_id: int
    title: str
    sections: Sequence[Section]
    keys: Sequence[str]
    note: str
    due: date | None


def ask_for_review(*, actor: Actor, rfx_id: int, new: NewReview) -> RfxReviewPart:
    """Ask a colleague of the requester to review a part of a submitted RFx, with a task and a mail.

    Raises NotFoundError if `actor` may not see the RFx, ForbiddenError if it may not send RFxs, ConflictError if the
    answers are not submitted or sealed, for a suspended colleague and beyond the limits, InvalidError with sentences at
    the fields.
    """
    context = _submitted_context(actor, rfx_id)
    answers = answers_of(context)
    keys = keys_of_review(
        answers.fields,
        sections=new.sections,
        keys=new.keys,
        answered=keys_with_answers(answers),
        pending=keys_to_review(context, answers),
    )
    live, total = count_reviews(rfx_id)
    if live >= MAX_PARTS or total >= MAX_ROWS:
        raise ConflictError(TOO_MANY_REVIEWS)
    reviewer = reviewer_of(context, new.user_id)
    _check_due(reviewer, new.due)
    part = RfxReviewPart(
        rfx_id=rfx_id, title=new.title or title_of(answers.fields, keys), keys=keys,
        reviewer_user_id=reviewer.id, note=new.note, due=new.due, asked_by_user_id=actor.user_id,
        status=ReviewStatus.ASKED,
    )  # fmt: skip
    _assign(actor, context, part, reviewer)
    db.session.add(part)
    _announce(actor, context, part, reviewer)
    return part


def change_review(
    *, actor: Actor, rfx_id: int, part_id: int, user_id: int | None, due: date | None, note: str
) -> RfxReviewPart:
    """Change the reviewer (None: keep), the day and the note of a part that waits; its reviewer is asked again.

    Raises as `ask_for_review` does, and ConflictError if the part is reviewed or was taken back.
    """
    context = _submitted_context(actor, rfx_id)
    part = locked_review_part(rfx_id=rfx_id, part_id=part_id)
    part.status = review_status_after(part.status, ReviewMove.ASK)
    has_new_reviewer = user_id is not None and user_id != part.reviewer_user_id
    reviewer = reviewer_of(context, part.reviewer_user_id if user_id is None else user_id)
    if due != part.due or has_new_reviewer:
        _check_due(reviewer, due)
    part.due, part.note, part.asked_by_user_id = due, note, actor.user_id
    part.reviewer_user_id = reviewer.id
    _close_task(actor, part)
    _assign(actor, context, part, reviewer)
    _announce(actor, context, part, reviewer)
    return part


def remind_reviewer(*, actor: Actor, rfx_id: int, part_id: int) -> RfxReviewPart:
    """Mail a reminder to the reviewer of a part; ConflictError if it is not waiting."""
    context = _submitted_context(actor, rfx_id)
    part = locked_review_part(rfx_id=rfx_id, part_id=part_id)
    if part.status != ReviewStatus.ASKED:
        raise ConflictError(NOT_WAITING)
    mails.mail_review_reminder(context, part, reviewer_of(context, part.reviewer_user_id), actor=actor)
    return part


def withdraw_review(*, actor: Actor, rfx_id: int, part_id: int) -> RfxReviewPart:
    """Take a review part back: its task ends, and accepted answers stay accepted. Possible in a reopened RFx, too."""
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, context.role)
    part = locked_review_part(rfx_id=rfx_id, part_id=part_id)
    part.status = review_status_after(part.status, ReviewMove.WITHDRAW)
    _close_task(actor, part)
    record_event(context, "rfx.reviewWithdrawn", actor=actor, own_log_only=True, partTitle=part.title)
    db.session.flush()
    return part


def _submitted_context(actor: Actor, rfx_id: int) -> RfxContext:
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_sender(actor, context.role)
    demand_changeable(context)
    demand_unsealed(context.role, context.rfx)
    demand_reviewable(context.rfx)
    return context


def _check_due(reviewer: User, due: date | None) -> None:
    check_due(due, deadline=None, zone=zones_of([reviewer.id])[reviewer.id], moment=now())


def _close_task(actor: Actor, part: RfxReviewPart) -> None:
    task = db.session.get(UserTask, part.task_id)
    if task is not None and task.is_open:
        close_task(actor=actor, task=task)


def _assign(actor: Actor, context: RfxContext, part: RfxReviewPart, reviewer: User) -> None:
    """Open the task of the reviewer."""
    part.task_id = open_task(
        actor=actor,
        type=TaskType.REVIEW_PART,
        title=TASK_TITLE.format(title=part.title),
        subject_type=RFX_SUBJECT,
        subject_id=context.rfx.id,
        subject_title=context.rfx.title,
        assigned_organisation_id=context.rfx.organisation_id,
        assigned_user_id=reviewer.id,
        about_organisation_id=context.rfx.with_organisation_id,
        due=part.due,
    ).id


def _announce(actor: Actor, context: RfxContext, part: RfxReviewPart, reviewer: User) -> None:
    """Record the request in the requester's log, and mail the reviewer unless the actor took the part."""
    record_event(
        context, "rfx.reviewAsked", actor=actor, own_log_only=True,
        partTitle=part.title, reviewerName=reviewer.name,
    )  # fmt: skip
    db.session.flush()
    if reviewer.id != actor.user_id:
        mails.mail_review_asked(context, part, reviewer, actor=actor)
