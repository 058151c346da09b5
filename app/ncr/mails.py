"""Mail to the assignees of a non-conformance. Progress updates are mailed as messages of its thread."""

from app.accounts.public import recipient, sender
from app.accounts.public import viewer as viewer_of
from app.kernel.bulk.mails import JobMail
from app.kernel.clock import format_day
from app.kernel.http.auth import Actor
from app.kernel.mail.outbox import absolute_url, queue_mail
from app.kernel.mail.subjects import subject_line
from app.ncr.queries.ncrs import NcrContext, assignees
from app.ncr.types import SEVERITY_LABELS
from app.tasks.public import TaskMail


def mail_assigned(context: NcrContext, *, actor: Actor, job: JobMail | None = None) -> None:
    """Notify the current assignees, except the actor, of a non-conformance to resolve (USERTASKASSIGNMENT).

    With `job`, each gets one mail about all non-conformances of a bulk job.
    """
    ncr, task = context.ncr, context.task
    viewer = viewer_of(actor)
    to_anyone = task.assigned_user_id is None
    assignee_text = "your organisation" if to_anyone else "you"
    sentence = f"{context.raiser.name} has raised a non-conformance about {context.supplier.name}"
    severity = SEVERITY_LABELS[ncr.severity]
    for user in assignees(task):
        if user.id == actor.user_id:
            continue
        queue_mail(
            TaskMail.USERTASKASSIGNMENT,
            to=recipient(user),
            dedupe_key=(
                f"bulk:{job.key}:{TaskMail.USERTASKASSIGNMENT}:{user.id}"
                if job
                else f"ncr:{ncr.id}:assigned:{user.id}:{ncr.updated.isoformat()}"
            ),
            organisation_id=ncr.organisation_id,
            sender=sender(viewer.user, viewer.organisation),
            context={
                "subject": subject_line(
                    ncr.title, f"{severity.lower()} non-conformance", context.raiser.name
                ),
                "heading": ncr.title,
                "lines": [
                    f"{sentence} and assigned it to {assignee_text}.",
                    *([job.others] if job and job.others else []),
                ],
                "facts": [
                    ("Severity", severity),
                    ("Date", format_day(ncr.event_date)),
                    ("Account", ncr.account_name),
                ],
                "message_html": ncr.description_html,
                "button_label": "Open the non-conformance",
                "button_url": absolute_url(f"/ncr/{ncr.id}"),
            },
        )
