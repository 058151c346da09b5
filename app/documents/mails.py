"""Mails about documents: to the contacts of suppliers that are asked, and about rejected documents."""

from collections.abc import Iterable, Sequence
from html import escape

from app.accounts.public import AccountMail, Organisation, User, recipient, sender
from app.documents.policies import supplier_path
from app.documents.queries.parties import AskedRequirement, contacts_at
from app.documents.queries.requirements import RequirementRow
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.clock import format_day, format_short
from app.kernel.mail import MailSender, absolute_url, queue_mail
from app.kernel.mail_subjects import subject_line
from app.tasks.public import TaskMail


def mail_asked(asked: Sequence[AskedRequirement], *, asker: User, moment: str) -> None:
    """Mail the contacts of one supplier all documents that a buyer asks for (USERTASKASSIGNMENT)."""
    first = asked[0].requirement
    buyer = db.session.get_one(Organisation, first.organisation_id)
    supplier_id = first.with_organisation_id
    count = "a document" if len(asked) == 1 else f"{len(asked)} documents"
    by = f" by {format_short(first.due)}" if first.due else ""
    for user in contacts_at(supplier_id, first.asked_of_user_id):
        queue_mail(
            TaskMail.USERTASKASSIGNMENT,
            to=recipient(user),
            dedupe_key=f"documents:{first.organisation_id}:{supplier_id}:{moment}:{user.id}",
            organisation_id=first.organisation_id,
            sender=sender(asker, buyer),
            context={
                "subject": subject_line(_names(asked), f"please send {count}{by}", buyer.name),
                "heading": f"{buyer.name} asks you for {count}",
                "lines": ["If you have it already, choose it from your documents. Otherwise upload it once."],
                "facts": [
                    (row.type.name, row.requirement.site or "For your whole organisation") for row in asked
                ]
                + ([("Send by", format_day(first.due))] if first.due else []),
                "message_html": _html(first.message),
                "button_label": "Open My Documents",
                "button_url": absolute_url(supplier_path(first.id)),
            },
        )


def mail_rejected(row: RequirementRow, *, actor: Actor, to: Iterable[User]) -> None:
    """Mail the contacts of the supplier the reason for a rejected document (GENERAL)."""
    requirement, name = row.requirement, row.type.name
    for user in to:
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
                "button_label": "Open My Documents",
                "button_url": absolute_url(supplier_path(requirement.id)),
            },
        )


def _names(asked: Sequence[AskedRequirement]) -> str:
    more = f" and {len(asked) - 1} more" if len(asked) > 1 else ""
    return f"{asked[0].type.name}{more}"


def _html(message: str) -> str | None:
    if not message:
        return None
    return "".join(f"<p>{escape(line)}</p>" for line in message.splitlines() if line.strip())
