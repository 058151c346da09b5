"""Actions of admins: retry a failed mail or job, send a sample."""

from app.accounts.public import User, recipient
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.kernel.jobs.queue import Job, JobStatus, announce, enqueue
from app.kernel.mail.outbox import MailStatus, OutboxMail, queue_mail
from app.sysadmin.queries import job_for, mail_for
from app.sysadmin.samples import context_of, sample_of


def retry_mail(*, mail_id: int) -> OutboxMail:
    """Queue a permanently failed mail again; ConflictError for other mails, NotFoundError if there is none."""
    mail = mail_for(mail_id=mail_id, lock=True)
    if mail.status != MailStatus.FAILED:
        raise ConflictError("Only a mail that could not be sent can be tried again.")
    mail.status, mail.attempts, mail.last_error = MailStatus.QUEUED, 0, None
    enqueue("mail.send", mail_id=mail.id)
    return mail


def retry_job(*, job_id: int) -> Job:
    """Queue a permanently failed job again; ConflictError for other jobs, NotFoundError if there is none.

    Jobs are safe to repeat, so work that was done before the failure is not done twice.
    """
    job = job_for(job_id=job_id, lock=True)
    if job.status != JobStatus.FAILED:
        raise ConflictError("Only a job that failed can be tried again.")
    job.status, job.attempts, job.run_at = JobStatus.QUEUED, 0, now()
    job.last_error, job.finished = None, None
    announce(job.rank)
    return job


def send_sample(*, actor: Actor, template_id: str) -> str:
    """Send a sample to the actor as a real mail; return the address.

    Raises NotFoundError if no template has this id.
    """
    sample = sample_of(template_id)
    user = db.session.get_one(User, actor.user_id)
    queue_mail(
        template_id,
        to=recipient(user),
        dedupe_key=f"sample:{template_id}:{user.id}:{now().isoformat()}",
        sender=sample.sender,
        context=context_of(template_id),
    )
    return user.email
