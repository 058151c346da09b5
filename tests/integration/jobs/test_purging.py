"""Deletion of finished jobs, mails and sign-ins after their retention; dedupe keys stay."""

from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import event, func, select
from sqlalchemy.orm import Session

from app.accounts.models import SignIn
from app.accounts.operations.sessions import delete_old_sign_ins, start_session
from app.accounts.types import AccountMail
from app.config import SettingsError, load_settings
from app.kernel.clock import now, shifted
from app.kernel.db import purging
from app.kernel.db.purging import SpentKey, delete_in_batches
from app.kernel.jobs.queue import Job, JobStatus, delete_finished, enqueue, enqueue_periodic
from app.kernel.mail.outbox import MailStatus, OutboxMail, Recipient, delete_old_mails, queue_mail
from tests.factories.accounts import UserFactory

JOB = "kernel.forgetDone"


def write_mail(key: str) -> bool:
    return queue_mail(
        AccountMail.GENERAL,
        to=Recipient("Sam", "sam@supplier.example"),
        dedupe_key=key,
        context={"heading": key, "lines": [], "button_label": "Open", "button_url": "http://localhost/x"},
    )


def finish_jobs(session: Session, status: JobStatus = JobStatus.DONE) -> None:
    session.flush()
    session.query(Job).update({"status": status, "finished": now()})


def count(session: Session, model: type) -> int:
    return int(session.execute(select(func.count()).select_from(model)).scalar_one())


def test_finished_job_is_deleted_and_its_key_stays(session: Session) -> None:
    enqueue(JOB, dedupe_key="letters:7")
    enqueue(JOB)
    finish_jobs(session)
    with shifted(timedelta(days=6)):
        delete_finished()
        assert count(session, Job) == 2
    with shifted(timedelta(days=8)):
        delete_finished()
        assert count(session, Job) == 1, "the first run records the key"
        delete_finished()
        assert count(session, Job) == 0
        enqueue(JOB, dedupe_key="letters:7")
        assert count(session, Job) == 0
        enqueue(JOB, dedupe_key="letters:8")
        assert count(session, Job) == 1


def test_all_keys_are_recorded_in_one_run(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purging, "BATCH_ROWS", 2)
    for number in range(5):
        enqueue(JOB, dedupe_key=f"letters:{number}")
    finish_jobs(session)
    with shifted(timedelta(days=8)):
        delete_finished()
        assert (count(session, Job), count(session, SpentKey)) == (5, 5)
        delete_finished()
        assert count(session, Job) == 0


def test_keys_of_periodic_jobs_leave_nothing(session: Session) -> None:
    enqueue_periodic()
    finish_jobs(session)
    assert count(session, Job) > 10
    with shifted(timedelta(days=8)):
        delete_finished()
    assert (count(session, Job), count(session, SpentKey)) == (0, 0)


def test_failed_jobs_stay_longer_and_waiting_ones_for_ever(session: Session) -> None:
    enqueue(JOB)
    finish_jobs(session, JobStatus.FAILED)
    enqueue(JOB)
    for days, jobs in ((89, 2), (91, 1), (4_000, 1)):
        with shifted(timedelta(days=days)):
            delete_finished()
            assert count(session, Job) == jobs
    assert session.query(Job).one().status is JobStatus.QUEUED


def test_mail_is_deleted_and_never_sent_again(session: Session) -> None:
    assert write_mail("welcome")
    assert write_mail("waits")
    session.query(OutboxMail).filter_by(dedupe_key="welcome").update({"status": MailStatus.SENT})
    with shifted(timedelta(days=364)):
        delete_old_mails()
        delete_old_mails()
        assert count(session, OutboxMail) == 2
    with shifted(timedelta(days=366)):
        delete_old_mails()
        assert not write_mail("welcome"), "the row has the key"
        delete_old_mails()
        assert [mail.dedupe_key for mail in session.query(OutboxMail)] == ["waits"]
        assert not write_mail("welcome"), "the spent key has it"
        assert write_mail("welcome again")


def test_retention_of_mails_can_be_changed_and_switched_off(
    app: Flask, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_mail("welcome")
    session.query(OutboxMail).update({"status": MailStatus.SENT})
    for days, mails in ((0, 1), (30, 0)):
        monkeypatch.setitem(app.config, "ASSAY", replace(app.config["ASSAY"], MAIL_DAYS=days))
        with shifted(timedelta(days=40)):
            delete_old_mails()
            delete_old_mails()
            assert count(session, OutboxMail) == mails


def test_rows_are_deleted_in_batches_until_the_time_is_over(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits: list[Session] = []
    event.listen(session, "after_commit", commits.append)
    for _ in range(7):
        enqueue(JOB)
    assert delete_in_batches(Job.id, Job.name == JOB, rows=3) == 7
    assert len(commits) == 3
    for _ in range(7):
        enqueue(JOB)
    monkeypatch.setattr(purging, "RUN_SECONDS", -1)
    assert delete_in_batches(Job.id, Job.name == JOB, rows=3) == 3


def test_old_sign_ins_are_deleted_except_the_last(session: Session) -> None:
    user = UserFactory()

    def sign_in() -> int:
        started = start_session(user=user, user_agent="", address="", life=timedelta(days=14))
        session.flush()
        return started.sign_in.id

    sign_in()
    last = sign_in()
    with shifted(timedelta(days=365)):
        delete_old_sign_ins()
        assert count(session, SignIn) == 2
    with shifted(timedelta(days=380)):
        delete_old_sign_ins()
        assert [each.id for each in session.query(SignIn)] == [last]
        newest = sign_in()
    with shifted(timedelta(days=800)):
        delete_old_sign_ins()
        assert [each.id for each in session.query(SignIn)] == [newest]


@pytest.mark.parametrize(("name", "value"), [("JOB_DAYS", "0"), ("MAIL_DAYS", "29")])
def test_too_short_retentions_are_refused(name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=f"{name} must be"):
        load_settings({"DATABASE_URL": "postgresql:///unused", name: value})
