"""Mails about messages: the messages of a thread within five minutes share one mail."""

from collections.abc import Sequence

from sqlalchemy import select

from app.accounts.public import AccountMail, Organisation, User, UserStatus, UserType, recipient, sender
from app.extensions import db
from app.kernel.clock import now
from app.kernel.mail.outbox import absolute_url, queue_mail
from app.kernel.sanitise import text_of
from app.messages.models import Message, MessageThread, ThreadParticipant
from app.messages.policies import ThreadSubject, thread_subject
from app.messages.queries import MessageRow
from app.messages.types import MessageMail, ThreadType

MAX_MESSAGES = 20
TEMPLATES = {ThreadType.GENERAL: AccountMail.GENERAL, ThreadType.RFI: MessageMail.RFICONVERSATION}


def mail_due_messages(*, thread_id: int) -> None:
    """Mail each participant whose `mail_due` has passed the messages of others since their last mail.

    Idempotent: the transaction that writes a mail to the outbox also updates the participant.
    """
    thread = db.session.get_one(MessageThread, thread_id)
    due = db.session.execute(
        select(ThreadParticipant, User)
        .join(User, User.id == ThreadParticipant.user_id)
        .where(ThreadParticipant.thread_id == thread_id, ThreadParticipant.mail_due <= now())
        .order_by(ThreadParticipant.id)
        .with_for_update(of=ThreadParticipant)
    ).all()
    if not due:
        return
    first_id = min(participant.mailed_message_id or 0 for participant, _ in due)
    messages = db.session.execute(
        select(Message, User, Organisation)
        .join(User, User.id == Message.created_by_user_id)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(Message.thread_id == thread_id, Message.id > first_id)
        .order_by(Message.id)
    ).all()
    subject = thread_subject(thread_id)
    for participant, user in due:
        new_messages = [
            (message, author, organisation)
            for message, author, organisation in messages
            if message.id > (participant.mailed_message_id or 0) and author.id != user.id
        ]
        if new_messages and user.status != UserStatus.SUSPENDED and user.type != UserType.SERVICE:
            _mail(thread, user, new_messages, subject)
        participant.mail_due = None
        participant.mailed_message_id = messages[-1][0].id if messages else participant.mailed_message_id


def _mail(
    thread: MessageThread, user: User, new_messages: Sequence[MessageRow], subject: ThreadSubject | None
) -> None:
    message, author, organisation = new_messages[-1]
    wrote = "a message" if len(new_messages) == 1 else f"{len(new_messages)} messages"
    template = subject.template if subject else TEMPLATES[ThreadType(thread.type)]
    path = subject.path if subject and subject.leads_mails else f"/messages/t/{thread.id}/m/{message.id}"
    queue_mail(
        template,
        to=recipient(user),
        dedupe_key=f"thread:{thread.id}:{user.id}:{message.id}",
        organisation_id=organisation.id,
        sender=sender(author, organisation),
        optional=True,
        context={
            "subject": thread.subject,
            "heading": thread.subject,
            "lines": [f"{author.name} of {organisation.name} sent you {wrote}."],
            "messages": [
                {
                    "author": author.name,
                    "organisation": organisation.name,
                    "html": message.html,
                    "text": text_of(message.html),
                }
                for message, author, organisation in new_messages[-MAX_MESSAGES:]
            ],
            "button_label": "Read and reply",
            "button_url": absolute_url(path),
        },
    )
