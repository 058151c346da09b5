"""Messages and the sysadmin area: the list, a thread, a reply with a file, the outbox."""

import re
from pathlib import Path

import psycopg
import pytest
from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.answering import choose
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER, ADMIN = DEMO_EMAILS


def rows(page: Page) -> Locator:
    """Return the rows of the visible list."""
    return page.get_by_role("table").locator("tbody tr")


def new_message(page: Page, *, to: str, subject: str) -> None:
    """Send a message with the dialog."""
    go(page, "/messages")
    page.get_by_role("button", name="New message...").click()
    dialog = page.get_by_role("dialog")
    choose(page, dialog.get_by_label("Recipient organisation"), to)
    dialog.get_by_label("Subject").fill(subject)
    dialog.get_by_role("textbox", name="Message").click()
    page.keyboard.type("When can you deliver?")
    dialog.get_by_role("button", name="Send Message").click()
    expect(page.get_by_text("Message sent ok.")).to_be_visible()


def test_message_is_read_answered_deleted_and_restored(page: Page, new_page: NewPage, tmp_path: Path) -> None:
    sign_in(page, BUYER)
    new_message(page, to="Bergmann", subject="Delivery in week 12")
    expect(rows(page).first).to_contain_text("Delivery in week 12")
    own = rows(page).first.locator(".thread-subject")
    expect(own).not_to_have_css("font-weight", "700")

    supplier = new_page()
    sign_in(supplier, SUPPLIER)
    go(supplier, "/messages?tags=new")
    row = rows(supplier).filter(has_text="Delivery in week 12")
    expect(row.locator(".thread-subject")).to_have_css("font-weight", "700")
    for text in ("Rosa Meyer", "When can you deliver?", "inbox", "new"):
        expect(row).to_contain_text(text)
    row.get_by_role("link").first.click()
    expect(supplier.get_by_role("heading", level=1)).to_have_text("Delivery in week 12")
    expect(supplier.get_by_text("new", exact=True)).to_have_count(0)

    people = supplier.get_by_role("list", name="Participants").get_by_role("link")
    people.first.focus()
    expect(supplier.get_by_role("tooltip")).to_have_text(re.compile(r"^Rosa Meyer, Meridian"))

    expect(supplier.get_by_role("button", name="Send")).to_have_count(0)
    supplier.get_by_role("button", name="Your reply...").click()
    supplier.get_by_role("textbox", name="Your reply").click()
    supplier.keyboard.type("In May.")
    supplier.locator("input[type=file]").set_input_files(
        {"name": "plan.csv", "mimeType": "text/csv", "buffer": b"week,pieces\n12,400\n"}
    )
    expect(supplier.get_by_role("button", name="Remove plan.csv")).to_be_visible()
    supplier.get_by_role("button", name="Send").click()
    expect(supplier.get_by_text("Message sent.", exact=True)).to_be_visible()
    expect(supplier.get_by_role("list", name="Messages").get_by_text("In May.")).to_be_visible()
    with supplier.expect_download() as download:
        supplier.get_by_role("link", name="plan.csv").click()
    download.value.save_as(tmp_path / "plan.csv")
    assert (tmp_path / "plan.csv").read_bytes() == b"week,pieces\n12,400\n"

    thread = supplier.url
    supplier.get_by_role("button", name="Delete").click()
    supplier.get_by_role("button", name="Undo").click()
    expect(rows(supplier).filter(has_text="Delivery in week 12")).to_have_count(1)
    go(supplier, thread)
    supplier.get_by_role("button", name="Delete").click()
    expect(supplier.get_by_text("Conversation deleted.")).to_be_visible()
    expect(rows(supplier).filter(has_text="Delivery in week 12")).to_have_count(0)
    supplier.get_by_role("link", name="Deleted").click()
    rows(supplier).filter(has_text="Delivery in week 12").get_by_role("link").first.click()
    supplier.get_by_role("button", name="Restore").click()
    expect(supplier.get_by_role("button", name="Delete")).to_be_visible()

    go(page, "/messages")
    row = rows(page).filter(has_text="Delivery in week 12")
    expect(row).to_contain_text("In May.")
    expect(row.locator(".thread-count")).to_contain_text("2")
    expect(row.locator(".thread-subject")).to_have_css("font-weight", "700")


