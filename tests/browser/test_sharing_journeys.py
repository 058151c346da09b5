"""Two journeys of shared answering: 200 questions by four people, and a workbook that is filled in offline."""

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet
from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.browser.answering import choose
from tests.browser.layout import MOST_SHIFT, SHIFTS, TOO_SMALL, assert_fits
from tests.browser.measuring import Waits, count_presses
from tests.factories.rfx import Node, field, form_document, heading
from tests.factories.workbooks import cell_of, saved
from tests.fixtures.browser import NewPage, call_api, go, open_from_home, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, LEAD = DEMO_EMAILS[:2]
COLLEAGUE = "tomas.okafor@bergmann-praezision.example"
READER = "petra.kranz@bergmann-praezision.example"
"""A colleague whose role, Viewer, may not answer requests."""
GUEST = "ivo.horvat@lab.example"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}}
SECTIONS, IN_SECTION = 8, 25
KINDS = ("TEXT", "TEXT", "NUMBER", "TEXTAREA", "YESNO")
"""The types of the questions, repeated in this order."""
SOON = 6_000
"""Milliseconds until others' work is on an open page."""
LEAD_PRESSES = {"ask": 15, "follow": 1, "submit": 2}
"""Presses of the lead to ask three people for two sections each, to see the parts, and to submit."""

WORKBOOK_PRESSES = {"download": 2, "read": 3, "decide": 2, "submit": 2}
"""Presses to download a workbook, to choose the filled one, to decide one of two conflicts, and to submit."""

Record = Callable[[str, object], None]


def questions() -> Iterator[tuple[int, str, str]]:
    """Yield the section, the name and the type of each question of the long questionnaire."""
    for section in range(1, SECTIONS + 1):
        for number in range(1, IN_SECTION + 1):
            yield section, f"question_{section}_{number}", KINDS[number % len(KINDS)]


def send_questionnaire(page: Page) -> int:
    """Send the long questionnaire to the supplier and return the id of the RFx."""
    blocks: list[Node] = []
    for section, name, kind in questions():
        if name.endswith("_1"):
            blocks.append(heading(f"Area {section}"))
        label = f"Question {name.removeprefix('question_').replace('_', '.')}"
        blocks.append(field(name, kind, label=label, required=True))
    form = call_api(page, "POST", "/api/docForm", {"title": "Long questionnaire", "type": "RFI"})
    path = f"/api/docForm/{form['id']}"
    body = {"version": form["version"], "title": form["title"], "doc": form_document(*blocks)}
    call_api(page, "PUT", path, body)
    call_api(page, "POST", f"{path}/publish", {})
    supplier = call_api(page, "GET", "/api/organisation?search=Bergmann")[0]["id"]
    message = {
        "type": "RFI", "subject": "Long questionnaire 2027", "html": "<p>Please answer.</p>",
        "toOrganisationIds": [supplier], "docFormIds": [form["id"]], "deadline": "2099-12-31T12:00:00Z",
    }  # fmt: skip
    rfx_id: int = call_api(page, "POST", "/api/messageThread", message)["rfxIds"][0]
    return rfx_id


def add_reader(live_server: LiveServer, lead: Page, reader: Page) -> None:
    """Add a colleague of the lead with the role Viewer, who accepts the invitation."""
    user = {"name": "Petra Kranz", "email": READER, "role": "Viewer"}
    call_api(lead, "POST", "/api/user", user)
    mail = live_server.mailbox.wait_for(linking="/acceptInvite/", to=READER)[0]
    link = next(url for url in mail.links if "/acceptInvite/" in url)
    token = link.rpartition("/")[2].partition("?")[0]
    accepted = {"name": user["name"], "email": READER, "password": DEMO_PASSWORD}
    accepted["organisationName"] = "Bergmann Präzision GmbH"
    response = reader.request.put(f"/api/user/invite/{token}", data=accepted)
    assert response.ok, response.text()


def ask(lead: Page, waits: Waits, *, sections: tuple[int, int], person: str, name: str = "") -> None:
    """Ask a person for two sections, and wait until the page shows it."""
    first, second = sections
    lead.get_by_role("button", name=f"Ask a colleague for Area {first}...").click()
    dialog = lead.get_by_role("dialog", name="Ask a colleague")
    dialog.get_by_role("checkbox", name=re.compile(f"^Area {second}")).check()
    choose(lead, dialog.get_by_role("combobox"), person)
    if name:
        dialog.get_by_label("Name").fill(name)
    with waits.measure(f"asked {person}"):
        dialog.get_by_role("button", name="Ask", exact=True).click()
        expect(lead.get_by_text(re.compile(rf"^Asked {name or person}.* for 2 sections\.$"))).to_be_visible()
    expect(dialog).to_be_hidden()


def answer(page: Page, name: str, kind: str) -> Any:
    """Answer one question and return the value to be stored."""
    slot = page.locator(f"#field-{name}")
    if kind == "YESNO":
        slot.locator("label:has(input[type=radio])").first.click()
        return True
    value = name.removeprefix("question_").replace("_", "") if kind == "NUMBER" else f"Answer to {name}"
    slot.locator("input, textarea").first.fill(value)
    return value


