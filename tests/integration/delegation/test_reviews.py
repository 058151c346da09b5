"""Review parts: asked of colleagues of the requester, closed by the server, asked again after changes."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.delegation.models import RfxReviewPart
from app.delegation.types import MAX_PARTS, ReviewStatus
from app.events.models import EventLog
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.notifications.models import Notification
from app.rfx.models import FormValue, Rfx
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.reviews import COMPANY, MONEY, accept_body, make_review, submit
from tests.factories.rfx import SentRfx, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

TWO_ANSWERS = ("colour", "scored")


@pytest.fixture
def sent(session: Session) -> SentRfx:
    sent = send_rfx()
    submit(sent)
    return sent


@pytest.fixture
def reviewer(sent: SentRfx) -> User:
    """A colleague without any permission."""
    return colleague_of(sent.sender, name="Ana Horvat", role_name="Viewer")


def section(sent: SentRfx, index: int) -> dict[str, int]:
    return {"docFormId": sent.forms[0].id, "sectionIndex": index}


def reviews_of(client: CheckedClient, sent: SentRfx) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = client.get(f"{sent.path}/reviewPart").json["parts"]
    return parts


def review_task(session: Session) -> UserTask:
    session.expire_all()
    return session.query(UserTask).filter_by(type="REVIEW_PART").order_by(UserTask.id.desc()).first()


def test_colleague_gets_a_task_and_a_mail(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    due = (now() + timedelta(days=3)).date().isoformat()
    body = {"userId": reviewer.id, "sections": [section(sent, 2)], "note": "Please <b>hurry</b>", "due": due}
    response = signed_in(sent.sender).post(f"{sent.path}/reviewPart", json=body)
    assert response.status_code == 201, response.text
    (part,) = response.json["parts"]
    assert part["title"] == "Money"
    assert part["keys"] == ["turnover", "colour", "papers", "remarks", "scored"]
    assert (part["assignee"]["name"], part["status"], part["isOwn"]) == ("Ana Horvat", "ASKED", False)
    assert response.json["mayAssign"] is True

    client = signed_in(reviewer)
    (task,) = client.get("/api/userTask").json
    assert (task["type"], task["title"], task["due"]) == ("REVIEW_PART", "Review a part: Money", due)
    assert client.get(f"/rfx/{sent.id}/task/{task['id']}").status_code == 200
    mail = session.query(OutboxMail).filter_by(to_user_id=reviewer.id, template="USERTASKASSIGNMENT").one()
    assert "Review the answers" in mail.html
    assert "Please &lt;b&gt;hurry&lt;/b&gt;" in mail.html
    assert f"/rfx/{sent.id}/task/{task['id']}" in mail.text
    own = client.get(f"{sent.path}/reviewPart").json
    assert (own["parts"][0]["isOwn"], own["mayAssign"]) == (True, False)


def test_reviewer_reviews_the_part_and_nothing_else(
    sent: SentRfx, reviewer: User, signed_in: SignedIn
) -> None:
    client = signed_in(reviewer)
    question = {"descriptionHtml": "<p>Since when?</p>"}
    for method, path, body in (
        ("PUT", "acceptance", accept_body("colour")),
        ("POST", "task", question | {"field": "colour"}),
    ):
        assert client.open(f"{sent.path}/{path}", method=method, json=body).status_code == 403
    assert client.get(f"{sent.path}/assignee").status_code == 403
    assert client.get(sent.path).json["actions"]["review"] is False

    make_review(sent, to=reviewer, keys=TWO_ANSWERS)
    rfx = client.get(sent.path).json
    actions = rfx["actions"]
    assert (actions["review"], rfx["reviewKeys"]) == (True, ["colour", "scored"])
    assert "reviewKeys" not in signed_in(sent.sender).get(sent.path).json
    assert not any(actions[name] for name in ("reopen", "remind", "withdraw", "answer", "changeDeadline"))
    assert client.put(f"{sent.path}/acceptance", json=accept_body("colour")).status_code == 200
    assert client.put(f"{sent.path}/acceptance", json=accept_body("colour", "iso")).status_code == 403
    assert client.get(f"{sent.path}/assignee").status_code == 200
    raised = client.post(f"{sent.path}/task", json=question | {"field": "scored"})
    assert raised.status_code == 201
    assert client.post(f"{sent.path}/task", json=question | {"field": "iso"}).status_code == 403
    own_task = f"{sent.path}/task/{raised.json['taskId']}"
    assert client.put(own_task, json={"isOpen": False}).status_code == 200
    other = signed_in(sent.sender).post(f"{sent.path}/task", json=question | {"field": "iso"}).json
    foreign_task = f"{sent.path}/task/{other['taskId']}"
    assert client.put(foreign_task, json={"isOpen": False}).status_code == 403
    assert client.post(f"{sent.path}/reopen", json={}).status_code == 403


def test_access_ends_with_the_part(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    part = make_review(sent, to=reviewer)
    owner = signed_in(sent.sender)
    assert owner.post(f"{sent.path}/reviewPart/{part.id}/withdraw", json={}).json["parts"] == []
    assert not review_task(session).is_open
    client = signed_in(reviewer)
    assert client.put(f"{sent.path}/acceptance", json=accept_body("colour")).status_code == 403
    again = owner.post(f"{sent.path}/reviewPart/{part.id}/withdraw", json={})
    assert (again.status_code, again.json["message"]) == (409, "This part was taken back.")


def test_part_is_done_when_each_answer_is_accepted_or_queried(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    make_review(sent, to=reviewer, title="Finance")
    client = signed_in(reviewer)
    client.put(f"{sent.path}/acceptance", json=accept_body("colour", "remarks"))
    assert reviews_of(client, sent)[0]["status"] == "ASKED"
    question = {"descriptionHtml": "<p>Since when?</p>", "field": "scored"}
    client.post(f"{sent.path}/task", json=question)
    (part,) = reviews_of(client, sent)
    assert part["status"] == "DONE"
    assert part["done"]
    assert not review_task(session).is_open
    assert client.get("/api/userTask").json == []

    (notice,) = [
        row for row in signed_in(sent.sender).get("/api/notification").json if row["kind"] == "REVIEW_DONE"
    ]
    sentence = "".join(piece["text"] for piece in notice["sentence"])
    assert sentence.startswith(f"Ana Horvat finished a review of #{sent.id}")
    assert notice["details"] == "“Finance”"
    mail = session.query(OutboxMail).filter_by(to_user_id=sent.sender.id, template="GENERAL").one()
    assert "finished a review" in mail.html
    assert session.query(Notification).filter_by(user_id=reviewer.id).count() == 0


def test_part_is_done_even_if_a_colleague_accepts_the_last_answer(
    sent: SentRfx, reviewer: User, signed_in: SignedIn
) -> None:
    make_review(sent, to=reviewer, keys=TWO_ANSWERS)
    owner = signed_in(sent.sender)
    owner.put(f"{sent.path}/acceptance", json=accept_body(*COMPANY, *MONEY))
    assert reviews_of(owner, sent)[0]["status"] == "DONE"
    owner.put(f"{sent.path}/acceptance", json=accept_body("colour", accepted=False))
    assert reviews_of(owner, sent)[0]["status"] == "DONE"


def test_hidden_and_empty_answers_need_no_review(sent: SentRfx, reviewer: User, signed_in: SignedIn) -> None:
    make_review(sent, to=reviewer, keys=("iso", "certificate", "turnover"))
    client = signed_in(reviewer)
    client.put(f"{sent.path}/acceptance", json=accept_body("iso"))
    assert reviews_of(client, sent)[0]["status"] == "DONE"


def test_closing_an_answered_follow_up_finishes_the_part(
    sent: SentRfx, reviewer: User, signed_in: SignedIn
) -> None:
    client, supplier = signed_in(reviewer), signed_in(sent.respondent)
    question = {"descriptionHtml": "<p>Since when?</p>", "field": "colour"}
    task_id = signed_in(sent.sender).post(f"{sent.path}/task", json=question).json["taskId"]
    supplier.post(f"{sent.path}/task/{task_id}/message", json={"html": "<p>Since May.</p>"})
    make_review(sent, to=reviewer, keys=("colour",))
    assert reviews_of(client, sent)[0]["status"] == "ASKED"
    client.put(f"{sent.path}/task/{task_id}", json={"isOpen": False})
    assert reviews_of(client, sent)[0]["status"] == "DONE"


def test_changed_answers_are_reviewed_again_after_the_next_submission(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    make_review(sent, to=reviewer, keys=TWO_ANSWERS)
    other = make_review(sent, to=reviewer, keys=("remarks",))
    owner, client, supplier = signed_in(sent.sender), signed_in(reviewer), signed_in(sent.respondent)
    client.put(f"{sent.path}/acceptance", json=accept_body(*MONEY))
    assert [part["status"] for part in reviews_of(client, sent)] == ["DONE", "DONE"]
    owner.post(f"{sent.path}/reopen", json={})
    supplier.put(f"{sent.path}/value", json={"values": {"colour": {"value": "g", "baseIteration": 1}}})
    assert [part["status"] for part in reviews_of(client, sent)] == ["DONE", "DONE"]
    assert supplier.post(f"{sent.path}/submission", json={}).status_code == 200
    assert [part["status"] for part in reviews_of(client, sent)] == ["ASKED", "DONE"]
    tasks = client.get("/api/userTask").json
    assert [task["type"] for task in tasks] == ["REVIEW_PART"]
    mail = session.query(OutboxMail).filter_by(to_user_id=reviewer.id, template="USERTASKASSIGNMENT").one()
    assert "has changed answers of your part" in mail.html
    client.put(f"{sent.path}/acceptance", json=accept_body("colour", iteration=2))
    assert [part["status"] for part in reviews_of(client, sent)] == ["DONE", "DONE"]
    assert session.get_one(RfxReviewPart, other.id).done is not None


def test_waiting_part_stays_while_the_rfx_is_open_again(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    part = make_review(sent, to=reviewer, keys=("colour",))
    owner, client, supplier = signed_in(sent.sender), signed_in(reviewer), signed_in(sent.respondent)
    owner.post(f"{sent.path}/reopen", json={})
    assert review_task(session).is_open
    client.put(f"{sent.path}/acceptance", json=accept_body("colour"))
    assert reviews_of(client, sent)[0]["status"] == "ASKED"
    refused = owner.post(f"{sent.path}/reviewPart/{part.id}/reminder", json={})
    assert (refused.status_code, refused.json["code"]) == (409, "rfxNotSubmitted")
    supplier.put(f"{sent.path}/value", json={"values": {"colour": {"value": None, "baseIteration": 1}}})
    supplier.post(f"{sent.path}/submission", json={})
    assert reviews_of(client, sent)[0]["status"] == "DONE"
    assert not review_task(session).is_open


BAD: tuple[tuple[dict[str, Any], str, str], ...] = (
    ({"keys": ["nothing"]}, "keys", "This RFx has no such question."),
    ({"sections": [{"docFormId": 1, "sectionIndex": 1}]}, "sections", "This RFx has no such question."),
    ({"keys": ["verdict"]}, "keys", "Your own questions can't be reviewed."),
    ({"keys": []}, "sections", "Choose at least one section with questions."),
    ({"keys": ["turnover", "papers"]}, "sections", "There are no answers to review in these sections."),
    ({"keys": ["employees"]}, "sections", "All answers in these sections are reviewed already."),
    ({"due": "2020-01-01"}, "due", "This day is already over. Choose a later one."),
    ({"note": "x" * 501}, "note", "This must have at most 500 characters."),
)


@pytest.mark.parametrize(("change", "name", "sentence"), BAD)
def test_bad_input_gets_a_sentence(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, change: dict[str, Any], name: str, sentence: str
) -> None:
    owner = signed_in(sent.sender)
    owner.put(f"{sent.path}/acceptance", json=accept_body("employees"))
    body = {"userId": reviewer.id, "keys": ["colour"]} | change
    refused = owner.post(f"{sent.path}/reviewPart", json=body)
    assert refused.status_code == 422, refused.text
    assert refused.json["fields"][name] == [sentence]


def test_reviewer_is_an_active_colleague(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    owner = signed_in(sent.sender)
    for user in (sent.respondent, UserFactory()):
        refused = owner.post(f"{sent.path}/reviewPart", json={"userId": user.id, "keys": ["colour"]})
        assert refused.json["fields"] == {"userId": ["Choose someone at Northwind Buying."]}
    reviewer.status = UserStatus.SUSPENDED
    session.flush()
    refused = owner.post(f"{sent.path}/reviewPart", json={"userId": reviewer.id, "keys": ["colour"]})
    sentence = "Ana Horvat is suspended. Choose someone else."
    assert (refused.status_code, refused.json["message"]) == (409, sentence)


def test_only_senders_of_the_requester_ask(sent: SentRfx, reviewer: User, signed_in: SignedIn) -> None:
    body = {"userId": reviewer.id, "keys": ["colour"]}
    for user, status in ((reviewer, 403), (sent.respondent, 403), (UserFactory(), 404)):
        assert signed_in(user).post(f"{sent.path}/reviewPart", json=body).status_code == status
    part = make_review(sent, to=reviewer)
    own, others = f"{sent.path}/reviewPart/{part.id}", f"{send_rfx(sent.sender).path}/reviewPart/{part.id}"
    owner = signed_in(sent.sender)
    for path, client, status in (
        (own, signed_in(reviewer), 403), (own, signed_in(sent.respondent), 403), (others, owner, 404),
    ):  # fmt: skip
        assert client.post(f"{path}/withdraw", json={}).status_code == status
    assert owner.put(others, json={"note": "", "due": None}).status_code == 409


def test_unsubmitted_and_sealed_answers_cannot_be_given_away(signed_in: SignedIn, session: Session) -> None:
    open_rfx = send_rfx()
    colleague = colleague_of(open_rfx.sender)
    owner = signed_in(open_rfx.sender)
    body = {"userId": colleague.id, "keys": ["colour"]}
    refused = owner.post(f"{open_rfx.path}/reviewPart", json=body)
    sentence = "This RFx is not submitted, so its answers can't be reviewed by others yet."
    assert (refused.status_code, refused.json["message"]) == (409, sentence)
    submit(open_rfx)
    session.execute(update(Rfx).where(Rfx.id == open_rfx.id).values(is_sealed=True))
    session.expire_all()
    refused = owner.post(f"{open_rfx.path}/reviewPart", json=body)
    assert (refused.status_code, refused.json["code"]) == (409, "rfxSealed")
    assert owner.get(open_rfx.path).json["actions"]["review"] is False


def test_change_asks_the_new_reviewer_and_closes_the_former_task(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    part = make_review(sent, to=reviewer, keys=TWO_ANSWERS)
    owner, colleague = signed_in(sent.sender), colleague_of(sent.sender, name="Bo Berg", role_name="Viewer")
    path = f"{sent.path}/reviewPart/{part.id}"
    changed = owner.put(path, json={"userId": colleague.id, "note": "New", "due": None}).json["parts"][0]
    assert (changed["assignee"]["name"], changed["note"]) == ("Bo Berg", "New")
    assert signed_in(reviewer).get("/api/userTask").json == []
    client = signed_in(colleague)
    assert [task["type"] for task in client.get("/api/userTask").json] == ["REVIEW_PART"]
    accept = accept_body(*TWO_ANSWERS)
    assert signed_in(reviewer).put(f"{sent.path}/acceptance", json=accept).status_code == 403
    assert owner.post(f"{path}/reminder", json={}).status_code == 200
    mails = session.query(OutboxMail).filter_by(to_user_id=colleague.id).order_by(OutboxMail.id).all()
    assert [mail.subject.split(":")[0] for mail in mails] != []
    assert "Reminder: " in mails[-1].html
    assert client.put(f"{sent.path}/acceptance", json=accept).status_code == 200
    for refused in (
        owner.put(path, json={"note": "", "due": None}),
        owner.post(f"{path}/reminder", json={}),
    ):
        assert refused.status_code == 409
    assert session.query(FormValue).filter(FormValue.accepted_by_user_id == colleague.id).count() == 2


def test_repeated_request_asks_once(sent: SentRfx, reviewer: User, signed_in: SignedIn) -> None:
    owner, body = signed_in(sent.sender), {"userId": reviewer.id, "keys": ["colour"]}
    headers = {"Idempotency-Key": "review-once"}
    for _ in range(2):
        owner.post(f"{sent.path}/reviewPart", json=body, headers=headers)
    assert len(reviews_of(owner, sent)) == 1


def test_limit_of_live_parts(sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session) -> None:
    part = make_review(sent, to=reviewer)
    columns = {
        "rfx_id": sent.id, "title": "More", "keys": ["colour"], "reviewer_user_id": reviewer.id,
        "asked_by_user_id": sent.sender.id, "task_id": part.task_id, "status": ReviewStatus.ASKED,
    }  # fmt: skip
    session.add_all(RfxReviewPart(**columns) for _ in range(MAX_PARTS - 1))
    session.flush()
    body = {"userId": reviewer.id, "keys": ["colour"]}
    refused = signed_in(sent.sender).post(f"{sent.path}/reviewPart", json=body)
    sentence = "An RFx can have at most 40 parts to review."
    assert (refused.status_code, refused.json["message"]) == (409, sentence)


def test_review_task_is_not_closed_by_hand(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    make_review(sent, to=reviewer)
    refused = signed_in(reviewer).put(f"/api/userTask/{review_task(session).id}/done")
    sentence = "Accept each answer of the part or ask about it. That closes this task."
    assert (refused.status_code, refused.json["message"]) == (409, sentence)


def test_events_are_in_the_log_of_the_requester_only(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    part = make_review(sent, to=reviewer, keys=("colour",))
    signed_in(reviewer).put(f"{sent.path}/acceptance", json=accept_body("colour"))
    signed_in(sent.sender).post(f"{sent.path}/reviewPart/{part.id}/withdraw", json={})
    events = session.query(EventLog).filter(EventLog.type.like("rfx.review%")).order_by(EventLog.id).all()
    assert [event.type for event in events] == ["rfx.reviewAsked", "rfx.reviewDone", "rfx.reviewWithdrawn"]
    assert {event.organisation_id for event in events} == {sent.sender.organisation_id}
