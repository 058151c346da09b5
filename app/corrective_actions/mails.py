"""Mails about corrective actions to the responsible person (NCRCONVERSATION). Guests get a link."""

from collections.abc import Sequence

from app.accounts.public import (
    LinkPurpose,
    User,
    UserStatus,
    UserType,
    grant_for,
    new_link,
    recipient,
    sender,
    viewer,
)
from app.corrective_actions.models import CorrectiveStep
from app.corrective_actions.policies.access import guest_path, page_path
from app.corrective_actions.queries.actions import ActionContext
from app.corrective_actions.types import (
    CORRECTIVE_GRANT,
    METHOD_LABELS,
    STEP_LABELS,
    WRITABLE,
    ActionState,
    Decision,
    Result,
)
from app.extensions import db
from app.kernel.clock import format_day, format_short
from app.kernel.http.auth import Actor
from app.kernel.mail.outbox import MailSender, absolute_url, queue_mail
from app.kernel.mail.subjects import subject_line
from app.kernel.sanitise import paragraphs
from app.ncr.public import SEVERITY_LABELS, NcrMail, people_at

OPEN = "Open the corrective action"
WITH_LINK = "Open the link on a computer or a phone. You don't need an account."


def mail_asked(context: ActionContext, *, actor: Actor) -> None:
    """Ask the responsible person for the corrective action."""
    action, ncr = context.action, context.ncr
    rows = list(context.steps.values())
    first = next((row for row in rows if row.state in WRITABLE), rows[0])
    _mail(
        context, actor,
        key=f"asked:{action.updated}",
        text=f"please send {first.step} by {format_short(first.due)}",
        heading=f"{ncr.raiser.name} asks you for a corrective action",
        lines=[f"{ncr.raiser.name} has raised the non-conformance “{ncr.ncr.title}” and asks for its causes and their correction."],
        facts=[
            ("Method", METHOD_LABELS[action.method]),
            ("Severity", SEVERITY_LABELS[ncr.ncr.severity]),
            ("Date", format_day(ncr.ncr.event_date)),
            *((f"{step} {STEP_LABELS[step]}", f"by {format_day(row.due)}") for step, row in context.steps.items()),
        ],
        message=action.message,
    )  # fmt: skip


def mail_due_days(context: ActionContext, *, rows: Sequence[CorrectiveStep], actor: Actor) -> None:
    """Mail the new days on which steps are due to the responsible person."""
    _mail(
        context, actor,
        key=f"due:{context.action.updated}",
        text="new due days",
        heading=f"{context.ncr.raiser.name} changed the due days",
        lines=[],
        facts=[(f"{row.step} {STEP_LABELS[row.step]}", f"by {format_day(row.due)}") for row in rows],
    )  # fmt: skip


def mail_returned(context: ActionContext, *, row: CorrectiveStep, actor: Actor) -> None:
    """Mail the buyer's comment on a returned step."""
    name = f"{row.step} {STEP_LABELS[row.step]}"
    _mail(
        context, actor,
        key=f"returned:{row.id}:{row.decided}",
        text=f"{row.step} returned",
        heading=f"{context.ncr.raiser.name} returned {name}",
        lines=["Please complete it and send it again."],
        facts=[],
        message=row.comment,
    )  # fmt: skip


def mail_accepted(context: ActionContext, *, steps: str, row: CorrectiveStep, actor: Actor) -> None:
    """Mail the acceptance of steps, with the next step that is due."""
    action = context.action
    following = next((each for each in context.steps.values() if each.sent is None), None)
    closed = action.state == ActionState.CLOSED
    lines = ["The corrective action is closed. Thank you."] if closed else []
    facts = (
        [("Next", f"{following.step} {STEP_LABELS[following.step]}, by {format_day(following.due)}")]
        if following is not None and not closed
        else []
    )
    _mail(
        context, actor,
        key=f"accepted:{row.id}:{row.decided}",
        text=f"{steps} accepted",
        heading=f"{context.ncr.raiser.name} accepted {steps}",
        lines=lines,
        facts=facts,
    )  # fmt: skip


