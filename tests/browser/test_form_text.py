"""The text of a form: library questions, pictures, tables, dragging, scripts, and read-only users."""

import io
import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from PIL import Image
from playwright.sync_api import Page, Request, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.answering import choose
from tests.browser.writing import SAVED, new_form, open_form, saving
from tests.fixtures.browser import Axe, Console, NewPage, call_api, go, sign_in

BUYER = DEMO_EMAILS[0]
READER = "moira.kelly@meridian-surgical.example"


def add_field(page: Page, kind: str) -> None:
    """Insert a field at the cursor, and return from its label to the text, where it is selected."""
    page.get_by_role("button", name="Field", exact=True).click()
    page.get_by_role("menuitem", name=kind, exact=True).click()
    expect(page.locator(".form-field.selected .form-field-kind")).to_have_text(kind)
    page.keyboard.press("Escape")
    expect(page.get_by_role("textbox", name="Form", exact=True)).to_be_focused()


def table_command(page: Page, command: str) -> None:
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("menuitem", name=command).click()


def test_questions_are_inserted_from_and_saved_to_the_library(page: Page, console: Console) -> None:
    console.allow(r"status of 422")
    sign_in(page, BUYER)
    form_id = new_form(page, "With questions of the library")
    text = open_form(page, form_id)
    text.click()
    choose(page, page.get_by_role("combobox", name="Insert a question"), "How often is access reviewed?")
    selected = page.locator(".form-field.selected")
    expect(selected).to_contain_text("From the library")

    # Text typed on a selected field goes below it; one undo removes all of it.
    page.keyboard.type("Rooms:")
    expect(text.locator("p")).to_have_text("Rooms:")
    add_field(page, "Number")
    label = page.get_by_role("textbox", name="Label", exact=True)
    label.fill("Clean rooms")
    page.get_by_role("button", name="Add a scoring rule").click()
    page.get_by_label("Comparison of rule 1").select_option("between")
    page.get_by_label("Value of rule 1, from").fill("2")
    page.get_by_role("button", name="Save to the library...").click()
    dialog = page.get_by_role("dialog", name="New question")
    dialog.get_by_role("textbox", name="Name").fill("access_reviews")
    dialog.get_by_label("Topic").fill("Rooms")
    dialog.get_by_role("button", name="Save question").click()
    expect(page.get_by_text("Question 'access_reviews' saved.")).to_be_visible()
    expect(text).to_be_focused()
    expect(selected).to_contain_text("Clean rooms")
    expect(selected).to_contain_text("From the library")
    expect(saving(page)).to_contain_text(SAVED)

    stored = call_api(page, "GET", f"/api/docForm/{form_id}")["doc"]["doc"]["content"]
    inserted, _, saved = (node.get("attrs", {}) for node in stored)
    assert (inserted["name"], saved["name"]) == ("access_reviews", "clean_rooms")
    assert inserted["questionId"] != saved["questionId"]
    question = call_api(page, "GET", f"/api/question/{saved['questionId']}")
    assert (question["section"], question["label"], question["type"]) == ("Rooms", "Clean rooms", "NUMBER")
    assert question["scoring"] == [
        {"operator": "between", "operand": ["2", None], "points": 1, "followUp": ""}
    ]