def finish(page: Page, waits: Waits, person: str) -> None:
    """Mark the part of this page as done."""
    page.get_by_role("button", name=re.compile("^Done")).first.click()
    dialog = page.get_by_role("dialog", name="Done with my part")
    expect(dialog.get_by_text(re.compile("still open"))).to_have_count(0)
    with waits.measure(f"{person} is done"):
        dialog.get_by_role("button", name="Yes, I'm done").click()
        expect(page.get_by_text("Thank you. Your part is done.")).to_be_visible()


def open_task(page: Page, waits: Waits, person: str) -> None:
    """Open the part of a colleague from the task on Home."""
    go(page, "/home")
    with waits.measure(f"{person} opens the task"):
        open_from_home(page, page.get_by_role("link", name=re.compile("Long questionnaire 2027")))
        page.wait_for_url(re.compile(r"/rfx/\d+"))
        page.locator("#island-page[data-mounted]").wait_for(state="attached")


def stored_answers(page: Page, rfx_id: int) -> dict[str, Any]:
    """Return the answers that the server has, by question."""
    values = call_api(page, "GET", f"/api/rfx/{rfx_id}/value")["latestValuesFvc"]["values"]
    return {key: value["value"] for key, value in values.items()}


def assert_comfortable(page: Page) -> None:
    """Fail if the page of a phone is too wide, moves while it loads, or has small controls."""
    assert_fits(page, page.url)
    assert page.evaluate("window.shifted") < MOST_SHIFT
    assert page.evaluate(TOO_SMALL) == []


def answer_in_turns(*pages: Page) -> dict[str, Any]:
    """Answer two sections on each page until all is saved; return the values to be stored.

    The pages take turns, so that their saves overlap.
    """
    size = 2 * IN_SECTION
    everything = list(questions())
    expected: dict[str, Any] = {}
    for turn in range(size):
        for number, page in enumerate(pages):
            _, name, kind = everything[number * size + turn]
            expected[name] = answer(page, name, kind)
    for page in pages:
        expect(page.get_by_text("All changes saved").first).to_be_visible(timeout=SOON)
    assert len(expected) == SECTIONS * IN_SECTION
    return expected


def submit(lead: Page, waits: Waits) -> None:
    """Submit the response, of which no part is open."""
    lead.get_by_role("button", name=re.compile("^Submit Response")).first.click()
    confirmation = lead.get_by_role("dialog", name="Submit Response")
    expect(confirmation.get_by_text(re.compile("not done"))).to_have_count(0)
    with waits.measure("the response is submitted"):
        confirmation.get_by_role("button", name="Yes, Submit Response").click()
        expect(lead.get_by_text("RFx submitted ok")).to_be_visible(timeout=15_000)


@pytest.mark.long
def test_four_people_answer_200_questions(
    live_server: LiveServer, new_page: NewPage, record_property: Record
) -> None:
    waits = Waits(record_property)
    buyer, lead, colleague, reader = (new_page(**DESK) for _ in range(4))
    phone = new_page(**PHONE)
    phone.add_init_script(SHIFTS)
    for page, email in ((buyer, BUYER), (lead, LEAD), (colleague, COLLEAGUE)):
        sign_in(page, email)
    rfx_id = send_questionnaire(buyer)
    add_reader(live_server, lead, reader)

    presses = count_presses(lead)
    presses.start("ask")
    go(lead, f"/rfx/{rfx_id}")
    ask(lead, waits, sections=(3, 4), person="Tomas")
    ask(lead, waits, sections=(5, 6), person="Petra")
    ask(lead, waits, sections=(7, 8), person=GUEST, name="Ivo Horvat")
    strip = lead.locator(".whose-turn")
    expect(strip).to_contain_text("0 of 3 parts done.")

    presses.start("answer")
    open_task(colleague, waits, "the colleague")
    open_task(reader, waits, "the reader")
    mail = live_server.mailbox.wait_for(linking="/part/", to=GUEST)[0]
    with waits.measure("the link opens on the phone"):
        go(phone, next(url for url in mail.links if "/part/" in url))
    assert_comfortable(phone)
    expected = answer_in_turns(lead, colleague, reader, phone)
    with waits.measure("the last answer of the phone is on the lead's page"):
        last = lead.locator("#field-question_8_25").locator("input").first
        expect(last).to_have_value("Answer to question_8_25", timeout=SOON)
    for count, (page, person) in enumerate(
        ((colleague, "Tomas"), (reader, "Petra"), (phone, "Ivo")), start=1
    ):
        finish(page, waits, person)
        done = "All 3 parts are done." if count == 3 else f"{count} of 3 parts done."
        with waits.measure(f"the lead sees that {person} is done"):
            expect(strip).to_contain_text(done, timeout=SOON)
    assert_comfortable(phone)
    # Nothing is left to do, so the bar has no button without an effect.
    expect(phone.locator(".answer-bottom .btn-primary")).to_have_count(0)

    presses.start("follow")
    strip.locator("summary").click()
    expect(strip.get_by_role("listitem").filter(has_text=", done")).to_have_count(3)
    presses.start("submit")
    submit(lead, waits)
    arrived = stored_answers(buyer, rfx_id)
    record_property("answers", len(arrived))
    record_property("presses", presses.counts)
    assert arrived == expected
    presses.counts.pop("answer")
    assert all(presses.counts[phase] <= most for phase, most in LEAD_PRESSES.items()), presses.counts


