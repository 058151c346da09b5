"""Visibility of RFxs and of their parts (product decisions, Who may see what)."""

import json
from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.public import grant_access
from app.events.models import EventLog
from app.kernel.clock import now
from app.kernel.registry import current_registry
from app.rfx.models import Rfx
from app.rfx.types import RfxStatus
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of, make_guest
from tests.factories.assessments import make_assessment
from tests.factories.forms import make_question
from tests.factories.network import relate
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, field, heading, make_form, send_rfx
from tests.fixtures.people import SignedIn

EVERYTHING = {"i": "html,rwMap,fields,tasks,reuse"}


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx()


def test_only_the_two_parties_see_an_rfx(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    other = send_rfx(sent.sender)
    assert signed_in(sent.sender).get(sent.path).json["viewerRole"] == "REQUESTER"
    assert signed_in(sent.respondent).get(sent.path).json["viewerRole"] == "RESPONDENT"
    for stranger in (other.respondent, UserFactory()):
        client = signed_in(stranger)
        for path in (sent.path, f"{sent.path}/value", f"/rfx/{sent.id}"):
            assert client.get(path).status_code == 404
        assert client.put(f"{sent.path}/value", json=answers_json(company_name="x")).status_code == 404
        assert sent.id not in [row["id"] for row in client.get("/api/rfx").json]


def test_page_starts_with_a_narrow_navigation_and_respondents_skip_to_the_questions(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    supplier = signed_in(sent.respondent)
    page = supplier.get(f"/rfx/{sent.id}").text
    assert page.index("Skip to the questions") < page.index("Skip to the content")
    assert 'data-nav="auto"' in page
    assert 'data-nav="auto"' not in supplier.get("/rfx").text
    supplier.set_cookie("assay_nav", "open")
    assert "data-nav=" not in supplier.get(f"/rfx/{sent.id}").text
    supplier.set_cookie("assay_nav", "collapsed")
    assert 'data-nav="collapsed"' in supplier.get(f"/rfx/{sent.id}").text
    assert "Skip to the questions" not in supplier.get("/rfx").text


def test_respondents_never_see_scoring(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    supplier = signed_in(sent.respondent)
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


def test_response_has_every_field_of_the_specification(
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


def test_sent_document_stays_unchanged(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    sent.forms[0].is_in_use = sent.forms[0].is_latest = False
    session.flush()
    make_form(sent.sender, field("other"))
    assert "company_name" in signed_in(sent.respondent).get(sent.path, query_string=EVERYTHING).json["rwMap"]


def test_list_shows_the_other_party(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    opposite = send_rfx(sent.respondent, sent.sender, title="The other way")
    guest = send_rfx(sent.sender, guest=True, title="By mail")
    rows = {row["id"]: row for row in signed_in(sent.sender).get("/api/rfx").json}
    assert list(rows) == sorted([sent.id, opposite.id, guest.id], reverse=True)
    assert rows[sent.id]["viewerRole"] == "REQUESTER"
    assert rows[sent.id]["organisation"]["id"] == sent.respondent.organisation_id
    assert rows[opposite.id]["viewerRole"] == "RESPONDENT"
    assert rows[opposite.id]["organisation"]["id"] == sent.respondent.organisation_id
    assert rows[guest.id]["organisation"] == {
        "id": guest.respondent.organisation_id, "name": "_Guest_", "safeName": f"Guest ({guest.respondent.name})",
        "isGuest": True,
    }  # fmt: skip
    assert rows[opposite.id]["relationship"]["id"] is None


def test_thread_of_a_request_counts_as_a_task_for_the_respondent(sent: SentRfx, signed_in: SignedIn) -> None:
    def task_threads(user: User) -> list[int]:
        return [row["id"] for row in signed_in(user).get("/api/messageThread?filterTypeTask=true").json]

    assert task_threads(sent.respondent) == [sent.rfx.thread_id]
    assert task_threads(sent.sender) == []
    both = signed_in(sent.sender).get("/api/messageThread?filterTypeTask=true&filterTypeRfi=true").json
    assert [row["id"] for row in both] == [sent.rfx.thread_id]


def test_each_filter_narrows_the_list(session: Session, signed_in: SignedIn) -> None:
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
    third = session.get_one(Rfx, sent[2].id)
    relationship_id = third.relationship_id
    assert ids(relationshipId=relationship_id) == [sent[2].id]
    assert ids(search="number 4") == [sent[4].id]
    assert ids(search=f"#{sent[1].id}") == [sent[1].id]
    supplier = signed_in(sent[3].respondent).get("/api/session").json["organisation"]["name"]
    assert ids(supplierName=supplier.upper()) == [sent[3].id]
    assert ids(supplierName="nobody at all %") == []
    assert client.get("/api/rfx", query_string={"statuses": "NEW"}).status_code == 422


def test_list_is_filtered_by_deadline_and_direction(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory()
    late, soon, later, _undated = (
        send_rfx(buyer, title=title) for title in ("late", "soon", "later", "undated")
    )
    for rfx, days in ((late, -1), (soon, 6), (later, 8)):
        session.get_one(Rfx, rfx.id).deadline = now() + timedelta(days=days)
    received = send_rfx(late.respondent, title="received")
    session.get_one(Rfx, received.id).with_organisation_id = buyer.organisation_id
    session.flush()
    client = signed_in(buyer)

    def titles(**query: object) -> list[str]:
        return [row["title"] for row in client.get("/api/rfx", query_string=query).json]

    assert titles(due="late") == ["late"]
    session.get_one(Rfx, late.id).status = RfxStatus.EXPIRED
    assert titles(due="late") == ["late"]
    assert titles(due="week") == ["soon"]
    session.get_one(Rfx, soon.id).status = RfxStatus.COMPLETED
    assert titles(due="week") == []
    assert titles(direction="sent") == ["undated", "later", "soon", "late"]
    assert titles(direction="received") == ["received"]
    assert titles(direction="received", supplierName="nobody at all") == []
    assert client.get("/api/rfx", query_string={"direction": "up"}).status_code == 422


def test_internal_survey_is_listed_under_its_supplier(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    colleague = colleague_of(buyer)
    supplier = OrganisationFactory(name="Brightwater")
    relationship = relate(buyer.organisation_id, supplier.id)
    make_assessment(buyer, relationship, internal_recipients=[colleague.id, "jo@elsewhere.example"])
    for user in (buyer, colleague):
        client = signed_in(user)
        rows = client.get("/api/rfx").json
        assert [row["organisation"]["name"] for row in rows] == ["Brightwater", "Brightwater"]
        matches = client.get("/api/rfx", query_string={"supplierName": "bright"}).json
        assert [row["id"] for row in matches] == [row["id"] for row in rows]
        assert client.get("/api/rfx", query_string={"supplierName": "northwind"}).json == []
        loaded = client.get(f"/api/rfx/{rows[-1]['id']}").json
        assert (loaded["about"]["id"], loaded["about"]["name"]) == (supplier.id, "Brightwater")
        assert loaded["relationship"]["withOrganisation"]["safeName"] == colleague.name
    later = send_rfx(buyer, UserFactory(in_organisation=OrganisationFactory(name="Castle")))
    sorted_rows = signed_in(buyer).get("/api/rfx?sort=supplier").json
    assert [row["organisation"]["name"] for row in sorted_rows] == ["Brightwater", "Brightwater", "Castle"]
    assert signed_in(buyer).get(later.path).json["about"] is None


def test_list_pages_by_cursor_with_constant_statements(session: Session, signed_in: SignedIn) -> None:
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


def test_large_rfx_loads_with_the_same_statements_as_a_small_one(
    session: Session, signed_in: SignedIn
) -> None:
    blocks = [heading("One"), *(field(f"question{n}") for n in range(256))]
    sent, small = send_rfx(blocks=blocks), send_rfx()
    client = signed_in(sent.respondent)
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
    other = signed_in(small.respondent)
    other.get(small.path, query_string=EVERYTHING)
    assert other.statements == large


def test_first_view_is_logged_once_per_user(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    buyer, supplier = signed_in(sent.sender), signed_in(sent.respondent)
    for client in (buyer, buyer, supplier):
        assert client.get(f"/rfx/{sent.id}").status_code == 200
    rows = session.query(EventLog).filter(EventLog.type.like("user.viewed.rfx.%")).order_by(EventLog.id).all()
    assert [row.type for row in rows] == ["user.viewed.rfx.sent", "user.viewed.rfx.received"]
    assert rows[0].args["rfxId"] == sent.id
    assert rows[0].args["fromOrganisationName"] == "Northwind Buying"
    assert sent.rfx.status == "NEW"


def test_pages_render_filters_and_return_404(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    from app.tasks.models import UserTask

    client = signed_in(sent.respondent)
    task = session.query(UserTask).filter_by(subject_id=sent.id).one()
    assert client.get(f"/rfx/{sent.id}/task/{task.id}").status_code == 200
    assert client.get(f"/rfx/{sent.id}/task/{task.id + 999}").status_code == 404
    page = client.get("/rfx?new=true&nonsense=1&expired=maybe").text
    assert "Supplier questions" in page
    assert "Supplier questions" not in client.get("/rfx?completed=true&nonsense=1&expired=maybe").text
    assert client.get("/rfx/abc").status_code == 404
    assert client.get("/api/rfx/99999999999999999999").status_code == 404


def test_overdue_rfx_is_shown_as_expired(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(deadline=now() + timedelta(days=1))
    sent.rfx.deadline = now() - timedelta(seconds=1)
    body = signed_in(sent.respondent).get(sent.path, query_string=EVERYTHING).json
    assert body["status"] == "EXPIRED"
    assert not any(body["rwMap"].values())
    assert not body["actions"]["submit"]


def test_nda_is_labelled_nda(session: Session, signed_in: SignedIn) -> None:
    from app.forms.types import DocFormType

    buyer = UserFactory()
    sent = send_rfx(buyer, forms=[make_form(buyer, field("name"), type=DocFormType.NDA)])
    assert signed_in(buyer).get(sent.path).json["typeLabel"] == "NDA"
    assert signed_in(buyer).get("/api/rfx").json[0]["typeLabel"] == "NDA"


def test_guest_sees_only_the_rfx_of_the_link(session: Session, signed_in: SignedIn) -> None:
    sent, other = send_rfx(guest=True), send_rfx(guest=True)
    client = signed_in(sent.respondent, rfx_id=sent.id)
    body = client.get(sent.path, query_string=EVERYTHING)
    assert body.status_code == 200, body.text
    assert body.json["viewerRole"] == "GUEST"
    assert body.json["thread"] is None
    assert (body.json["actions"]["seeMessages"], body.json["actions"]["seeScoring"]) == (False, False)
    shown = body.json["relationship"]["withOrganisation"]["safeName"]
    assert shown == f"Guest ({sent.respondent.name})"
    assert client.put(f"{sent.path}/value", json=answers_json(**ANSWERS)).json["status"] == "INPROGRESS"
    assert client.post(f"{sent.path}/submission", json={}).json["status"] == "COMPLETED"
    assert client.get(other.path).status_code == 404
    assert client.get("/api/rfx").status_code == 403
    stray = signed_in(make_guest(), rfx_id=sent.id)
    assert stray.get(sent.path).status_code == 404


def test_grant_for_another_kind_of_record_with_the_same_id_shows_no_rfx(
    session: Session, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = send_rfx(guest=True)
    monkeypatch.setitem(current_registry().grant_pages, "OTHER", lambda _token, _id: "/")
    grant = grant_access(
        user_id=sent.respondent.id,
        subject_type="OTHER",
        subject_id=sent.id,
        created_by_user_id=sent.sender.id,
    )
    client = signed_in(sent.respondent, grant=grant)
    assert client.get(sent.path).status_code == 404
    assert client.put(f"{sent.path}/value", json=answers_json(**ANSWERS)).status_code == 404
    assert client.get(f"/api/updates?rfxId={sent.id}").status_code == 404


def test_editing_a_question_leaves_sent_rfxs_unchanged(session: Session, signed_in: SignedIn) -> None:
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
