"""Work of the messages feature in the background."""

from app.messages.mails import mail_due_messages


def mail_thread(thread_id: int) -> None:
    """Mail the participants of a thread what was written in the last minutes."""
    mail_due_messages(thread_id=thread_id)
