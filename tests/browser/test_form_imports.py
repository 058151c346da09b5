"""A form from a spreadsheet: dropped, a row fixed in place, created, and updated from its own file."""

from io import BytesIO

from openpyxl import Workbook
from openpyxl.worksheet.datavalidation import DataValidation
from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]


def _workbook() -> bytes:
    book = Workbook()
    del book["Sheet"]
    sheet = book.create_sheet("Audit")
    for row in (
        ("No", "Question", "Type", "Answer"),
        ("1", "Are you certified?", "", None),
        ("2", "Which level do you have?", "Single choice", None),
        ("3", "Describe your audits.", "", None),
    ):
        sheet.append(row)
    validation = DataValidation(type="list", formula1='"Yes,No"')
    validation.add("D2")
    sheet.add_data_validation(validation)
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def _drop(page: Page, name: str, content: bytes) -> None:
    mime = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": mime, "buffer": content})


def test_form_from_the_drop_to_the_editor_and_its_update(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    assert live_server
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, BUYER)
    go(page, "/forms")
    page.get_by_role("button", name="New form...").first.click()
    page.get_by_role("radio", name="From a spreadsheet...").check()
    page.get_by_role("button", name="Choose the file").click()
    expect(page.get_by_role("heading", name="Form from a spreadsheet")).to_be_visible()
    _drop(page, "audit.xlsx", _workbook())
    expect(page.get_by_text("1 sheet looks like a questionnaire: 3 questions.")).to_be_visible(timeout=30_000)
    expect(page.get_by_label("Meaning of column B, Question")).to_have_value("QUESTION")
    expect(page.get_by_text("choices are missing for a single choice")).to_be_visible()
    preview = page.locator(".form-import-preview")
    expect(preview.get_by_text("Describe your audits.")).to_be_visible()
    assert axe(page) > 0
    page.get_by_role("button", name="Fix row 3").click()
    page.get_by_label("Choices").fill("Basic\nAdvanced")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_text("choices are missing for a single choice")).to_have_count(0)
    expect(preview.get_by_text("Advanced")).to_be_visible()
    page.get_by_role("button", name="Create draft").click()
    expect(page.get_by_label("Title of the form")).to_have_value("audit")
    page.get_by_role("button", name="More actions").click()
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("menuitem", name="Form as spreadsheet").click()
    page.get_by_role("button", name="More actions").click()
    page.get_by_role("menuitem", name="Update from a spreadsheet...").click()
    expect(page.get_by_role("heading", name="Update from a spreadsheet")).to_be_visible()
    _drop(page, "audit.xlsx", download.value.path().read_bytes())
    expect(page.get_by_text("3 the same")).to_be_visible(timeout=30_000)
    assert axe(page) > 0
