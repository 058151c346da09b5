"""Requests to resolve a non-conformance: the task and the notification of the reporter."""

from app.kernel.http.auth import Actor, Permission
from app.ncr.operations.recording import record_event
from app.ncr.queries.ncrs import NcrContext
from app.notifications.public import NotificationKind, active_or_colleagues, mailed_at_once, notify
from app.tasks.public import NCR_SUBJECT, TaskType, close_tasks, open_task


def request_review(*, actor: Actor, context: NcrContext) -> frozenset[int]:
    """Notify the reporter that a resolution is requested, with a task to decide about it.

    The colleagues who manage non-conformances replace a reporter who is not active. Returns the ids of those who want
    no mail about it at once. A second request replaces the task of the first one.
    """
    ncr, creator = context.ncr, context.creator
    close_review(actor=actor, ncr_id=ncr.id)
    event = record_event("ncr.resolutionRequested", actor, context)
    kind = NotificationKind.RESOLUTION_REQUESTED
    users = active_or_colleagues(
        user_id=creator.id, organisation_id=ncr.organisation_id, permission=Permission.MANAGE_NCRS
    )
    open_task(
        actor=actor,
        type=TaskType.REVIEW,
        title=ncr.title,
        subject_type=NCR_SUBJECT,
        subject_id=ncr.id,
        subject_title=ncr.title,
        assigned_organisation_id=ncr.organisation_id,
        assigned_user_id=creator.id if creator.is_active_person else None,
        about_organisation_id=ncr.with_organisation_id,
    )
    notified = notify(
        event=event, kind=kind, subject_type=NCR_SUBJECT, subject_id=ncr.id, users=users, is_task=True
    )
    at_once = {user.id for user in mailed_at_once(kind=kind, users=users, notified=notified)}
    return notified - at_once


def close_review(*, actor: Actor, ncr_id: int) -> None:
    """Close the task to decide about a requested resolution."""
    close_tasks(actor=actor, subject_type=NCR_SUBJECT, subject_id=ncr_id, types=[TaskType.REVIEW])
