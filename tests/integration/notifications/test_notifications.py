"""Notifications: who is notified of what, the list, the read marks, and each user's choice of mails."""

import json
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.public import invite
from app.accounts.types import UserStatus
from app.kernel.clock import now, shifted
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.outbox import OutboxMail
from app.notifications.models import Notification
from app.rfx.operations import moves
from tests.factories.accounts import PASSWORD, UserFactory, actor_of, colleague_of
from tests.factories.assessments import make_assessment
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx(title="Supplier questions")


def entries(client: CheckedClient, **query: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client.get("/api/notification", query_string=query).json
    return rows


def text(entry: dict[str, Any]) -> str:
    return "".join(part["text"] for part in entry["sentence"])


def submit(supplier: CheckedClient, sent: SentRfx) -> None:
    assert supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS)).status_code == 200
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200


def choose(client: CheckedClient, **choices: str) -> None:
    settings = [{"kind": kind, "delivery": delivery} for kind, delivery in choices.items()]
    assert client.put("/api/notification/setting", json={"settings": settings}).status_code == 200


def mails(session: Session, template: str) -> list[str]:
    return [mail.to_email for mail in session.query(OutboxMail).filter_by(template=template)]


def test_only_the_sender_is_notified_of_a_submission(sent: SentRfx, signed_in: SignedIn) -> None:
    colleague = colleague_of(sent.sender)
    submit(signed_in(sent.respondent), sent)
    buyer = signed_in(sent.sender)
    [entry] = entries(buyer)
    name = sent.respondent.name
    assert text(entry).startswith(f"{name} submitted #{sent.id} Supplier questions - ")
    assert (entry["kind"], entry["href"]) == ("RESPONSE_SUBMITTED", f"/rfx/{sent.id}")
    assert entry["details"] == "3 of 8 answered"
    assert (entry["author"]["name"], len(entry["unreadIds"])) == (name, 1)
    for other in (sent.respondent, colleague):
        assert entries(signed_in(other)) == []
    live = buyer.get("/api/updates").json
    assert (live["unread"], live["unreadNews"], live["responsesToReview"]) == (1, 0, 1)


