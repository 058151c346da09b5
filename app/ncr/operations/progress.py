"""Progress updates of a non-conformance, in its activity thread."""

from collections.abc import Collection, Sequence
from html import escape

from app.accounts.public import UserStatus, UserType
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.kernel.sanitise import plain_text
from app.messages.public import ThreadType, send_message, start_thread
from app.ncr.operations.moves import (
    change_status,
    check_transition,
    demand_not_deleted,
    has_unfinished_action,
    start_if_pending,
)
from app.ncr.operations.reviewing import close_review, request_review
from app.ncr.policies import ASKED_TOO_EARLY, is_raiser
from app.ncr.queries.ncrs import NcrContext, assignees, ncr_for
from app.ncr.types import STATUS_INFO, NcrStatus

NO_MESSAGE = "Please enter a progress update."
RAISER_RESOLVES = "Your organisation raised this non-conformance: it resolves it itself."


def add_progress(
    *,
    actor: Actor,
    ncr_id: int,
    html: str = "",
    status: NcrStatus | None = None,
    attachment_ids: Sequence[int] = (),
    asks_resolution: bool = False,
) -> NcrContext:
    """Add a progress update to the activity thread, optionally with a new status.

    The first update of the assignee's organisation sets a PENDING non-conformance to INPROGRESS. Only the raiser may
    resolve and reopen it; reopening needs a reason in `html`, and so does resolving while a corrective action is not closed. With `asks_resolution` the other party asks the raiser to
    resolve it, which gives the reporter a task and a notification; each update of the raiser's organisation ends the
    task, because it is the response. Raises ConflictError for transitions that are not allowed, InvalidError for an empty update.
    """
    actor.demand(Permission.MANAGE_NCRS)
    context = ncr_for(actor=actor, ncr_id=ncr_id, lock=True)
    ncr, status_before = context.ncr, context.ncr.status
    has_text = bool(plain_text(html))
    if asks_resolution and is_raiser(actor, ncr):
        raise ConflictError(RAISER_RESOLVES)
    if status is NcrStatus.DELETED:
        change_status(actor, context, status)
        return ncr_for(actor=actor, ncr_id=ncr_id)
    demand_not_deleted(context)
    is_unfinished = status is NcrStatus.RESOLVED and has_unfinished_action(context)
    if status is not None:
        check_transition(actor, context, status, has_reason=has_text)
    if asks_resolution and (status is not None or ncr.status == NcrStatus.RESOLVED):
        raise ConflictError(ASKED_TOO_EARLY)
    if not has_text and status is None and not asks_resolution:
        raise InvalidError(fields={"html": [NO_MESSAGE]})
    if status is not None:
        change_status(actor, context, status)
    elif asks_resolution or context.task.assigned_organisation_id == actor.organisation_id:
        start_if_pending(actor=actor, context=context)
    unmailed_ids: Collection[int] = ()
    if asks_resolution:
        ncr.resolution_asked = now()
        unmailed_ids = request_review(actor=actor, context=context)
    elif is_raiser(actor, ncr):
        close_review(actor=actor, ncr_id=ncr_id)
    ncr.updated = now()
    _write_to_thread(
        actor,
        context,
        _with_status_note(
            html, status_before, ncr.status, asks_resolution=asks_resolution, is_unfinished=is_unfinished
        ),
        attachment_ids,
        unmailed_ids,
    )
    db.session.flush()
    return context


def _with_status_note(
    html: str, before: str, after: str, *, asks_resolution: bool, is_unfinished: bool
) -> str:
    """Append the change of the status to the update, so that the thread and the mails show it."""
    notes = []
    if before != after:
        notes.append(f"Status: {STATUS_INFO[before]['label']} → {STATUS_INFO[after]['label']}")
    if is_unfinished:
        notes.append("Resolved although the corrective action is not closed")
    if asks_resolution:
        notes.append("Requested sign-off")
    return html + "".join(f"<p><em>{escape(note)}</em></p>" for note in notes)


def _write_to_thread(
    actor: Actor,
    context: NcrContext,
    html: str,
    attachment_ids: Sequence[int],
    unmailed_ids: Collection[int],
) -> None:
    """Write to the activity thread; the first update starts it with the reporter and the assignees as participants."""
    task = context.task
    if task.message_thread_id is not None:
        send_message(
            actor=actor,
            thread_id=task.message_thread_id,
            html=html,
            attachment_ids=attachment_ids,
            unmailed_ids=unmailed_ids,
        )
        return
    people = {user.id: user for user in [*assignees(task), context.creator]}
    people.pop(actor.user_id, None)
    active_users = [
        user
        for user in people.values()
        if user.status != UserStatus.SUSPENDED and user.type != UserType.SERVICE
    ]
    colleague_ids = [user.id for user in active_users if user.organisation_id == actor.organisation_id]
    thread = start_thread(
        actor=actor,
        organisation_id=context.other_party(actor.organisation_id).id,
        user_ids=[user.id for user in active_users if user.organisation_id != actor.organisation_id],
        colleague_ids=colleague_ids,
        type=ThreadType.GENERAL,
        subject=context.ncr.title,
        html=html,
        attachment_ids=attachment_ids,
        unmailed_ids=unmailed_ids,
    )
    task.message_thread_id = thread.id
