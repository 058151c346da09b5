"""The answers of several RFxs as one ZIP archive."""

import csv
import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.events.models import EventLog
from app.rfx.exports import archive
from app.rfx.models import Rfx
from tests.factories.accounts import UserFactory
from tests.factories.rfx import SentRfx, answers_json, field, send_rfx
from tests.fixtures.people import SignedIn

Run = Callable[[], int]
PATH = "/api/rfx/answers"


@pytest.fixture
def buyer(session: Session) -> User:
    created: User = UserFactory()
    return created


def answered(buyer: User, signed_in: SignedIn, title: str, answer: str) -> SentRfx:
    sent = send_rfx(buyer, UserFactory(), blocks=[field("name")], title=title)
    signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(name=answer))
    return sent


def files_of(client: Any, run_jobs: Run, **body: Any) -> dict[str, bytes]:
    """Request an archive, let the worker make it, and return its files."""
    response = client.post(PATH, json={"format": "csv"} | body)
    assert response.status_code == 202, response.json
    run_jobs()
    export = client.get(f"/api/export/{response.json['id']}").json
    assert export["status"] == "DONE"
    content = client.get(export["url"])
    assert content.mimetype == "application/zip"
    with zipfile.ZipFile(io.BytesIO(content.data)) as files:
        return {name: files.read(name) for name in files.namelist()}


def test_archive_has_a_file_of_answers_for_each_rfx(
    buyer: User, signed_in: SignedIn, run_jobs: Run, session: Session
) -> None:
    sent = [answered(buyer, signed_in, f"Audit {number}", f"Answer {number}") for number in range(3)]
    files = files_of(signed_in(buyer), run_jobs, ids=[sent[0].id, sent[2].id])
    assert list(files) == [f"RFx {sent[0].id} Audit 0.csv", f"RFx {sent[2].id} Audit 2.csv"]
    texts = [content.decode("utf-8-sig") for content in files.values()]
    assert ["Answer 0" in texts[0], "Answer 2" in texts[1]] == [True, True]
    assert all(len(list(csv.reader(io.StringIO(text)))) > 1 for text in texts)
    events = session.query(EventLog).filter_by(organisation_id=buyer.organisation_id, type="export.created")
    assert events.count() == 2


def test_filter_takes_the_rows_of_the_list(buyer: User, signed_in: SignedIn, run_jobs: Run) -> None:
    needle = answered(buyer, signed_in, "Needle", "In it")
    answered(buyer, signed_in, "Hay", "Not in it")
    files = files_of(signed_in(buyer), run_jobs, filter={"search": "needle"}, format="xlsx")
    assert list(files) == [f"RFx {needle.id} Needle.xlsx"]


def test_rfxs_that_may_not_be_read_are_named_with_the_reason(
    buyer: User, signed_in: SignedIn, run_jobs: Run, session: Session
) -> None:
    open_one, sealed = (answered(buyer, signed_in, title, "Secret 77") for title in ("Open", "Sealed"))
    session.execute(update(Rfx).where(Rfx.id == sealed.id).values(is_sealed=True))
    files = files_of(signed_in(buyer), run_jobs, ids=[sealed.id, open_one.id])
    assert set(files) == {f"RFx {open_one.id} Open.csv", archive.NOTE}
    note = files[archive.NOTE].decode()
    assert note.startswith(f"RFx {sealed.id}: ")
    assert "Secret 77" not in note


def test_respondent_exports_received_rfxs_and_a_stranger_nothing(
    buyer: User, signed_in: SignedIn, run_jobs: Run
) -> None:
    sent = answered(buyer, signed_in, "Received", "Own answer")
    other = answered(buyer, signed_in, "Of another supplier", "Foreign answer")
    files = files_of(signed_in(sent.respondent), run_jobs, ids=[sent.id, other.id])
    assert list(files) == [f"RFx {sent.id} Received.csv"]
    assert signed_in(UserFactory()).post(PATH, json={"format": "csv", "ids": [sent.id]}).status_code == 404


def test_too_many_rfxs_are_refused_with_a_sentence(
    buyer: User, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = [answered(buyer, signed_in, f"Audit {number}", "x") for number in range(2)]
    monkeypatch.setattr(archive, "MAX_RFXS", 1)
    for selection in ({"ids": [each.id for each in sent]}, {"filter": {}}):
        response = signed_in(buyer).post(PATH, json={"format": "pdf", **selection})
        assert (response.status_code, response.json["errors"]) == (422, [archive.TOO_MANY])


@pytest.mark.parametrize(
    ("body", "field_name"),
    [
        ({"format": "pdf"}, "ids"),
        ({"format": "pdf", "ids": [1], "filter": {}}, "ids"),
        ({"format": "zip", "ids": [1]}, "format"),
        ({"format": "pdf", "filter": {"unknown": "x"}}, "filter.unknown"),
    ],
)
def test_wrong_requests_are_refused(
    buyer: User, signed_in: SignedIn, body: dict[str, Any], field_name: str
) -> None:
    response = signed_in(buyer).post(PATH, json=body)
    assert response.status_code == 422
    assert field_name in response.json["fields"]
