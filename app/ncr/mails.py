"""Mail to the assignees of a non-conformance. Progress updates are mailed as messages of its thread."""

from app.accounts.public import recipient, sender
from app.accounts.public import viewer as viewer_of
from app.kernel.auth import Actor
from app.kernel.mail import absolute_url, queue_mail
from app.ncr.queries import NcrContext, assignees
from app.ncr.types import SEVERITY_LABELS
from app.tasks.public import TaskMail


def mail_assigned(context: NcrContext, *, actor: Actor) -> None:
    """Notify the current assignees, except the actor, of a non-conformance to resolve (USERTASKASSIGNMENT)."""
    ncr, task = context.ncr, context.task
    viewer = viewer_of(actor)
    to_anyone = task.assigned_user_id is None
    assignee_text = f"anyone at {context.assigned_to.name}" if to_anyone else "you"
    sentence = f"{context.raiser.name} has raised a non-conformance about {context.supplier.name}"
    severity, day = SEVERITY_LABELS[ncr.severity], f"{ncr.event_date:%d/%m/%Y}"
    facts = f"Severity: {severity}. Date: {day}. Account: {ncr.account_name}."
    for user in assignees(task):
        if user.id == actor.user_id:
            continue
        queue_mail(
            TaskMail.USERTASKASSIGNMENT,
            to=recipient(user),
            dedupe_key=f"ncr:{ncr.id}:assigned:{user.id}:{ncr.updated.isoformat()}",
            organisation_id=ncr.organisation_id,
            sender=sender(viewer.user, viewer.organisation),
            context={
                "subject": f"Non-conformance: {ncr.title}",
                "heading": ncr.title,
                "lines": [f"{sentence} and assigned it to {assignee_text}.", facts],
                "message_html": ncr.description_html,
                "button_label": "Open the non-conformance",
                "button_url": absolute_url(f"/ncr/{ncr.id}"),
            },
        )
