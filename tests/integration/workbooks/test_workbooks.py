"""Filled workbooks: downloaded, filled in, read, decided and taken over."""

import io
import zipfile
from collections.abc import Callable
from datetime import timedelta

import pytest
from openpyxl import Workbook, load_workbook
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.clock import now
from app.rfx.models import FormValue
from app.workbooks.models import AnswerImport
from app.workbooks.operations.applying import apply_answers
from app.workbooks.operations.purging import delete_old_imports
from app.workbooks.types import MAX_OPEN, RETENTION, ImportState
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of
from tests.factories.answer_imports import download, outcomes, read, take_over, upload
from tests.factories.parts import delegate_of, make_part
from tests.factories.rfx import SentRfx, answers_json, field, heading, send_rfx
from tests.factories.workbooks import BLOCKS, FILLED, cell_of, fill, saved
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def sent(session: Session) -> SentRfx:
    respondent = UserFactory(in_organisation=OrganisationFactory(name="Adria Metal"), name="Lena Novak")
    return send_rfx(respondent=respondent, blocks=BLOCKS)


@pytest.fixture
def client(sent: SentRfx, signed_in: SignedIn) -> CheckedClient:
    return signed_in(sent.respondent)


def test_every_type_is_filled_in_and_taken_over(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    imported = read(client, sent, run_jobs, fill(download(client, sent, session, run_jobs)))
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
    content = fill(download(client, sent, session, run_jobs))
    client.put(f"{sent.path}/value", json=answers_json(company_name="Typed meanwhile", employees="3"))
    imported = read(client, sent, run_jobs, content)
    outcome_of = outcomes(imported)
    assert (outcome_of["company_name"], outcome_of["employees"], outcome_of["mail"]) == (
        "CONFLICT",
        "CONFLICT",
        "NEW",
    )
    item = next(item for item in imported["items"] if item["key"] == "company_name")
    assert (item["here"], item["file"], item["hereAuthor"]) == (
        "Typed meanwhile",
        "Brightwater",
        "Lena Novak",
    )
    keys = [key for key, outcome in outcome_of.items() if outcome == "NEW"]
    take_over(client, sent, run_jobs, imported, keys=[*keys, "company_name"], theirs=["employees"])
    values = client.get(sent.path).json["latestValuesFvc"]["values"]
    assert (values["company_name"]["value"], values["employees"]["value"]) == ("Typed meanwhile", "1250.5")


def test_change_after_the_preview_is_a_conflict(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    imported = read(client, sent, run_jobs, fill(download(client, sent, session, run_jobs)))
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
    book = load_workbook(io.BytesIO(fill(download(client, sent, session, run_jobs))))
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


def test_condition_outside_the_part_of_a_delegate_counts(
    client: CheckedClient, sent: SentRfx, signed_in: SignedIn, session: Session, run_jobs: Callable[[], int]
) -> None:
    client.put(f"{sent.path}/value", json=answers_json(iso=True))
    guest, grant = delegate_of(make_part(sent, keys=["level"]))
    delegate = signed_in(guest, grant=grant)
    book = load_workbook(io.BytesIO(download(delegate, sent, session, run_jobs)))
    cell_of(book[book.sheetnames[1]], "level").value = "Alpha"
    assert outcomes(read(delegate, sent, run_jobs, saved(book))) == {"level": "NEW"}


@pytest.mark.parametrize("compression", [zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_damaged_zip_fails_with_a_sentence(
    client: CheckedClient, sent: SentRfx, run_jobs: Callable[[], int], compression: int
) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        archive.writestr("filled.xlsx", b"certificate " * 400)
    content = bytearray(out.getvalue())
    content[45:60] = bytes([255]) * 15
    failed = read(client, sent, run_jobs, bytes(content), "answers.zip")
    assert (failed["state"], failed["error"]) == ("FAILED", "The ZIP could not be read. Create it again.")


def test_other_people_reach_no_import(
    client: CheckedClient, sent: SentRfx, signed_in: SignedIn, session: Session, run_jobs: Callable[[], int]
) -> None:
    imported = read(client, sent, run_jobs, fill(download(client, sent, session, run_jobs)))
    path = f"{sent.path}/answerImport/{imported['id']}"
    for user in (sent.sender, colleague_of(sent.respondent), UserFactory()):
        other = signed_in(user)
        assert other.get(path).status_code == 404
        assert other.post(f"{path}/apply", json={"keys": ["iso"]}).status_code in (403, 404)
    requester: User = sent.sender
    assert signed_in(requester).post(f"{sent.path}/export", json={"format": "workbook"}).status_code == 403
    assert client.delete(path).status_code == 204
    assert client.get(path).status_code == 404


QUESTIONS = (
    "Do you have a documented information security policy?", "Is access to data centres restricted to named people?",
    "Are backups restored at least once a year as a test?", "Is customer data encrypted while it is stored?",
    "Is customer data encrypted while it is transmitted?", "Do you review the access rights of users regularly?",
    "Are employees trained in information security every year?", "Is there a process for reporting security incidents?",
    "Do you test your applications for vulnerabilities?", "Are changes of systems approved before they are made?",
)  # fmt: skip
"""Questions in the manner of a questionnaire that is a standard."""


def own_file() -> bytes:
    """Return a supplier's answers to a standard: a title above the headings, numbers, and other words here and there."""
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Our standard answers", None, None, None])
    sheet.append([])
    sheet.append(["Question ID", "Control question", "Answer", "Comments"])
    for number, question in enumerate(QUESTIONS, start=1):
        text = question.replace("regularly", "regulary") if number == 6 else f"{number}. {question}"
        sheet.append([f"A-{number:02}", text, "Yes" if number % 2 else "No", ""])
    sheet.append(["A-11", "Who is the owner of the company?", "Ana", ""])
    return saved(book)


def test_own_file_of_a_standard_is_matched_and_near_texts_are_only_proposed(
    signed_in: SignedIn, run_jobs: Callable[[], int], session: Session
) -> None:
    blocks = [field(f"q{number}", "YESNO", label=text) for number, text in enumerate(QUESTIONS, start=1)]
    sent = send_rfx(blocks=[heading("Security"), *blocks])
    client = signed_in(sent.respondent)
    imported = read(client, sent, run_jobs, own_file(), "standard.xlsx")
    assert (imported["state"], imported["kind"]) == ("MAPPING", "FOREIGN")
    mapping = imported["mapping"]
    assert (mapping["questionColumn"], mapping["answerColumn"], mapping["commentColumn"]) == (1, 2, 3)
    path = f"{sent.path}/answerImport/{imported['id']}"
    wrong = client.put(path, json={"mapping": mapping | {"answerColumn": 40}})
    assert (wrong.status_code, wrong.json["fields"]["mapping"]) == (
        422,
        ["The file has no such sheet or column."],
    )
    assert client.put(path, json={"mapping": mapping}).status_code == 202
    run_jobs()
    matched = client.get(path).json
    outcome_of = outcomes(matched)
    assert len(outcome_of) == len(QUESTIONS)
    assert [key for key, outcome in outcome_of.items() if outcome == "PROPOSED"] == ["q6"]
    near = next(item for item in matched["items"] if item["key"] == "q6")
    assert near["matchedText"] == "Do you review the access rights of users regulary?"
    assert 92 <= near["similarity"] < 100
    take_over(client, sent, run_jobs, matched, keys=[key for key in outcome_of if key != "q6"])
    assert session.query(FormValue).count() == len(QUESTIONS) - 1


def test_file_that_cannot_be_read_fails_with_a_sentence(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    failed = read(client, sent, run_jobs, b"a,b\0c", "answers.csv")
    assert (failed["state"], failed["error"]) == (
        "FAILED", "This is no workbook. Choose a file of the type xlsx, xls, ods or csv.",
    )  # fmt: skip
    other = send_rfx(respondent=sent.respondent, blocks=BLOCKS)
    content = download(client, sent, session, run_jobs)
    foreign = read(client, other, run_jobs, content)
    assert foreign["error"] == f"This workbook belongs to RFx #{sent.id}. Open that request to read it."


def test_limits_and_closed_requests(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    content = fill(download(client, sent, session, run_jobs))
    imported = [read(client, sent, run_jobs, content) for _ in range(MAX_OPEN)]
    assert len(client.get(f"{sent.path}/answerImport").json["imports"]) == MAX_OPEN
    more = client.post(f"{sent.path}/answerImport", json={"attachmentId": upload(client, content)})
    assert (more.status_code, more.json["message"]) == (
        409, "You have 5 workbooks that are not taken over yet. Discard one first.",
    )  # fmt: skip
    client.post(f"{sent.path}/decline", json={"reason": "No capacity."})
    path = f"{sent.path}/answerImport/{imported[0]['id']}/apply"
    assert client.post(path, json={"keys": ["iso"]}).status_code == 409
    session.query(AnswerImport).update({"created": now() - RETENTION - timedelta(days=1)})
    delete_old_imports()
    assert session.query(AnswerImport).count() == 0


def test_worker_continues_with_the_next_answers_after_a_kill(
    client: CheckedClient, sent: SentRfx, session: Session, run_jobs: Callable[[], int]
) -> None:
    imported = read(client, sent, run_jobs, fill(download(client, sent, session, run_jobs)))
    path = f"{sent.path}/answerImport/{imported['id']}"
    client.post(f"{path}/apply", json={"keys": list(FILLED)})
    run_jobs()
    row = session.get_one(AnswerImport, imported["id"])
    # As after a crash between the last batch and the end: the same job runs again.
    row.state = ImportState.APPLYING
    session.flush()
    apply_answers(row.id)
    assert session.query(FormValue).count() == len(FILLED)
    assert row.state == ImportState.APPLIED
