"""What admins can do: send a mail again that could not be sent."""

from app.kernel.errors import ConflictError
from app.kernel.jobs import enqueue
from app.kernel.mail import MailStatus, OutboxMail
from app.sysadmin.queries import mail_for


def retry_mail(*, mail_id: int) -> OutboxMail:
    """Queue a mail again that failed for good; ConflictError for any other, NotFoundError where there is none."""
    mail = mail_for(mail_id=mail_id, lock=True)
    if mail.status != MailStatus.FAILED:
        raise ConflictError("Only a mail that could not be sent can be tried again.")
    mail.status, mail.attempts, mail.last_error = MailStatus.QUEUED, 0, None
    enqueue("mail.send", mail_id=mail.id)
    return mail
