"""An RFx is answered in a workbook: answers changed meanwhile stay, and the files of a ZIP reach their questions."""

import io
import re
import zipfile

import openpyxl
from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in

SUPPLIER = DEMO_EMAILS[1]
RFX = "/rfx/15"


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
        expect(field.get_by_text(f"certificate-{index}.pdf")).to_be_visible()
