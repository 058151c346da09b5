"""Downloads as XLSX, CSV and PDF, read back (product decisions, Download)."""

import csv
import io
import re
from collections.abc import Callable
from datetime import date, datetime
from typing import Any

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader
from sqlalchemy.orm import Session

from app.files.operations import store_bytes
from app.files.types import AttachmentKind
from app.kernel.files.pdf import font_for
from app.kernel.http.auth import Actor
from app.kernel.jobs.exports import Export
from app.rfx.exports.builder import build
from app.rfx.exports.csv_file import escape_formula
from app.rfx.queries.rfxs import rfx_context
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of
from tests.factories.rfx import ANSWERS, FIELDS, SentRfx, answers_json, field, heading, make_form, send_rfx
from tests.fixtures.people import SignedIn
from tests.fixtures.vectors import vectors

FORMULAS: list[str] = vectors("hostile-values")["formulas"]


@pytest.fixture
def answered(session: Session, signed_in: SignedIn) -> SentRfx:
    columns = [{"name": "site", "label": "Site"}, {"name": "people", "label": "People", "type": "NUMBER"}]
    blocks = (
        *FIELDS,
        heading("Signing"),
        field("sites", "TABLE", columns=columns),
        field("loss", "NUMBER"),
        field("country", "COUNTRY"),
        field("founded", "DATE"),
        field("ancient", "DATE"),
        field("chinese"),
        field("signature", "FORMSIGNATURE"),
    )
    sent = send_rfx(blocks=blocks, title="=Supplier questions")
    file = store_bytes(
        organisation_id=sent.respondent.organisation_id, user_id=sent.respondent.id, filename="iso 9001.pdf",
        content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    client = signed_in(sent.respondent)
    papers = [
        {"attachmentId": file.id, "filename": "iso 9001.pdf", "size": 10, "contentType": "application/pdf"}
    ]
    rows = [{"site": f"Site {n}", "people": str(n)} for n in range(120)]
    more = {
        "certificate": "hidden", "turnover": {"currency": "GBP", "amount": "1250.50"}, "colour": "g", "papers": papers,
        "sites": rows, "loss": "-98.4", "country": "DEU", "founded": "1984-05-01",
        "ancient": "1900-02-28",
        "chinese": "\u4e2d\u6587\u516c\u53f8 \u0417\u0430\u0432\u043e\u0434 \u03a9",
        "remarks": '=HYPERLINK("http://evil")\n<b>bold</b> & <script>alert(1)</script>',
    }  # fmt: skip
    saved = client.put(f"{sent.path}/value", json=answers_json(**ANSWERS, **more)).json
    assert saved["refused"] == {}
    signature = {"name": "Tom Reed", "strokes": [[10, 10, 200, 150, 400, 20], [5, 5]]}
    client.put(f"{sent.path}/value", json=answers_json(signature=signature))
    return sent


def export(sent: SentRfx, format: str) -> bytes:
    return build(actor_of(sent.sender), format, {"rfx_id": sent.id}).content


def test_workbook_contains_every_visible_question_in_order(answered: SentRfx) -> None:
    book = load_workbook(io.BytesIO(export(answered, "xlsx")))
    assert book.sheetnames == ["Summary", "Answers", "Scores"]
    rows = list(book["Answers"].iter_rows(values_only=True))
    assert rows[0][:6] == ("Form", "Section", "No.", "Question", "Answer", "Unit")
    answers = {row[3].removeprefix("Label of "): row for row in rows[1:]}
    assert [row[3].removeprefix("Label of ") for row in rows[1:]][:3] == ["company_name", "employees", "iso"]
    assert "certificate" not in answers
    assert answers["verdict"][4] in {None, ""}
    assert answers["company_name"][:2] == ("Qualification", "Company")
    assert (answers["employees"][4], answers["employees"][5]) == (250, "people")
    assert answers["loss"][4] == -98.4
    assert (answers["turnover"][4], answers["turnover"][5]) == (1250.5, "GBP")
    assert answers["iso"][4] == "No"
    assert answers["colour"][4] == "Green"
    assert answers["country"][4] == "Germany"
    assert answers["founded"][4].date() == date(1984, 5, 1)
    assert answers["ancient"][4] == "28 Feb 1900"
    assert isinstance(answers["founded"][8], datetime)
    assert answers["sites"][4].startswith("Site 0; 0\nSite 1; 1")
    assert answers["signature"][4].startswith("Tom Reed, ")
    assert answers["employees"][6] == answered.respondent.name
    remarks = next(row for row in book["Answers"].iter_rows() if row[3].value == "Label of remarks")
    assert (remarks[4].data_type, remarks[4].quotePrefix) == ("s", True)
    summary = {row[0]: row[1] for row in book["Summary"].iter_rows(values_only=True)}
    assert summary["Title"] == "=Supplier questions"
    assert all(cell.data_type != "f" for sheet in book for row in sheet.iter_rows() for cell in row)
    assert any("iso 9001.pdf" in (row[1] or "") for row in book["Summary"].iter_rows(values_only=True))


def test_csv_is_readable_and_free_of_formulas(answered: SentRfx) -> None:
    content = export(answered, "csv")
    assert content.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    answers = {row["Question"].removeprefix("Label of "): row for row in rows}
    assert answers["loss"]["Answer"] == "-98.4"
    assert answers["founded"]["Answer"] == "1984-05-01"
    assert datetime.fromisoformat(answers["founded"]["Answered at (UTC)"]).microsecond == 0
    assert answers["remarks"]["Answer"].startswith("'=HYPERLINK")
    assert answers["chinese"]["Answer"].startswith("\u4e2d\u6587\u516c\u53f8")
    assert "certificate" not in answers


@pytest.mark.parametrize("text", FORMULAS)
def test_formula_like_text_stays_text(session: Session, signed_in: SignedIn, text: str) -> None:
    # A leading tab or line break may separate cells too: then the formula has its own apostrophe.
    assert escape_formula(text) in {f"'{text}", f"'{text[:1]}'{text[1:]}"}
    sent = send_rfx(blocks=(field("a"), field("b", "TEXTAREA")))
    signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(a=text.strip(), b=text))
    book = load_workbook(io.BytesIO(export(sent, "xlsx")))
    assert "f" not in {cell.data_type for row in book["Answers"].iter_rows() for cell in row}


