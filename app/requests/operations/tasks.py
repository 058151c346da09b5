"""Tasks about requests that could not be sent, or not to all suppliers."""

from html import escape

from app.accounts.public import User
from app.kernel.http.auth import Permission
from app.notifications.public import active_or_colleagues
from app.requests.queries.recipients import failed_recipients
from app.rfx.public import RfxRequest
from app.tasks.public import REQUEST_SUBJECT, TaskType, close_tasks, open_task

NOT_REACHED = "{count} of the suppliers could not be reached"
ONE_NOT_REACHED = "1 supplier could not be reached"
NOT_SENT = "Send the request: it could not be sent at its time"


def report_failures(request: RfxRequest, *, user_id: int) -> None:
    """Open one task with the list of all suppliers that could not be reached; an earlier list is replaced."""
    close_request_tasks(request)
    failures = failed_recipients(request.id)
    if not failures:
        return
    items = "".join(
        f"<li>{escape(row.name or row.email or '')}: {escape(row.failure or '')}</li>" for row in failures
    )
    title = ONE_NOT_REACHED if len(failures) == 1 else NOT_REACHED.format(count=len(failures))
    _open(request, title=title, html=f"<ul>{items}</ul>", user_id=user_id)


def report_not_sent(request: RfxRequest, sentence: str) -> None:
    """Open a task for the sender of a scheduled request that was not sent, or for a colleague who may send it."""
    close_request_tasks(request)
    _open(request, title=NOT_SENT, html=f"<p>{escape(sentence)}</p>", user_id=request.created_by_user_id)


def close_request_tasks(request: RfxRequest) -> None:
    """Close the tasks about a request that could not be sent."""
    close_tasks(actor=None, subject_type=REQUEST_SUBJECT, subject_id=request.id, types=[TaskType.REVIEW])


def _open(request: RfxRequest, *, title: str, html: str, user_id: int) -> None:
    users: list[User] = active_or_colleagues(
        user_id=user_id, organisation_id=request.organisation_id, permission=Permission.SEND_RFX
    )
    open_task(
        actor=None,
        type=TaskType.REVIEW,
        title=title,
        subject_type=REQUEST_SUBJECT,
        subject_id=request.id,
        subject_title=request.title,
        organisation_id=request.organisation_id,
        assigned_organisation_id=request.organisation_id,
        assigned_user_id=users[0].id if users else None,
        description_html=html,
    )
