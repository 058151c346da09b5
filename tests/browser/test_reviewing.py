"""A requester reviews answers and asks about one; the respondent replies on a phone."""

import io
import re

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, open_from_home, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER = DEMO_EMAILS[0], DEMO_EMAILS[1]
QUESTION = "Which site does this number belong to?"
SUBMITTED = "/rfx/4"
"""An RFx of the demo data, submitted by the organisation of the second account."""


def expect_form_width_980(page: Page) -> None:
    """Check the widths in windows of 1440 px and more (specification section 2, RFx detail)."""
    for width in (1920, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        form = page.locator(".rfx-form").bounding_box()
        assert form is not None
        assert form["width"] == 980
        side = page.locator(".rfx-side").bounding_box()
        assert side is not None
        assert side["width"] >= 260


def expect_follow_up(page: Page) -> None:
    """Expect the task in the panel and at its field, with its button above the review note."""
    expect(page.get_by_role("table", name="Follow-up tasks").get_by_text(QUESTION)).to_be_visible()
    field = page.locator("#field-registration_number")
    expect(field.locator(".field-note .btn")).to_be_visible()
    distance = field.evaluate("""field => field.querySelector(".review-note").getBoundingClientRect().top
        - field.querySelector(".field-note .btn").getBoundingClientRect().bottom""")
    assert distance > 0


def expect_scores_lead_to_answers(page: Page, axe: Axe) -> None:
    """Open a topic of the Scoring tab, follow the link to an answer, and return to the tab."""
    page.goto(f"{SUBMITTED}?tab=scoring")
    page.get_by_role("button", name="Show how Insurance was scored").click()
    answers = page.get_by_role("list", name="How Insurance was scored")
    expect(answers.get_by_text("10 of 10").first).to_be_visible()
    axe(page)
    answers.get_by_role("link", name=re.compile("^Open answer")).first.click()
    expect(page.get_by_role("tab", name="RFI")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".doc-field:focus-within, .doc-field:focus")).to_be_in_viewport()
    page.get_by_role("tab", name="Scoring").click()


