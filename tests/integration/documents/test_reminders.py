"""Reminders: one step at a time, all of a day in one mail, ended by an upload; and documents in the list of due records."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.documents.jobs import remind
from app.documents.models import DocumentRequirement
from app.documents.operations.reviewing import accept_document, waive_document
from app.events.models import EventLog
from app.kernel.clock import shifted
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.outbox import OutboxMail, discard_mails
from app.notifications.models import ReminderStep
from app.tasks.public import TaskType, UserTask
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.documents import (
    Parties,
    in_days,
    make_accepted,
    make_document,
    make_parties,
    make_requirement,
    shipped,
    submit,
)
from tests.fixtures.clock import on_day
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]
Day = Callable[[int], list[OutboxMail]]


@pytest.fixture
def parties(session: Session) -> Parties:
    return make_parties(UserFactory(time_zone="UTC"))


@pytest.fixture
def on(session: Session, run_jobs: RunJobs) -> Day:
    """Return a function that runs the jobs of a day and returns its daily mails."""

    def run(day: int) -> list[OutboxMail]:
        before = session.execute(select(OutboxMail.id)).scalars().all()
        with on_day(day):
            enqueue("documents.remind")
            run_jobs()
            enqueue("notifications.mailDaily")
            run_jobs()
        is_new = OutboxMail.id.not_in(before)
        return list(session.execute(select(OutboxMail).where(is_new).order_by(OutboxMail.id)).scalars())

    return run


def test_one_mail_at_60_days_and_none_on_the_next(parties: Parties, on: Day) -> None:
    email = parties.supplier.email
    make_accepted(parties, ends=60)
    [mail] = on(0)
    assert mail.to_email == email
    assert "ISO 9001 ends in 60 days" in mail.text
    assert on(1) == []
    assert on(29) == []
    [second] = on(30)
    assert "ISO 9001 ends in 30 days" in second.text


def test_only_the_most_imminent_step_is_sent(parties: Parties, on: Day, session: Session) -> None:
    make_accepted(parties, ends=5)
    [mail] = on(0)
    assert "ends in 5 days" in mail.text
    steps = session.execute(select(ReminderStep.step)).scalars().all()
    assert steps == [7]


def test_three_documents_of_one_contact_are_in_one_mail(parties: Parties, on: Day) -> None:
    for code in ("ISO9001", "ISO14001", "ISO45001"):
        make_accepted(parties, shipped(code), ends=30)
    [mail] = on(0)
    for name in ("ISO 9001", "ISO 14001", "ISO 45001"):
        assert f"{name} ends in 30 days" in mail.text


def test_running_twice_sends_one_reminder(parties: Parties, session: Session) -> None:
    make_accepted(parties, ends=30)
    remind()
    remind()
    assert len(session.execute(select(ReminderStep)).scalars().all()) == 1


def test_the_last_day_and_the_ones_after_go_to_the_buyer_too(parties: Parties, on: Day) -> None:
    emails = {parties.buyer.email, parties.supplier.email}
    make_accepted(parties, ends=7)
    assert len(on(0)) == 1
    assert {mail.to_email for mail in on(7)} == emails
    after = on(8)
    assert {mail.to_email for mail in after} == emails
    assert all("ISO 9001 ended on" in mail.text for mail in after)
    assert on(9) == []
    assert {mail.to_email for mail in on(37)} == emails
    assert on(38) == []


def test_the_last_day_goes_to_the_owner_of_the_supplier_too(
    parties: Parties, on: Day, session: Session
) -> None:
    owner = colleague_of(parties.buyer, time_zone="UTC")
    parties.relationship.owner_user_id = owner.id
    session.flush()
    make_accepted(parties, ends=7)
    assert [mail.to_email for mail in on(0)] == [parties.supplier.email]
    expected = {parties.buyer.email, owner.email, parties.supplier.email}
    assert {mail.to_email for mail in on(7)} == expected


def test_an_upload_ends_the_reminders_and_an_acceptance_starts_them_again(
    parties: Parties, session: Session
) -> None:
    requirement = make_accepted(parties, ends=30)
    remind()
    document = make_document(parties.supplier, ends=14, supersedes_id=requirement.document_id)
    submit(parties, requirement, document)
    with shifted(timedelta(days=16)):
        remind()
    assert session.execute(select(ReminderStep.step)).scalars().all() == [30]
    with discard_mails():
        accept_document(actor=actor_of(parties.buyer), requirement_id=requirement.id)
    remind()
    assert session.execute(select(ReminderStep.step)).scalars().all() == [14]


def test_an_upload_takes_its_line_out_of_the_mail_of_the_day(
    parties: Parties, session: Session, run_jobs: RunJobs
) -> None:
    requirement = make_accepted(parties, ends=30)
    remind()
    submit(parties, requirement, make_document(parties.supplier))
    with on_day(1):
        enqueue("notifications.mailDaily")
        run_jobs()
    mails = session.execute(select(OutboxMail).where(OutboxMail.dedupe_key.like("daily:%"))).scalars().all()
    assert mails == []


def test_the_events_are_in_both_logs(parties: Parties, session: Session) -> None:
    make_accepted(parties, ends=30)
    remind()
    organisations = select(EventLog.organisation_id).where(EventLog.type == "document.expiring")
    logs = session.execute(organisations).scalars().all()
    assert set(logs) == {parties.buyer.organisation_id, parties.supplier.organisation_id}
    assert len(logs) == 2


@pytest.mark.parametrize(("is_submitted", "task"), [(False, TaskType.DOCUMENT), (True, TaskType.REVIEW)])
def test_the_end_of_a_waiver_opens_the_task_again(
    parties: Parties, session: Session, is_submitted: bool, task: TaskType
) -> None:
    requirement = make_requirement(parties)
    if is_submitted:
        submit(parties, requirement, make_document(parties.supplier))
    with discard_mails():
        waive_document(
            actor=actor_of(parties.buyer), requirement_id=requirement.id, until=in_days(3), reason="Pilot"
        )
    open_types = select(UserTask.type).where(UserTask.subject_id == requirement.id, UserTask.is_open)
    with shifted(timedelta(days=3)):
        remind()
    assert session.execute(open_types).scalars().all() == []
    with shifted(timedelta(days=4)):
        remind()
        remind()
    assert session.execute(open_types).scalars().all() == [task]
    assert session.get_one(DocumentRequirement, requirement.id).waived_until is None


def test_reminders_are_never_mailed_at_once(parties: Parties, signed_in: SignedIn) -> None:
    settings = [{"kind": "DOCUMENT_ENDING", "delivery": "AT_ONCE"}]
    response = signed_in(parties.supplier).put("/api/notification/setting", json={"settings": settings})
    assert response.status_code == 422


def test_both_parties_have_ending_documents_in_their_list(parties: Parties, signed_in: SignedIn) -> None:
    requirement = make_accepted(parties, ends=30)
    make_accepted(parties, shipped("REACH"), ends=120)
    [of_buyer] = signed_in(parties.buyer).get("/api/due").json
    [of_supplier] = signed_in(parties.supplier).get("/api/due").json
    assert {row["kind"] for row in (of_buyer, of_supplier)} == {"DOCUMENT_END"}
    assert of_buyer["title"] == of_supplier["title"] == "ISO 9001"
    assert of_buyer["dueOn"] == in_days(30).isoformat()
    supplier_id = parties.supplier.organisation_id
    assert of_buyer["link"] == f"/organisations/{supplier_id}/documents?requirement={requirement.id}"
    assert of_supplier["link"] == f"/setup/document?requirement={requirement.id}"


def test_a_requested_document_is_listed_once_for_the_contact_and_for_colleagues(
    parties: Parties, signed_in: SignedIn
) -> None:
    colleague = colleague_of(parties.supplier)
    requirement = make_requirement(parties, user_id=parties.supplier.id)
    [own] = signed_in(parties.supplier).get("/api/due").json
    [other] = signed_in(colleague).get("/api/due", query_string={"owner": "ALL"}).json
    for row in (own, other):
        assert (row["kind"], row["title"]) == ("DOCUMENT", "ISO 9001")
        assert row["link"] == f"/setup/document?requirement={requirement.id}"
        assert row["dueOn"] == in_days(14).isoformat()
    assert signed_in(parties.buyer).get("/api/due").json == []