def test_characters_that_excel_forbids_are_removed(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("a", "TEXTAREA"),))
    signed_in(sent.respondent).put(
        f"{sent.path}/value", json=answers_json(a="On\x0be \x1f\ufffe\uffffline \U0001f600")
    )
    book = load_workbook(io.BytesIO(export(sent, "xlsx")))
    assert book["Answers"]["E2"].value == "One line \U0001f600"


@pytest.mark.parametrize("separator", [";", "\t", "|", "\n", "\r", ';"', "; "])
@pytest.mark.parametrize("formula", ["=1+1", "+1", "-1", "@A1", "\uff1d1"])
def test_text_after_another_separator_is_no_formula(separator: str, formula: str) -> None:
    file = io.StringIO(newline="")
    csv.writer(file).writerow(["1", escape_formula(f"fine{separator}{formula};end"), "x"])
    rows = list(
        csv.reader(io.StringIO(file.getvalue(), newline=""), delimiter=separator.strip(' "\n\r') or ";")
    )
    cells = [cell.strip() for row in rows for cell in row]
    assert any(cell.startswith(f"'{formula}") for cell in cells)
    assert not any(cell.startswith(formula) for cell in cells)


@pytest.mark.parametrize(
    "text", ["-5", "-0.25", "12", "plain", "a=b", "", "Tools:\n- saw; axe\n  - file", "a - b | c"]
)
def test_numbers_and_plain_text_stay_unchanged(text: str) -> None:
    assert escape_formula(text) == text


