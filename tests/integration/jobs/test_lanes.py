"""The order of jobs, the two lanes, and the limits of downloads."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from redis import Redis
from rq import Queue
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.types import AccountMail
from app.extensions import db
from app.forms.types import DRAW_THUMBNAIL
from app.kernel.clock import now, shifted
from app.kernel.db.session import unit_of_work
from app.kernel.jobs.exports import MAX_PER_HOUR, Export, request_export
from app.kernel.jobs.queue import BATCH, Job, Lane, claim_due, enqueue, run_claimed
from app.kernel.mail.outbox import MailStatus, OutboxMail, Recipient, queue_mail
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.rfx import send_rfx
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


def write_mail(key: str) -> None:
    queue_mail(
        AccountMail.GENERAL,
        to=Recipient("Sam", f"{key}@supplier.example"),
        dedupe_key=key,
        context={"heading": key, "lines": [], "button_label": "Open", "button_url": "http://localhost/x"},
    )


def connections(mailbox: Mailbox) -> set[object]:
    """Return the connections that delivered the mails."""
    return {mail.peer for mail in mailbox.mails}


def claimed_names(lane: Lane = Lane.ANY) -> list[list[str]]:
    """Claim jobs until none is due; return the names of each claim."""
    batches = []
    while claims := claim_due(lane):
        batches.append([claim.name for claim in claims])
    return batches


def test_mails_come_before_exports_and_exports_before_other_jobs(session: Session) -> None:
    enqueue(DRAW_THUMBNAIL, form_id=1, version=1)
    enqueue("kernel.forgetDone")
    request_export(actor=actor_of(UserFactory()), kind="rfx", format="pdf", args={"rfx_id": 1})
    write_mail("late")
    enqueue("accounts.mailPasswordReset", email="sam@supplier.example")
    with shifted(timedelta(seconds=1)):
        assert claimed_names() == [
            ["mail.send", "accounts.mailPasswordReset"],
            ["kernel.makeExport"],
            ["kernel.forgetDone"],
            [DRAW_THUMBNAIL],
        ]


def test_mail_lane_takes_mails_only(session: Session) -> None:
    request_export(actor=actor_of(UserFactory()), kind="rfx", format="pdf", args={"rfx_id": 1})
    enqueue("kernel.forgetDone")
    write_mail("only")
    with shifted(timedelta(seconds=1)):
        assert claimed_names(Lane.MAIL) == [["mail.send"]]


def test_exports_alternate_between_users(session: Session) -> None:
    first, second = actor_of(UserFactory()), actor_of(UserFactory())
    export_ids = [
        request_export(actor=first, kind="rfx", format="pdf", args={"rfx_id": 1}).id,
        request_export(actor=first, kind="rfx", format="pdf", args={"rfx_id": 2}).id,
        request_export(actor=second, kind="rfx", format="pdf", args={"rfx_id": 3}).id,
    ]
    with shifted(timedelta(seconds=1)):
        claimed_ids = [claim_due()[0].args["export_id"] for _ in export_ids]
    assert claimed_ids == [export_ids[0], export_ids[2], export_ids[1]]


def test_waiting_export_is_reused_for_the_same_request(session: Session) -> None:
    actor = actor_of(UserFactory())
    request = {"actor": actor, "kind": "rfx", "format": "pdf", "args": {"rfx_id": 1}}
    export = request_export(**request)
    assert request_export(**request).id == export.id
    other = actor_of(UserFactory())
    assert request_export(**{**request, "actor": other}).id != export.id
    export.status = "RUNNING"
    session.flush()
    assert request_export(**request).id != export.id, "the data may have changed since the export started"


def test_third_open_export_is_rejected_with_a_sentence(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory()
    rfx_ids = [send_rfx(buyer).id for _ in range(3)]
    client = signed_in(buyer)
    body = {"format": "pdf"}
    for rfx_id in rfx_ids[:2]:
        assert client.post(f"/api/rfx/{rfx_id}/export", json=body).status_code == 202
    refused = client.post(f"/api/rfx/{rfx_ids[2]}/export", json=body)
    assert refused.status_code == 429
    assert refused.json["message"] == "Two downloads are being prepared for you. Please wait for one of them."
    colleague = signed_in(colleague_of(buyer))
    assert colleague.post(f"/api/rfx/{rfx_ids[2]}/export", json=body).status_code == 202


def test_user_can_request_twenty_exports_per_hour(session: Session) -> None:
    actor = actor_of(UserFactory())

    def request_one(number: int) -> Export:
        return request_export(actor=actor, kind="rfx", format="pdf", args={"rfx_id": number})

    for number in range(MAX_PER_HOUR):
        request_one(number).status = "DONE"
        session.flush()
    with pytest.raises(Exception, match="You can download 20 files an hour"):
        request_one(100)
    with shifted(timedelta(hours=1, seconds=1)):
        assert request_one(100).id


def test_abandoned_exports_stop_counting_after_an_hour(session: Session) -> None:
    actor = actor_of(UserFactory())
    for number in range(2):
        request_export(actor=actor, kind="rfx", format="pdf", args={"rfx_id": number}).status = "RUNNING"
    session.flush()
    with shifted(timedelta(hours=1, seconds=1)):
        assert request_export(actor=actor, kind="rfx", format="pdf", args={"rfx_id": 9}).id


def test_batch_of_mails_uses_one_connection(session: Session, run_jobs: RunJobs, mailbox: Mailbox) -> None:
    for number in range(2 * BATCH + 5):
        write_mail(f"mail-{number}")
    with shifted(timedelta(seconds=1)):
        run_jobs()
    assert len(mailbox.mails) == 2 * BATCH + 5
    assert len(connections(mailbox)) == 1
    write_mail("later")
    with shifted(timedelta(seconds=2)):
        run_jobs()
    assert len(connections(mailbox)) == 2, "the connection is closed after the batch"


def test_rejected_mail_does_not_delay_its_batch(
    session: Session, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    for key in ("first", "refused", "last"):
        write_mail(key)
    mailbox.answers["refused@supplier.example"] = "451 Try later"
    with shifted(timedelta(seconds=1)):
        run_jobs()
    outcomes = {
        mail.dedupe_key: (mail.status, mail.attempts)
        for mail in session.execute(select(OutboxMail)).scalars()
    }
    assert outcomes == {
        "first": (MailStatus.SENT, 1),
        "refused": (MailStatus.QUEUED, 1),
        "last": (MailStatus.SENT, 1),
    }
    assert [mail.recipients[0] for mail in mailbox.mails] == [
        "first@supplier.example",
        "last@supplier.example",
    ]


def test_connection_closed_between_mails_costs_no_attempt(
    session: Session, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    for number in range(5):
        write_mail(f"mail-{number}")
    mailbox.most_mails = 2
    with shifted(timedelta(seconds=1)):
        run_jobs()
    assert sorted(mail.recipients[0] for mail in mailbox.mails) == [
        f"mail-{n}@supplier.example" for n in range(5)
    ]
    assert {(m.status, m.attempts) for m in session.execute(select(OutboxMail)).scalars()} == {
        (MailStatus.SENT, 1)
    }
    assert len(connections(mailbox)) == 3


def test_connection_lost_during_a_mail_delays_that_mail_only(
    session: Session, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    for key in ("first", "broken", "last"):
        write_mail(key)
    mailbox.broken.add("broken@supplier.example")
    with shifted(timedelta(seconds=1)):
        run_jobs()
    outcomes = {
        mail.dedupe_key: (mail.status, mail.attempts)
        for mail in session.execute(select(OutboxMail)).scalars()
    }
    assert outcomes == {
        "first": (MailStatus.SENT, 1),
        "broken": (MailStatus.QUEUED, 1),
        "last": (MailStatus.SENT, 1),
    }
    mailbox.broken.clear()
    with shifted(timedelta(minutes=1)):
        run_jobs()
    broken = [mail for mail in mailbox.mails if mail.recipients == ["broken@supplier.example"]]
    assert len(broken) == 1


def test_stopping_worker_releases_unstarted_jobs(session: Session) -> None:
    for number in range(3):
        write_mail(f"mail-{number}")
    with shifted(timedelta(seconds=1)):
        claims = claim_due()
        stop_answers = iter([False, True])
        assert run_claimed(claims, stop=lambda: next(stop_answers)) == 1
        rows = session.execute(select(Job.status, Job.attempts).order_by(Job.id)).all()
        assert [tuple(row) for row in rows] == [("DONE", 1), ("QUEUED", 0), ("QUEUED", 0)]
        assert len(claim_due()) == 2


def test_transaction_wakes_each_lane_once(committed_app: Flask, clean_redis: Redis) -> None:
    with committed_app.app_context():
        with unit_of_work():
            for number in range(5):
                write_mail(f"mail-{number}")
            enqueue("kernel.forgetDone")
            enqueue("kernel.forgetIdempotencyKeys")
            enqueue("kernel.forgetExports", run_at=now() + timedelta(hours=1))
        lengths = {lane: len(Queue(lane, connection=clean_redis)) for lane in Lane}
        assert lengths == {Lane.MAIL: 1, Lane.ANY: 1}
        with pytest.raises(RuntimeError), unit_of_work():  # noqa: PT012  (the failure comes last)
            write_mail("never")
            raise RuntimeError("the transaction fails")
        assert db.session.execute(select(OutboxMail).where(OutboxMail.dedupe_key == "never")).scalar() is None
        assert len(Queue(Lane.MAIL, connection=clean_redis)) == 1
