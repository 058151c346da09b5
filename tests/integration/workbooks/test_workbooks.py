"""Filled workbooks: downloaded, filled in, read, decided and taken over."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.exports import Export, export_content
from app.rfx.models import FormValue
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.parts import delegate_of, make_part
from tests.factories.rfx import SentRfx, answers_json, field, heading, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

OPTIONS = [{"value": "a", "label": "Alpha"}, {"value": "b", "label": "Beta, two"}]
COLUMNS = [
    {"name": "site", "label": "Site", "type": "TEXT"},
    {"name": "people", "label": "People", "type": "NUMBER"},
    {"name": "audited", "label": "Audited on", "type": "DATE"},
]
BLOCKS = (
    heading("Company"),
    field("company_name", label="Company name"),
    field("story", "TEXTAREA", label="Story"),
    field("employees", "NUMBER", label="Employees"),
    field("founded", "DATE", label="Founded on"),
    field("mail", "EMAIL", label="Address"),
    field("web", "URL", label="Web site"),
    heading("Quality"),
    field("iso", "YESNO", label="Certified?"),
    field("level", "SINGLE_CHOICE", label="Level", options=OPTIONS, visibleWhen={"field": "iso", "operator": "equals", "value": True}),
    field("kinds", "MULTI_CHOICE", label="Kinds", options=OPTIONS),
    field("land", "COUNTRY", label="Country"),
    field("turnover", "CURRENCY_AMOUNT", label="Turnover"),
    field("papers", "FILE", label="Papers"),
    field("sites", "TABLE", label="Sites", columns=COLUMNS),
    field("sign", "FORMSIGNATURE", label="Signature"),
)  # fmt: skip
FILLED = {
    "company_name": "Brightwater", "story": "=not a formula", "employees": "1250.5", "founded": "1998-03-31",
    "mail": "info@brightwater.example", "web": "https://www.brightwater.example", "iso": True, "level": "b",
    "kinds": ["a"], "land": "DEU", "turnover": {"currency": "EUR", "amount": "2500000"},
    "sites": [{"site": "Leeds", "people": "12", "audited": "2026-05-04"}],
}  # fmt: skip
"""Answers of every type except files and signatures, in their stored form."""


@pytest.fixture
def sent(session: Session) -> SentRfx:
    respondent = UserFactory(in_organisation=OrganisationFactory(name="Adria Metal"), name="Lena Novak")
    return send_rfx(respondent=respondent, blocks=BLOCKS)


@pytest.fixture
def client(sent: SentRfx, signed_in: SignedIn) -> CheckedClient:
    return signed_in(sent.respondent)


def download(client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]) -> bytes:
    response = client.post(f"{sent.path}/export", json={"format": "workbook"})
    assert response.status_code == 202, response.text
    run_jobs()
    export = session.get_one(Export, response.json["id"])
    assert export.status == "DONE"
    return export_content(export)


def upload(client: CheckedClient, content: bytes, filename: str = "filled.xlsx") -> int:
    body = {"filename": filename, "size": len(content), "kind": "RFXANSWER"}
    started = client.post("/api/attachment/start", json=body).json
    assert client.put(started["uploadUrl"], data=content).status_code == 200
    attachment_id: int = started["id"]
    return attachment_id


def read(
    client: CheckedClient,
    sent: SentRfx,
    run_jobs: Callable[[], int],
    content: bytes,
    filename: str = "filled.xlsx",
) -> dict[str, Any]:
    created = client.post(
        f"{sent.path}/answerImport", json={"attachmentId": upload(client, content, filename)}
    )
    assert created.status_code == 202, created.text
    run_jobs()
    result: dict[str, Any] = client.get(f"{sent.path}/answerImport/{created.json['id']}").json
    return result


def take_over(
    client: CheckedClient, sent: SentRfx, run_jobs: Callable[[], int], imported: dict[str, Any], **body: Any
) -> dict[str, Any]:
    path = f"{sent.path}/answerImport/{imported['id']}"
    assert client.post(f"{path}/apply", json=body).status_code == 202
    run_jobs()
    result: dict[str, Any] = client.get(path).json
    return result


def outcomes(imported: dict[str, Any]) -> dict[str, str]:
    return {item["key"]: item["outcome"] for item in imported["items"]}


def cell_of(sheet: Worksheet, key: str, part: str = "", column: int = 4) -> Any:
    for row in sheet.iter_rows(min_row=3):
        if row[9].value == key and (row[11].value or "") == part:
            return sheet.cell(row[0].row, column)
    raise LookupError(key)


def fill(content: bytes, sent: SentRfx) -> bytes:
    """Fill in the workbook as a person does."""
    book = load_workbook(io.BytesIO(content))
    sheet = book[book.sheetnames[1]]
    for key in ("company_name", "story", "mail", "web"):
        cell_of(sheet, key).value = FILLED[key]
    cell_of(sheet, "story").data_type = "s"
    cell_of(sheet, "employees").value = 1250.5
    cell_of(sheet, "founded").value = "31.03.1998"
    cell_of(sheet, "iso").value = "Yes"
    cell_of(sheet, "level").value = "Beta, two"
    cell_of(sheet, "kinds", "a").value = "x"
    cell_of(sheet, "land").value = "Germany"
    cell_of(sheet, "turnover", "amount").value = 2_500_000
    cell_of(sheet, "turnover", "currency").value = "EUR"
    table = book[book.sheetnames[2]]
    table["A4"], table["B4"], table["C4"] = "Leeds", 12, "2026-05-04"
    return saved(book)


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_every_type_is_filled_in_and_taken_over(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    imported = read(client, sent, run_jobs, fill(download(client, sent, session, run_jobs), sent))
    assert (imported["state"], imported["kind"], imported["error"]) == ("READY", "OWN", None)
    assert outcomes(imported) == dict.fromkeys(FILLED, "NEW")
    assert {item["key"]: item["file"] for item in imported["items"]} == FILLED
    applied = take_over(client, sent, run_jobs, imported, keys=list(FILLED))
    assert (applied["state"], {item["appliedState"] for item in applied["items"]}) == ("APPLIED", {"APPLIED"})
    values = client.get(sent.path).json["latestValuesFvc"]["values"]
    assert {key: values[key]["value"] for key in FILLED} == FILLED
    assert {row.source for row in session.query(FormValue)} == {"WORKBOOK"}
    history = client.get(f"{sent.path}/value/company_name/history").json
    assert [change["source"] for change in history] == ["WORKBOOK"]
    again = read(client, sent, run_jobs, download(client, sent, session, run_jobs))
    assert outcomes(again) == dict.fromkeys(FILLED, "SAME"), "a fresh workbook differs in nothing"


def test_answer_that_was_changed_meanwhile_is_replaced_only_if_chosen(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    content = fill(download(client, sent, session, run_jobs), sent)
    client.put(f"{sent.path}/value", json=answers_json(company_name="Typed meanwhile", employees="3"))
    imported = read(client, sent, run_jobs, content)
    found = outcomes(imported)
    assert (found["company_name"], found["employees"], found["mail"]) == ("CONFLICT", "CONFLICT", "NEW")
    item = next(item for item in imported["items"] if item["key"] == "company_name")
    assert (item["here"], item["file"], item["hereAuthor"]) == (
        "Typed meanwhile",
        "Brightwater",
        "Lena Novak",
    )
    keys = [key for key, outcome in found.items() if outcome == "NEW"]
    take_over(client, sent, run_jobs, imported, keys=[*keys, "company_name"], theirs=["employees"])
    values = client.get(sent.path).json["latestValuesFvc"]["values"]
    assert (values["company_name"]["value"], values["employees"]["value"]) == ("Typed meanwhile", "1250.5")


def test_change_after_the_preview_is_a_conflict(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    imported = read(client, sent, run_jobs, fill(download(client, sent, session, run_jobs), sent))
    client.put(f"{sent.path}/value", json=answers_json(company_name="Too late"))
    applied = take_over(client, sent, run_jobs, imported, keys=["company_name", "mail"])
    states = {item["key"]: item["appliedState"] for item in applied["items"]}
    assert (states["company_name"], states["mail"], states["web"]) == ("CONFLICT", "APPLIED", None)


def test_empty_cells_clear_answers_only_if_asked(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    client.put(f"{sent.path}/value", json=answers_json(company_name="Adria", mail="a@adria.example"))
    book = load_workbook(io.BytesIO(download(client, sent, session, run_jobs)))
    sheet = book[book.sheetnames[1]]
    assert cell_of(sheet, "company_name").value == "Adria"
    cell_of(sheet, "company_name").value = None
    content = saved(book)
    imported = read(client, sent, run_jobs, content)
    assert outcomes(imported) == {"company_name": "EMPTY", "mail": "SAME"}
    take_over(client, sent, run_jobs, imported, keys=["company_name"])
    assert client.get(sent.path).json["latestValuesFvc"]["values"]["company_name"]["value"] == "Adria"
    imported = read(client, sent, run_jobs, content)
    take_over(client, sent, run_jobs, imported, keys=["company_name"], clearEmpty=True)
    assert client.get(sent.path).json["latestValuesFvc"]["values"]["company_name"]["value"] is None


def test_zip_puts_each_file_on_its_question(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    book = load_workbook(io.BytesIO(download(client, sent, session, run_jobs)))
    cell_of(book[book.sheetnames[1]], "papers", column=8).value = "iso 9001.txt; plan.txt"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("answers/filled.xlsx", saved(book))
        archive.writestr("answers/ISO 9001.txt", b"certificate")
        archive.writestr("plan.txt", b"plan")
    imported = read(client, sent, run_jobs, out.getvalue(), "answers.zip")
    assert outcomes(imported) == {"papers": "NEW"}
    take_over(client, sent, run_jobs, imported, keys=["papers"])
    files = client.get(sent.path).json["latestValuesFvc"]["values"]["papers"]["value"]
    assert [file["filename"] for file in files] == ["ISO 9001.txt", "plan.txt"]
    assert client.get(f"/files/{files[0]['attachmentId']}").data == b"certificate"
    missing = read(client, sent, run_jobs, saved(book))
    assert missing["items"][0]["outcome"] == "INVALID" or outcomes(missing) == {"papers": "SAME"}


def test_hidden_questions_are_read_but_not_taken_over(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    book = load_workbook(io.BytesIO(fill(download(client, sent, session, run_jobs), sent)))
    cell_of(book[book.sheetnames[1]], "iso").value = "No"
    imported = read(client, sent, run_jobs, saved(book))
    level = next(item for item in imported["items"] if item["key"] == "level")
    assert (level["outcome"], level["sentence"]) == (
        "UNKNOWN",
        "This question isn't asked with these answers.",
    )


def test_delegate_gets_and_fills_in_the_own_part(
    sent: SentRfx, signed_in: SignedIn, session: Session, run_jobs: Callable[[], int]
) -> None:
    guest, grant = delegate_of(make_part(sent, keys=["company_name", "employees"]))
    delegate = signed_in(guest, grant=grant)
    content = download(delegate, sent, session, run_jobs)
    book = load_workbook(io.BytesIO(content))
    sheet = book[book.sheetnames[1]]
    assert {row[9].value for row in sheet.iter_rows(min_row=3)} == {"company_name", "employees"}
    cell_of(sheet, "employees").value = 7
    imported = read(delegate, sent, run_jobs, saved(book))
    take_over(delegate, sent, run_jobs, imported, keys=["employees"])
    assert session.query(FormValue).one().created_by_user_id == guest.id
    lead = signed_in(sent.respondent)
    assert lead.get(f"{sent.path}/answerImport/{imported['id']}").status_code == 404


def test_other_people_reach_no_import(
    client: CheckedClient, sent: SentRfx, signed_in: SignedIn, session: Session, run_jobs: Callable[[], int]
) -> None:
    imported = read(client, sent, run_jobs, fill(download(client, sent, session, run_jobs), sent))
    path = f"{sent.path}/answerImport/{imported['id']}"
    for user in (sent.sender, colleague_of(sent.respondent), UserFactory()):
        other = signed_in(user)
        assert other.get(path).status_code == 404
        assert other.post(f"{path}/apply", json={"keys": ["iso"]}).status_code in (403, 404)
    requester: User = sent.sender
    assert signed_in(requester).post(f"{sent.path}/export", json={"format": "workbook"}).status_code == 403
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == 404
