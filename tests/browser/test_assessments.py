"""Assessments from start to report: surveys, reminders, answers and closing."""

import io
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.browser.answering import choose
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in

BUYER = DEMO_EMAILS[0]
COLLEAGUE = "yuki.tanaka@meridian-surgical.example"
SUPPLIER = "Ishikawa Seals K.K."
NONE_COMPLETED = "At least one survey must be completed before this assessment can be closed."


def expect_toast(page: Page, words: str) -> None:
    """Wait for a toast with exactly this text."""
    expect(page.get_by_text(words, exact=True).first).to_be_visible()


def surveys(page: Page) -> Locator:
    return page.get_by_role("table", name="RFIs & Surveys").locator("tr.data-table-row")


def submit_survey(page: Page, rfx_id: str, email: str) -> None:
    """Answer every scored question of a survey with the best mark and submit it."""
    session = page.request.post("/api/session", data={"email": email, "password": DEMO_PASSWORD}).json()
    headers = {"Authorization": f"Bearer {session['accessToken']}"}
    rfx = page.request.get(f"/api/rfx/{rfx_id}?i=fields", headers=headers).json()
    answers: dict[str, Any] = {"SINGLE_CHOICE": "4", "YESNO": True, "TEXTAREA": "They answer the phone."}
    values = {
        field["key"]: {"value": answers[field["type"]], "baseIteration": 0}
        for field in rfx["fields"]
        if field["key"] != "again_why_not"
    }
    saved = page.request.put(f"/api/rfx/{rfx_id}/value", headers=headers, data={"values": values}).json()
    assert saved["refused"] == {}
    assert page.request.post(f"/api/rfx/{rfx_id}/submission", headers=headers, data={}).ok


def details_of(page: Page) -> Locator:
    return page.get_by_role("complementary", name="About this assessment")


def start_review(page: Page, axe: Axe) -> None:
    """Check the errors of an empty form, then create an assessment and open it from the list."""
    go(page, "/assessment")
    page.get_by_role("button", name="New Assessment...").click()
    dialog = page.get_by_role("dialog", name="New Assessment")
    dialog.get_by_role("button", name="Create assessment").click()
    expect(dialog.get_by_role("link", name="A supplier must be selected.")).to_be_visible()
    expect(dialog.get_by_role("link", name="A title is required.")).to_be_visible()
    choose(page, dialog.get_by_label("Supplier", exact=False).first, SUPPLIER)
    expect(dialog.get_by_label("Self-survey: form or bundle")).to_be_visible()
    dialog.get_by_role("radio", name=re.compile("^Performance")).check()
    expect(dialog.get_by_label("Self-survey: form or bundle")).to_have_count(0)
    dialog.get_by_label("Title").fill("Seals, autumn")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="New Assessment...").click()
    expect(dialog.get_by_text("Your draft was restored.")).to_be_visible()
    expect(dialog.get_by_label("Title")).to_have_value("Seals, autumn")
    choose(page, dialog.get_by_label("Internal survey: form or bundle"), "Supplier performance survey")
    recipients = dialog.get_by_label("Internal survey: recipients")
    choose(page, recipients, "Yuki Tanaka")
    recipients.fill("pat@elsewhere.example")
    recipients.press("Enter")
    expect(dialog.get_by_role("button", name="Remove pat@elsewhere.example")).to_be_visible()
    assert axe(page) > 0
    dialog.get_by_role("button", name="Create assessment").click()
    expect_toast(page, "Assessment created ok.")
    row = page.get_by_role("row", name=re.compile("Seals, autumn"))
    expect(row).to_contain_text("New")
    row.get_by_role("link", name="Seals, autumn").click()
    expect(page).to_have_url(re.compile(r"/assessment/\d+$"))
    page.locator("#island-page[data-mounted]").wait_for(state="attached")


