"""Bulk actions of the list of RFxs: selection by its filter, one mail for each person, assessments."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.kernel.clock import moment_text, now
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import Rfx
from app.rfx.operations.submitting import decline_rfx
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.bulk_calls import BulkCalls
from tests.factories.network import relate
from tests.factories.requests import make_request, make_suppliers
from tests.factories.rfx import send_rfx
from tests.fixtures.people import SignedIn

RunJobs = Callable[[], int]


@pytest.fixture
def buyer(session: Session) -> Any:
    return UserFactory()


@pytest.fixture
def bulk(buyer: Any, signed_in: SignedIn, run_jobs: RunJobs) -> BulkCalls:
    return BulkCalls(signed_in(buyer), run_jobs)


def reminders(session: Session) -> list[OutboxMail]:
    stmt = select(OutboxMail).where(OutboxMail.template == "RFIREMINDER").order_by(OutboxMail.id)
    return list(session.execute(stmt).scalars())


def test_reminder_of_all_that_match_the_filter(bulk: BulkCalls, buyer: Any, session: Session) -> None:
    _, sent = make_request(buyer, *make_suppliers(3))
    decline_rfx(actor=actor_of(sent[1].respondent), rfx_id=sent[1].id, reason="No capacity.")
    received = send_rfx(UserFactory(), buyer)
    shown = bulk.preview("rfx.remind", {}).json
    assert (shown["total"], shown["willChange"], shown["mails"]) == (4, 2, 2)
    assert sorted(each["reason"] for each in shown["cannot"]) == ["Declined.", "You received it."]
    assert "Reminder" in shown["sampleMail"]["text"]
    assert shown["sampleMail"]["to"] == sent[0].respondent.name
    assert reminders(session) == []
    assert session.get_one(Rfx, sent[0].id).reminder_sent_date is None
    outcomes = bulk.run("rfx.remind", {"new": "true", "direction": "sent"})
    assert outcomes == [("DONE", ""), ("DONE", "")]
    assert [mail.to_user_id for mail in reminders(session)] == [sent[0].respondent.id, sent[2].respondent.id]
    assert session.get_one(Rfx, received.id).reminder_sent_date is None


def test_a_person_of_several_requests_gets_one_mail_that_names_them(
    bulk: BulkCalls, buyer: Any, session: Session
) -> None:
    supplier = UserFactory()
    sent = [make_request(buyer, supplier, title=f"Round {number}")[1][0] for number in range(1, 6)]
    ids = [each.id for each in sent]
    assert bulk.preview("rfx.remind", ids).json["mails"] == 1
    assert bulk.run("rfx.remind", ids) == [("DONE", "")] * 5
    [mail] = reminders(session)
    assert "The same applies to “Round 2”, “Round 3”, “Round 4” and 1 more." in mail.text
    assert all(session.get_one(Rfx, rfx_id).reminder_sent_date for rfx_id in ids)


def test_deadline_of_a_filter_is_restored_with_one_mail(
    bulk: BulkCalls, buyer: Any, session: Session
) -> None:
    supplier, before = UserFactory(), now() + timedelta(days=3)
    sent = [
        make_request(buyer, supplier, title=f"Round {number}", deadline=before)[1][0] for number in (1, 2)
    ]
    later = moment_text(now() + timedelta(days=9))
    bulk.run("rfx.changeDeadline", {"direction": "sent"}, deadline=later)
    bulk.undo()
    session.expire_all()
    for each in sent:
        deadline = session.get_one(Rfx, each.id).deadline
        assert deadline is not None
        assert abs(deadline - before) < timedelta(seconds=1)
    stmt = select(OutboxMail.text).where(OutboxMail.template == "DEADLINECHANGED")
    texts = session.execute(stmt).scalars().all()
    assert len(texts) == 2, "one mail for the change, one for the undo"
    assert all("The same applies to “Round 2”." in text or "“Round 1”" in text for text in texts)


def test_surveys_are_removed_from_assessments_and_restored(
    bulk: BulkCalls, buyer: Any, session: Session
) -> None:
    relationship = relate(buyer.organisation_id, UserFactory().organisation_id)
    colleagues = [colleague_of(buyer).id for _ in range(3)]
    assessment = make_assessment(buyer, relationship, internal_recipients=colleagues)
    stmt = select(Rfx.id).where(Rfx.assessment_id == assessment.id).order_by(Rfx.id)
    surveys = list(session.execute(stmt).scalars())
    _, [sent] = make_request(buyer, *make_suppliers(1))

    def removed() -> list[bool]:
        return [session.get_one(Rfx, rfx_id).ignored for rfx_id in surveys]

    bulk.run("rfx.hide", surveys[:1])
    assert bulk.numbers("rfx.hide", [*surveys, sent.id]) == (2, 1, 1)
    outcomes = bulk.run("rfx.hide", [*surveys, sent.id])
    assert outcomes[1:] == [("DONE", ""), ("DONE", ""), ("FAILED", "It belongs to no assessment.")]
    assert removed() == [True] * 3
    bulk.undo()
    session.expire_all()
    assert removed() == [True, False, False]
    assert bulk.run("rfx.unhide", surveys[:1]) == [("DONE", "")]
    session.expire_all()
    assert removed() == [False] * 3


def test_foreign_rfxs_are_unknown(bulk: BulkCalls) -> None:
    other = send_rfx()
    for kind, args in (
        ("rfx.remind", {}),
        ("rfx.changeDeadline", {"deadline": moment_text(now() + timedelta(days=9))}),
        ("rfx.withdraw", {"reason": "Merged."}),
        ("rfx.hide", {}),
        ("rfx.unhide", {}),
    ):
        assert bulk.preview(kind, [other.id], **args).status_code == 404
        assert bulk.preview(kind, {}, **args).json["total"] == 0