def fill_sheet(sheet: Worksheet) -> dict[str, Any]:
    """Answer every question of the questionnaire in its workbook; return the values to be stored."""
    expected: dict[str, Any] = {}
    for _, name, kind in questions():
        number = int(name.removeprefix("question_").replace("_", ""))
        cell = cell_of(sheet, name)
        cell.value = {"YESNO": "No", "NUMBER": number}.get(kind, f"Offline answer to {name}")
        expected[name] = {"YESNO": False, "NUMBER": str(number)}.get(kind, cell.value)
    return expected


def choose_in_menu(page: Page, item: str) -> None:
    page.get_by_role("button", name="Download").click()
    page.get_by_role("menuitem", name=item).click()


def change_on_screen(page: Page, name: str, text: str) -> None:
    """Change an answer on the page and wait until it is saved."""
    with page.expect_response(lambda response: response.request.method == "PUT" and response.ok):
        page.locator(f"#field-{name}").locator("input, textarea").first.fill(text)


def row_of(dialog: Locator, label: str) -> Locator:
    return dialog.get_by_role("row").filter(has=dialog.page.get_by_text(label, exact=True))


@pytest.mark.long
def test_workbook_filled_offline_meets_two_answers_of_the_page(
    live_server: LiveServer, new_page: NewPage, record_property: Record
) -> None:
    waits = Waits(record_property)
    buyer, lead = new_page(**DESK), new_page(**DESK)
    sign_in(buyer, BUYER)
    sign_in(lead, LEAD)
    rfx_id = send_questionnaire(buyer)
    presses = count_presses(lead)
    go(lead, f"/rfx/{rfx_id}")

    presses.start("download")
    with waits.measure("the workbook is downloaded"), lead.expect_download(timeout=30_000) as started:
        choose_in_menu(lead, "Workbook to fill in")
    book = openpyxl.load_workbook(io.BytesIO(started.value.path().read_bytes()))
    expected = fill_sheet(book.worksheets[1])

    change_on_screen(lead, "question_1_1", "Typed in the afternoon")
    change_on_screen(lead, "question_2_3", "A longer text of the afternoon")
    presses.start("read")
    choose_in_menu(lead, "Read a filled workbook...")
    with lead.expect_file_chooser() as choosing:
        lead.get_by_role("dialog").locator("label", has_text="Choose a file").click()
    with waits.measure("the changes are shown"):
        choosing.value.set_files(
            {"name": "answers.xlsx", "mimeType": "application/octet-stream", "buffer": saved(book)}
        )
        dialog = lead.get_by_role("dialog", name="What will change")
        expect(dialog.get_by_text("Changed here meanwhile 2")).to_be_visible(timeout=30_000)
    expect(dialog.get_by_text("New 198")).to_be_visible()
    presses.start("decide")
    first, second = row_of(dialog, "Question 1.1"), row_of(dialog, "Question 2.3")
    expect(first).to_contain_text("Typed in the afternoon")
    expect(first).to_contain_text("Offline answer to question_1_1")
    first.get_by_role("radio", name="Take the file's").click()
    expect(second.get_by_role("radio", name="Keep here")).to_be_checked()
    with waits.measure("199 answers are taken over"):
        dialog.get_by_role("button", name="Take over 199 answers").click()
        expect(lead.get_by_text("199 answers taken over.")).to_be_visible(timeout=30_000)
    expected["question_2_3"] = "A longer text of the afternoon"
    expect(lead.locator("#field-question_8_25").locator("input").first).to_have_value(
        expected["question_8_25"]
    )

    presses.start("submit")
    submit(lead, waits)
    arrived = stored_answers(buyer, rfx_id)
    record_property("answers", len(arrived))
    record_property("presses", presses.counts)
    assert arrived == expected
    assert all(presses.counts[phase] <= most for phase, most in WORKBOOK_PRESSES.items()), presses.counts
    show_sources(buyer, rfx_id)


def show_sources(buyer: Page, rfx_id: int) -> None:
    """Open the histories of an answer from the workbook and of the one that was typed on the page."""
    go(buyer, f"/rfx/{rfx_id}")
    buyer.get_by_role("button", name="Review answers").click()
    for label, source in (("Question 1.1", 1), ("Question 2.3", 0)):
        buyer.get_by_role("button", name=re.compile(rf"^History.*{re.escape(label)}$")).click()
        history = buyer.get_by_role("dialog", name=f"History: {label}")
        expect(history.get_by_text("Jana Bergmann").first).to_be_visible()
        expect(history.get_by_text("From a workbook, sent by")).to_have_count(source)
        history.get_by_role("button", name="Close").last.click()
