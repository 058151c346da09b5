"""Mails about documents: to the contacts of suppliers that are asked, and about rejected documents."""

from collections.abc import Iterable, Sequence

from app.accounts.public import (
    AccountMail,
    LinkPurpose,
    Organisation,
    User,
    UserType,
    grant_for,
    new_link,
    recipient,
    sender,
)
from app.documents.models import DocumentRequirement
from app.documents.policies.access import guest_path
from app.documents.policies.requirements import end_text, supplier_path
from app.documents.queries.parties import AskedRequirement, contacts_at
from app.documents.queries.reminders import Ending
from app.documents.queries.requirements import RequirementRow
from app.documents.types import DOCUMENT_GRANT
from app.extensions import db
from app.kernel.clock import format_day, format_short, now
from app.kernel.http.auth import Actor
from app.kernel.mail.outbox import MailSender, absolute_url, queue_mail
from app.kernel.mail.subjects import subject_line
from app.kernel.sanitise import paragraphs
from app.tasks.public import TaskMail

OPEN, SEND = "Open My Documents", "Send the file"
FROM_SHELF = "If you have it already, choose it from your documents. Otherwise upload it once."
WITH_LINK = "Open the link and add the file. You don't need an account."


def mail_asked(
    asked: Sequence[AskedRequirement], *, asker: User, moment: str, is_reminder: bool = False
) -> None:
    """Mail the contacts of one supplier all documents that a buyer asks for (USERTASKASSIGNMENT), or a reminder of them.

    `moment` is part of the dedupe key: each contact gets one mail for it.
    """
    first = asked[0].requirement
    buyer = db.session.get_one(Organisation, first.organisation_id)
    supplier_id = first.with_organisation_id
    count = "a document" if len(asked) == 1 else f"{len(asked)} documents"
    by = f" by {format_short(first.due)}" if first.due else ""
    for user in contacts_at(supplier_id, first.asked_of_user_id):
        path = _path(user, first, supplier_path(first.id))
        if path is None:
            continue
        is_guest = user.type == UserType.GUEST
        queue_mail(
            TaskMail.USERTASKASSIGNMENT,
            to=recipient(user),
            dedupe_key=f"documents:{first.organisation_id}:{supplier_id}:{moment}:{user.id}",
            organisation_id=first.organisation_id,
            sender=sender(asker, buyer),
            context={
                "subject": subject_line(_names(asked), f"please send {count}{by}", buyer.name),
                "heading": f"{buyer.name} {'is waiting' if is_reminder else 'asks you'} for {count}",
                "lines": [WITH_LINK if is_guest else FROM_SHELF],
                "facts": [
                    (row.type.name, row.requirement.site or "For your whole organisation") for row in asked
                ]
                + ([("Send by", format_day(first.due))] if first.due else []),
                "message_html": paragraphs(first.message),
                "to_guest": is_guest,
                "button_label": SEND if is_guest else OPEN,
                "button_url": absolute_url(path),
            },
        )


def mail_rejected(row: RequirementRow, *, actor: Actor, to: Iterable[User]) -> None:
    """Mail the contacts of the supplier the reason for a rejected document (GENERAL)."""
    requirement, name = row.requirement, row.type.name
    for user in to:
        path = _path(user, requirement, supplier_path(requirement.id))
        if path is None:
            continue
        queue_mail(
            AccountMail.GENERAL,
            to=recipient(user),
            dedupe_key=f"document:{requirement.id}:rejected:{user.id}:{requirement.reviewed}",
            organisation_id=requirement.organisation_id,
            sender=MailSender(organisation_name=row.buyer.name, name=actor.name),
            context={
                "subject": subject_line(name, "document rejected", row.buyer.name),
                "heading": f"{row.buyer.name} rejected your document “{name}”",
                "lines": [f"The reason: {requirement.reason}", "Please send a corrected document."],
                "to_guest": user.type == UserType.GUEST,
                "button_label": SEND if user.type == UserType.GUEST else OPEN,
                "button_url": absolute_url(path),
            },
        )


def mail_endings(guest: User, rows: Sequence[Ending], *, asker: User | None) -> None:
    """Remind a guest of the documents that come to their end, in one mail with a link (GENERAL)."""
    first, today = rows[0], now().date()
    path = _path(guest, first.requirement, "")
    if path is None:
        return
    ends = [(row.type.name, end_text(row.requirement.accepted_until or today, today)) for row in rows]
    steps = ",".join(f"{row.requirement.accepted_document_id}:{row.step}" for row in rows)
    more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
    queue_mail(
        AccountMail.GENERAL,
        to=recipient(guest),
        dedupe_key=f"documents:ending:{guest.id}:{steps}",
        organisation_id=first.requirement.organisation_id,
        sender=sender(asker, first.buyer) if asker else MailSender(organisation_name=first.buyer.name),
        context={
            "subject": subject_line(f"{ends[0][0]}{more}", ends[0][1], first.buyer.name),
            "heading": f"{first.buyer.name} needs the next {'documents' if more else 'document'}",
            "lines": [WITH_LINK],
            "facts": ends,
            "to_guest": True,
            "button_label": SEND,
            "button_url": absolute_url(path),
        },
    )


def _path(user: User, requirement: DocumentRequirement, path: str) -> str | None:
    """Return `path` for a user, for a guest the path of a new link; None if its access was revoked.

    Earlier links of the guest stay valid.
    """
    if user.type != UserType.GUEST:
        return path
    relationship_id = requirement.relationship_id
    grant = grant_for(user_id=user.id, subject_type=DOCUMENT_GRANT, subject_id=relationship_id)
    if grant is None:
        return None
    token = new_link(purpose=LinkPurpose.GUEST, user_id=user.id, life=None, grant_id=grant.id)
    return guest_path(token, relationship_id)


def _names(asked: Sequence[AskedRequirement]) -> str:
    more = f" and {len(asked) - 1} more" if len(asked) > 1 else ""
    return f"{asked[0].type.name}{more}"
