"""An RFx is answered in a workbook: answers changed meanwhile stay, and the files of a ZIP reach their questions."""

import io
import re
import zipfile
from collections.abc import Iterator

import openpyxl
from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, call_api, go, sign_in
from tests.fixtures.live_server import LiveServer

SUPPLIER = DEMO_EMAILS[1]
RFX = "/rfx/15"
OF_GUEST = 23
"""The RFx of the demo data that a guest answers."""


def _download(page: Page) -> openpyxl.Workbook:
    page.get_by_role("button", name="Download").click()
    with page.expect_download(timeout=30_000) as started:
        page.get_by_role("menuitem", name="Workbook to fill in").click()
    return openpyxl.load_workbook(io.BytesIO(started.value.path().read_bytes()))


def _read(page: Page, name: str, content: bytes) -> None:
    page.get_by_role("button", name="Download").click()
    page.get_by_role("menuitem", name="Read a filled workbook...").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input[type=file]").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )
    expect(page.get_by_role("dialog", name="What will change")).to_be_visible(timeout=30_000)


def _fill(book: openpyxl.Workbook, question: str, answer: str, heading: str = "Answer here") -> None:
    for sheet in book.worksheets:
        rows = list(sheet.iter_rows())
        for index, head in enumerate(rows):
            names = {str(cell.value): cell.column for cell in head}
            if heading not in names or "Question" not in names:
                continue
            for row in rows[index + 1 :]:
                if row[names["Question"] - 1].value == question:
                    sheet.cell(row[0].row, names[heading], answer)
                    return
    raise AssertionError(question)


def _bytes(book: openpyxl.Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_an_answer_changed_meanwhile_stays_unless_chosen(new_page: NewPage, axe: Axe) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, SUPPLIER)
    go(page, RFX)
    book = _download(page)
    _fill(book, "Trading name", "From the file")
    _fill(book, "Registered company name", "Bergmann AG")
    name = page.get_by_role("textbox", name="Trading name")
    with page.expect_response(lambda response: response.request.method == "PUT" and response.ok):
        name.fill("Typed on the page")
    _read(page, "answers.xlsx", _bytes(book))
    dialog = page.get_by_role("dialog", name="What will change")
    expect(dialog.get_by_text("Changed here meanwhile 1")).to_be_visible()
    expect(dialog.get_by_role("radio", name="Keep here")).to_be_checked()
    axe(page)
    dialog.get_by_role("button", name="Take over 1 answer").click()
    expect(page.get_by_text("1 answer taken over.")).to_be_visible(timeout=30_000)
    expect(name).to_have_value("Typed on the page")
    expect(page.get_by_role("textbox", name="Registered company name")).to_have_value("Bergmann AG")


def test_the_files_of_a_zip_reach_their_questions(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, SUPPLIER)
    go(page, RFX)
    labels = page.locator("[data-type=FILE]").evaluate_all(
        "fields => fields.map(field => field.querySelector('.field-label, label').innerText.replace(/\\s*\\*$/, ''))"
    )[:3]
    book = _download(page)
    bundle = io.BytesIO()
    with zipfile.ZipFile(bundle, "w") as archive:
        for index, label in enumerate(labels):
            _fill(book, label, f"certificate-{index}.pdf", heading="Files")
            archive.writestr(f"certificate-{index}.pdf", b"%PDF-1.4\n%%EOF\n")
        archive.writestr("answers.xlsx", _bytes(book))
    _read(page, "answers.zip", bundle.getvalue())
    dialog = page.get_by_role("dialog", name="What will change")
    dialog.get_by_role("button", name=re.compile(r"^Take over \d+ answers?$")).click()
    expect(page.get_by_text(re.compile("taken over"))).to_be_visible(timeout=30_000)
    for index, label in enumerate(labels):
        field = page.locator("[data-type=FILE]").filter(has_text=label)
        expect(field.get_by_role("link", name=f"certificate-{index}.pdf")).to_be_visible()


def _questions(book: openpyxl.Workbook) -> Iterator[tuple[str, str]]:
    """Yield the section and the text of each question of a workbook."""
    for sheet in book.worksheets:
        columns: tuple[int, int] | None = None
        for row in sheet.iter_rows():
            texts = [str(cell.value or "") for cell in row]
            if columns is not None and texts[columns[1]]:
                yield texts[columns[0]], texts[columns[1]]
            elif "Section" in texts and "Question" in texts:
                columns = texts.index("Section"), texts.index("Question")


def test_the_workbook_of_a_part_has_only_its_questions_and_is_read_on_its_page(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    lead = new_page(viewport={"width": 1440, "height": 900})
    sign_in(lead, SUPPLIER)
    go(lead, RFX)
    lead.get_by_role("button", name="Ask a colleague for 1. Company...").click()
    dialog = lead.get_by_role("dialog", name="Ask a colleague")
    dialog.get_by_role("combobox").fill("vera.lind@office.example")
    lead.get_by_role("option", name=re.compile("vera.lind")).click()
    dialog.get_by_label("Name").fill("Vera Lind")
    dialog.get_by_role("button", name="Ask", exact=True).click()
    expect(lead.get_by_text("Asked Vera Lind for 1 section.")).to_be_visible()
    mail = live_server.mailbox.wait_for(linking="/part/", to="vera.lind@office.example")[0]
    link = re.search(r"/guest/[\w-]+/part/\d+", mail.text)
    assert link is not None

    page = new_page(viewport={"width": 1440, "height": 900})
    go(page, link[0])
    name = page.get_by_role("textbox", name="Trading name")
    expect(name).to_be_visible()
    book = _download(page)
    questions = list(_questions(book))
    assert "Trading name" in [text for _, text in questions]
    # The rows below a question, one for each option or table, have no section.
    assert {section for section, _ in questions} - {""} == {"1. Company"}
    _fill(book, "Trading name", "Answered in the workbook")
    _read(page, "part.xlsx", _bytes(book))
    axe(page)
    page.get_by_role("dialog", name="What will change").get_by_role(
        "button", name="Take over 1 answer"
    ).click()
    expect(page.get_by_text("1 answer taken over.")).to_be_visible(timeout=30_000)
    expect(name).to_have_value("Answered in the workbook")
    expect(lead.get_by_role("textbox", name="Trading name")).to_have_value("Answered in the workbook")


def test_a_guest_reads_a_filled_workbook(live_server: LiveServer, new_page: NewPage) -> None:
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, DEMO_EMAILS[0])
    call_api(buyer, "POST", f"/api/rfx/{OF_GUEST}/reminder", {})
    link = live_server.mailbox.wait_for(linking=f"/rfx/{OF_GUEST}")[0].links[0]
    page = new_page(viewport={"width": 1440, "height": 900})
    go(page, link)
    book = _download(page)
    field = page.locator("[data-type=TEXT], [data-type=TEXTAREA]").first
    label = field.evaluate("field => field.querySelector('.field-label, label, legend').innerText")
    _fill(book, re.sub(r"\s*\*$", "", label), "Answered by the guest")
    _read(page, "guest.xlsx", _bytes(book))
    page.get_by_role("dialog", name="What will change").get_by_role(
        "button", name="Take over 1 answer"
    ).click()
    expect(page.get_by_text("1 answer taken over.")).to_be_visible(timeout=30_000)
    expect(field.locator("input, textarea")).to_have_value("Answered by the guest")
