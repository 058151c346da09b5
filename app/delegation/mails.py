"""Mails about parts, review parts and hand-overs."""

from collections.abc import Collection, Sequence
from html import escape

from sqlalchemy import select

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
from app.delegation.models import RfxHandover, RfxReviewPart
from app.delegation.policies import guest_path
from app.delegation.queries import PartRow
from app.extensions import db
from app.kernel.clock import format_day, format_short, now
from app.kernel.db.deadlines import deadline_text
from app.kernel.http.auth import Actor, Permission
from app.kernel.mail.outbox import MailSender, absolute_url, queue_mail
from app.kernel.mail.subjects import subject_line
from app.kernel.numbers import counted
from app.notifications.public import NotificationKind, active_or_colleagues, mailed_at_once
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
    count = counted(len(part.keys), "question")
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
            "message_html": note_html(part.note),
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
    if path is None or not asker.is_active_person:
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


def mail_review_asked(context: RfxContext, part: RfxReviewPart, reviewer: User, *, actor: Actor) -> None:
    """Mail the reviewer a new review part."""
    zone = zones_of([reviewer.id])[reviewer.id]
    by = f" by {format_short(part.due, zone)}" if part.due else ""
    _mail_reviewer(
        context, part, reviewer, sender=_sender(actor.user_id),
        subject=subject_line(context.rfx.title, f"please review your part{by}", actor.name),
        heading=f"{actor.name} asks you to review a part of “{context.rfx.title}”",
    )  # fmt: skip


def mail_review_reminder(context: RfxContext, part: RfxReviewPart, reviewer: User, *, actor: Actor) -> None:
    """Remind the reviewer of a part that is not reviewed."""
    _mail_reviewer(
        context, part, reviewer, sender=_sender(actor.user_id),
        subject=subject_line(context.rfx.title, "reminder, please review your part", actor.name),
        heading=f"Reminder: {actor.name} is waiting for your review of a part of “{context.rfx.title}”",
    )  # fmt: skip


def mail_review_resumed(context: RfxContext, part: RfxReviewPart, reviewer: User) -> None:
    """Mail the reviewer of a part that was reviewed that some of its answers have changed; suspended users get none."""
    if reviewer.status == UserStatus.SUSPENDED:
        return
    _mail_reviewer(
        context, part, reviewer, sender=_sender(part.asked_by_user_id),
        subject=subject_line(context.rfx.title, "answers changed, please review them", context.safe_name),
        heading=f"{context.safe_name} has changed answers of your part of “{context.rfx.title}”",
    )  # fmt: skip


def _mail_reviewer(
    context: RfxContext,
    part: RfxReviewPart,
    reviewer: User,
    *,
    sender: MailSender,
    subject: str,
    heading: str,
) -> None:
    """Mail a reviewer about a part (USERTASKASSIGNMENT)."""
    rfx = context.rfx
    count = counted(len(part.keys), "question")
    queue_mail(
        TaskMail.USERTASKASSIGNMENT,
        to=recipient(reviewer),
        dedupe_key=f"reviewPart:{part.id}:{now().isoformat()}:{reviewer.id}",
        organisation_id=rfx.organisation_id,
        sender=sender,
        context={
            "subject": subject,
            "heading": heading,
            "lines": [
                f"The answers are from {context.safe_name}. Accept each one, or ask about it with a follow-up."
            ],
            "facts": [
                ("Your part", f"{part.title}, {count}"),
                *([("Review by", format_day(part.due))] if part.due else []),
            ],
            "message_html": note_html(part.note),
            "button_label": "Review the answers",
            "button_url": absolute_url(f"/rfx/{rfx.id}/task/{part.task_id}"),
        },
    )


def mail_to_colleague(
    context: RfxContext, handover: RfxHandover, user: User, *, task_id: int, actor: Actor
) -> None:
    """Mail a colleague the RFx that was handed over (USERTASKASSIGNMENT)."""
    rfx, zone = context.rfx, zones_of([user.id])[user.id]
    _mail_about(
        TaskMail.USERTASKASSIGNMENT, context, handover, user, sender=_sender(actor.user_id),
        subject=subject_line(rfx.title, "handed over to you", actor.name),
        heading=f"{actor.name} has handed “{rfx.title}” over to you",
        lines=[f"The questions are from {context.requester_name}. Answers that are already there stay."],
        facts=[("Deadline", deadline_text(rfx.deadline, zone))] if rfx.deadline else [],
        button="Open the request", path=f"/rfx/{rfx.id}/task/{task_id}",
        message_html=note_html(handover.note), by_respondent=True,
    )  # fmt: skip


