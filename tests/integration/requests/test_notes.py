"""Notes of the requester on answers: written, changed and deleted, and never visible to respondents."""

import io
from typing import Any

import pytest
from openpyxl import load_workbook
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.events.models import EventLog
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.requests.exports.comparison import build
from app.requests.models import AnswerNote
from app.requests.queries.notes import MAX_NOTES
from app.rfx.models import RfxRequest
from tests.factories.accounts import UserFactory, actor_of, colleague_of
from tests.factories.compared import SentRequest, answer, column, compare, question, send_request
from tests.factories.rfx import field
from tests.fixtures.people import SignedIn

CANARY = "Ask Zora before the award."


@pytest.fixture
def request_with_answers(session: Session, signed_in: SignedIn) -> SentRequest:
    request = send_request("Aurora", "Bergmann", blocks=(field("city"), field("weeks", "NUMBER")))
    for sent in request.rfxs:
        answer(signed_in, sent, city="Ulm", weeks="5")
    return request


def path_of(request: SentRequest, rfx_id: int | None = None, key: str = "city") -> str:
    return f"/api/rfxRequest/{request.id}/rfx/{rfx_id or request.rfxs[0].id}/note/{key}"


def add(signed_in: SignedIn, request: SentRequest, text: str = CANARY, user: Any = None, **place: Any) -> Any:
    return signed_in(user or request.sender).post(path_of(request, **place), json={"text": text})


def read(signed_in: SignedIn, request: SentRequest, user: Any = None) -> Any:
    return signed_in(user or request.sender).get(path_of(request))


def test_a_note_has_its_author_and_is_counted_in_the_cell(
    signed_in: SignedIn, request_with_answers: SentRequest
) -> None:
    request = request_with_answers
    added = add(signed_in, request, text="  Checked on site. \nFine. ")
    assert added.status_code == 201, added.text
    assert (added.json["text"], added.json["isEdited"]) == ("Checked on site. \nFine.", False)
    assert added.json["createdBy"]["name"] == request.sender.name
    colleague = colleague_of(request.sender, role_name="Viewer")
    [note] = read(signed_in, request, colleague).json
    assert (note["id"], note["mayEdit"], note["mayDelete"]) == (added.json["id"], False, False)
    comparison = compare(signed_in, request)
    cells = question(comparison, "city")["cells"]
    assert cells[column(comparison, "Aurora")]["notes"] == 1
    assert "notes" not in cells[column(comparison, "Bergmann")]


def test_only_the_author_changes_a_note_and_managers_delete_it(
    session: Session, signed_in: SignedIn, request_with_answers: SentRequest
) -> None:
    request = request_with_answers
    note = add(signed_in, request).json
    path = f"/api/rfxRequest/{request.id}/note/{note['id']}"
    manager = colleague_of(request.sender)
    assert signed_in(manager).put(path, json={"text": "Mine"}).status_code == 409
    changed = signed_in(request.sender).put(path, json={"text": "Changed", "basedOn": note["updated"]})
    assert (changed.status_code, changed.json["text"], changed.json["isEdited"]) == (200, "Changed", True)
    stale = signed_in(request.sender).put(path, json={"text": "Later", "basedOn": note["updated"]})
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    viewer = colleague_of(request.sender, role_name="Viewer")
    assert signed_in(viewer).delete(path).status_code == 403
    assert signed_in(manager).delete(path).status_code == 204
    assert signed_in(manager).delete(path).status_code == 404
    types = [event.type for event in session.query(EventLog).filter(EventLog.type.like("rfxRequest.note%"))]
    assert sorted(types) == ["rfxRequest.noteAdded", "rfxRequest.noteDeleted"]


@pytest.mark.parametrize(
    ("changes", "name", "sentence"),
    [
        ({"text": " "}, "text", "This is required."),
        ({"text": "x" * 2001}, "text", "This must have at most 2000 characters."),
        ({"key": "unknown"}, "key", "This request has no such question."),
    ],
)
def test_wrong_notes_have_a_sentence(
    signed_in: SignedIn, request_with_answers: SentRequest, changes: dict[str, Any], name: str, sentence: str
) -> None:
    response = add(signed_in, request_with_answers, **changes)
    assert (response.status_code, response.json["fields"]) == (422, {name: [sentence]})