def mail_decided(context: ActionContext, *, decision: Decision, comment: str, actor: Actor) -> None:
    """Mail the decision about a contested action."""
    buyer = context.ncr.raiser.name
    upheld = decision is Decision.UPHELD
    _mail(
        context, actor,
        key=f"decided:{context.action.updated}",
        text="complaint upheld" if upheld else "complaint withdrawn",
        heading=f"{buyer} {'upholds the complaint' if upheld else 'has withdrawn the complaint'}",
        lines=[
            "Please continue with the corrective action."
            if upheld
            else "The non-conformance is resolved and does not count. There is nothing left to do."
        ],
        facts=[],
        message=comment,
    )  # fmt: skip


def mail_checked(context: ActionContext, *, actor: Actor) -> None:
    """Mail the result of the check of effectiveness."""
    action = context.action
    effective = action.result is Result.EFFECTIVE
    _mail(
        context, actor,
        key=f"checked:{action.checked}",
        text="effective" if effective else "not effective, please continue at D4",
        heading="The corrective action is effective" if effective else "The corrective action was not effective",
        lines=[] if effective else ["It is reopened at D4. What you wrote is still there. Please correct it."],
        facts=[],
        message=action.result_comment,
    )  # fmt: skip


def mail_reminder(context: ActionContext, guest: User, *, row: CorrectiveStep, when: str, key: str) -> None:
    """Remind a guest of a step that is due or late. Users get a line of the daily mail instead."""
    asker = db.session.get(User, context.action.asked_by_user_id)
    by = sender(asker, context.ncr.raiser) if asker else MailSender(organisation_name=context.ncr.raiser.name)
    name = f"{row.step} {STEP_LABELS[row.step]}"
    _queue(
        context, guest, by,
        key=key,
        text=f"{row.step} {when}",
        heading=f"{name} {when}",
        lines=[],
        facts=[("Due", format_day(row.due))],
        message="",
    )  # fmt: skip


def responsible_people(context: ActionContext) -> Sequence[User]:
    """Return the responsible person unless suspended, otherwise the users of the supplier who manage non-conformances."""
    action = context.action
    user = db.session.get(User, action.assigned_user_id) if action.assigned_user_id else None
    if user is not None and user.status != UserStatus.SUSPENDED:
        return [user]
    return [person.user for person in people_at([action.with_organisation_id]) if person.manages]


def _mail(
    context: ActionContext,
    actor: Actor,
    *,
    key: str,
    text: str,
    heading: str,
    lines: Sequence[str],
    facts: Sequence[tuple[str, str]],
    message: str = "",
) -> None:
    who = viewer(actor)
    by = sender(who.user, who.organisation)
    for user in responsible_people(context):
        _queue(
            context, user, by, key=key, text=text, heading=heading, lines=lines, facts=facts, message=message
        )


def _queue(
    context: ActionContext,
    user: User,
    by: MailSender,
    *,
    key: str,
    text: str,
    heading: str,
    lines: Sequence[str],
    facts: Sequence[tuple[str, str]],
    message: str,
) -> None:
    action, ncr = context.action, context.ncr
    is_guest = user.type == UserType.GUEST
    path = _path(user, action.id, action.ncr_id)
    if path is None:
        return
    queue_mail(
        NcrMail.NCRCONVERSATION,
        to=recipient(user),
        dedupe_key=f"correctiveAction:{action.id}:{key}:{user.id}",
        organisation_id=action.organisation_id,
        sender=by,
        context={
            "subject": subject_line(ncr.ncr.title, text, ncr.raiser.name),
            "heading": heading,
            "lines": [*lines, *([WITH_LINK] if is_guest else [])],
            "facts": list(facts),
            "message_html": paragraphs(message),
            "to_guest": is_guest,
            "button_label": OPEN,
            "button_url": absolute_url(path),
        },
    )


def _path(user: User, action_id: int, ncr_id: int) -> str | None:
    """Return the path of the page for a user, for a guest of a new link; None if its access was revoked."""
    if user.type != UserType.GUEST:
        return page_path(ncr_id)
    grant = grant_for(user_id=user.id, subject_type=CORRECTIVE_GRANT, subject_id=action_id)
    if grant is None:
        return None
    token = new_link(purpose=LinkPurpose.GUEST, user_id=user.id, life=None, grant_id=grant.id)
    return guest_path(token, action_id)