def test_colleagues_with_the_permission_replace_a_suspended_sender(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    able, unable = colleague_of(sent.sender), colleague_of(sent.sender, role_name="Viewer")
    sent.sender.status = UserStatus.SUSPENDED
    session.flush()
    supplier = signed_in(sent.respondent)
    assert supplier.post(f"{sent.path}/decline", json={"reason": "Too\n busy."}).status_code == 200
    [entry] = entries(signed_in(able))
    assert (entry["kind"], entry["details"]) == ("RFX_DECLINED", "“Too busy.”")
    assert entries(signed_in(unable)) == []
    assert [row.user_id for row in session.query(Notification)] == [able.id]


def test_passed_deadline_is_notified_and_mailed_once(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(deadline=now() + timedelta(hours=1))
    with shifted(timedelta(hours=2)):
        assert moves.expire(rfx_id=sent.id)
        assert not moves.expire(rfx_id=sent.id)
    [entry] = entries(signed_in(sent.sender))
    assert (entry["kind"], entry["author"], entry["details"]) == ("DEADLINE_PASSED", None, "Not submitted")
    [mail] = session.query(OutboxMail).filter_by(template="GENERAL")
    assert mail.to_email == sent.sender.email
    assert mail.subject.startswith(f"The deadline of #{sent.id} Supplier questions passed")


def test_answered_follow_ups_of_one_rfx_are_one_entry(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    tasks = [
        buyer.post(f"{sent.path}/task", json={"field": key, "descriptionHtml": "<p>Sure?</p>"}).json["taskId"]
        for key in ("company_name", "employees")
    ]
    changed = {"values": {"company_name": {"value": "Brightwater Ltd", "baseIteration": 1}}}
    assert supplier.put(f"{sent.path}/value", json=changed).status_code == 200
    [entry] = entries(buyer)
    assert text(entry) == f"{sent.respondent.name} answered your follow-up on Label of company_name"
    assert entry["href"] == f"/rfx/{sent.id}/task/{tasks[0]}"
    assert mails(session, "GENERAL") == [sent.sender.email]
    reply = supplier.post(f"{sent.path}/task/{tasks[1]}/message", json={"html": "<p>Yes.</p>"})
    assert reply.status_code in {200, 201}
    [entry] = entries(buyer)
    assert text(entry) == f"{sent.respondent.name} answered 2 follow-ups on #{sent.id} Supplier questions"
    assert len(entry["unreadIds"]) == 2
    assert mails(session, "GENERAL") == [sent.sender.email], "a reply is a message, which has its own mail"
    assert buyer.get("/api/updates").json["unreadNews"] == 2


def test_survey_of_an_assessment_is_a_kind_of_its_own_without_a_task(
    session: Session, signed_in: SignedIn
) -> None:
    owner, supplier = UserFactory(), UserFactory()
    colleague = colleague_of(owner)
    relationship = relate(owner.organisation_id, supplier.organisation_id)
    make_assessment(owner, relationship, internal_recipients=[colleague.id, owner.id])
    for user in (colleague, owner):
        client = signed_in(user)
        [task] = client.get("/api/userTask").json
        path = f"/api/rfx/{task['rfx']['id']}"
        client.put(f"{path}/value", json=answers_json(goods="4", dates="5", why="They are on time."))
        assert client.post(f"{path}/submission", json={}).status_code == 200
    [entry] = entries(signed_in(owner))
    assert (entry["kind"], entry["author"]["id"]) == ("SURVEY_COMPLETED", colleague.id)
    assert entry["details"] == "3 of 3 answered, score 87%"
    assert signed_in(owner).get("/api/userTask").json == []
    assert signed_in(owner).get("/api/updates").json["unreadNews"] == 1


def test_inviter_is_notified_when_the_invitation_is_accepted(session: Session, signed_in: SignedIn) -> None:
    boss = UserFactory()
    invited = colleague_of(boss, status=UserStatus.INVITED, password_hash=None)
    _, token = invite(user=invited, invited_by=actor_of(boss))
    body = {"name": "Nia Newman", "email": invited.email, "password": PASSWORD, "organisationName": "x"}
    assert signed_in(boss).put(f"/api/user/invite/{token}", json=body).status_code == 200
    [entry] = entries(signed_in(boss))
    assert text(entry).startswith("Nia Newman accepted your invitation")
    assert entry["href"] == f"/contacts/{invited.id}"
    assert boss.email in mails(session, "GENERAL")
    assert entries(signed_in(invited)) == []


def test_messages_do_not_notify(sent: SentRfx, signed_in: SignedIn) -> None:
    supplier = signed_in(sent.respondent)
    thread = supplier.get("/api/messageThread").json[0]["id"]
    assert (
        supplier.post(f"/api/messageThread/{thread}/message", json={"html": "<p>Hi.</p>"}).status_code < 300
    )
    assert entries(signed_in(sent.sender)) == []


def test_unread_entries_come_first_and_pages_continue_by_cursor(
    session: Session, signed_in: SignedIn
) -> None:
    buyer_user = UserFactory()
    supplier = UserFactory()
    rfxs = [send_rfx(buyer_user, supplier) for _ in range(3)]
    client = signed_in(supplier)
    for sent in rfxs:
        client.post(f"{sent.path}/decline", json={"reason": "No."})
    buyer = signed_in(buyer_user)
    newest_first = [f"/rfx/{sent.id}" for sent in reversed(rfxs)]
    assert [entry["href"] for entry in entries(buyer)] == newest_first
    ids = entries(buyer)[0]["unreadIds"]
    assert buyer.put("/api/notification/read", json={"ids": ids}).status_code == 204
    unread_first = [*newest_first[1:], newest_first[0]]
    assert [entry["href"] for entry in entries(buyer)] == unread_first
    first = buyer.get("/api/notification?pageSize=2")
    assert buyer.statements == 3, "one for the session, one for the list, one for its events"
    pagination = first.headers["X-Pagination"]
    assert '"total": 3' in pagination
    cursor = json.loads(pagination)["nextCursor"]
    assert [e["href"] for e in (*first.json, *entries(buyer, cursor=cursor))] == unread_first
    assert buyer.put("/api/notification/read", json={}).status_code == 204
    assert [entry["unreadIds"] for entry in entries(buyer)] == [[], [], []]
    assert [entry["href"] for entry in entries(buyer)] == newest_first


def test_users_mark_only_their_own_notifications_as_read(sent: SentRfx, signed_in: SignedIn) -> None:
    submit(signed_in(sent.respondent), sent)
    ids = entries(signed_in(sent.sender))[0]["unreadIds"]
    for stranger in (UserFactory(), colleague_of(sent.sender)):
        assert signed_in(stranger).put("/api/notification/read", json={"ids": ids}).status_code == 204
        assert signed_in(stranger).put("/api/notification/read", json={}).status_code == 204
    assert entries(signed_in(sent.sender))[0]["unreadIds"] == ids


def test_home_shows_the_news_and_the_counts_of_the_navigation(sent: SentRfx, signed_in: SignedIn) -> None:
    submit(signed_in(sent.respondent), sent)
    page = signed_in(sent.sender).get("/home").text
    assert '"news":{"RESPONSE_SUBMITTED":1}' in page
    assert "1 answer came in since yesterday." in page
    assert '<span class="count" data-counted="responses to review">1' in page
    with shifted(timedelta(days=3)):
        assert "Nothing new since yesterday." in signed_in(sent.sender).get("/home").text


@pytest.mark.parametrize(("delivery", "count"), [("AT_ONCE", 1), ("DAILY", 0), ("NEVER", 0)])
def test_mail_of_a_submission_follows_the_choice(
    session: Session, sent: SentRfx, signed_in: SignedIn, delivery: str, count: int
) -> None:
    choose(signed_in(sent.sender), RESPONSE_SUBMITTED=delivery)
    submit(signed_in(sent.respondent), sent)
    assert len(mails(session, "RFISUBMIT")) == count
    assert [row.awaits_daily_mail for row in session.query(Notification)] == [delivery == "DAILY"]


def test_choices_have_defaults_and_due_tasks_are_never_mailed_at_once(signed_in: SignedIn) -> None:
    client = signed_in(UserFactory())

    def chosen() -> dict[str, str]:
        return {row["kind"]: row["delivery"] for row in client.get("/api/notification/setting").json}

    daily = {kind for kind, delivery in chosen().items() if delivery == "DAILY"}
    assert daily == {"DUE", "DOCUMENT_ENDING", "SCHEDULE_ENDED", "CORRECTIVE_STEP_LATE"}
    assert {delivery for kind, delivery in chosen().items() if kind not in daily} == {"AT_ONCE"}
    choose(client, DUE="NEVER", RFX_DECLINED="DAILY")
    choose(client, RFX_DECLINED="NEVER")
    assert (chosen()["DUE"], chosen()["RFX_DECLINED"]) == ("NEVER", "NEVER")
    for body in (
        {"settings": [{"kind": "DUE", "delivery": "AT_ONCE"}]},
        {"settings": [{"kind": "WEATHER", "delivery": "NEVER"}]},
        {},
    ):
        assert client.put("/api/notification/setting", json=body).status_code == 422


def test_requested_resolution_notifies_the_reporter_until_it_is_decided(
    session: Session, signed_in: SignedIn, run_jobs: Any
) -> None:
    raiser, supplier = UserFactory(), UserFactory()
    relationship = relate(raiser.organisation_id, supplier.organisation_id)
    ncr = make_ncr(raiser, relationship.id).ncr
    path = f"/api/ncr/{ncr.id}/progress"
    choose(signed_in(raiser), RESOLUTION_REQUESTED="NEVER")
    buyer, other = signed_in(raiser), signed_in(supplier)
    for _ in range(2):
        assert other.post(path, json={"asksResolution": True}).status_code == 201
        [entry] = [each for each in entries(buyer) if each["unreadIds"]]
        assert text(entry) == f"{supplier.name} asked you to sign off #{ncr.id} Burrs on bore"
        [task] = buyer.get("/api/userTask").json
        assert (task["type"], task["nonConformance"], task["title"]) == (
            "REVIEW", {"id": ncr.id}, "Burrs on bore",
        )  # fmt: skip
        assert task["relationship"]["withOrganisation"]["id"] == supplier.organisation_id
    assert buyer.get("/api/updates").json["waitingNcrs"] == 1
    with shifted(timedelta(minutes=10)):
        run_jobs()
    assert mails(session, "NCRCONVERSATION") == [], "the reporter chose no mail about it"
    assert buyer.post(path, json={"html": "<p>Not yet: photos, please.</p>"}).status_code == 201
    assert buyer.get("/api/userTask").json == []
    assert entries(buyer)[0]["unreadIds"] == []
    other.post(path, json={"asksResolution": True})
    assert buyer.post(path, json={"status": "RESOLVED"}).status_code == 201
    assert buyer.get("/api/userTask").json == []
    assert buyer.get("/api/updates").json["unread"] == 0


def test_old_notifications_are_deleted(
    session: Session, sent: SentRfx, signed_in: SignedIn, run_jobs: Any
) -> None:
    submit(signed_in(sent.respondent), sent)
    for days, left in ((89, 1), (91, 0)):
        with shifted(timedelta(days=days)):
            enqueue("notifications.forgetOld")
            run_jobs()
        assert session.query(Notification).count() == left


def test_guests_have_no_notifications(signed_in: SignedIn) -> None:
    sent = send_rfx(guest=True)
    guest = signed_in(sent.respondent, rfx_id=sent.id)
    submit(guest, sent)
    assert guest.get("/api/notification").status_code == 403
    assert guest.get("/api/notification/setting").status_code == 403
    [entry] = entries(signed_in(sent.sender))
    assert entry["author"]["name"] == sent.respondent.name
    [task] = signed_in(sent.sender).get("/api/userTask").json
    assert task["relationship"]["withOrganisation"]["name"] == "Guest"
