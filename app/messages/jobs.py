"""Background jobs of the messages feature."""

from app.messages.mails import mail_due_messages


def mail_thread(thread_id: int) -> None:
    """Mail the participants of a thread its latest messages."""
    mail_due_messages(thread_id=thread_id)