def test_text_can_have_pictures_tables_and_dragged_fields(page: Page, axe: Axe, console: Console) -> None:
    console.allow(r"status of 422")
    sign_in(page, BUYER)
    form_id = new_form(page, "Pictures and tables")
    text = open_form(page, form_id)
    text.click()
    for kind in ("Date", "Country"):
        add_field(page, kind)
    names = page.locator(".form-field code")
    grip = page.locator(".form-field-grip").nth(1).bounding_box()
    above = page.locator(".form-field").first.bounding_box()
    assert grip is not None
    assert above is not None
    page.mouse.move(grip["x"] + 5, grip["y"] + 5)
    page.mouse.down()
    page.mouse.move(grip["x"] + 5, grip["y"] - 5, steps=3)
    page.mouse.move(above["x"] + 100, above["y"] + 3, steps=8)
    page.mouse.up()
    expect(names).to_have_text(["country_1", "date_1"])

    image = io.BytesIO()
    Image.new("RGB", (60, 30), (20, 120, 110)).save(image, "PNG")
    picker = page.get_by_label("Pictures", exact=True)
    text.press("Control+End")
    picker.set_input_files({"name": "plan.png", "mimeType": "image/png", "buffer": image.getvalue()})
    picture = page.locator(".form-picture.selected img")
    expect(picture).to_have_js_property("naturalWidth", 60)
    expect(page.get_by_label("Description")).to_have_value("plan")
    page.get_by_label("Description").fill("Plan of the site")
    expect(picture).to_have_attribute("alt", "Plan of the site")
    picker.set_input_files({"name": "no.png", "mimeType": "image/png", "buffer": b"no picture"})
    expect(page.get_by_text("This picture can't be used.")).to_be_visible()
    expect(page.locator(".form-picture")).to_have_count(1)

    text.press("Control+End")
    write_a_table(page)
    expect(saving(page)).to_contain_text(SAVED)
    assert axe(page) > 0
    stored = json.dumps(call_api(page, "GET", f"/api/docForm/{form_id}")["doc"])
    assert re.search(r'"alt": "Plan of the site", "attachmentId": \d+', stored)
    table_command(page, "Delete the table")
    expect(page.locator(".form-doc table")).to_have_count(0)


def write_a_table(page: Page) -> None:
    """Insert a table and try each command; at the end it has three rows and columns, with the cursor in it."""
    page.get_by_role("button", name="Table", exact=True).click()
    for words in ("Site", "Area", "Rooms"):
        page.keyboard.type(words)
        page.keyboard.press("Tab")
    table_command(page, "Add a column after")
    rows = page.locator(".form-doc table tr")
    expect(rows.first.locator("th")).to_have_count(4)
    rows.nth(1).locator("td").first.click()
    page.keyboard.type("Works")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".selectedCell")).to_have_count(2)
    table_command(page, "Merge the selected cells")
    expect(rows.nth(1).locator("td[colspan='2']")).to_have_text("Works")
    table_command(page, "Split the cell")
    rows.nth(1).locator("td").nth(1).click()
    table_command(page, "Delete the column")
    expect(rows.first.locator("th")).to_have_count(3)
    rows.last.locator("td").last.click()
    page.keyboard.type("Last")
    expect(rows.last).to_have_text("Last")
    page.keyboard.press("Tab")
    page.keyboard.type("In a new row")
    expect(rows).to_have_count(4)
    expect(rows.last).to_have_text("In a new row")
    table_command(page, "Delete the row")
    expect(rows).to_have_count(3)


def test_input_method_writes_below_a_selected_field(page: Page) -> None:
    sign_in(page, BUYER)
    text = open_form(page, new_form(page, "日本語"))
    text.click()
    add_field(page, "Date")
    keyboard = page.context.new_cdp_session(page)

    def compose(*stages: str) -> None:
        keyboard.send(
            "Input.dispatchKeyEvent",
            {"type": "rawKeyDown", "key": "Process", "code": "KeyN", "windowsVirtualKeyCode": 229},
        )
        for stage in stages[:-1]:
            end = len(stage)
            keyboard.send(
                "Input.imeSetComposition", {"text": stage, "selectionStart": end, "selectionEnd": end}
            )
            expect(text).to_contain_text(stage)
        keyboard.send("Input.insertText", {"text": stages[-1]})

    compose("に", "にほ", "日本")
    expect(text.locator("p")).to_have_text("日本")
    expect(page.locator(".form-field")).to_have_count(1)
    add_field(page, "Country")
    page.keyboard.press("Control+End")
    compose("한", "한국")
    expect(text.locator("p")).to_have_text(["日本", "한국"])