def test_an_answer_has_a_limited_number_of_notes(
    session: Session, signed_in: SignedIn, request_with_answers: SentRequest
) -> None:
    request, moment = request_with_answers, now()
    session.add_all(
        AnswerNote(
            organisation_id=request.sender.organisation_id, rfx_id=request.rfxs[0].id, key="city", text="x",
            created_by_user_id=request.sender.id, created=moment, updated=moment,
        )
        for _ in range(MAX_NOTES)
    )  # fmt: skip
    session.flush()
    response = add(signed_in, request)
    assert response.json["fields"] == {"text": ["This answer has 100 notes already. Delete one first."]}


def test_notes_of_other_requests_do_not_exist(signed_in: SignedIn, request_with_answers: SentRequest) -> None:
    request = request_with_answers
    other = send_request("Calder", blocks=(field("city"),), sender=request.sender)
    assert add(signed_in, other, rfx_id=request.rfxs[0].id).status_code == 404
    note_id = add(signed_in, request).json["id"]
    path = f"/api/rfxRequest/{other.id}/note/{note_id}"
    assert signed_in(request.sender).put(path, json={"text": "x"}).status_code == 404
    assert signed_in(request.sender).delete(path).status_code == 404
    assert read(signed_in, request, UserFactory()).status_code == 404


def test_sealed_requests_have_no_notes_before_the_seal_opens(session: Session, signed_in: SignedIn) -> None:
    request = send_request("Aurora", blocks=(field("city"),), is_sealed=True)
    assert add(signed_in, request).json["code"] == "requestSealed"
    assert read(signed_in, request).json["code"] == "requestSealed"
    session.execute(update(RfxRequest).where(RfxRequest.id == request.id).values(seal_opened=now()))
    assert add(signed_in, request).status_code == 201


def test_respondents_never_see_a_note(
    session: Session, signed_in: SignedIn, request_with_answers: SentRequest
) -> None:
    request = request_with_answers
    note_id = add(signed_in, request).json["id"]
    sent = request.rfxs[0]
    client = signed_in(sent.respondent)
    for path in (
        f"{sent.path}?i=html&i=rwMap&i=fields&i=tasks&i=reuse",
        f"{sent.path}/value",
        f"{sent.path}/value/city/history",
        f"/rfx/{sent.id}",
        "/rfx",
        "/home",
        "/api/eventLog",
    ):
        response = client.get(path)
        assert response.status_code == 200, path
        assert CANARY not in response.text, path
        assert "noteAdded" not in response.text, path
    base = f"/api/rfxRequest/{request.id}"
    assert read(signed_in, request, sent.respondent).status_code == 404
    assert add(signed_in, request, user=sent.respondent).status_code == 404
    assert client.delete(f"{base}/note/{note_id}").status_code == 404
    assert all(CANARY not in f"{mail.html} {mail.text}" for mail in session.query(OutboxMail))


def test_the_workbook_has_a_column_of_notes_if_there_are_any(
    signed_in: SignedIn, request_with_answers: SentRequest
) -> None:
    request = request_with_answers

    def grid() -> list[tuple[Any, ...]]:
        file = build(actor_of(request.sender), "xlsx", {"request_id": request.id})
        return list(load_workbook(io.BytesIO(file.content))["Comparison"].iter_rows(values_only=True))

    assert "Notes" not in grid()[1]
    add(signed_in, request, text="=Checked")
    add(signed_in, request, text="Fine.")
    rows = grid()
    at = rows[1].index("Notes")
    first, second = str(rows[2][at]).split("\n")
    assert first.startswith(f"{request.sender.name}, ")
    assert first.endswith(": =Checked")
    assert second.endswith(": Fine.")
