"""Parts of an RFx: assigned to colleagues, done, returned, taken back."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.delegation.operations.assignees import Person
from app.delegation.operations.ending import report_ended_parts
from app.delegation.types import MAX_MAILS, MAX_PARTS, REPORT_JOB
from app.events.models import EventLog
from app.kernel import clock
from app.kernel.clock import now
from app.kernel.jobs.queue import Job
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import FormValue, RfxPart
from app.rfx.types import PartStatus
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.parts import MONEY, make_part, part_body
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, field, heading, send_rfx
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.people import SignedIn


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx(deadline=now() + timedelta(days=20))


@pytest.fixture
def viewer(sent: SentRfx) -> User:
    return colleague_of(sent.respondent, name="Ana Horvat", role_name="Viewer")


def test_colleague_gets_a_task_and_a_mail(
    sent: SentRfx, viewer: User, signed_in: SignedIn, session: Session
) -> None:
    client = signed_in(sent.respondent)
    due = (now() + timedelta(days=9)).date()
    body = {"userId": viewer.id, "sections": [section(sent, 2)], "note": "Please <b>hurry</b>"}
    body["due"] = due.isoformat()
    response = client.post(f"{sent.path}/part", json=body)
    assert response.status_code == 201, response.text
    (part,) = response.json["parts"]
    assert part["title"] == "Money"
    assert part["keys"] == list(MONEY)
    assert part["assignee"]["name"] == "Ana Horvat"
    assert (part["status"], part["isOwn"], part["isGuest"], part["email"]) == ("ASKED", False, False, None)

    tasks = signed_in(viewer).get("/api/userTask").json
    (task,) = [task for task in tasks if task["type"] == "RFX_PART"]
    assert task["title"] == "Answer a part: Money"
    assert task["due"] == due.isoformat()
    mail = session.query(OutboxMail).filter_by(to_user_id=viewer.id, template="USERTASKASSIGNMENT").one()
    assert "Open your part" in mail.html
    assert "Please &lt;b&gt;hurry&lt;/b&gt;" in mail.html
    assert f"/rfx/{sent.id}/task/{task['id']}" in mail.text


def section(sent: SentRfx, index: int) -> dict[str, int]:
    return {"docFormId": sent.forms[0].id, "sectionIndex": index}


def test_viewer_answers_the_part_and_nothing_else(
    sent: SentRfx, viewer: User, signed_in: SignedIn, session: Session
) -> None:
    client = signed_in(viewer)
    assert client.put(f"{sent.path}/value", json=answers_json(colour="r")).status_code == 403
    make_part(sent, to=viewer)
    rfx = client.get(f"{sent.path}?i=rwMap&i=reuse").json
    assert {key for key, is_writable in rfx["rwMap"].items() if is_writable} == set(MONEY)
    assert (
        rfx["actions"] | {"answer": True, "submit": False, "sign": False, "reuse": False, "reply": False}
        == rfx["actions"]
    )
    result = client.put(f"{sent.path}/value", json=answers_json(colour="r", company_name="No")).json
    assert list(result["saved"]) == ["colour"]
    assert result["refused"] == {"company_name": "You cannot change this answer."}
    assert client.post(f"{sent.path}/submission", json={}).status_code == 403
    row = session.query(FormValue).one()
    assert (row.organisation_id, row.created_by_user_id) == (sent.respondent.organisation_id, viewer.id)
    assert session.query(RfxPart).one().status == PartStatus.OPENED


def test_opening_is_the_first_act_and_not_the_reading(
    sent: SentRfx, viewer: User, signed_in: SignedIn
) -> None:
    make_part(sent, to=viewer)
    client = signed_in(viewer)
    client.get(f"/rfx/{sent.id}")
    assert parts_of(client, sent)[0]["status"] == "ASKED"
    client.post(f"{sent.path}/opened")
    assert parts_of(client, sent)[0]["status"] == "OPENED"


def parts_of(client: CheckedClient, sent: SentRfx) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = client.get(f"{sent.path}/part").json["parts"]
    return parts


def test_done_closes_the_task_and_leaves_the_answers_correctable(
    sent: SentRfx, viewer: User, signed_in: SignedIn, session: Session
) -> None:
    part = make_part(sent, to=viewer)
    client = signed_in(viewer)
    (done,) = client.post(f"{sent.path}/part/{part.id}/done", json={}).json["parts"]
    assert done["status"] == "DONE"
    assert done["done"]
    assert not session.query(UserTask).filter_by(type="RFX_PART").one().is_open
    assert client.put(f"{sent.path}/value", json=answers_json(colour="g")).json["saved"]
    again = client.post(f"{sent.path}/part/{part.id}/done", json={})
    assert (again.status_code, again.json["message"]) == (409, "This part is already done.")


def test_who_asked_gets_one_mail_for_the_parts_that_end_together(
    sent: SentRfx, viewer: User, signed_in: SignedIn, session: Session
) -> None:
    first = make_part(sent, to=viewer, title="Money")
    second = make_part(sent, to=viewer, title="People", keys=["employees"])
    client = signed_in(viewer)
    client.post(f"{sent.path}/part/{first.id}/done", json={})
    client.post(f"{sent.path}/part/{second.id}/return", json={"reason": "Ask Jo."})
    (job,) = session.query(Job).filter_by(name=REPORT_JOB)
    report_ended_parts(**job.args)
    report_ended_parts(**job.args)
    mail = session.query(OutboxMail).filter_by(to_user_id=sent.respondent.id, template="GENERAL").one()
    assert "2 parts of “Supplier questions”: 1 done, 1 given back" in mail.text
    assert "Ana Horvat has given back “People”: Ask Jo." in mail.text


def test_returned_part_ends_with_a_reason(sent: SentRfx, viewer: User, signed_in: SignedIn) -> None:
    part = make_part(sent, to=viewer)
    client = signed_in(viewer)
    client.put(f"{sent.path}/value", json=answers_json(colour="r"))
    assert client.post(f"{sent.path}/part/{part.id}/return", json={"reason": " "}).status_code == 422
    assert client.post(f"{sent.path}/part/{part.id}/return", json={"reason": "Not mine."}).status_code == 204
    (returned,) = parts_of(signed_in(sent.respondent), sent)
    assert (returned["status"], returned["reason"]) == ("RETURNED", "Not mine.")
    assert client.put(f"{sent.path}/value", json=answers_json(colour="g")).status_code == 403
    assert client.get(sent.path).json["latestValuesFvc"]["values"]["colour"]["value"] == "r"


def test_part_of_another_user_cannot_be_ended(sent: SentRfx, viewer: User, signed_in: SignedIn) -> None:
    part = make_part(sent, to=viewer)
    client = signed_in(sent.respondent)
    assert client.post(f"{sent.path}/part/{part.id}/done", json={}).status_code == 403
    assert client.post(f"{sent.path}/part/{part.id}/return", json={"reason": "No"}).status_code == 403


def test_change_asks_another_person_and_ends_the_first(
    sent: SentRfx, viewer: User, signed_in: SignedIn
) -> None:
    part = make_part(sent, to=viewer)
    other = colleague_of(sent.respondent, name="Ben", role_name="Viewer")
    client = signed_in(sent.respondent)
    response = client.put(
        f"{sent.path}/part/{part.id}", json={"userId": other.id, "note": "Now you", "due": None}
    )
    assert response.json["parts"][0]["assignee"]["name"] == "Ben"
    assert signed_in(viewer).put(f"{sent.path}/value", json=answers_json(colour="g")).status_code == 403
    assert signed_in(other).put(f"{sent.path}/value", json=answers_json(colour="g")).json["saved"]
    assert [task["type"] for task in signed_in(viewer).get("/api/userTask").json] == []


def test_done_part_is_asked_again_by_a_change(
    sent: SentRfx, viewer: User, signed_in: SignedIn, session: Session
) -> None:
    part = make_part(sent, to=viewer)
    signed_in(viewer).post(f"{sent.path}/part/{part.id}/done", json={})
    client = signed_in(sent.respondent)
    (changed,) = client.put(f"{sent.path}/part/{part.id}", json={"note": "More please", "due": None}).json[
        "parts"
    ]
    assert (changed["status"], changed["done"], changed["note"]) == ("ASKED", None, "More please")
    assert session.query(UserTask).filter_by(type="RFX_PART", is_open=True).count() == 1


def test_taking_back_leaves_every_answer(sent: SentRfx, viewer: User, signed_in: SignedIn) -> None:
    part = make_part(sent, to=viewer)
    signed_in(viewer).put(f"{sent.path}/value", json=answers_json(colour="r"))
    client = signed_in(sent.respondent)
    assert client.post(f"{sent.path}/part/{part.id}/withdraw", json={}).json["parts"] == []
    assert signed_in(viewer).put(f"{sent.path}/value", json=answers_json(colour="g")).status_code == 403
    values = client.get(sent.path).json["latestValuesFvc"]["values"]
    assert (values["colour"]["value"], values["colour"]["by"]["name"]) == ("r", "Ana Horvat")
    again = client.post(f"{sent.path}/part/{part.id}/withdraw", json={})
    assert (again.status_code, again.json["message"]) == (409, "This part was taken back.")


def test_parts_end_with_the_rfx_and_resume_with_a_reopening_for_their_keys(
    sent: SentRfx, viewer: User, signed_in: SignedIn, session: Session
) -> None:
    open_part = make_part(sent, to=viewer, title="Open")
    done_part = make_part(sent, to=viewer, title="Done", keys=["employees"])
    other_part = make_part(sent, to=viewer, title="Other", keys=["iso"])
    client, requester = signed_in(viewer), signed_in(sent.sender)
    for part in (done_part, other_part):
        client.post(f"{sent.path}/part/{part.id}/done", json={})
    lead = signed_in(sent.respondent)
    lead.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    assert lead.post(f"{sent.path}/submission", json={}).status_code == 200
    assert session.query(UserTask).filter_by(type="RFX_PART", is_open=True).count() == 0
    assert client.put(f"{sent.path}/value", json=answers_json(colour="g")).status_code == 409
    assert client.post(f"{sent.path}/part/{open_part.id}/done", json={}).status_code == 409
    assert requester.post(f"{sent.path}/reopen", json={"fields": ["employees"]}).status_code == 200
    states = {part["title"]: part["status"] for part in parts_of(client, sent)}
    assert states == {"Open": "ASKED", "Done": "ASKED", "Other": "DONE"}
    assert session.query(UserTask).filter_by(type="RFX_PART", is_open=True).count() == 2


def test_requester_and_strangers_see_no_parts(sent: SentRfx, viewer: User, signed_in: SignedIn) -> None:
    part = make_part(sent, to=viewer)
    requester, stranger = signed_in(sent.sender), signed_in(UserFactory())
    assert requester.get(f"{sent.path}/part").status_code == 403
    assert stranger.get(f"{sent.path}/part").status_code == 404
    for client, status in ((requester, 403), (stranger, 404), (signed_in(viewer), 403)):
        assert client.post(f"{sent.path}/part", json=part_body()).status_code == status
        assert client.post(f"{sent.path}/part/{part.id}/withdraw", json={}).status_code == status
    other = send_rfx(sent.sender, sent.respondent)
    assert (
        signed_in(sent.respondent).post(f"{other.path}/part/{part.id}/withdraw", json={}).status_code == 404
    )


@pytest.mark.parametrize(
    ("body", "field_name", "sentence"),
    [
        ({"keys": ["elsewhere"]}, "keys", "This RFx has no such question."),
        ({"keys": ["verdict"]}, "keys", "A signature and Northwind Buying's own questions can't be in a part."),
        ({"keys": []}, "sections", "Choose at least one section with questions."),
        ({"sections": [{"docFormId": 1, "sectionIndex": 1}]}, "sections", "This RFx has no such question."),
        ({"name": ""}, "name", "Enter the person's name."),
        ({"name": "Anonymous"}, "name", "Enter the person's name."),
        ({"email": "nobody"}, "email", "Please enter a valid e-mail address."),
        ({"due": "2020-01-01"}, "due", "This day is already over. Choose a later one."),
    ],
)  # fmt: skip
def test_wrong_input_gets_a_sentence(
    sent: SentRfx, signed_in: SignedIn, body: dict[str, object], field_name: str, sentence: str
) -> None:
    response = signed_in(sent.respondent).post(f"{sent.path}/part", json=part_body(**body))
    assert response.status_code == 422
    assert sentence in response.json["fields"][field_name], response.text


def test_question_of_another_rfx_is_unknown(sent: SentRfx, signed_in: SignedIn) -> None:
    other = send_rfx(sent.sender, sent.respondent, blocks=[heading("Only there"), field("only_there")])
    body = part_body(keys=[], sections=[section(other, 1)])
    response = signed_in(sent.respondent).post(f"{sent.path}/part", json=body)
    assert response.status_code == 422
    assert response.json["errors"] == ["This RFx has no such question."]
    assert (
        signed_in(sent.respondent).post(f"{sent.path}/part", json=part_body(keys=["only_there"])).status_code
        == 422
    )


def test_day_must_be_before_the_deadline(sent: SentRfx, signed_in: SignedIn) -> None:
    deadline = sent.rfx.deadline
    assert deadline is not None
    client = signed_in(sent.respondent)
    late = client.post(f"{sent.path}/part", json=part_body(due=deadline.date() + timedelta(days=2)))
    assert late.json["errors"][0].startswith("The day must be before the deadline, ")
    assert (
        client.post(f"{sent.path}/part", json=part_body(due=deadline.date() - timedelta(days=2))).status_code
        == 201
    )


def test_suspended_colleague_is_refused(sent: SentRfx, viewer: User, signed_in: SignedIn) -> None:
    viewer.status = UserStatus.SUSPENDED
    client = signed_in(sent.respondent)
    for body in ({"userId": viewer.id}, {"email": viewer.email}):
        response = client.post(f"{sent.path}/part", json=part_body(**body))
        assert (response.status_code, response.json["message"]) == (
            409,
            "Ana Horvat is suspended. Choose someone else.",
        )


def test_user_of_another_organisation_is_no_colleague(sent: SentRfx, signed_in: SignedIn) -> None:
    response = signed_in(sent.respondent).post(f"{sent.path}/part", json=part_body(userId=UserFactory().id))
    assert response.status_code == 422
    assert response.json["errors"][0].startswith("Choose someone at ")


def test_requesters_colleagues_are_refused(sent: SentRfx, signed_in: SignedIn) -> None:
    sent.sender.email = "jo@northwind.example"
    client = signed_in(sent.respondent)
    for email in ("jo@northwind.example", "someone.else@Northwind.example"):
        response = client.post(f"{sent.path}/part", json=part_body(email=email))
        assert response.status_code == 422
        assert response.json["errors"] == [
            f"{response.json['errors'][0].split()[0]} belongs to Northwind Buying's organisation."
        ]
    sent.sender.email = "jo@gmail.com"
    assert client.post(f"{sent.path}/part", json=part_body(email="other@gmail.com")).status_code == 201


def test_address_of_a_colleague_gives_a_task(sent: SentRfx, viewer: User, signed_in: SignedIn) -> None:
    (part,) = (
        signed_in(sent.respondent)
        .post(f"{sent.path}/part", json=part_body(email=viewer.email.upper()))
        .json["parts"]
    )
    assert (part["assignee"]["id"], part["isGuest"]) == (viewer.id, False)


def test_signed_and_closed_rfxs_take_no_parts(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=[heading("One"), field("one"), field("sign", "FORMSIGNATURE")])
    client = signed_in(sent.respondent)
    response = client.post(f"{sent.path}/part", json=part_body(keys=["sign"]))
    assert response.status_code == 422
    client.put(f"{sent.path}/value", json=answers_json(sign={"name": "Jo", "strokes": [[1, 2, 3, 4]]}))
    response = client.post(f"{sent.path}/part", json=part_body(keys=["one"]))
    assert (response.status_code, response.json["code"]) == (409, "rfxSigned")
    other = send_rfx(sent.sender, sent.respondent)
    client.post(f"{other.path}/decline", json={"reason": "No"})
    assert client.post(f"{other.path}/part", json=part_body()).status_code == 409


def test_limits(sent: SentRfx, viewer: User, signed_in: SignedIn, session: Session) -> None:
    client = signed_in(sent.respondent)
    for number in range(20):
        make_part(sent, person=_person(number))
    refused = client.post(f"{sent.path}/part", json=part_body())
    assert (refused.status_code, refused.json["message"]) == (
        409,
        "At most 20 people can be asked by e-mail for one RFx.",
    )
    for _ in range(MAX_PARTS - 20):
        make_part(sent, to=viewer)
    full = client.post(f"{sent.path}/part", json={"userId": viewer.id, "keys": ["colour"]})
    assert (full.status_code, full.json["message"]) == (409, "An RFx can have at most 40 parts.")
    for part in session.query(RfxPart).filter(RfxPart.mailed.is_(None)):
        part.mailed = now()
    session.flush()
    for _ in range(MAX_MAILS - MAX_PARTS):
        other = send_rfx(sent.sender, sent.respondent)
        make_part(other)
    other = send_rfx(sent.sender, sent.respondent)
    many = client.post(f"{other.path}/part", json=part_body())
    assert many.status_code == 429
    with clock.shifted(timedelta(hours=1, minutes=1)):
        assert signed_in(sent.respondent).post(f"{other.path}/part", json=part_body()).status_code == 201


def _person(number: int) -> Person:
    return Person(name=f"Person {number}", email=f"person{number}@lab.example")


def test_events_are_in_the_log_of_the_respondent_only(
    sent: SentRfx, viewer: User, signed_in: SignedIn, session: Session
) -> None:
    part = make_part(sent, to=viewer)
    signed_in(viewer).post(f"{sent.path}/opened")
    signed_in(viewer).post(f"{sent.path}/part/{part.id}/done", json={})
    signed_in(sent.respondent).post(f"{sent.path}/part/{part.id}/withdraw", json={})
    events = session.query(EventLog).filter(EventLog.type.like("rfx.part%")).order_by(EventLog.id).all()
    assert [event.type for event in events] == [
        "rfx.partAsked",
        "rfx.partOpened",
        "rfx.partDone",
        "rfx.partWithdrawn",
    ]
    assert {event.organisation_id for event in events} == {sent.respondent.organisation_id}


def test_statements_of_the_page_do_not_grow_with_the_parts(
    sent: SentRfx, viewer: User, signed_in: SignedIn
) -> None:
    client, counts = signed_in(sent.respondent), []
    for parts in (1, MAX_PARTS - 1):
        for _ in range(parts):
            make_part(sent, to=viewer)
        client.get(f"/rfx/{sent.id}")
        with counted_statements() as recorded:
            assert client.get(f"/rfx/{sent.id}").status_code == 200
        counts.append(len(recorded.statements))
    assert counts[0] == counts[1]


def test_reminder_reaches_the_assignee(
    sent: SentRfx, viewer: User, signed_in: SignedIn, session: Session
) -> None:
    part = make_part(sent, to=viewer)
    client = signed_in(sent.respondent)
    assert client.post(f"{sent.path}/part/{part.id}/reminder", json={}).status_code == 200
    mail = session.query(OutboxMail).filter_by(to_user_id=viewer.id, template="RFIREMINDER").one()
    assert "is waiting for your part" in mail.text
    signed_in(viewer).post(f"{sent.path}/part/{part.id}/done", json={})
    refused = client.post(f"{sent.path}/part/{part.id}/reminder", json={})
    assert (refused.status_code, refused.json["message"]) == (409, "This part is not waiting for an answer.")