WORD = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
ARABIC = "أسئلة للموردين"
SIDES = """(selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  const text = range.getBoundingClientRect();
  const box = (one.closest(".doc-field, .form-field-body") ?? one).getBoundingClientRect();
  return text.left - box.left > box.right - text.right ? "right" : "left";
})"""
"""Return the side of its field, or of its own box, on which the text of each matching element is."""
ENDS = """(one) => {
  const at = (index) => {
    const range = document.createRange();
    range.setStart(one.firstChild, index);
    range.setEnd(one.firstChild, index + 1);
    return range.getBoundingClientRect().left;
  };
  return [at(0), at(one.textContent.length - 1)];
}"""
"""Return the horizontal positions of the first and the last letter of an element."""


def form_in_two_scripts() -> dict[str, Any]:
    """Return a form with Arabic text and a very long German word in each of its parts."""

    def text(words: str) -> dict[str, Any]:
        return {"type": "paragraph", "content": [{"type": "text", "text": words}]}

    def part(words: str, name: str) -> list[dict[str, Any]]:
        options = [{"value": "a", "label": words}, {"value": "b", "label": "B"}]
        attrs = {
            "fid": f"fid-{name}-0001",
            "name": name,
            "type": "SINGLE_CHOICE",
            "label": words,
            "options": options,
        }
        cells = [{"type": "tableHeader", "content": [text(each)]} for each in (words, "Site", "Rooms")]
        return [
            {"type": "heading", "attrs": {"level": 2}, "content": text(words)["content"]},
            text(f"{words}."),
            {"type": "bulletList", "content": [{"type": "listItem", "content": [text(words)]}]},
            {"type": "table", "content": [{"type": "tableRow", "content": cells}]},
            {"type": "dvFieldBlock", "attrs": attrs},
        ]

    choices = {
        "fid": "fid-mixed-0001",
        "name": "mixed",
        "type": "MULTI_CHOICE",
        "label": "Which?",
        "options": [{"value": "a", "label": f"{ARABIC} (ISO 9001)؟"}, {"value": "b", "label": WORD}],
    }
    columns = [{"name": f"c{number}", "label": WORD if number % 2 else "材料"} for number in range(4)]
    rows = {"fid": "fid-rows-0001", "name": "rows", "type": "TABLE", "label": "Who?", "columns": columns}
    mixed = [{"type": "dvFieldBlock", "attrs": attrs} for attrs in (choices, rows)]
    blocks = [*part(ARABIC, "arabic"), *part(WORD, "german"), *mixed]
    return {"schemaVersion": 1, "doc": {"type": "doc", "content": blocks}}


def test_text_follows_its_script_direction_and_long_words_break(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844})
    sign_in(page, BUYER)
    form_id = new_form(page, "Two scripts")
    body = {"version": 1, "title": "Two scripts", "doc": form_in_two_scripts()}
    call_api(page, "PUT", f"/api/docForm/{form_id}", body)
    open_form(page, form_id)
    expect(page.get_by_label("Insert a question")).to_have_css("unicode-bidi", "plaintext")
    for view, container, label in (
        ("Edit", ".form-doc", ".form-field-label"),
        ("Preview", ".doc-view-form", "legend"),
        ("Read-only", ".doc-view-readonly", "dt"),
    ):
        page.get_by_role("button", name=view, exact=True).click()
        expect(page.locator(f"{container} {label}").first).to_be_visible()
        for part in ("h3", "p", label):
            sides = page.evaluate(SIDES, f"{container} :is({part}:not(td *, th *))")
            assert sides[0] == "right", f"{part} in {view}"
            assert sides[-1] == "left", f"{part} in {view}"
        directions = page.locator(f"{container} :is(ul, table)").evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).direction)"
        )
        assert directions[:2] == ["rtl", "rtl"]
        assert directions[-1] == "ltr"
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        if view == "Edit":
            first, last = page.locator(".look-checks span").first.evaluate(ENDS)
            assert last < first

    # The columns of a table of answers stay wide enough to type in.
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Form", exact=True).click()
    cells = page.locator(".doc-rows").get_by_role("textbox")
    expect(cells).to_have_count(4)
    assert all(box["width"] > 60 for cell in cells.all() if (box := cell.bounding_box()))
    free_space = (
        "(table) => table.parentElement.getBoundingClientRect().right - table.getBoundingClientRect().right"
    )
    assert page.locator(".doc-rows").evaluate(free_space) >= 0


