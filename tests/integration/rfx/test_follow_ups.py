"""Follow-up tasks: raised on an answer, answered by a reply or a change, closed by who asked."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Role
from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.kernel.clock import now, shifted
from app.kernel.mail import OutboxMail
from app.kernel.sanitise import plain_text
from app.messages.models import MessageThread
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.rfx import ANSWERS, SentRfx, field, given, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

TEXT = "<p>Which site does the certificate cover?</p>"


def ask(client: CheckedClient, sent: SentRfx, key: str = "company_name", **more: Any) -> Any:
    return client.post(f"{sent.path}/task", json={"field": key, "descriptionHtml": TEXT, **more})


def raised(client: CheckedClient, sent: SentRfx, key: str = "company_name", **more: Any) -> dict[str, Any]:
    answer = ask(client, sent, key, **more)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = next(t for t in answer.json["tasks"] if t["id"] == answer.json["taskId"])
    return found


def task_at(client: CheckedClient, sent: SentRfx, task_id: int) -> dict[str, Any]:
    tasks = client.get(f"{sent.path}?i=tasks").json["tasks"]
    found: dict[str, Any] = next(task for task in tasks if task["id"] == task_id)
    return found


def test_a_question_is_raised_shown_and_mailed(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    colleague = colleague_of(sent.answerer, name="Cora Colleague")
    buyer, supplier = signed_in(sent.sender), signed_in(sent.answerer)
    due = (now().date() + timedelta(days=7)).isoformat()
    task = raised(buyer, sent, assigneeUserId=colleague.id, due=due)
    assert task["status"] == "OPEN"
    assert task["isOpen"] is True
    assert task["title"] == "Label of company_name"
    assert task["descriptionHtml"] == TEXT
    assert task["fieldKey"] == "company_name"
    assert task["docFormId"] == sent.forms[0].id
    assert task["due"] == due
    assert task["assignedToUser"]["name"] == "Cora Colleague"
    assert task["assignedBy"]["id"] == sent.sender.id
    assert task_at(supplier, sent, task["id"])["descriptionHtml"] == TEXT
    home = signed_in(colleague).get("/api/userTask").json
    assert [(row["type"], row["rfx"]["id"], row["formValue"], row["question"]) for row in home] == [
        ("FOLLOW_UP", sent.id, {"name": sent.forms[0].title}, "Label of company_name")
    ]
    assert supplier.get(f"/rfx/{sent.id}/task/{task['id']}").status_code == 200
    mail = session.query(OutboxMail).filter_by(template="USERTASKASSIGNMENT").one()
    assert mail.to_email == colleague.email
    assert "Which site does the certificate cover?" in mail.text
    assert f"/rfx/{sent.id}/task/{task['id']}" in mail.text
    events = session.query(EventLog).filter_by(type="task.created").all()
    assert {event.organisation_id for event in events} == {
        sent.sender.organisation_id,
        sent.answerer.organisation_id,
    }
    assert [bool(e.relationship_id) for e in events if e.organisation_id == sent.sender.organisation_id] == [
        True
    ]


def test_a_reply_answers_it_and_the_requester_closes_it(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    buyer, supplier = signed_in(sent.sender), signed_in(sent.answerer)
    task = raised(buyer, sent)
    thread = task["messageThread"]["id"]
    assert session.get_one(MessageThread, thread).type == "RFI"
    messages = supplier.get(f"/api/messageThread/{thread}").json["messages"]
    assert [message["html"] for message in messages] == [TEXT]
    supplier.post(f"/api/messageThread/{thread}/message", json={"html": "<p>Both.</p>"})
    answered = task_at(buyer, sent, task["id"])
    assert answered["status"] == "ANSWERED"
    told = [(each["createdBy"]["name"], each["sample"]) for each in answered["messageThread"]["messages"]]
    assert told == [(sent.sender.name, plain_text(TEXT)), (sent.answerer.name, "Both.")]
    assert signed_in(sent.answerer).get("/api/userTask").json[0]["type"] == "RFX"

    closed = buyer.put(f"{sent.path}/task/{task['id']}", json={"isOpen": False})
    assert [(t["status"], t["isOpen"]) for t in closed.json["tasks"]] == [("CLOSED", False)]
    again = buyer.put(f"{sent.path}/task/{task['id']}", json={"isOpen": False})
    assert (again.status_code, again.json["errors"]) == (409, ["This task is closed already."])
    opened = buyer.put(f"{sent.path}/task/{task['id']}", json={"isOpen": True})
    assert opened.json["tasks"][0]["status"] == "OPEN"
    types = [event.type for event in session.query(EventLog).filter(EventLog.type.like("task.%"))]
    assert sorted(set(types)) == ["task.answered", "task.closed", "task.created"]


def test_a_changed_answer_answers_it_but_not_the_requesters_own_change(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(blocks=(field("a", writableBy="BOTH"), field("b")))
    buyer, supplier = signed_in(sent.sender), signed_in(sent.answerer)
    supplier.put(f"{sent.path}/value", json=given(a="one", b="two"))
    on_a, on_b = raised(buyer, sent, "a"), raised(buyer, sent, "b")
    buyer.put(f"{sent.path}/value", json={"values": {"a": {"value": "mine", "baseIteration": 1}}})
    assert task_at(buyer, sent, on_a["id"])["status"] == "OPEN"
    supplier.put(f"{sent.path}/value", json={"values": {"b": {"value": "two", "baseIteration": 1}}})
    assert task_at(buyer, sent, on_b["id"])["status"] == "OPEN", "the same answer is no change"
    supplier.put(f"{sent.path}/value", json={"values": {"b": {"value": "three", "baseIteration": 1}}})
    assert task_at(buyer, sent, on_a["id"])["status"] == "OPEN"
    assert task_at(buyer, sent, on_b["id"])["status"] == "ANSWERED"
    assert supplier.statements <= 11, supplier.statement_log


def test_it_is_raised_in_a_thread_of_its_own_that_colleagues_may_read(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx()
    task = raised(signed_in(sent.sender), sent, assigneeUserId=sent.answerer.id)
    path = f"/api/messageThread/{task['messageThread']['id']}"
    assert signed_in(colleague_of(sent.answerer)).get(path).status_code == 200
    assert signed_in(colleague_of(sent.sender)).get(path).status_code == 200
    assert signed_in(UserFactory()).get(path).status_code == 404
    assert (
        signed_in(sent.answerer).get("/api/messageThread?filterTypeTask=true").json[0]["id"]
        == task["messageThread"]["id"]
    )


def test_a_conversation_names_the_rfx_that_was_sent_in_it(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(title="Qualification 2027")
    thread = signed_in(sent.answerer).get(f"/api/messageThread/{sent.rfx.thread_id}").json
    assert thread["belongsTo"] == {"name": "Qualification 2027", "path": f"/rfx/{sent.id}"}


RULES = [
    {"operator": "equals", "operand": True, "points": 10},
    {"operator": "equals", "operand": False, "points": 0, "followUp": "When will you be <certified>?"},
]


def test_scoring_rules_raise_follow_ups_once_when_submitted(session: Session, signed_in: SignedIn) -> None:
    hidden = {"field": "iso", "operator": "equals", "value": True}
    sent = send_rfx(blocks=(
        field("iso", "YESNO", scoring=RULES), field("env", "YESNO", scoring=RULES),
        field("good", "YESNO", scoring=RULES), field("covered", "YESNO", scoring=RULES, visibleWhen=hidden),
    ))  # fmt: skip
    buyer, supplier = signed_in(sent.sender), signed_in(sent.answerer)
    supplier.put(f"{sent.path}/value", json=given(iso=False, env=False, good=True, covered=False))
    assert supplier.get(f"{sent.path}?i=tasks").json["tasks"] == []
    submitted = supplier.post(f"{sent.path}/submission", json={})
    assert submitted.status_code == 200
    tasks = buyer.get(f"{sent.path}?i=tasks").json["tasks"]
    assert [task["fieldKey"] for task in tasks] == ["iso", "env"]
    assert submitted.json["tasks"] == tasks, "whoever submits sees at once what is asked"
    assert {task["descriptionHtml"] for task in tasks} == {"<p>When will you be &lt;certified&gt;?</p>"}
    assert {task["assignedToUser"]["id"] for task in tasks} == {sent.answerer.id}
    assert {task["assignedBy"] for task in tasks} == {None}
    mail = session.query(OutboxMail).filter_by(template="USERTASKASSIGNMENT").one()
    assert "2 questions" in mail.subject

    buyer.put(f"{sent.path}/task/{tasks[0]['id']}", json={"isOpen": False})
    buyer.post(f"{sent.path}/reopen", json={})
    supplier.post(f"{sent.path}/submission", json={})
    assert len(buyer.get(f"{sent.path}?i=tasks").json["tasks"]) == 2, (
        "what was asked before is not asked again"
    )


def test_a_task_of_a_rule_gets_its_thread_with_the_first_reply(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("iso", "YESNO", scoring=RULES),))
    buyer, supplier = signed_in(sent.sender), signed_in(sent.answerer)
    supplier.put(f"{sent.path}/value", json=given(iso=False))
    supplier.post(f"{sent.path}/submission", json={})
    task = buyer.get(f"{sent.path}?i=tasks").json["tasks"][0]
    assert task["messageThread"] is None
    reply = supplier.post(f"{sent.path}/task/{task['id']}/message", json={"html": "<p>In March.</p>"})
    found = reply.json["tasks"][0]
    assert (found["status"], reply.status_code) == ("ANSWERED", 201)
    again = buyer.post(f"{sent.path}/task/{task['id']}/message", json={"html": "<p>Thank you.</p>"})
    assert again.json["tasks"][0]["messageThread"]["id"] == found["messageThread"]["id"]
    messages = buyer.get(f"/api/messageThread/{found['messageThread']['id']}").json["messages"]
    assert [m["html"] for m in messages] == ["<p>In March.</p>", "<p>Thank you.</p>"]
    assert buyer.post(f"{sent.path}/task/{task['id']}/message", json={"html": "<p> </p>"}).status_code == 422


def test_who_reads_alone_is_told_that_no_reply_can_be_written(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("iso", "YESNO", scoring=RULES),))
    supplier = signed_in(sent.answerer)
    supplier.put(f"{sent.path}/value", json=given(iso=False))
    supplier.post(f"{sent.path}/submission", json={})
    task = supplier.get(f"{sent.path}?i=tasks").json["tasks"][0]
    reply = f"{sent.path}/task/{task['id']}/message"

    def readers() -> list[CheckedClient]:
        """One of each end who may read alone."""
        return [signed_in(colleague_of(user, role_name="Viewer")) for user in (sent.sender, sent.answerer)]

    def told(client: CheckedClient) -> bool:
        found = client.get(sent.path).json["actions"]["reply"]
        return bool(found)

    assert told(supplier)
    for reader in readers():
        assert not told(reader)
        assert reader.post(reply, json={"html": "<p>x</p>"}).status_code == 403
    thread = supplier.post(reply, json={"html": "<p>In March.</p>"}).json["tasks"][0]["messageThread"]["id"]
    for reader in readers():
        assert reader.get(f"/api/messageThread/{thread}").json["mayReply"] is False
        assert reader.post(reply, json={"html": "<p>x</p>"}).status_code == 403
    answers = Role(organisation_id=sent.answerer.organisation_id, name="Answers", permissions=["ANSWER_RFX"])
    session.add(answers)
    session.flush()
    helper = colleague_of(sent.answerer)
    helper.role_id = answers.id
    assert told(signed_in(helper))
    assert signed_in(helper).post(reply, json={"html": "<p>x</p>"}).status_code == 201


def test_a_guest_is_asked_by_mail_and_answers_by_changing_the_answer(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(guest=True, blocks=(field("a"),))
    buyer = signed_in(sent.sender)
    guest = signed_in(sent.answerer, guest_rfx_id=sent.id)
    task = raised(buyer, sent, "a")
    assert task["messageThread"] is None
    assert task["assignedToUser"]["id"] == sent.answerer.id
    mail = session.query(OutboxMail).filter_by(template="USERTASKASSIGNMENT").one()
    assert mail.to_email == sent.answerer.email
    assert "/guest/" in mail.text
    assert f"/rfx/{sent.id}" in mail.text
    assert guest.get(f"{sent.path}?i=tasks").json["tasks"][0]["id"] == task["id"]
    assert guest.post(f"{sent.path}/task/{task['id']}/message", json={"html": "<p>x</p>"}).status_code in (
        401,
        403,
    )
    guest.put(f"{sent.path}/value", json=given(a="Here"))
    assert task_at(buyer, sent, task["id"])["status"] == "ANSWERED"


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"field": "no_such", "descriptionHtml": TEXT}, "field"),
        ({"field": "certificate", "descriptionHtml": TEXT}, "field"),
        ({"field": "verdict", "descriptionHtml": TEXT}, "field"),
        ({"field": "company_name", "descriptionHtml": "<p> &nbsp; </p>"}, "descriptionHtml"),
        ({"field": "company_name", "descriptionHtml": "<script>x</script>"}, "descriptionHtml"),
        ({"field": "company_name", "descriptionHtml": TEXT, "due": "2020-01-01"}, "due"),
        ({"field": "company_name", "descriptionHtml": TEXT, "due": "soon"}, "due"),
        ({"field": "company_name", "descriptionHtml": TEXT, "assigneeUserId": 987654}, "assigneeUserId"),
        ({"field": "company_name"}, "descriptionHtml"),
        ({"field": "", "descriptionHtml": TEXT}, "field"),
    ],
)
def test_what_cannot_be_asked_is_told(
    body: dict[str, Any], where: str, session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx()
    answer = signed_in(sent.sender).post(f"{sent.path}/task", json=body)
    assert answer.status_code == 422
    assert list(answer.json["fields"]) == [where]
    assert session.query(UserTask).filter_by(type="FOLLOW_UP").count() == 0


def test_a_day_is_past_only_where_it_is_past_for_everybody(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    buyer = signed_in(sent.sender)
    noon = now().replace(hour=12, minute=0)
    with shifted(noon - now()):
        due = [(noon - timedelta(days=days)).date().isoformat() for days in (1, 2)]
        assert [ask(buyer, sent, due=day).status_code for day in due] == [201, 422]


def test_only_people_of_the_respondent_can_be_asked(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    buyer = signed_in(sent.sender)
    gone = colleague_of(sent.answerer, name="Gone", status=UserStatus.SUSPENDED)
    for user in (sent.sender, UserFactory(), gone):
        answer = ask(buyer, sent, assigneeUserId=user.id)
        assert (answer.status_code, list(answer.json["fields"])) == (422, ["assigneeUserId"])
    new = colleague_of(sent.answerer, name="Ada New")
    names = [person["name"] for person in buyer.get(f"{sent.path}/assignee").json]
    assert names == [sent.answerer.name, new.name]


def test_nobody_else_may_ask_or_close(session: Session, signed_in: SignedIn) -> None:
    sent, other = send_rfx(), send_rfx()
    buyer, supplier, stranger = signed_in(sent.sender), signed_in(sent.answerer), signed_in(UserFactory())
    task = raised(buyer, sent)
    assert ask(supplier, sent).status_code == 403
    assert ask(stranger, sent).status_code == 404
    path = f"/task/{task['id']}"
    assert supplier.put(f"{sent.path}{path}", json={"isOpen": False}).status_code == 403
    assert supplier.get(f"{sent.path}/assignee").status_code == 403
    assert signed_in(other.sender).put(f"{other.path}{path}", json={"isOpen": False}).status_code == 404
    assert stranger.post(f"{sent.path}{path}/message", json={"html": "<p>x</p>"}).status_code == 404
    rfx_task = session.query(UserTask).filter_by(type="RFX", subject_id=sent.id).one()
    assert buyer.put(f"{sent.path}/task/{rfx_task.id}", json={"isOpen": False}).status_code == 404
    assert buyer.put(f"{sent.path}{path}", json={"isOpen": "maybe"}).status_code == 422


def test_a_reopening_can_be_limited_to_what_is_queried(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    buyer, supplier = signed_in(sent.sender), signed_in(sent.answerer)
    supplier.put(f"{sent.path}/value", json=given(**ANSWERS))
    supplier.post(f"{sent.path}/submission", json={})
    task = raised(buyer, sent, "employees")
    buyer.post(f"{sent.path}/reopen", json={"fields": ["employees"]})
    allowed = supplier.get(f"{sent.path}?i=rwMap").json["rwMap"]
    assert [key for key, may in allowed.items() if may] == ["employees"]
    refused = supplier.put(
        f"{sent.path}/value", json={"values": {"company_name": {"value": "Other", "baseIteration": 1}}}
    ).json
    assert list(refused["refused"]) == ["company_name"]
    supplier.put(f"{sent.path}/value", json={"values": {"employees": {"value": "251", "baseIteration": 1}}})
    assert task_at(buyer, sent, task["id"])["status"] == "ANSWERED"


def test_a_declined_rfx_is_not_asked_about(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    signed_in(sent.answerer).post(f"{sent.path}/decline", json={"reason": "No capacity."})
    assert ask(signed_in(sent.sender), sent).status_code == 409