def test_pdf_contains_the_answers(answered: SentRfx) -> None:
    reader = PdfReader(io.BytesIO(export(answered, "pdf")))
    text = "\n".join(page.extract_text() for page in reader.pages)
    for expected in (
        "=Supplier questions", "Northwind Buying", "Company", "Brightwater", "250 people", "GBP 1,250.50", "Germany",
        "Site 119", "Tom Reed", "iso 9001.pdf", "\u4e2d\u6587\u516c\u53f8", "\u0417\u0430\u0432\u043e\u0434",
        "<b>bold</b>", "SHA-256", f"1 / {len(reader.pages)}",
    ):  # fmt: skip
        assert expected in text, expected
    assert "hidden" not in text
    assert any(len(page.images) for page in reader.pages)


def test_pdf_contents_list_forms_and_sections_with_their_pages(session: Session, signed_in: SignedIn) -> None:
    sender = UserFactory()
    lines = [field(f"line{n}", "TEXTAREA") for n in range(40)]
    forms = [
        make_form(sender, heading("\uc548\uc804 <b>"), *lines, heading("Deep", 3), title="First"),
        make_form(
            sender, heading("Second, own title", 1), field("a"), heading("Zulieferer & Co"), field("b")
        ),
    ]
    sent = send_rfx(sender, forms=forms)
    signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(a="\ubd80\uc0b0 \ud68c\uc0ac"))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(export(sent, "pdf"))).pages]
    assert "Supplier questions" in pages[0]
    contents = pages[0].splitlines()
    contents = contents[contents.index("Contents") :]
    for title in ("First", "\uc548\uc804 <b>", "Second, own title", "Zulieferer & Co"):
        at = next(number for number, line in enumerate(contents) if line.startswith(title))
        number = next(
            int(match[0]) for line in reversed(contents[:at]) if (match := re.search(r"\d+$", line))
        )
        assert title in pages[number - 1], (title, contents)
    assert not any("Deep" in line for line in contents)
    assert "\ubd80\uc0b0 \ud68c\uc0ac" in "".join(pages)


def test_pdf_of_eight_questions_has_two_pages_at_most(session: Session) -> None:
    sent = send_rfx(blocks=[heading("Company"), *(field(f"line{n}") for n in range(8))])
    pages = PdfReader(io.BytesIO(export(sent, "pdf"))).pages
    assert len(pages) <= 2
    assert "Label of line0" in pages[0].extract_text()


def test_pdf_opens_no_file_and_no_socket(
    session: Session, signed_in: SignedIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    import socket

    def refuse(*_args: Any, **_rest: Any) -> None:
        raise AssertionError("the PDF opened a socket")

    hostile = '<img src="http://127.0.0.1:9/x"><img src="file:///etc/passwd"><link href="http://x" rel="stylesheet">'
    sent = send_rfx(
        blocks=(field("a", "TEXTAREA"), heading(hostile)),
        title="<pdf:nextpage><style>@import url(file:///etc/passwd)",
    )
    signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(a=hostile))
    monkeypatch.setattr(socket.socket, "connect", refuse)
    content = build(actor_of(sent.sender), "pdf", {"rfx_id": sent.id}).content
    text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    assert "root:x" not in text
    assert "<img" in text


def test_download_is_requested_built_and_fetched(
    answered: SentRfx, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    client = signed_in(answered.respondent)
    created = client.post(f"{answered.path}/export", json={"format": "csv"})
    assert created.status_code == 202, created.text
    path = f"/api/export/{created.json['id']}"
    assert client.get(path).json["status"] == "QUEUED"
    run_jobs()
    done = client.get(path).json
    assert (done["status"], done["progress"]) == ("DONE", 100)
    file = client.get(done["url"])
    assert (file.status_code, file.headers["Content-Type"]) == (200, "text/csv; charset=utf-8")
    assert "Brightwater" in file.get_data().decode("utf-8-sig")
    assert signed_in(answered.sender).get(path).status_code == 404
    assert signed_in(UserFactory()).post(f"{answered.path}/export", json={"format": "csv"}).status_code == 404
    assert client.post(f"{answered.path}/export", json={"format": "exe"}).status_code == 422


@pytest.mark.parametrize("is_old", [False, True])
def test_guest_fetches_a_download_with_the_grant_of_the_request_only(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int], is_old: bool
) -> None:
    """Rows of the release before grants have the id of the RFx instead of a grant."""
    sent = send_rfx(guest=True)
    client = signed_in(sent.respondent, rfx_id=sent.id)
    export_id = client.post(f"{sent.path}/export", json={"format": "csv"}).json["id"]
    row = session.get_one(Export, export_id)
    if is_old:
        actor = {key: value for key, value in row.actor.items() if key != "grant"}
        row.actor = actor | {"guest_rfx_id": sent.id}
    run_jobs()
    done = client.get(f"/api/export/{export_id}").json
    assert done["status"] == "DONE"
    assert client.get(done["url"]).status_code == 200
    other_link = signed_in(sent.respondent, rfx_id=sent.id + 1)
    assert other_link.get(f"/api/export/{export_id}").status_code == 404
    assert other_link.get(done["url"]).status_code == 404