def test_typing_saves_one_second_after_the_last_change(page: Page) -> None:
    sign_in(page, BUYER)
    form_id = new_form(page, "Saved as one writes")
    sent: list[str] = []

    def record_save(request: Request) -> None:
        if request.method == "PUT":
            sent.append(request.url.rsplit("/api/", 1)[1])

    # The clock of the page is paused, so that the test does not depend on the speed of the machine.
    begin = datetime.now(UTC)
    page.clock.install(time=begin)
    open_form(page, form_id).click()
    add_field(page, "Short text")
    expect(saving(page)).to_contain_text(SAVED)
    page.on("request", record_save)
    page.clock.pause_at(begin + timedelta(minutes=4))
    page.keyboard.type("A few words")
    expect(saving(page)).to_contain_text("Changed")
    page.clock.run_for(900)
    page.keyboard.type(" and more")
    page.clock.run_for(900)
    assert sent == []
    page.clock.run_for(200)
    expect(saving(page)).to_contain_text(SAVED)
    assert sent == [f"docForm/{form_id}"]
    page.clock.resume()
    page.get_by_role("button", name="Preview").click()
    input_field = page.locator("[data-type=TEXT] input")
    expect(input_field).to_be_visible()
    page.clock.pause_at(begin + timedelta(minutes=8))
    input_field.fill("Tried")
    panel = page.get_by_role("complementary", name="Preview values")
    expect(panel.locator(".saving-state")).to_contain_text("Changed")
    page.clock.run_for(900)
    assert sent == [f"docForm/{form_id}"]
    page.clock.run_for(200)
    expect(panel.locator(".saving-state")).to_contain_text(SAVED)
    assert sent == [f"docForm/{form_id}", "user/preview"]


def test_users_without_manage_forms_can_read_and_preview(new_page: NewPage, axe: Axe) -> None:
    page = new_page()
    sign_in(page, READER)
    go(page, "/forms?title=Supplier+qualification")
    expect(page.get_by_role("button", name=re.compile("^New form|^Actions for"))).to_have_count(0)
    page.get_by_role("button", name="Bundles...").click()
    bundles = page.get_by_role("dialog", name="Bundles")
    expect(bundles.get_by_text("New supplier pack")).to_be_visible()
    expect(bundles.get_by_role("button", name=re.compile("^New|^Edit|^Delete"))).to_have_count(0)
    bundles.get_by_role("button", name="Close", exact=True).last.click()
    page.get_by_role("link", name="Supplier qualification").click()
    expect(page.get_by_text("To change it, you need permission to manage forms.")).to_be_visible()
    expect(page.locator("#content").get_by_role("textbox")).to_have_count(0)
    expect(page.get_by_role("button", name="Publish")).to_have_count(0)
    page.get_by_role("button", name="More actions").click()
    expect(page.get_by_role("menuitem")).to_have_text(["Revisions..."])
    page.keyboard.press("Escape")
    assert axe(page) > 0
    page.get_by_role("button", name="Preview").click()
    page.locator("#field-legal_name input").fill("Tried by a reader")
    panel = page.get_by_role("complementary", name="Preview values")
    expect(panel.locator(".saving-state")).to_contain_text(SAVED)
    expect(panel).to_contain_text("Tried by a reader")
    go(page, "/question")
    expect(page.locator("tr.data-table-row").first).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^New question|^Edit|^Archive"))).to_have_count(0)
