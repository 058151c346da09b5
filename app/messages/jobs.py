"""Work of the messages feature in the background."""

from app.kernel.jobs import Rank, job
from app.messages.mails import mail_due_messages
from app.messages.operations import MAIL_JOB


@job(MAIL_JOB, rank=Rank.MAIL)
def mail_thread(thread_id: int) -> None:
    """Mail the participants of a thread what was written in the last minutes."""
    mail_due_messages(thread_id=thread_id)