def test_follow_up_on_an_answer_is_replied_to_and_closed(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    buyer.goto(SUBMITTED)
    expect_form_width_980(buyer)
    buyer.get_by_role("button", name="Review answers").click()
    note = buyer.locator("#field-registration_number .review-note")
    note.get_by_role("button", name="Accept").click()
    expect(note.get_by_text("Accepted")).to_be_visible()
    note.get_by_role("button", name="History").click()
    history = buyer.get_by_role("dialog", name=re.compile("^History: "))
    expect(history.get_by_role("listitem")).to_have_count(1)
    expect(history.get_by_text("Accepted by")).to_be_visible()
    axe(buyer)
    buyer.keyboard.press("Escape")
    note.get_by_role("button", name="Follow-up...").click()
    follow_up = buyer.get_by_role("dialog", name="Ask about this answer")
    follow_up.get_by_role("button", name="Send").click()
    expect(follow_up.get_by_text("Please enter your question.")).to_be_visible()
    follow_up.locator(".ProseMirror").fill(QUESTION)
    follow_up.get_by_label("Answer by").fill("31/12/2027")
    axe(buyer)
    with buyer.expect_response("**/api/rfx/4/task") as task_response:
        follow_up.get_by_role("button", name="Send").click()
    expect(buyer.get_by_text("Follow-up sent.")).to_be_visible()
    expect_follow_up(buyer)

    supplier = new_page(viewport={"width": 390, "height": 844})
    sign_in(supplier, SUPPLIER)
    # Open the task from Home.
    go(supplier, "/home")
    task_path = f"{SUBMITTED}/task/{task_response.value.json()['taskId']}"
    open_from_home(supplier, supplier.locator(f"a[href='{task_path}']"))
    field = supplier.locator("#field-registration_number")
    expect(field).to_have_attribute("data-highlighted", "true")
    expect(field).not_to_have_attribute("data-highlighted", "true")
    field.get_by_role("button", name=re.compile("^Reply")).click()
    task = supplier.get_by_role("dialog", name="Company registration number")
    expect(task.get_by_text(QUESTION).first).to_be_visible()
    expect(task.get_by_text("Open", exact=True)).to_be_visible()
    task.locator(".ProseMirror").fill("To the one in Erfurt.")
    task.get_by_role("button", name="Send reply").click()
    expect(task.get_by_text("Answered", exact=True)).to_be_visible()
    axe(supplier)
    assert supplier.evaluate("document.documentElement.scrollWidth") <= 390

    expect_scores_lead_to_answers(buyer, axe)
    buyer.get_by_role("button", name=QUESTION).click()
    task_dialog = buyer.get_by_role("dialog", name="Company registration number")
    expect(task_dialog.get_by_text("To the one in Erfurt.")).to_be_visible()
    task_dialog.get_by_role("button", name="Close follow-up").click()
    expect(task_dialog.get_by_text("Closed", exact=True)).to_be_visible()


def test_keys_and_a_section_button_review_the_answers(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, SUBMITTED)
    page.get_by_role("button", name="Review answers").click()
    count = page.locator(".review-bar [role=status]")
    expect(count).to_have_text(re.compile(r"^\d+ of 68 reviewed$"))
    reviewed = int(count.inner_text().split()[0])
    page.get_by_role("button", name="Next to review").click()
    first = page.locator(".doc-field:focus-within").get_attribute("id")
    page.keyboard.press("a")
    expect(count).to_have_text(f"{reviewed + 1} of 68 reviewed")
    expect(page.locator(".doc-field:focus-within")).not_to_have_id(first or "")
    accepted = page.locator(f"#{first} .review-note-who")
    text, word = accepted.locator("time").bounding_box(), accepted.locator(".review-accepted").bounding_box()
    assert text is not None
    assert word is not None
    assert abs(text["y"] + text["height"] / 2 - word["y"] - word["height"] / 2) <= 1
    page.keyboard.press("q")
    expect(page.get_by_role("dialog", name="Ask about this answer")).to_be_visible()
    page.keyboard.press("Escape")
    section = page.locator(".section-review").nth(1)
    section.get_by_role("button", name="Accept section").click()
    expect(section).to_have_text("Section reviewed")
    page.get_by_role("region", name="Notifications").get_by_role("button", name="Undo").click()
    expect(count).to_have_text(f"{reviewed + 1} of 68 reviewed")
    axe(page)
    page.locator(f"#{first}").get_by_role("button", name="Undo").click()
    expect(count).to_have_text(f"{reviewed} of 68 reviewed")


def test_printed_rfx_starts_on_the_first_sheet_and_keeps_questions_together(page: Page) -> None:
    sign_in(page, BUYER)
    page.goto(SUBMITTED)
    margin = dict.fromkeys(("top", "right", "bottom", "left"), "15mm")
    printed = PdfReader(io.BytesIO(page.pdf(format="A4", margin=margin)))
    sheets = [sheet.extract_text().strip() for sheet in printed.pages]
    assert "Rfx: #4" in sheets[0]
    assert "Registered company name" in sheets[0]
    labels = page.locator(".doc-question dt, .doc-view h2, .doc-view h3").all_inner_texts()
    assert len(labels) > 60
    last_lines = {sheet.splitlines()[-1].strip() for sheet in sheets}
    assert not last_lines & {label.strip() for label in labels}


def test_date_next_to_a_right_to_left_name_stays_in_order(page: Page) -> None:
    sign_in(page, BUYER)
    page.goto(SUBMITTED)
    page.get_by_role("button", name="Review answers").click()
    author = page.locator("#field-registration_number .review-note-who")
    day, month = author.locator("time").evaluate("""(time) => {
      time.parentElement.firstChild.data = "\\u0645\\u062d\\u0645\\u062f (2027)";
      const leftOf = (index) => {
        const range = document.createRange();
        range.setStart(time.firstChild, index);
        range.setEnd(time.firstChild, index + 1);
        return range.getBoundingClientRect().left;
      };
      return [leftOf(0), leftOf(time.textContent.search(/[A-Z]/))];
    }""")
    name_ends = author.evaluate("""(who) => {
      const range = document.createRange();
      range.selectNode(who.firstChild);
      return range.getBoundingClientRect().right;
    }""")
    assert name_ends < day < month


def test_form_header_stays_below_a_two_line_title(page: Page) -> None:
    page.set_viewport_size({"width": 1000, "height": 800})
    sign_in(page, SUPPLIER)
    go(page, "/rfx/15")
    page.get_by_label("Website").focus()
    title = page.locator(".rfx-title-row").bounding_box()
    head = page.locator(".form-card-head").bounding_box()
    assert title is not None
    assert head is not None
    assert title["height"] > 60
    assert 0 <= head["y"] - title["y"] - title["height"] <= 1
