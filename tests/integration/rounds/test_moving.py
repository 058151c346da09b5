"""Move of open RFxs to a new revision of their form: answers, follow-ups, acceptances, parts, scores and mails."""

from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.forms.models import DocForm
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import FormValue, Rfx, RfxPart, RfxRequestDocForm
from app.rfx.types import PartStatus
from app.tasks.models import UserTask
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.compared import answer, send_request
from tests.factories.parts import make_part
from tests.factories.rfx import SentRfx, answers_json, field, heading, make_form, next_revision, send_rfx
from tests.fixtures.people import SignedIn

SCORING = [
    {"operator": "equals", "operand": True, "points": 1},
    {"operator": "equals", "operand": False, "points": 0},
]
COLOURS = [{"value": "r", "label": "Red"}, {"value": "g", "label": "Green"}]
FIRST = (
    heading("Security"),
    field("policy", "YESNO", label="Is there a policy?", scoring=SCORING),
    field("text", "TEXTAREA", label="How is it reviewed?"),
    field("colour", "SINGLE_CHOICE", label="Colour?", options=COLOURS),
    field("gone", label="Old question"),
    field("name", label="Name"),
)  # fmt: skip
SECOND = (
    heading("Security"),
    field("policy", "YESNO", label="Is there a policy?", scoring=SCORING),
    field("text", "TEXTAREA", label="How do you review it?"),
    field("colour", "SINGLE_CHOICE", label="Colour?", options=COLOURS[1:]),
    field("name", label="Name"),
    field("added", label="New question", required=True),
    field("more", label="Another question"),
)  # fmt: skip
GIVEN: dict[str, Any] = {"policy": True, "text": "Yearly", "colour": "r", "gone": "Old", "name": "Ann"}
COUNTS = {"same": 2, "reworded": 1, "notValid": 1, "removed": 1, "added": 2, "addedRequired": 1}


@pytest.fixture
def buyer(session: Session) -> User:
    return UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))


@pytest.fixture
def form(buyer: User) -> DocForm:
    return make_form(buyer, *FIRST)


@pytest.fixture
def sent(buyer: User, form: DocForm, signed_in: SignedIn) -> SentRfx:
    """Send an RFx whose respondent has answered every question and not submitted."""
    sent = send_rfx(buyer, UserFactory(), forms=[form])
    answer(signed_in, sent, submit=False, **GIVEN)
    return sent


def move(signed_in: SignedIn, buyer: User, form: DocForm, *ids: int, **more: Any) -> Any:
    return signed_in(buyer).post(f"/api/docForm/{form.id}/move", json={"rfxIds": list(ids), **more})


def values_of(session: Session, rfx_id: int) -> dict[str, Any]:
    session.expire_all()
    stmt = select(FormValue).where(FormValue.rfx_id == rfx_id, FormValue.is_current)
    return {row.key: row.value for row in session.scalars(stmt)}