def expect_close_to_fail(page: Page) -> None:
    """Expect an error toast, because no survey is completed."""
    facts = details_of(page)
    expect(facts.get_by_role("link", name=SUPPLIER)).to_have_attribute(
        "href", re.compile(r"/organisations/\d+")
    )
    expect(facts.get_by_text("Score", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Close Assessment", exact=True).click()
    page.get_by_role("button", name="Yes, Close Assessment").click()
    expect_toast(page, NONE_COMPLETED)
    go(page, page.url)


def request_third_survey(page: Page) -> None:
    """Request an internal survey; other forms are not offered, and form and recipient are required."""
    expect(surveys(page)).to_have_count(2)
    page.get_by_role("button", name="Internal survey...").click()
    request_dialog = page.get_by_role("dialog", name="Request Internal Survey")
    send = request_dialog.get_by_role("button", name="Send survey requests")
    expect(send).to_be_disabled()
    form = request_dialog.get_by_label("Internal survey: form or bundle")
    form.fill("qualification")
    expect(page.get_by_role("option", name=re.compile("qualification"))).to_have_count(0)
    choose(page, form, "Supplier performance survey")
    expect(send).to_be_disabled()
    choose(page, request_dialog.get_by_label("Internal survey: recipients"), "Moira Kelly")
    send.click()
    expect_toast(page, "Survey requests sent ok.")
    expect(surveys(page)).to_have_count(3)


def remove_and_restore_survey(page: Page) -> None:
    """Expect a removed survey to be hidden unless removed surveys are shown."""
    guest = surveys(page).filter(has_text="pat@elsewhere.example")
    guest.get_by_role("button", name=re.compile("^Actions of")).click()
    page.get_by_role("menuitem", name="Remove").click()
    expect_toast(page, "Updating Rfx...")
    expect_toast(page, "Rfx removed (hidden)")
    expect(surveys(page)).to_have_count(2)
    page.get_by_role("switch", name="Show 1 removed").check()
    expect(surveys(page)).to_have_count(3)
    guest.get_by_role("button", name=re.compile("^Actions of")).click()
    page.get_by_role("menuitem", name="Restore").click()
    expect_toast(page, "Rfx restored ok")
    expect(page.get_by_role("switch", name=re.compile("removed"))).to_have_count(0)


def remind_and_change_deadline(page: Page) -> None:
    """Expect a toast for each action."""
    page.get_by_role("button", name="Send reminders").click()
    expect_toast(page, "Sending reminders...")
    expect_toast(page, "Reminders sent ok.")
    expect(surveys(page).first).to_contain_text("reminded")

    page.get_by_role("button", name="Change the deadline").click()
    deadline_dialog = page.get_by_role("dialog", name="Change deadline")
    deadline_dialog.get_by_label("Deadline").fill("31/12/2031")
    deadline_dialog.get_by_role("button", name="Save changes").click()
    expect_toast(page, "Deadline changed.")
    expect(details_of(page)).to_contain_text("31 Dec 2031")


def submit_one_survey(page: Page, new_page: NewPage) -> None:
    """Submit one survey; expect the status In Progress and its scores."""
    survey = surveys(page).filter(has_text="Yuki Tanaka")
    rfx_id = survey.locator("td").first.inner_text().lstrip("#")
    expect(survey.get_by_role("link").first).to_have_attribute("href", f"/rfx/{rfx_id}?tab=rfi")
    submit_survey(new_page(), rfx_id, COLLEAGUE)
    page.reload()
    expect(page.locator(".page-title")).to_contain_text("In Progress")
    page.get_by_role("tab", name="Scoring & Reports").click()
    expect(page).to_have_url(re.compile(r"\?tab=scoring"))
    expect(page.get_by_text("1 of 3 surveys are completed and counted.")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Yuki Tanaka")).to_be_visible()
    expect(page.get_by_text("They answer the phone.").first).to_be_visible()


def close_assessment(page: Page, axe: Axe) -> None:
    """Close the assessment; expect a fixed score and no further changes."""
    close = page.get_by_role("button", name="Close Assessment", exact=True)
    close.click()
    page.get_by_role("button", name="Yes, Close Assessment").click()
    expect_toast(page, "Assessment closed ok.")
    expect(close).to_be_disabled()
    expect(page.locator(".page-title")).to_contain_text("Completed")
    expect(details_of(page)).to_contain_text("83%")
    expect(details_of(page)).to_contain_text("previous: none")
    expect(page.get_by_role("button", name="Change the deadline")).to_have_count(0)
    assert axe(page) > 0


def download_report(page: Page, tmp_path: Path) -> None:
    """Download the report as PDF and check its content."""
    with page.expect_download(timeout=60_000) as downloading:
        page.get_by_role("button", name="Download Report (PDF)").click()
        expect_toast(page, "Preparing report. Download will begin shortly...")
    downloading.value.save_as(tmp_path / "report.pdf")
    text = "".join(p.extract_text() for p in PdfReader(tmp_path / "report.pdf").pages)
    assert "Seals, autumn" in text
    assert "83%" in text


def test_performance_assessment_from_start_to_report(
    page: Page, new_page: NewPage, console: Console, axe: Axe, tmp_path: Path
) -> None:
    console.allow(r"status of 409")
    sign_in(page, BUYER)
    start_review(page, axe)
    expect_close_to_fail(page)
    request_third_survey(page)
    remove_and_restore_survey(page)
    remind_and_change_deadline(page)
    submit_one_survey(page, new_page)
    close_assessment(page, axe)
    download_report(page, tmp_path)
    details_of(page).get_by_role("link", name=SUPPLIER).click()
    page.locator("#island-page[data-mounted]").wait_for(state="attached")
    page.get_by_role("tab", name="Assessments").click()
    expect(page.get_by_role("list", name="Performance score, newest first")).to_contain_text("83%")
    page.get_by_role("button", name="New Assessment").click()
    expect(page.get_by_role("dialog").get_by_label("Supplier").first).to_have_value(SUPPLIER)


def test_task_opens_its_answer_and_more_contacts_can_be_asked(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, "/assessment?search=Qualification+2027")
    page.get_by_role("link", name="Qualification 2027").click()
    expect(page).to_have_url(re.compile(r"/assessment/\d+$"))
    page.locator("#island-page[data-mounted]").wait_for(state="attached")
    address = page.url
    tasks = page.get_by_role("table", name="Follow-up tasks").locator("tr.data-table-row")
    expect(tasks).to_have_count(2)
    expect(details_of(page)).to_contain_text(re.compile(r"Open tasks\s*2"))
    expect(tasks.filter(has_text="Answered")).to_have_count(1)
    tasks.filter(has_text="What was claimed").get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(r"/rfx/\d+/task/\d+$"))
    expect(page.get_by_text("In which year was this, and is it settled?").first).to_be_visible()
    go(page, address)
    page.get_by_role("button", name="Self-survey...").click()
    request_dialog = page.get_by_role("dialog", name="Request Self-Survey")
    send = request_dialog.get_by_role("button", name="Send survey requests")
    expect(send).to_be_disabled()
    choose(page, request_dialog.get_by_label("Self-survey: form or bundle"), "Supplier qualification")
    choose(page, request_dialog.get_by_label("Self-survey: supplier contacts"), "Dana Whitfield")
    expect(send).to_be_enabled()
    assert axe(page) > 0
    send.click()
    expect_toast(page, "Survey requests sent ok.")
    expect(surveys(page)).to_have_count(2)


def test_viewer_sees_no_buttons_and_supplier_sees_nothing(page: Page, new_page: NewPage) -> None:
    sign_in(page, "moira.kelly@meridian-surgical.example")
    go(page, "/assessment")
    expect(page.get_by_role("button", name="New Assessment...")).to_have_count(0)
    page.get_by_role("link", name="Performance review 2026").click()
    expect(page.get_by_role("button", name="Download Report (PDF)")).to_be_visible()
    expect(page.get_by_role("button", name="Close Assessment")).to_have_count(0)
    supplier = new_page()
    sign_in(supplier, DEMO_EMAILS[1])
    go(supplier, "/assessment")
    expect(supplier.get_by_text("No assessments yet.")).to_be_visible()
    go(supplier, "/assessment?search=review")
    expect(supplier.get_by_text("No assessments for the current search filter.")).to_be_visible()


def test_assessment_is_printed_with_its_details_first(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/assessment/2")
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "15mm")
    first = PdfReader(io.BytesIO(page.pdf(format="A4", margin=margin))).pages[0].extract_text()
    assert "Completed date" in first
    assert "RFIs & Surveys" in first
    page.emulate_media(media="print")
    facts, rest = details_of(page).bounding_box(), page.get_by_role("tabpanel").bounding_box()
    assert facts
    assert rest
    assert facts["y"] + facts["height"] <= rest["y"]
    assert facts["width"] == rest["width"]