def test_build_checks_access_again(answered: SentRfx) -> None:
    from app.kernel.http.errors import NotFoundError

    with pytest.raises(NotFoundError):
        build(actor_of(UserFactory()), "csv", {"rfx_id": answered.id})


def test_guests_are_named_by_their_label(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("a"),), guest=True)
    guest = signed_in(sent.respondent, rfx_id=sent.id)
    guest.put(f"{sent.path}/value", json=answers_json(a="Yes"))
    rows = list(load_workbook(io.BytesIO(export(sent, "xlsx")))["Answers"].iter_rows(values_only=True))
    assert rows[1][6:8] == (respondent_label(sent), "Guest")
    assert "_Guest_" not in export(sent, "csv").decode()
    assert "_Guest_" not in pdf_text(sent)
    assert guest.post(f"{sent.path}/submission", json={}).status_code == 200
    facts = dict(load_workbook(io.BytesIO(export(sent, "xlsx")))["Summary"].iter_rows(values_only=True))
    assert facts["Submitted"].endswith(f" UTC by {respondent_label(sent)}")


def test_long_answer_continues_in_the_next_row(session: Session, signed_in: SignedIn) -> None:
    columns = [{"name": "text", "label": "Text"}]
    sent = send_rfx(blocks=(field("rows", "TABLE", columns=columns),))
    rows = [{"text": "x" * 1_900} for _ in range(60)]
    signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(rows=rows))
    book = load_workbook(io.BytesIO(export(sent, "xlsx")))
    cells = [row[4] for row in book["Answers"].iter_rows(min_row=2, values_only=True)]
    assert len(cells) == 4
    assert sum(len(cell) for cell in cells) == 60 * 1_900 + 59


def test_answer_of_1500_lines_is_printed_completely(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("a", "TEXTAREA"),))
    text = "\n".join(f"line {n}" for n in range(1_500))
    signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(a=text))
    pages = PdfReader(io.BytesIO(export(sent, "pdf"))).pages
    assert "line 1499" in "".join(page.extract_text() for page in pages[-2:])


def test_every_format_contains_follow_ups_and_only_the_requester_gets_scores(
    answered: SentRfx, signed_in: SignedIn
) -> None:
    body = {"field": "company_name", "descriptionHtml": "<p>=Which site?</p>", "due": "2031-03-09"}
    assert signed_in(answered.sender).post(f"{answered.path}/task", json=body).status_code == 201
    book = load_workbook(io.BytesIO(export(answered, "xlsx")))
    assert book.sheetnames == ["Summary", "Answers", "Scores", "Follow-up tasks"]
    scores = list(book["Scores"].iter_rows(values_only=True))
    assert scores[1] == ("Money", "Label of scored", None, "No rule applies", 0, 7, 3, 0)
    tasks = list(book["Follow-up tasks"].iter_rows(values_only=True))
    assert tasks[1][:3] == (
        "Label of company_name",
        "=Which site?",
        f"Anyone at {respondent_label(answered)}",
    )
    assert tasks[1][5].date() == date(2031, 3, 9)
    assert isinstance(tasks[1][4], datetime)
    assert all(cell.data_type != "f" for row in book["Follow-up tasks"].iter_rows() for cell in row)
    rows = list(csv.DictReader(io.StringIO(export(answered, "csv").decode("utf-8-sig"))))
    columns = {row["Question"]: (row["Score"], row["Follow-up tasks"]) for row in rows}
    assert columns["Label of scored"] == ("0%", "")
    assert columns["Label of company_name"] == ("", "'=Which site? (Open)")
    text = pdf_text(answered)
    assert "Follow-up tasks" in text
    assert "=Which site?" in text
    content = build(actor_of(answered.respondent), "xlsx", {"rfx_id": answered.id}).content
    assert load_workbook(io.BytesIO(content)).sheetnames == ["Summary", "Answers", "Follow-up tasks"]
    rows = list(
        csv.DictReader(
            io.StringIO(
                build(actor_of(answered.respondent), "csv", {"rfx_id": answered.id}).content.decode(
                    "utf-8-sig"
                )
            )
        )
    )
    assert "Score" not in rows[0]
    assert {row["Question"]: row["Follow-up tasks"] for row in rows}["Label of company_name"].startswith(
        "'=Which"
    )
    text = pdf_text(answered, by=actor_of(answered.respondent))
    assert "=Which site?" in text
    assert "Score" not in text


