"""Who sees which RFx, and how much of it (product decisions, Who may see what)."""

import json
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.kernel.clock import now
from app.rfx.models import Rfx
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of, make_guest
from tests.factories.assessments import make_assessment
from tests.factories.forms import make_question
from tests.factories.network import relate
from tests.factories.rfx import ANSWERS, SentRfx, field, given, heading, make_form, send_rfx
from tests.fixtures.people import SignedIn

EVERYTHING = {"i": "html,rwMap,fields,tasks,reuse"}


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx()


def test_both_ends_see_it_and_nobody_else(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    other = send_rfx(sent.sender)
    assert signed_in(sent.sender).get(sent.path).json["viewerRole"] == "REQUESTER"
    assert signed_in(sent.answerer).get(sent.path).json["viewerRole"] == "RESPONDENT"
    for stranger in (other.answerer, UserFactory()):
        client = signed_in(stranger)
        for path in (sent.path, f"{sent.path}/value", f"/rfx/{sent.id}"):
            assert client.get(path).status_code == 404
        assert client.put(f"{sent.path}/value", json=given(company_name="x")).status_code == 404
        assert sent.id not in [row["id"] for row in client.get("/api/rfx").json]


def test_respondents_never_see_scoring(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    supplier = signed_in(sent.answerer)
    for text in (
        supplier.get(sent.path, query_string=EVERYTHING).text,
        supplier.get(f"/rfx/{sent.id}").text,
    ):
        assert "scored" in text
        for word in ("scoring", '"weight"', "points", "followUp"):
            assert word not in text
    body = signed_in(sent.sender).get(sent.path).json
    assert '"points": 7' in json.dumps(body)
    assert supplier.get(sent.path).json["relationship"]["id"] is None
    assert body["relationship"]["id"] is not None


def test_the_body_has_all_that_the_specification_names(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    body = signed_in(sent.sender).get(sent.path, query_string=EVERYTHING).json
    assert body["ref"] == body["id"] == sent.id
    assert (body["type"], body["typeLabel"]) == ("RFI", "RFI")
    assert body["statusInfo"] == {"label": "New", "icon": "new", "style": "none"}
    assert body["thread"]["createdBy"]["name"] == sent.sender.name
    assert body["relationship"]["organisation"]["name"] == "Northwind Buying"
    assert body["relationship"]["withOrganisation"]["isGuest"] is False
    assert body["docForms"][0]["html"].startswith("<h2>")
    assert body["fields"][0] == {
        "key": "company_name", "docFormId": sent.forms[0].id, "fid": "fid-company-name", "name": "company_name",
        "label": "Label of company_name", "type": "TEXT", "required": True, "sectionIndex": 1,
        "sectionTitle": "Company", "writableBy": "RESPONDENT",
    }  # fmt: skip
    assert body["rwMap"] == {key: key in {"verdict", "remarks"} for key in body["rwMap"]}
    assert body["tasks"] == []
    plain = signed_in(sent.sender).get(sent.path).json
    assert not {"rwMap", "fields", "tasks"} & plain.keys()
    assert signed_in(sent.sender).get(sent.path, query_string={"i": "secrets"}).status_code == 422


def test_a_document_stays_as_it_was_sent(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    sent.forms[0].is_in_use = sent.forms[0].is_latest = False
    session.flush()
    make_form(sent.sender, field("other"))
    assert "company_name" in signed_in(sent.answerer).get(sent.path, query_string=EVERYTHING).json["rwMap"]


def test_the_list_shows_the_other_end(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    back = send_rfx(sent.answerer, sent.sender, title="The other way")
    guest = send_rfx(sent.sender, guest=True, title="By mail")
    rows = {row["id"]: row for row in signed_in(sent.sender).get("/api/rfx").json}
    assert list(rows) == sorted([sent.id, back.id, guest.id], reverse=True)
    assert rows[sent.id]["viewerRole"] == "REQUESTER"
    assert rows[sent.id]["organisation"]["id"] == sent.answerer.organisation_id
    assert rows[back.id]["viewerRole"] == "RESPONDENT"
    assert rows[back.id]["organisation"]["id"] == sent.answerer.organisation_id
    assert rows[guest.id]["organisation"] == {
        "id": guest.answerer.organisation_id, "name": "_Guest_", "safeName": f"Guest ({guest.answerer.name})",
        "isGuest": True,
    }  # fmt: skip
    assert rows[back.id]["relationship"]["id"] is None


def test_the_conversation_of_a_request_is_one_of_a_task_for_who_is_to_answer(
    sent: SentRfx, signed_in: SignedIn
) -> None:
    def with_tasks(user: User) -> list[int]:
        return [row["id"] for row in signed_in(user).get("/api/messageThread?filterTypeTask=true").json]

    assert with_tasks(sent.answerer) == [sent.rfx.thread_id]
    assert with_tasks(sent.sender) == []
    both = signed_in(sent.sender).get("/api/messageThread?filterTypeTask=true&filterTypeRfi=true").json
    assert [row["id"] for row in both] == [sent.rfx.thread_id]


def test_the_list_is_narrowed_by_each_of_its_filters(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory()
    sent = [send_rfx(buyer, title=f"Number {n}") for n in range(6)]
    for rfx, status in zip(
        sent, ("NEW", "PENDING", "INPROGRESS", "COMPLETED", "DECLINED", "EXPIRED"), strict=True
    ):
        session.get_one(Rfx, rfx.id).status = status
    client = signed_in(buyer)

    def ids(**query: object) -> list[int]:
        return [row["id"] for row in client.get("/api/rfx", query_string=query).json]

    flags = ("new", "pending", "inProgress", "completed", "declined", "expired")
    for rfx, flag in zip(sent, flags, strict=True):
        assert ids(**{flag: "true"}) == [rfx.id]
    assert ids(new="true", expired="true") == [sent[5].id, sent[0].id]
    name = session.get_one(Rfx, sent[2].id)
    relationship_id = name.relationship_id
    assert ids(relationshipId=relationship_id) == [sent[2].id]
    assert ids(search="number 4") == [sent[4].id]
    assert ids(search=f"#{sent[1].id}") == [sent[1].id]
    supplier = signed_in(sent[3].answerer).get("/api/session").json["organisation"]["name"]
    assert ids(supplierName=supplier.upper()) == [sent[3].id]
    assert ids(supplierName="nobody at all %") == []
    assert client.get("/api/rfx", query_string={"statuses": "NEW"}).status_code == 422


def test_an_internal_survey_is_shown_under_the_supplier_that_it_is_about(
    session: Session, signed_in: SignedIn
) -> None:
    buyer = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    colleague = colleague_of(buyer)
    supplier = OrganisationFactory(name="Brightwater")
    relationship = relate(buyer.organisation_id, supplier.id)
    make_assessment(buyer, relationship, asked=[colleague.id, "jo@elsewhere.example"])
    for user in (buyer, colleague):
        client = signed_in(user)
        rows = client.get("/api/rfx").json
        assert [row["organisation"]["name"] for row in rows] == ["Brightwater", "Brightwater"]
        found = client.get("/api/rfx", query_string={"supplierName": "bright"}).json
        assert [row["id"] for row in found] == [row["id"] for row in rows]
        assert client.get("/api/rfx", query_string={"supplierName": "northwind"}).json == []
        loaded = client.get(f"/api/rfx/{rows[-1]['id']}").json
        assert (loaded["about"]["id"], loaded["about"]["name"]) == (supplier.id, "Brightwater")
        assert loaded["relationship"]["withOrganisation"]["safeName"] == colleague.name
    later = send_rfx(buyer, UserFactory(in_organisation=OrganisationFactory(name="Castle")))
    sorted_ones = signed_in(buyer).get("/api/rfx?sort=supplier").json
    assert [row["organisation"]["name"] for row in sorted_ones] == ["Brightwater", "Brightwater", "Castle"]
    assert signed_in(buyer).get(later.path).json["about"] is None


def test_the_list_goes_on_by_cursor_with_the_same_statements(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory()
    sent = [send_rfx(buyer) for _ in range(12)]
    client = signed_in(buyer)
    first = client.get("/api/rfx")
    one_page = client.statements
    assert len(first.json) == 10
    header = json.loads(first.headers["X-Pagination"])
    assert header["total"] == 12
    rest = client.get("/api/rfx", query_string={"cursor": header["nextCursor"]})
    assert [row["id"] for row in rest.json] == [sent[1].id, sent[0].id]
    client.get("/api/rfx", query_string={"pageSize": 100})
    assert client.statements == one_page <= 8


def test_an_rfx_of_any_size_loads_in_the_same_few_statements(session: Session, signed_in: SignedIn) -> None:
    blocks = [heading("One"), *(field(f"question{n}") for n in range(256))]
    sent, small = send_rfx(blocks=blocks), send_rfx()
    client = signed_in(sent.answerer)
    values = {f"question{n}": {"value": f"Answer {n}", "baseIteration": 0} for n in range(256)}
    saved = client.put(f"{sent.path}/value", json={"values": values})
    assert saved.json["completion"]["percent"] == 100
    assert client.statements <= 10, client.statement_log
    client.get(sent.path, query_string=EVERYTHING)
    large = client.statements
    assert large <= 8, client.statement_log
    client.get(f"/rfx/{sent.id}")
    assert client.statements <= 11, client.statement_log
    again = {key: {"value": "Changed", "baseIteration": 1} for key in values}
    client.put(f"{sent.path}/value", json={"values": again})
    assert client.statements <= 8, client.statement_log
    other = signed_in(small.answerer)
    other.get(small.path, query_string=EVERYTHING)
    assert other.statements == large


def test_looking_at_an_rfx_is_noted_once(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    buyer, supplier = signed_in(sent.sender), signed_in(sent.answerer)
    for client in (buyer, buyer, supplier):
        assert client.get(f"/rfx/{sent.id}").status_code == 200
    rows = session.query(EventLog).filter(EventLog.type.like("user.viewed.rfx.%")).order_by(EventLog.id).all()
    assert [row.type for row in rows] == ["user.viewed.rfx.sent", "user.viewed.rfx.received"]
    assert rows[0].args["rfxId"] == sent.id
    assert rows[0].args["fromOrganisationName"] == "Northwind Buying"
    assert sent.rfx.status == "NEW"


def test_the_pages_carry_what_the_calls_answer(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    from app.tasks.models import UserTask

    client = signed_in(sent.answerer)
    task = session.query(UserTask).filter_by(subject_id=sent.id).one()
    assert client.get(f"/rfx/{sent.id}/task/{task.id}").status_code == 200
    assert client.get(f"/rfx/{sent.id}/task/{task.id + 999}").status_code == 404
    page = client.get("/rfx?new=true&nonsense=1&expired=maybe").text
    assert "Supplier questions" in page
    assert "Supplier questions" not in client.get("/rfx?completed=true&nonsense=1&expired=maybe").text
    assert client.get("/rfx/abc").status_code == 404
    assert client.get("/api/rfx/99999999999999999999").status_code == 404


def test_an_overdue_rfx_is_expired_at_once_for_its_viewers(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(deadline=now() + timedelta(days=1))
    sent.rfx.deadline = now() - timedelta(seconds=1)
    body = signed_in(sent.answerer).get(sent.path, query_string=EVERYTHING).json
    assert body["status"] == "EXPIRED"
    assert not any(body["rwMap"].values())
    assert not body["actions"]["submit"]


def test_an_nda_says_so(session: Session, signed_in: SignedIn) -> None:
    from app.forms.types import DocFormType

    buyer = UserFactory()
    sent = send_rfx(buyer, forms=[make_form(buyer, field("name"), type=DocFormType.NDA)])
    assert signed_in(buyer).get(sent.path).json["typeLabel"] == "NDA"
    assert signed_in(buyer).get("/api/rfx").json[0]["typeLabel"] == "NDA"


def test_a_guest_sees_the_one_rfx_of_its_link(session: Session, signed_in: SignedIn) -> None:
    sent, other = send_rfx(guest=True), send_rfx(guest=True)
    client = signed_in(sent.answerer, guest_rfx_id=sent.id)
    body = client.get(sent.path, query_string=EVERYTHING)
    assert body.status_code == 200, body.text
    assert body.json["viewerRole"] == "GUEST"
    assert body.json["thread"] is None
    assert (body.json["actions"]["seeMessages"], body.json["actions"]["seeScoring"]) == (False, False)
    shown = body.json["relationship"]["withOrganisation"]["safeName"]
    assert shown == f"Guest ({sent.answerer.name})"
    assert client.put(f"{sent.path}/value", json=given(**ANSWERS)).json["status"] == "INPROGRESS"
    assert client.post(f"{sent.path}/submission", json={}).json["status"] == "COMPLETED"
    assert client.get(other.path).status_code == 404
    assert client.get("/api/rfx").status_code == 403
    stray = signed_in(make_guest(), guest_rfx_id=sent.id)
    assert stray.get(sent.path).status_code == 404


def test_a_question_that_is_edited_later_leaves_what_was_sent_alone(
    session: Session, signed_in: SignedIn
) -> None:
    sender = UserFactory()
    client = signed_in(sender)
    question = make_question(sender, "oven", html="<p>Which oven do you use?</p>")
    inserted = client.get(f"/api/question/{question.id}").json["field"]
    sent = send_rfx(sender, blocks=(field(**inserted),))
    edited = {
        "name": "oven",
        "section": "Company",
        "html": "<p>How many ovens have you?</p>",
        "type": "NUMBER",
    }
    assert client.put(f"/api/question/{question.id}", json=edited).status_code == 200
    shown = client.get(f"{sent.path}?i=html").text
    assert "Which oven do you use?" in shown
    assert "How many ovens" not in shown
    assert f'"questionId": {question.id}' in json.dumps(client.get(f"{sent.path}?i=fields").json)
