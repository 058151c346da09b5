"""Follow-up tasks: raised on an answer, answered by a reply or a change, closed by the requester."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, Role
from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.kernel.clock import now, shifted
from app.kernel.mail.outbox import OutboxMail
from app.kernel.sanitise import plain_text
from app.messages.models import MessageThread
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, field, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

TEXT = "<p>Which site does the certificate cover?</p>"


def post_task(client: CheckedClient, sent: SentRfx, key: str = "company_name", **more: Any) -> Any:
    return client.post(f"{sent.path}/task", json={"field": key, "descriptionHtml": TEXT, **more})


def raise_task(
    client: CheckedClient, sent: SentRfx, key: str = "company_name", **more: Any
) -> dict[str, Any]:
    response = post_task(client, sent, key, **more)
    assert response.status_code == 201, response.text
    task: dict[str, Any] = next(t for t in response.json["tasks"] if t["id"] == response.json["taskId"])
    return task


def get_task(client: CheckedClient, sent: SentRfx, task_id: int) -> dict[str, Any]:
    tasks = client.get(f"{sent.path}?i=tasks").json["tasks"]
    task: dict[str, Any] = next(task for task in tasks if task["id"] == task_id)
    return task


def test_raised_question_is_shown_and_mailed(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    colleague = colleague_of(sent.respondent, name="Cora Colleague")
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    due = (now().date() + timedelta(days=7)).isoformat()
    task = raise_task(buyer, sent, assigneeUserId=colleague.id, due=due)
    assert task["status"] == "OPEN"
    assert task["isOpen"] is True
    assert task["title"] == "Label of company_name"
    assert task["descriptionHtml"] == TEXT
    assert task["fieldKey"] == "company_name"
    assert task["docFormId"] == sent.forms[0].id
    assert task["due"] == due
    assert task["assignedToUser"]["name"] == "Cora Colleague"
    assert task["assignedBy"]["id"] == sent.sender.id
    assert get_task(supplier, sent, task["id"])["descriptionHtml"] == TEXT
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
        sent.respondent.organisation_id,
    }
    assert [bool(e.relationship_id) for e in events if e.organisation_id == sent.sender.organisation_id] == [
        True
    ]


def test_reply_answers_the_task_and_the_requester_closes_it(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    task = raise_task(buyer, sent)
    thread = task["messageThread"]["id"]
    assert session.get_one(MessageThread, thread).type == "RFI"
    messages = supplier.get(f"/api/messageThread/{thread}").json["messages"]
    assert [message["html"] for message in messages] == [TEXT]
    supplier.post(f"/api/messageThread/{thread}/message", json={"html": "<p>Both.</p>"})
    answered = get_task(buyer, sent, task["id"])
    assert answered["status"] == "ANSWERED"
    samples = [(each["createdBy"]["name"], each["sample"]) for each in answered["messageThread"]["messages"]]
    assert samples == [(sent.sender.name, plain_text(TEXT)), (sent.respondent.name, "Both.")]
    assert signed_in(sent.respondent).get("/api/userTask").json[0]["type"] == "RFX"

    closed = buyer.put(f"{sent.path}/task/{task['id']}", json={"isOpen": False})
    assert [(t["status"], t["isOpen"]) for t in closed.json["tasks"]] == [("CLOSED", False)]
    again = buyer.put(f"{sent.path}/task/{task['id']}", json={"isOpen": False})
    assert (again.status_code, again.json["errors"]) == (409, ["This task is closed already."])
    opened = buyer.put(f"{sent.path}/task/{task['id']}", json={"isOpen": True})
    assert opened.json["tasks"][0]["status"] == "OPEN"
    types = [event.type for event in session.query(EventLog).filter(EventLog.type.like("task.%"))]
    assert sorted(set(types)) == ["task.answered", "task.closed", "task.created"]


def test_changed_answer_answers_the_task_except_for_own_changes_of_the_requester(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(blocks=(field("a", writableBy="BOTH"), field("b")))
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(a="one", b="two"))
    on_a, on_b = raise_task(buyer, sent, "a"), raise_task(buyer, sent, "b")
    buyer.put(f"{sent.path}/value", json={"values": {"a": {"value": "mine", "baseIteration": 1}}})
    assert get_task(buyer, sent, on_a["id"])["status"] == "OPEN"
    supplier.put(f"{sent.path}/value", json={"values": {"b": {"value": "two", "baseIteration": 1}}})
    assert get_task(buyer, sent, on_b["id"])["status"] == "OPEN", "the answer did not change"
    supplier.put(f"{sent.path}/value", json={"values": {"b": {"value": "three", "baseIteration": 1}}})
    assert get_task(buyer, sent, on_a["id"])["status"] == "OPEN"
    assert get_task(buyer, sent, on_b["id"])["status"] == "ANSWERED"
    assert supplier.statements <= 16, supplier.statement_log  # with a notification and its mail


def test_task_has_its_own_thread_that_colleagues_can_read(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    task = raise_task(signed_in(sent.sender), sent, assigneeUserId=sent.respondent.id)
    path = f"/api/messageThread/{task['messageThread']['id']}"
    assert signed_in(colleague_of(sent.respondent)).get(path).status_code == 200
    assert signed_in(colleague_of(sent.sender)).get(path).status_code == 200
    assert signed_in(UserFactory()).get(path).status_code == 404
    assert (
        signed_in(sent.respondent).get("/api/messageThread?filterTypeTask=true").json[0]["id"]
        == task["messageThread"]["id"]
    )


def test_thread_names_the_rfx_sent_in_it(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(title="Qualification 2027")
    thread = signed_in(sent.respondent).get(f"/api/messageThread/{sent.rfx.thread_id}").json
    assert thread["belongsTo"] == {"name": "Qualification 2027", "path": f"/rfx/{sent.id}"}


RULES = [
    {"operator": "equals", "operand": True, "points": 10},
    {"operator": "equals", "operand": False, "points": 0, "followUp": "When will you be <certified>?"},
]


def test_scoring_rules_raise_follow_ups_once_on_submission(session: Session, signed_in: SignedIn) -> None:
    hidden = {"field": "iso", "operator": "equals", "value": True}
    sent = send_rfx(blocks=(
        field("iso", "YESNO", scoring=RULES), field("env", "YESNO", scoring=RULES),
        field("good", "YESNO", scoring=RULES), field("covered", "YESNO", scoring=RULES, visibleWhen=hidden),
    ))  # fmt: skip
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(iso=False, env=False, good=True, covered=False))
    assert supplier.get(f"{sent.path}?i=tasks").json["tasks"] == []
    submitted = supplier.post(f"{sent.path}/submission", json={})
    assert submitted.status_code == 200
    tasks = buyer.get(f"{sent.path}?i=tasks").json["tasks"]
    assert [task["fieldKey"] for task in tasks] == ["iso", "env"]
    assert submitted.json["tasks"] == tasks, "the response to the submission contains the questions"
    assert {task["descriptionHtml"] for task in tasks} == {"<p>When will you be &lt;certified&gt;?</p>"}
    assert {task["assignedToUser"]["id"] for task in tasks} == {sent.respondent.id}
    assert {task["assignedBy"] for task in tasks} == {None}
    mail = session.query(OutboxMail).filter_by(template="USERTASKASSIGNMENT").one()
    assert "2 follow-ups" in mail.subject

    buyer.put(f"{sent.path}/task/{tasks[0]['id']}", json={"isOpen": False})
    buyer.post(f"{sent.path}/reopen", json={})
    supplier.post(f"{sent.path}/submission", json={})
    assert len(buyer.get(f"{sent.path}?i=tasks").json["tasks"]) == 2, "no question is raised twice"


def test_first_reply_creates_the_thread_of_a_rule_task(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("iso", "YESNO", scoring=RULES),))
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(iso=False))
    supplier.post(f"{sent.path}/submission", json={})
    task = buyer.get(f"{sent.path}?i=tasks").json["tasks"][0]
    assert task["messageThread"] is None
    reply = supplier.post(f"{sent.path}/task/{task['id']}/message", json={"html": "<p>In March.</p>"})
    task_with_reply = reply.json["tasks"][0]
    assert (task_with_reply["status"], reply.status_code) == ("ANSWERED", 201)
    again = buyer.post(f"{sent.path}/task/{task['id']}/message", json={"html": "<p>Thank you.</p>"})
    assert again.json["tasks"][0]["messageThread"]["id"] == task_with_reply["messageThread"]["id"]
    messages = buyer.get(f"/api/messageThread/{task_with_reply['messageThread']['id']}").json["messages"]
    assert [m["html"] for m in messages] == ["<p>In March.</p>", "<p>Thank you.</p>"]
    assert buyer.post(f"{sent.path}/task/{task['id']}/message", json={"html": "<p> </p>"}).status_code == 422


def test_read_only_users_cannot_reply(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("iso", "YESNO", scoring=RULES),))
    supplier = signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(iso=False))
    supplier.post(f"{sent.path}/submission", json={})
    task = supplier.get(f"{sent.path}?i=tasks").json["tasks"][0]
    reply = f"{sent.path}/task/{task['id']}/message"

    def readers() -> list[CheckedClient]:
        """Return a viewer of each party."""
        return [signed_in(colleague_of(user, role_name="Viewer")) for user in (sent.sender, sent.respondent)]

    def can_reply(client: CheckedClient) -> bool:
        reply_action = client.get(sent.path).json["actions"]["reply"]
        return bool(reply_action)

    assert can_reply(supplier)
    for reader in readers():
        assert not can_reply(reader)
        assert reader.post(reply, json={"html": "<p>x</p>"}).status_code == 403
    thread = supplier.post(reply, json={"html": "<p>In March.</p>"}).json["tasks"][0]["messageThread"]["id"]
    for reader in readers():
        assert reader.get(f"/api/messageThread/{thread}").json["mayReply"] is False
        assert reader.post(reply, json={"html": "<p>x</p>"}).status_code == 403
    answering_role = Role(
        organisation_id=sent.respondent.organisation_id, name="Answers", permissions=["ANSWER_RFX"]
    )
    session.add(answering_role)
    session.flush()
    helper = colleague_of(sent.respondent)
    helper.role_id = answering_role.id
    assert can_reply(signed_in(helper))
    assert signed_in(helper).post(reply, json={"html": "<p>x</p>"}).status_code == 201


def test_guest_gets_the_question_by_mail_and_answers_by_changing_the_answer(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(guest=True, blocks=(field("a"),))
    buyer = signed_in(sent.sender)
    guest = signed_in(sent.respondent, rfx_id=sent.id)
    task = raise_task(buyer, sent, "a")
    assert task["messageThread"] is None
    assert task["assignedToUser"]["id"] == sent.respondent.id
    mail = session.query(OutboxMail).filter_by(template="USERTASKASSIGNMENT").one()
    assert mail.to_email == sent.respondent.email
    assert "/guest/" in mail.text
    assert f"/rfx/{sent.id}" in mail.text
    assert guest.get(f"{sent.path}?i=tasks").json["tasks"][0]["id"] == task["id"]
    assert guest.post(f"{sent.path}/task/{task['id']}/message", json={"html": "<p>x</p>"}).status_code in (
        401,
        403,
    )
    guest.put(f"{sent.path}/value", json=answers_json(a="Here"))
    assert get_task(buyer, sent, task["id"])["status"] == "ANSWERED"


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
def test_invalid_follow_up_is_rejected_with_its_field(
    body: dict[str, Any], where: str, session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx()
    response = signed_in(sent.sender).post(f"{sent.path}/task", json=body)
    assert response.status_code == 422
    assert list(response.json["fields"]) == [where]
    assert session.query(UserTask).filter_by(type="FOLLOW_UP").count() == 0


def test_due_date_is_past_only_when_past_in_every_time_zone(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    buyer = signed_in(sent.sender)
    noon = now().replace(hour=12, minute=0)
    with shifted(noon - now()):
        due = [(noon - timedelta(days=days)).date().isoformat() for days in (0, 1)]
        assert [post_task(buyer, sent, due=day).status_code for day in due] == [201, 422]
        with shifted(timedelta(hours=-1)):
            assert post_task(buyer, sent, due=due[1]).status_code == 201, "the day has not ended at UTC-12"


@pytest.mark.parametrize("by_name", [True, False])
def test_due_date_is_past_once_the_day_is_over_for_the_recipient(
    session: Session, signed_in: SignedIn, by_name: bool
) -> None:
    sent = send_rfx()
    session.get_one(Organisation, sent.respondent.organisation_id).time_zone = "Asia/Tokyo"
    session.flush()
    buyer = signed_in(sent.sender)
    assignee = {"assigneeUserId": sent.respondent.id} if by_name else {}
    evening = now().replace(hour=16, minute=0)
    today = evening.date().isoformat()
    with shifted(evening - now()):
        refused = post_task(buyer, sent, due=today, **assignee)
        assert refused.json["fields"] == {
            "due": ["This day is already over for the recipient. Choose a later one."]
        }
    with shifted(evening - timedelta(hours=2) - now()):
        assert post_task(buyer, sent, due=today, **assignee).status_code == 201


def test_only_active_users_of_the_respondent_can_be_assigned(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    buyer = signed_in(sent.sender)
    suspended = colleague_of(sent.respondent, name="Gone", status=UserStatus.SUSPENDED)
    for user in (sent.sender, UserFactory(), suspended):
        response = post_task(buyer, sent, assigneeUserId=user.id)
        assert (response.status_code, list(response.json["fields"])) == (422, ["assigneeUserId"])
    new = colleague_of(sent.respondent, name="Ada New")
    names = [person["name"] for person in buyer.get(f"{sent.path}/assignee").json]
    assert names == [sent.respondent.name, new.name]


def test_other_users_cannot_raise_or_close_tasks(session: Session, signed_in: SignedIn) -> None:
    sent, other = send_rfx(), send_rfx()
    buyer, supplier, stranger = signed_in(sent.sender), signed_in(sent.respondent), signed_in(UserFactory())
    task = raise_task(buyer, sent)
    assert post_task(supplier, sent).status_code == 403
    assert post_task(stranger, sent).status_code == 404
    path = f"/task/{task['id']}"
    assert supplier.put(f"{sent.path}{path}", json={"isOpen": False}).status_code == 403
    assert supplier.get(f"{sent.path}/assignee").status_code == 403
    assert signed_in(other.sender).put(f"{other.path}{path}", json={"isOpen": False}).status_code == 404
    assert stranger.post(f"{sent.path}{path}/message", json={"html": "<p>x</p>"}).status_code == 404
    rfx_task = session.query(UserTask).filter_by(type="RFX", subject_id=sent.id).one()
    assert buyer.put(f"{sent.path}/task/{rfx_task.id}", json={"isOpen": False}).status_code == 404
    assert buyer.put(f"{sent.path}{path}", json={"isOpen": "maybe"}).status_code == 422


def test_reopening_can_be_limited_to_queried_fields(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    supplier.post(f"{sent.path}/submission", json={})
    task = raise_task(buyer, sent, "employees")
    buyer.post(f"{sent.path}/reopen", json={"fields": ["employees"]})
    allowed = supplier.get(f"{sent.path}?i=rwMap").json["rwMap"]
    assert [key for key, may in allowed.items() if may] == ["employees"]
    refused = supplier.put(
        f"{sent.path}/value", json={"values": {"company_name": {"value": "Other", "baseIteration": 1}}}
    ).json
    assert list(refused["refused"]) == ["company_name"]
    supplier.put(f"{sent.path}/value", json={"values": {"employees": {"value": "251", "baseIteration": 1}}})
    assert get_task(buyer, sent, task["id"])["status"] == "ANSWERED"


def test_declined_rfx_accepts_no_follow_ups(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx()
    signed_in(sent.respondent).post(f"{sent.path}/decline", json={"reason": "No capacity."})
    assert post_task(signed_in(sent.sender), sent).status_code == 409