def pdf_text(sent: SentRfx, *, by: Actor | None = None) -> str:
    """Return the text of the PDF for the requester, or for `by`."""
    content = build(by or actor_of(sent.sender), "pdf", {"rfx_id": sent.id}).content
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def respondent_label(sent: SentRfx) -> str:
    return rfx_context(actor=actor_of(sent.sender), rfx_id=sent.id).respondent_label


def test_right_to_left_names_keep_dates_and_page_numbers_in_order(
    session: Session, signed_in: SignedIn
) -> None:
    name = "\u0645\u062d\u0645\u062f (2027)"
    respondent_label = UserFactory(name=name, in_organisation=OrganisationFactory(name=name))
    blocks = (field("a"), field("signature", "FORMSIGNATURE"))
    sent = send_rfx(respondent=respondent_label, blocks=blocks, title=name)
    client = signed_in(respondent_label)
    client.put(f"{sent.path}/value", json=answers_json(a="Yes", signature={"name": name, "strokes": []}))
    assert client.post(f"{sent.path}/decline", json={"reason": f"{name}."}).status_code == 200
    # The text is extracted in visual order, from left to right.
    (first,) = PdfReader(io.BytesIO(export(sent, "pdf"))).pages
    assert "1 / 1" in first.extract_text()
    assert re.search(r"^ *\.\(2027\)", first.extract_text(), re.MULTILINE), (
        "the full stop is at the end of its sentence"
    )
    starts: dict[str, float] = {}
    first.extract_text(visitor_text=lambda text, cm, tm, *_: starts.setdefault(text.strip(), cm[4] + tm[4]))
    reason = next(left for text, left in starts.items() if text.startswith(".(2027)"))
    assert abs(reason - starts["Declined"]) < 12, "values are in one column, next to their labels"
    assert re.search(r"Answered at\s+\d+ \w{3} \d{4}, \d\d:\d\d UTC", first.extract_text()), (
        "the time of the answers"
    )
    assert re.search(r"\d+ \w{3} \d{4} *, *\(2027\)", first.extract_text()), "the time of the signature"


def test_each_letter_uses_a_font_that_contains_it(session: Session) -> None:
    arabic, chinese = "\u0633\u0624\u0627\u0644", "\u6750\u6599"
    sent = send_rfx(blocks=(heading(chinese), field("a", label=f"{arabic} {chinese} Name")))
    fonts: dict[str, str] = {}

    def record_font(text: str, _cm: object, _tm: object, font: dict[str, str] | None, _size: object) -> None:
        if font:
            fonts.update(dict.fromkeys(text, font["/BaseFont"]))

    PdfReader(io.BytesIO(export(sent, "pdf"))).pages[-1].extract_text(visitor_text=record_font)
    assert "NotoSansSC" in fonts[chinese[0]]
    assert [font for letter, font in fonts.items() if "\u0600" <= letter <= "\ufeff" and "DejaVu" in font]
    assert not any("DejaVu" in fonts[letter] for letter in "Not answered") or font_for(["\u0633"]) == "Body"
