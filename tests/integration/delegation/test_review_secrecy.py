"""Review parts stay within the requester: the respondent reads no word of them, and notices no step."""

import io
import json
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.delegation.models import RfxReviewPart
from app.events.models import EventLog
from app.kernel.mail.outbox import OutboxMail
from app.rfx.exports.builder import build
from tests.factories.accounts import colleague_of
from tests.factories.reviews import accept_body, make_review, respondent_actor, submit
from tests.factories.rfx import SentRfx, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

CANARY = "Kestrel7741"
API = (
    "?i=rwMap&i=fields&i=tasks&i=reuse&i=html", "/value", "/part", "/handover", "/answerImport", "/value/colour/history",
)  # fmt: skip
LISTS = (
    "/api/rfx", "/api/eventLog", "/api/userTask", "/api/notification", "/api/messageThread", "/home", "/rfx",
)  # fmt: skip


@pytest.fixture(params=["a user", "a guest"])
def sent(session: Session, request: pytest.FixtureRequest) -> SentRfx:
    sent = send_rfx(guest=request.param == "a guest")
    submit(sent)
    return sent


@pytest.fixture
def reviewer(sent: SentRfx) -> User:
    return colleague_of(sent.sender, name=f"{CANARY} Reviewer", role_name="Viewer")


def respondent_of(sent: SentRfx, signed_in: SignedIn) -> CheckedClient:
    is_guest = sent.rfx.guest_user_id is not None
    return signed_in(sent.respondent, rfx_id=sent.id) if is_guest else signed_in(sent.respondent)


def ask(sent: SentRfx, reviewer: User, **new: Any) -> RfxReviewPart:
    return make_review(sent, to=reviewer, title=f"{CANARY} title", note=f"{CANARY} note", **new)


def test_respondent_reads_no_word(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    ask(sent, reviewer)
    withdrawn = ask(sent, reviewer, keys=("remarks",))
    owner, client = signed_in(sent.sender), respondent_of(sent, signed_in)
    owner.post(f"{sent.path}/reviewPart/{withdrawn.id}/withdraw", json={})
    done = ask(sent, reviewer, keys=("colour",))
    signed_in(reviewer).put(f"{sent.path}/acceptance", json=accept_body("colour"))
    owner.post(f"{sent.path}/reopen", json={})
    client.put(f"{sent.path}/value", json={"values": {"colour": {"value": "g", "baseIteration": 1}}})
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200
    assert session.get_one(RfxReviewPart, done.id).done is None
    assert CANARY in owner.get(f"{sent.path}/reviewPart").text
    assert CANARY in owner.get(f"/rfx/{sent.id}").text

    is_guest = sent.rfx.guest_user_id is not None
    pages = [] if is_guest else [f"/rfx/{sent.id}", *LISTS]
    for path in [*(f"{sent.path}{suffix}" for suffix in API), f"/api/updates?rfxId={sent.id}", *pages]:
        response = client.get(path)
        assert response.status_code in ((200, 403) if is_guest else (200,)), path
        assert CANARY not in response.text, path
        assert "REVIEW_PART" not in response.text, path
    for kind in ("csv", "xlsx", "pdf"):
        export = build(respondent_actor(sent), kind, {"rfx_id": sent.id})
        assert CANARY not in text_of(kind, export.content)
    mails = session.query(OutboxMail).filter_by(to_user_id=sent.respondent.id).all()
    assert mails
    assert not any(CANARY in f"{mail.subject}{mail.html}{mail.text}" for mail in mails)
    events = session.query(EventLog).filter_by(organisation_id=sent.respondent.organisation_id).all()
    assert not any(
        CANARY in json.dumps(event.args) or event.type.startswith("rfx.review") for event in events
    )


def text_of(kind: str, content: bytes) -> str:
    """Return the text of an exported file."""
    if kind == "csv":
        return content.decode("utf-8-sig")
    if kind == "pdf":
        return "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    sheets = load_workbook(io.BytesIO(content)).worksheets
    return " ".join(str(cell.value) for sheet in sheets for row in sheet.rows for cell in row)


def test_respondent_gets_no_part(
    sent: SentRfx, reviewer: User, signed_in: SignedIn, session: Session
) -> None:
    part, client = ask(sent, reviewer), respondent_of(sent, signed_in)
    for part_id in (part.id, part.id + 1):
        for path in (
            f"{sent.path}/reviewPart/{part_id}/withdraw",
            f"{sent.path}/reviewPart/{part_id}/reminder",
        ):
            assert client.post(path, json={}).status_code == 403
    assert client.get(f"{sent.path}/reviewPart").status_code == 403
    if sent.rfx.guest_user_id is None:
        assert client.get(f"/rfx/{sent.id}/task/{part.task_id}").status_code == 404
        assert client.put(f"/api/userTask/{part.task_id}/done").status_code == 404


def test_open_page_of_the_respondent_notices_no_step(
    sent: SentRfx, reviewer: User, signed_in: SignedIn
) -> None:
    owner, client = signed_in(sent.sender), respondent_of(sent, signed_in)

    def version() -> str:
        text: str = client.get(f"/api/updates?rfxId={sent.id}").json["rfx"]["version"]
        return text

    before = version()
    part = ask(sent, reviewer)
    owner.put(f"{sent.path}/reviewPart/{part.id}", json={"note": "Again", "due": None})
    owner.post(f"{sent.path}/reviewPart/{part.id}/reminder", json={})
    owner.post(f"{sent.path}/reviewPart/{part.id}/withdraw", json={})
    assert version() == before