def mail_handed_over(context: RfxContext, handover: RfxHandover, *, notified: Collection[int]) -> None:
    """Mail the notified users of the requester that the contact of an RFx has changed (GENERAL)."""
    users = db.session.execute(select(User).where(User.id.in_(notified))).scalars().all()
    former = db.session.get_one(User, handover.from_user_id)
    for user in mailed_at_once(kind=NotificationKind.RFX_HANDED_OVER, users=users, notified=notified):
        _mail_about(
            AccountMail.GENERAL, context, handover, user, sender=_sender(former.id),
            subject=subject_line(context.rfx.title, f"handed over to {handover.name}", former.name),
            heading=f"{former.name} has handed the request over to {handover.name}",
            lines=[f"“{context.rfx.title}” is now answered by {handover.name}. All answers stay."],
            facts=[("New contact", f"{handover.name}, {handover.email}")],
            button="Open the request", path=f"/rfx/{context.rfx.id}",
        )  # fmt: skip


def mail_confirmation_needed(context: RfxContext, handover: RfxHandover) -> None:
    """Ask the sender of an RFx to confirm a contact with a foreign address (USERTASKASSIGNMENT)."""
    former = db.session.get_one(User, handover.from_user_id)
    users = active_or_colleagues(
        user_id=context.rfx.created_by_user_id,
        organisation_id=context.rfx.organisation_id,
        permission=Permission.SEND_RFX,
    )
    for user in users:
        _mail_about(
            TaskMail.USERTASKASSIGNMENT, context, handover, user, sender=_sender(former.id),
            subject=subject_line(context.rfx.title, "please confirm the new contact", former.name),
            heading=f"{former.name} asks to hand the request over to {handover.name}",
            lines=[
                "The new address has another domain, so the new contact gets the request only after you confirm.",
            ],
            facts=[("New contact", f"{handover.name}, {handover.email}")],
            button="Confirm or decline", path=f"/rfx/{context.rfx.id}", message_html=note_html(handover.note),
        )  # fmt: skip


def mail_handover_declined(context: RfxContext, handover: RfxHandover, *, actor: Actor) -> None:
    """Mail a guest that the requester has declined the new contact (GENERAL)."""
    guest = db.session.get_one(User, handover.from_user_id)
    path = page_path(context, guest)
    if path is None:
        return
    _mail_about(
        AccountMail.GENERAL, context, handover, guest, sender=_sender(actor.user_id),
        subject=subject_line(context.rfx.title, "please answer it yourself", context.requester_name),
        heading=f"{context.requester_name} has declined {handover.name} as the new contact",
        lines=["The request is still yours. Reason:", handover.reason or ""],
        facts=[], button="Open the request", path=path,
    )  # fmt: skip


def _mail_about(
    template: str,
    context: RfxContext,
    handover: RfxHandover,
    user: User,
    *,
    sender: MailSender,
    subject: str,
    heading: str,
    lines: Sequence[str],
    facts: Sequence[tuple[str, str]],
    button: str,
    path: str,
    message_html: str | None = None,
    by_respondent: bool = False,
) -> None:
    rfx = context.rfx
    queue_mail(
        template,
        to=recipient(user),
        dedupe_key=f"rfxHandover:{handover.id}:{handover.state}:{user.id}",
        organisation_id=rfx.with_organisation_id if by_respondent else rfx.organisation_id,
        sender=sender,
        context={
            "subject": subject,
            "heading": heading,
            "lines": list(lines),
            "facts": list(facts),
            "message_html": message_html,
            "to_guest": user.type == UserType.GUEST,
            "button_label": button,
            "button_url": absolute_url(path),
        },
    )


def note_html(note: str) -> str | None:
    """Return a note as paragraphs for a mail; None without one."""
    return "".join(f"<p>{escape(line)}</p>" for line in note.splitlines() if line.strip()) or None


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