def test_open_rfxs_are_listed_with_the_effect_of_a_move(
    sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    blank = send_rfx(buyer, sent.respondent, forms=[form], title="Blank")
    done = send_rfx(buyer, sent.respondent, forms=[form])
    answer(signed_in, done, policy=True)
    new = next_revision(form, buyer, *SECOND)
    send_rfx(buyer, sent.respondent, forms=[new], title="Uses the new one")
    client = signed_in(buyer)
    rows = client.get(f"/api/docForm/{new.id}/openRfx").json
    statements = client.statements
    assert [row["id"] for row in rows] == [blank.id, sent.id]
    assert rows[1] == {
        "id": sent.id, "title": "Supplier questions", "respondent": rows[0]["respondent"], "deadline": None,
        "revision": 1, "counts": COUNTS, "isSigned": False,
    }  # fmt: skip
    assert rows[0]["counts"] == {**dict.fromkeys(COUNTS, 0), "added": 2, "addedRequired": 1}
    for _ in range(3):
        send_rfx(buyer, sent.respondent, forms=[form])
    page = client.get(f"/api/docForm/{new.id}/openRfx", query_string={"pageSize": 2})
    assert client.statements == statements, client.statement_log
    assert len(page.json) == 2


def test_every_answer_that_fits_goes_along(
    session: Session, sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    author = session.scalars(select(FormValue.created_by_user_id).where(FormValue.rfx_id == sent.id)).first()
    new = next_revision(form, buyer, *SECOND)
    response = move(signed_in, buyer, new, sent.id, message="<p>Two questions are new.</p>")
    assert response.status_code == 200, response.text
    assert response.json["results"] == [
        {
            "rfxId": sent.id, "title": "Supplier questions", "counts": COUNTS, "notValid": ["Colour?"],
            "reason": None,
        }
    ]  # fmt: skip
    assert values_of(session, sent.id) == {"policy": True, "text": "Yearly", "name": "Ann", "colour": None}
    rows = list(session.scalars(select(FormValue).where(FormValue.rfx_id == sent.id)))
    carried = next(row for row in rows if row.key == "text" and row.is_current)
    assert (carried.source, carried.iteration, carried.created_by_user_id) == ("MOVED", 2, author)
    assert carried.updated == next(row for row in rows if row.key == "text" and not row.is_current).updated
    policy = [row for row in rows if row.key == "policy"]
    assert [(row.iteration, row.source) for row in policy] == [(1, "SCREEN")], "an unchanged answer stays"
    former = [row for row in rows if row.key == "gone"]
    assert [(row.value, row.is_current) for row in former] == [("Old", False)], "the history stays"
    rfx = session.get_one(Rfx, sent.id)
    assert (rfx.answered, rfx.answerable, rfx.status) == (3, 6, "INPROGRESS")
    client = signed_in(sent.respondent)
    shown = client.get(sent.path).json
    assert [each["id"] for each in shown["docForms"]] == [new.id]
    assert shown["latestValuesFvc"]["values"]["text"]["value"] == "Yearly"
    history = client.get(f"{sent.path}/value/text/history").json
    assert [(each["source"], each["iteration"]) for each in history] == [("MOVED", 2), ("SCREEN", 1)]
    saved = client.put(f"{sent.path}/value", json=answers_json(added="New"))
    assert saved.json["refused"] == {}
    body = {"values": {"colour": {"value": "g", "baseIteration": 2}}}
    assert client.put(f"{sent.path}/value", json=body).json["saved"]["colour"]["iteration"] == 3
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200


def test_move_is_mailed_and_recorded(
    session: Session, sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    new = next_revision(form, buyer, *SECOND)
    move(signed_in, buyer, new, sent.id, message="<p>Two questions are new.</p><script>x</script>")
    mail = session.scalars(select(OutboxMail).order_by(OutboxMail.id.desc())).first()
    assert mail is not None
    assert mail.template == "RFICONVERSATION"
    text = mail.html
    assert "The questionnaire has changed" in text
    assert "3 answers were carried over." in text
    assert "2 (1 required)" in text
    assert "Colour?" in text
    assert "Two questions are new." in text
    assert "<script>" not in text
    events = session.scalars(select(EventLog).where(EventLog.type == "rfx.movedToRevision")).all()
    assert {event.organisation_id for event in events} == {
        buyer.organisation_id,
        sent.respondent.organisation_id,
    }
    assert {event.args["revision"] for event in events} == {2}


def test_two_forms_that_share_a_name_keep_their_answers(
    session: Session, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    other = make_form(buyer, field("name", fid="fid-of-the-other"), title="Other")
    sent = send_rfx(buyer, UserFactory(), forms=[form, other])
    answer(signed_in, sent, submit=False, **{f"{form.id}.name": "Ann", f"{other.id}.name": "Bea"})
    new = next_revision(form, buyer, *SECOND)
    assert move(signed_in, buyer, new, sent.id).status_code == 200
    assert values_of(session, sent.id) == {f"{new.id}.name": "Ann", f"{other.id}.name": "Bea"}
    newest = next_revision(new, buyer, *(block for block in SECOND if block["attrs"].get("name") != "name"))
    assert move(signed_in, buyer, newest, sent.id).status_code == 200
    assert values_of(session, sent.id) == {"name": "Bea"}, "the other form's key has changed"
    back = next_revision(newest, buyer, *SECOND)
    assert move(signed_in, buyer, back, sent.id).status_code == 200
    assert values_of(session, sent.id) == {f"{other.id}.name": "Bea"}


def test_signed_and_ended_rfxs_are_not_moved(
    session: Session, sent: SentRfx, buyer: User, signed_in: SignedIn
) -> None:
    blocks = (field("a"), field("sign", "FORMSIGNATURE"))
    form = make_form(buyer, *blocks, title="Agreement")
    signed, submitted, declined, late = (send_rfx(buyer, UserFactory(), forms=[form]) for _ in range(4))
    signature = {"name": "Ann", "strokes": [[1, 2, 3, 4]]}
    for each in (signed, submitted):
        answer(signed_in, each, submit=False, a="x")
        saved = signed_in(each.respondent).put(f"{each.path}/value", json=answers_json(sign=signature))
        assert saved.json["refused"] == {}, saved.json
    assert signed_in(submitted.respondent).post(f"{submitted.path}/submission", json={}).status_code == 200
    body = {"reason": "No."}
    assert signed_in(declined.respondent).post(f"{declined.path}/decline", json=body).status_code == 200
    withdrawn = signed_in(buyer).post(f"{late.path}/withdrawal", json={"reason": "Late."})
    assert withdrawn.status_code == 200, withdrawn.text
    new = next_revision(form, buyer, *blocks, field("b"))
    for each, reason in (
        (signed, "signed"),
        (submitted, "submitted"),
        (declined, "declined"),
        (late, "Late"),
    ):
        response = move(signed_in, buyer, new, each.id)
        assert response.status_code == 409
        assert reason in response.json["message"], response.json
    listed = signed_in(buyer).get(f"/api/docForm/{new.id}/openRfx").json
    assert [(row["id"], row["isSigned"]) for row in listed] == [(signed.id, True)]
    open_one = send_rfx(buyer, UserFactory(), forms=[form])
    results = move(signed_in, buyer, new, signed.id, open_one.id).json["results"]
    assert [(each["rfxId"], each["reason"] is None) for each in results] == [
        (signed.id, False), (open_one.id, True),
    ]  # fmt: skip
    again = move(signed_in, buyer, new, open_one.id)
    assert (again.status_code, again.json["message"]) == (409, "It uses the newest version already.")


def test_only_the_revision_in_use_of_the_own_organisation_is_a_target(
    sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    new = next_revision(form, buyer, *SECOND)
    assert move(signed_in, buyer, form, sent.id).status_code == 409
    assert signed_in(buyer).get(f"/api/docForm/{form.id}/openRfx").status_code == 409
    stranger = UserFactory()
    assert move(signed_in, stranger, new, sent.id).status_code == 404
    foreign = send_rfx(UserFactory(), buyer)
    assert move(signed_in, buyer, new, sent.id, foreign.id).status_code == 404
    viewer = colleague_of(buyer, role_name="Viewer")
    assert move(signed_in, viewer, new, sent.id).status_code == 403
    assert signed_in(viewer).get(f"/api/docForm/{new.id}/openRfx").status_code == 403
    assert signed_in(buyer).post(f"/api/docForm/{new.id}/move", json={"rfxIds": []}).status_code == 200
    for ids in ([0], ["x"], list(range(1, 52))):
        response = signed_in(buyer).post(f"/api/docForm/{new.id}/move", json={"rfxIds": ids})
        assert response.status_code in (400, 422), ids


def test_follow_ups_and_acceptances_go_along_with_unchanged_questions(
    session: Session, sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    for key in ("policy", "text", "gone"):
        asked = client.post(f"{sent.path}/task", json={"field": key, "descriptionHtml": "<p>Why?</p>"})
        assert asked.status_code in (200, 201), asked.text
    accepted = {
        "accepted": True,
        "answers": [{"field": key, "iteration": 1} for key in ("name", "text")],
    }
    assert signed_in(sent.respondent).post(f"{sent.path}/submission", json={}).status_code == 200
    assert client.put(f"{sent.path}/acceptance", json=accepted).status_code == 200
    assert client.post(f"{sent.path}/reopen", json={}).status_code == 200
    new = next_revision(form, buyer, *SECOND)
    assert move(signed_in, buyer, new, sent.id).status_code == 200
    session.expire_all()
    tasks = session.scalars(
        select(UserTask).where(UserTask.subject_id == sent.id, UserTask.type == "FOLLOW_UP")
    )
    assert {(task.field_key, task.is_open) for task in tasks} == {
        ("policy", True), ("text", False), (None, False),
    }  # fmt: skip
    rows = session.scalars(select(FormValue).where(FormValue.rfx_id == sent.id, FormValue.is_current))
    assert {row.key for row in rows if row.accepted} == {"name"}


def test_parts_get_the_new_keys_and_lose_removed_questions(
    session: Session, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    other = make_form(buyer, field("name", fid="fid-of-the-other"), title="Other")
    sent = send_rfx(buyer, UserFactory(), forms=[form, other])
    colleague = colleague_of(sent.respondent)
    part = make_part(sent, to=colleague, keys=[f"{form.id}.name", "gone", "text"]).id
    emptied = make_part(sent, to=colleague, keys=["gone"]).id
    new = next_revision(form, buyer, *SECOND)
    assert move(signed_in, buyer, new, sent.id).status_code == 200
    session.expire_all()
    assert set(session.get_one(RfxPart, part).keys) == {f"{new.id}.name", "text"}
    withdrawn = session.get_one(RfxPart, emptied)
    assert (withdrawn.keys, withdrawn.status) == ([], PartStatus.WITHDRAWN)
    assert not session.get_one(UserTask, withdrawn.task_id).is_open


def test_scores_are_computed_again(sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn) -> None:
    client = signed_in(buyer)
    assert client.get(sent.path).json["scoring"]["overall"] is not None
    doubled = [
        {"operator": "equals", "operand": False, "points": 1},
        {"operator": "equals", "operand": True, "points": 0},
    ]
    new = next_revision(form, buyer, field("policy", "YESNO", label="Is there a policy?", scoring=doubled))
    assert move(signed_in, buyer, new, sent.id).status_code == 200
    assert client.get(sent.path).json["scoring"]["overall"] in (0, 0.0, "0", "0.000000")
    plain = next_revision(new, buyer, field("policy", "YESNO", label="Is there a policy?"))
    assert move(signed_in, buyer, plain, sent.id).status_code == 200
    shown = client.get(sent.path)
    assert shown.status_code == 200
    assert (shown.json.get("scoring") or {}).get("overall") is None


def test_key_of_another_type_is_no_answer_to_the_new_question(
    session: Session, sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn
) -> None:
    new = next_revision(form, buyer, field("name", "NUMBER", fid="fid-of-a-number", label="Number"))
    assert move(signed_in, buyer, new, sent.id).status_code == 200
    client = signed_in(sent.respondent)
    assert [each["parts"] for each in client.get(f"{sent.path}/value/name/history").json] == [[]]
    body = {"values": {"name": {"value": "5", "baseIteration": 2}}}
    assert client.put(f"{sent.path}/value", json=body).json["saved"]["name"]["iteration"] == 3


def test_open_pages_notice_the_move(sent: SentRfx, buyer: User, form: DocForm, signed_in: SignedIn) -> None:
    client = signed_in(sent.respondent)
    query = {"rfxId": sent.id, "page": "p1"}
    before = client.get("/api/updates", query_string=query).json
    unchanged = client.get("/api/updates", query_string={**query, "stamp": before["stamp"]})
    assert unchanged.status_code == 204
    move(signed_in, buyer, next_revision(form, buyer, *SECOND), sent.id)
    after = client.get("/api/updates", query_string={**query, "stamp": before["stamp"]})
    assert after.json["rfx"]["version"] != before["rfx"]["version"]


def test_request_follows_once_all_of_its_rfxs_have_moved(
    session: Session, buyer: User, signed_in: SignedIn
) -> None:
    request = send_request("Aurora", "Borealis", blocks=FIRST)
    form = request.rfxs[0].forms[0]
    new = next_revision(form, request.sender, *SECOND)
    used = select(RfxRequestDocForm.doc_form_id).where(RfxRequestDocForm.request_id == request.id)
    for sent, expected in zip(request.rfxs, (form.id, new.id), strict=True):
        assert move(signed_in, request.sender, new, sent.id).status_code == 200
        session.expire_all()
        assert session.scalars(used).all() == [expected]
        compared = signed_in(request.sender).get(f"{request.path}/comparison")
        assert compared.status_code == 200