def test_escape_closes_the_message_dialog_and_keeps_its_text(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/messages")
    page.get_by_role("button", name="New message...").click()
    text = page.get_by_role("dialog").get_by_role("textbox", name="Message")
    text.click()
    page.keyboard.type("When can you deliver?")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="New message...").click()
    expect(text).to_have_text("When can you deliver?")


def test_filters_stay_in_the_url(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/messages")
    headings = page.get_by_role("columnheader").all_inner_texts()
    assert headings == ["Select the rows shown", "From", "Type", "Subject"]
    page.get_by_role("textbox", name="Subject").fill("nothing is called so")
    expect(page.get_by_text("No messages for the current search filter.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("textbox", name="Subject")).to_have_value("nothing is called so")
    expect(page.get_by_text("No messages for the current search filter.")).to_be_visible()
    go(page, "/messages")
    page.get_by_role("switch", name="RFIs").check()
    expect(page).to_have_url(re.compile("filterTypeRfi=true"))
    expect(rows(page).get_by_text("Message", exact=True)).to_have_count(0)
    expect(rows(page).locator(".thread-type").first).to_have_text("RFI")


def test_unsent_reply_survives_leaving_the_page(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/messages?subject=Drawing+revision")
    rows(page).first.get_by_role("link").first.click()
    page.locator("#island-page[data-mounted]").wait_for()
    page.get_by_role("button", name="Your reply...").click()
    reply = page.get_by_role("textbox", name="Your reply")
    reply.click()
    page.keyboard.type("Half a sentence")
    thread = page.url
    go(page, "/contacts")
    go(page, thread)
    expect(reply).to_have_text("Half a sentence")


def test_list_comes_before_its_filters_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, BUYER)
    go(page, "/messages")
    subject = page.get_by_role("textbox", name="Subject")
    expect(subject).to_be_hidden()
    expect(page.get_by_role("link", name="Inbox / New")).to_be_visible()
    expect(rows(page).nth(2)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Filters").click()
    subject.fill("Drawing revision")
    expect(rows(page)).to_have_count(1)
    expect(page.get_by_role("button", name="Filters (1)")).to_be_visible()


def test_message_in_the_url_scrolls_into_view(page: Page) -> None:
    sign_in(page, BUYER)
    page.set_viewport_size({"width": 1000, "height": 420})
    go(page, "/messages")
    thread = rows(page).last.get_by_role("link").first.get_attribute("href")
    go(page, thread or "")
    last = page.get_by_role("list", name="Messages").locator("> li").last
    message_id = (last.get_attribute("id") or "").removeprefix("message-")
    go(page, f"{thread}/m/{message_id}")
    expect(last).to_be_in_viewport()


def test_older_messages_load_without_moving_the_read_position(
    page: Page, live_server: LiveServer, console: Console
) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED")
    sign_in(page, BUYER)
    go(page, "/messages")
    thread = (rows(page).last.get_by_role("link").first.get_attribute("href") or "").rsplit("/", 1)[1]
    with psycopg.connect(live_server.database_url) as connection:
        parameters = {"thread": thread}
        connection.execute(
            "insert into message (thread_id, type, created, created_by_user_id, html, sample) "
            "select thread_id, type, created, created_by_user_id, html, sample from message "
            "cross join generate_series(1, 203) where thread_id = %(thread)s",
            parameters,
        )
        connection.execute(
            "update message_thread set message_count = message_count * 204 where id = %(thread)s", parameters
        )
    go(page, f"/messages/t/{thread}")
    messages = page.get_by_role("list", name="Messages").locator("> li")
    first = page.locator(f"#{messages.first.get_attribute('id')}")
    # A long conversation opens at its newest message.
    expect(messages.last).to_be_in_viewport()
    expect(page.get_by_role("button", name="Your reply...")).to_be_in_viewport()
    page.context.set_offline(True)
    older = page.get_by_role("button", name="earlier messages")
    older.focus()
    page.keyboard.press("Enter")
    note = page.get_by_role("alert").filter(has_text="There is no connection")
    expect(note).to_be_visible()
    page.context.set_offline(False)
    before = first.bounding_box()
    height = note.bounding_box()
    assert before
    assert height
    page.keyboard.press("Enter")
    expect(older).to_have_count(0)
    expect(first).to_be_focused()
    after = first.bounding_box()
    assert after
    # Only the removed note may have moved it.
    assert 0 <= before["y"] - after["y"] <= height["height"] + 40


def test_pages_have_their_content_without_scripts(new_page: NewPage) -> None:
    signed_in_page = new_page()
    sign_in(signed_in_page, BUYER)
    state = signed_in_page.context.storage_state()
    page = new_page(java_script_enabled=False, storage_state=state)
    page.goto("/messages")
    subject = rows(page).first.locator(".thread-subject").inner_text()
    page.goto(rows(page).first.get_by_role("link").first.get_attribute("href") or "")
    expect(page.get_by_role("heading", level=1)).to_have_text(subject)
    expect(page.get_by_role("list", name="Messages").locator("> li").first).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_messages_are_accessible(new_page: NewPage, axe: Axe, scheme: str) -> None:
    page = new_page(color_scheme=scheme)
    sign_in(page, BUYER)
    for path in ("/messages", "/messages?subject=nothing"):
        go(page, path)
        axe(page)
    go(page, "/messages")
    go(page, rows(page).first.get_by_role("link").first.get_attribute("href") or "")
    page.get_by_role("button", name="Your reply...").click()
    expect(page.get_by_role("textbox", name="Your reply")).to_be_visible()
    axe(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sysadmin_area_is_accessible_and_shows_mails(
    new_page: NewPage, axe: Axe, console: Console, scheme: str
) -> None:
    console.allow(
        "Blocked script execution in .*/sysadmin/outbox/.*/html"
    )  # caused by the harness in the frame
    console.allow(r"recipient window's origin \('null'\)")
    page = new_page(color_scheme=scheme)
    page.request.post("/api/user/sendPasswordReset", data={"email": SUPPLIER})
    sign_in(page, ADMIN)
    page.goto("/sysadmin")
    expect(page).to_have_url(re.compile("/sysadmin/home$"))
    labels = page.get_by_role("navigation", name="Main").get_by_role("link").all_inner_texts()
    assert [label.strip() for label in labels] == ["Leave SysAdmin", "SysAdmin Home", "Email Templates"]
    expect(page.get_by_role("heading", name="New Events Rate")).to_be_visible()
    axe(page)
    page.locator("#content").get_by_role("link", name="Outbox").first.click()
    page.wait_for_url("**/sysadmin/outbox")
    reset = rows(page).filter(has_text="Choose a new password").first
    for _ in range(100):  # The worker sends it after the jobs of the demo data.
        if reset.is_visible():
            break
        page.reload()
    expect(reset).to_contain_text("Jana Bergmann")
    axe(page)
    page.get_by_role("combobox", name="Status").select_option("Failed")
    expect(page.get_by_text("No mails for the current search filter.")).to_be_visible()
    page.go_back()
    rows(page).filter(has_text="Choose a new password").first.get_by_role("link").first.click()
    frame = page.frame_locator("iframe")
    expect(frame.get_by_text(re.compile("^Hello "))).to_be_visible()
    axe(page)
    page.get_by_role("tab", name="Text").click()
    expect(page.get_by_text(re.compile("Replies to this address are not monitored"))).to_be_visible()


def test_other_users_cannot_open_the_sysadmin_area(page: Page) -> None:
    sign_in(page, BUYER)
    for path in ("/sysadmin/home", "/sysadmin/outbox"):
        page.goto(path)
        expect(page).to_have_url(re.compile("/unauthorized$"))
        expect(page.get_by_text("Nothing here.")).to_be_visible()


def test_right_to_left_subject_keeps_its_punctuation(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    sign_in(page, BUYER)
    new_message(page, to="Bergmann", subject="طلب رقم 12 (عاجل)!")
    places = """element => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      const at = (letter) => {
        const range = document.createRange();
        const index = text.data.indexOf(letter);
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().left;
      };
      return ['!', '12', 'ط'].map(at);
    }"""
    row = rows(page).filter(has_text="طلب")
    subject = row.locator(".thread-subject")
    mark, number, first = subject.evaluate(places)
    assert mark < number < first
    row.get_by_role("link").first.click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("طلب")
    mark, number, first = heading.evaluate(places)
    assert mark < number < first
