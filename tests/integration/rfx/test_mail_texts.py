"""Mails of RFxs: subjects that sort, and deadlines in the zone of their reader."""

from datetime import UTC, datetime

from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.extensions import db
from app.kernel.clock import now, shifted
from app.kernel.mail.outbox import OutboxMail
from app.rfx.mails import mail_sent
from app.rfx.queries.rfxs import rfx_context_for_system
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of, make_guest
from tests.factories.rfx import ANSWERS, answers_json, field, send_rfx
from tests.fixtures.people import SignedIn

FIVE_PM_IN_BERLIN = datetime(2026, 12, 10, 16, 0, tzinfo=UTC)
LONG_TITLE = "Qualification of suppliers for pumps " * 8


def zone(user: User, name: str) -> None:
    db.session.get_one(Organisation, user.organisation_id).time_zone = name
    db.session.flush()


def buyer() -> User:
    user: User = UserFactory(
        name="Rosa Meyer", in_organisation=OrganisationFactory(name="Meridian Surgical Ltd")
    )
    zone(user, "Europe/London")
    return user


def mails(template: str) -> list[OutboxMail]:
    return db.session.query(OutboxMail).filter_by(template=template).order_by(OutboxMail.id).all()


def test_request_names_title_deadline_questions_and_requester(session: Session) -> None:
    with shifted(datetime(2026, 11, 20, tzinfo=UTC) - now()):
        supplier = UserFactory()
        zone(supplier, "Europe/Berlin")
        colleague = colleague_of(supplier)
        colleague.time_zone = "Asia/Tokyo"
        sent = send_rfx(
            buyer(), supplier, also_to=[colleague], title="Pump supplier check 2027", deadline=FIVE_PM_IN_BERLIN,
            blocks=[field(name, "TEXT") for name in ("first", "second", "third")],
        )  # fmt: skip
        mail_sent(rfx_context_for_system(sent.id), message_html=None, carried=None, job=None)
    by_address = {mail.to_email: mail for mail in mails("RFI")}
    german, japanese = by_address[supplier.email], by_address[colleague.email]
    assert german.subject == "Pump supplier check 2027: please answer by 10 Dec (Meridian Surgical)"
    assert japanese.subject == "Pump supplier check 2027: please answer by 11 Dec, 01:00 (Meridian Surgical)"
    assert "Deadline: 10 Dec 2026, 17:00 CET\nQuestions: 3\n" in german.text
    assert "Deadline: 11 Dec 2026, 01:00 JST\n" in japanese.text
    for part in (german.html, german.text):
        assert "10 Dec 2026, 17:00 CET" in part
        assert "Rosa Meyer of Meridian Surgical Ltd asks you to answer" in part
        assert "Not the right person? Open the request and hand it over to a colleague." in part


def test_guest_reads_the_deadline_in_the_zone_of_the_sender(session: Session) -> None:
    sender = buyer()
    sender.time_zone = "America/New_York"
    sent = send_rfx(sender, make_guest(), guest=True, deadline=FIVE_PM_IN_BERLIN)
    mail_sent(rfx_context_for_system(sent.id), message_html=None, carried=None, job=None)
    [mail] = mails("RFI")
    assert "Deadline: 10 Dec 2026, 11:00 EST" in mail.text


def test_subjects_of_two_requests_differ_and_long_titles_stay_readable(session: Session) -> None:
    sender, supplier = buyer(), UserFactory()
    for title in ("Pumps", "Valves", LONG_TITLE):
        mail_sent(
            rfx_context_for_system(send_rfx(sender, supplier, title=title).id),
            message_html=None,
            carried=None,
            job=None,
        )
    assert [mail.subject for mail in mails("RFI")] == [
        "Pumps: please answer (Meridian Surgical)",
        "Valves: please answer (Meridian Surgical)",
        "Qualification of suppliers for pumps Qualification of suppliers for\u2026: please answer (Meridian Surgical)",
    ]
    assert all("Deadline" not in mail.text for mail in mails("RFI"))


def test_every_later_mail_begins_with_the_title(session: Session, signed_in: SignedIn) -> None:
    supplier = UserFactory(in_organisation=OrganisationFactory(name="Bergmann Präzision GmbH"))
    sent = send_rfx(buyer(), supplier, title="Pumps", deadline=datetime(2098, 12, 10, 16, 0, tzinfo=UTC))
    requester, respondent = signed_in(sent.sender), signed_in(supplier)
    respondent.put(f"{sent.path}/value", json=answers_json(company_name="B"))
    requester.post(f"{sent.path}/reminder", json={})
    requester.put(f"{sent.path}/deadline", json={"deadline": "2099-01-05T12:00:00Z"})
    body = {"field": "company_name", "descriptionHtml": "<p>Which?</p>", "due": "2098-12-03"}
    assert requester.post(f"{sent.path}/task", json=body).status_code == 201
    respondent.put(
        f"{sent.path}/value", json=answers_json(**{k: v for k, v in ANSWERS.items() if k != "company_name"})
    )
    assert respondent.post(f"{sent.path}/submission", json={}).status_code == 200
    assert requester.post(f"{sent.path}/reopen", json={}).status_code == 200
    assert respondent.post(f"{sent.path}/decline", json={"reason": "No"}).status_code == 200
    subjects = {(mail.template, mail.to_email): mail.subject for mail in session.query(OutboxMail)}
    to_supplier = {template: text for (template, email), text in subjects.items() if email == supplier.email}
    assert to_supplier == {
        "RFIREMINDER": "Pumps: reminder, please answer by 10 Dec 2098 (Meridian Surgical)",
        "DEADLINECHANGED": "Pumps: new deadline, please answer by 5 Jan 2099 (Meridian Surgical)",
        "USERTASKASSIGNMENT": "Pumps: 1 follow-up, please answer by 3 Dec 2098 (Meridian Surgical)",
        "RFIREOPEN": "Pumps: reopened, please answer by 5 Jan 2099 (Meridian Surgical)",
    }
    to_buyer = {template: text for (template, email), text in subjects.items() if email == sent.sender.email}
    assert to_buyer == {
        "RFISUBMIT": "Pumps: submitted (Bergmann Präzision)",
        "RFIREOPEN": "Pumps: reopened (Bergmann Präzision)",
        "GENERAL": "Pumps: declined (Bergmann Präzision)",
    }
    [reminder] = mails("RFIREMINDER")
    assert "Deadline: 10 Dec 2098, 16:00 UTC" in reminder.text
    assert "Answered: 1 of " in reminder.text
    [submitted] = mails("RFISUBMIT")
    assert "Bergmann Präzision GmbH has submitted a response" in submitted.text
    assert submitted.text.count(" GMT\n") + submitted.text.count(" BST\n") == 1


def test_conflict_shows_the_other_deadline_in_the_zone_of_the_actor(
    session: Session, signed_in: SignedIn
) -> None:
    sender = buyer()
    sender.time_zone = "Europe/Berlin"
    sent = send_rfx(sender, deadline=datetime(2098, 12, 10, 16, 0, tzinfo=UTC))
    body = {"deadline": "2099-01-05T12:00:00Z", "basedOn": {"deadline": None}}
    stale = signed_in(sender).put(f"{sent.path}/deadline", json=body)
    assert stale.json["fields"]["deadline"] == [
        "Someone else changed the deadline to 10 Dec 2098, 17:00 CET. Save again to replace it."
    ]
