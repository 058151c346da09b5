"""The end of a review part: the server closes it when each answer in it is reviewed, and resumes it after changes."""

from collections.abc import Sequence

from app.delegation import mails
from app.delegation.models import RfxReviewPart
from app.delegation.policies import review_status_after
from app.delegation.queries import locked_review_parts, tasks_by_id, users_by_id
from app.delegation.types import LIVE_REVIEWS, ReviewMove, ReviewStatus
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.notifications.public import NotificationKind, notify
from app.rfx.public import RfxContext, answers_of, keys_to_review, record_event
from app.tasks.public import RFX_SUBJECT, close_task, reopen_task


def close_reviewed_parts(*, actor: Actor, context: RfxContext) -> None:
    """Close the review parts of a submitted RFx without an answer that is not reviewed; the users who asked are notified."""
    parts = locked_review_parts(context.rfx.id, statuses=[ReviewStatus.ASKED])
    if parts:
        _close(actor, context, _reviewed(parts, keys_to_review(context, answers_of(context))))


def update_submitted_parts(*, context: RfxContext) -> None:
    """Ask for the done review parts again whose answers changed with a new submission, and close those with none left.

    The reviewers of the former get a mail and their task again.
    """
    parts = locked_review_parts(context.rfx.id, statuses=LIVE_REVIEWS)
    if not parts:
        return
    pending = keys_to_review(context, answers_of(context))
    waiting = [part for part in parts if part.status == ReviewStatus.ASKED]
    done = [part for part in parts if part.status == ReviewStatus.DONE]
    _resume(context, [part for part in done if not pending.isdisjoint(part.keys)])
    _close(None, context, _reviewed(waiting, pending))


def _reviewed(parts: Sequence[RfxReviewPart], pending: frozenset[str]) -> list[RfxReviewPart]:
    return [part for part in parts if pending.isdisjoint(part.keys)]


def _close(actor: Actor | None, context: RfxContext, parts: Sequence[RfxReviewPart]) -> None:
    """Close the parts with their tasks; without `actor` a new submission left nothing to review in them."""
    if not parts:
        return
    tasks = tasks_by_id([part.task_id for part in parts])
    askers = users_by_id({part.asked_by_user_id for part in parts})
    for part in parts:
        part.status, part.done = review_status_after(part.status, ReviewMove.FINISH), now()
        task = tasks[part.task_id]
        if task.is_open:
            close_task(actor=actor, task=task)
        event = record_event(context, "rfx.reviewDone", actor=actor, own_log_only=True, partTitle=part.title)
        asker = askers[part.asked_by_user_id]
        if asker.is_active_person:
            notify(
                event=event, kind=NotificationKind.REVIEW_DONE, subject_type=RFX_SUBJECT,
                subject_id=context.rfx.id, users=[asker], mails_at_once=True,
            )  # fmt: skip
    db.session.flush()


def _resume(context: RfxContext, parts: Sequence[RfxReviewPart]) -> None:
    if not parts:
        return
    tasks = tasks_by_id([part.task_id for part in parts])
    reviewers = users_by_id({part.reviewer_user_id for part in parts})
    for part in parts:
        part.status, part.done = review_status_after(part.status, ReviewMove.RESUME), None
        task = tasks[part.task_id]
        if not task.is_open:
            reopen_task(task=task)
        mails.mail_review_resumed(context, part, reviewers[part.reviewer_user_id])
    db.session.flush()
