"""Mails about parts: to the assignee, and to the user who asked when parts are done or returned."""

from collections.abc import Sequence
from html import escape

from app.accounts.public import (
    AccountMail,
    LinkPurpose,
    Organisation,
    User,
    UserStatus,
    UserType,
    grant_for,
    new_link,
    recipient,
    sender,
    zones_of,
)
from app.delegation.policies import guest_path
from app.delegation.queries import PartRow
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.clock import format_day, format_short, now
from app.kernel.deadlines import deadline_text
from app.kernel.mail import MailSender, absolute_url, queue_mail
from app.kernel.mail_subjects import subject_line
from app.rfx.public import RFX_PART, PartStatus, RfxContext, RfxMail, RfxPart, page_path
from app.tasks.public import TaskMail

BUTTON = "Open your part"
SAVED = "Your answers are saved as you type."
NO_ACCOUNT = " You don't need an account."


def mail_asked(context: RfxContext, part: RfxPart, assignee: User, *, actor: Actor) -> None:
    """Mail the assignee a new part, with one button (USERTASKASSIGNMENT)."""
    by = f" by {format_short(part.due, actor.zone)}" if part.due else ""
    _mail_assignee(
        TaskMail.USERTASKASSIGNMENT, context, part, assignee, actor=actor,
        subject=subject_line(context.rfx.title, f"please answer your part{by}", actor.name),
        heading=f"{actor.name} asks you to answer a part of “{context.rfx.title}”",
    )  # fmt: skip


def mail_reminder(context: RfxContext, part: RfxPart, assignee: User, *, actor: Actor) -> None:
    """Remind the assignee of a part that is not done (RFIREMINDER)."""
    _mail_assignee(
        RfxMail.RFIREMINDER, context, part, assignee, actor=actor,
        subject=subject_line(context.rfx.title, "reminder, please answer your part", actor.name),
        heading=f"Reminder: {actor.name} is waiting for your part of “{context.rfx.title}”",
    )  # fmt: skip


def _mail_assignee(
    template: str,
    context: RfxContext,
    part: RfxPart,
    assignee: User,
    *,
    actor: Actor,
    subject: str,
    heading: str,
) -> None:
    path = _path_of(part, assignee)
    if path is None:
        return
    rfx = context.rfx
    is_guest = assignee.type == UserType.GUEST
    zone = actor.zone if is_guest else zones_of([assignee.id])[assignee.id]
    count = "1 question" if len(part.keys) == 1 else f"{len(part.keys)} questions"
    note = "".join(f"<p>{escape(line)}</p>" for line in part.note.splitlines() if line.strip())
    queue_mail(
        template,
        to=recipient(assignee),
        dedupe_key=f"rfxPart:{part.id}:{now().isoformat()}:{assignee.id}",
        organisation_id=rfx.with_organisation_id,
        sender=_sender(actor.user_id),
        context={
            "subject": subject,
            "heading": heading,
            "lines": [
                f"The questions are from {context.requester_name}.",
                SAVED + (NO_ACCOUNT if is_guest else ""),
            ],
            "facts": [
                ("Your part", f"{part.title}, {count}"),
                *([("Answer by", format_day(part.due))] if part.due else []),
                *([("Deadline of the request", deadline_text(rfx.deadline, zone))] if rfx.deadline else []),
            ],
            "message_html": note or None,
            "to_guest": is_guest,
            "button_label": BUTTON,
            "button_url": absolute_url(path),
        },
    )


def _path_of(part: RfxPart, assignee: User) -> str | None:
    """Return the path of the assignee's page; for a guest with a new link, or None if its access was revoked."""
    if assignee.type != UserType.GUEST:
        return f"/rfx/{part.rfx_id}/task/{part.task_id}"
    grant = grant_for(user_id=assignee.id, subject_type=RFX_PART, subject_id=part.id)
    if grant is None:
        return None
    token = new_link(purpose=LinkPurpose.GUEST, user_id=assignee.id, life=None, grant_id=grant.id)
    return guest_path(token, part.id)


def mail_ended(context: RfxContext, rows: Sequence[PartRow], *, period: int) -> None:
    """Mail the user who asked the parts that were done or returned, in one mail (GENERAL)."""
    asker, rfx = rows[0].asker, context.rfx
    path = page_path(context, asker)
    if path is None or asker.status == UserStatus.SUSPENDED:
        return
    returned = [row for row in rows if row.part.status == PartStatus.RETURNED]
    first = rows[0]
    if len(rows) == 1:
        verb = "given back" if returned else "done"
        heading = f"{first.assignee.name}: “{first.part.title}” is {verb}"
    else:
        done = len(rows) - len(returned)
        counts = [f"{done} done"] if done else []
        counts += [f"{len(returned)} given back"] if returned else []
        heading = f"{len(rows)} parts of “{rfx.title}”: {', '.join(counts)}"
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(asker),
        dedupe_key=f"partReport:{rfx.id}:{asker.id}:{period}",
        organisation_id=rfx.with_organisation_id,
        sender=_sender(first.assignee.id),
        context={
            "subject": subject_line(
                rfx.title, "given back" if returned else "part done", first.assignee.name
            ),
            "heading": heading,
            "lines": [_line(row) for row in rows],
            "to_guest": asker.type == UserType.GUEST,
            "button_label": "Open the request",
            "button_url": absolute_url(path),
        },
    )


def _line(row: PartRow) -> str:
    if row.part.status == PartStatus.RETURNED:
        return f"{row.assignee.name} has given back “{row.part.title}”: {row.part.reason or ''}"
    return f"{row.assignee.name} has answered “{row.part.title}”."


def _sender(user_id: int) -> MailSender:
    """Return the sender of a mail: for a guest its name, because its organisation is only a placeholder."""
    user = db.session.get_one(User, user_id)
    if user.type == UserType.GUEST:
        return MailSender(organisation_name=user.name)
    return sender(user, db.session.get_one(Organisation, user.organisation_id))
