"""The 8D report of a corrective action, and its request changed with the keyboard: the link moves to another person."""

import io
import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from app.devtools.demo_accounts import DEMO_EMAILS
from app.kernel.files.pdf import WITHOUT_DIRECTION
from tests.fixtures.browser import Axe, Console, NewPage, call_api, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER, _ADMIN = DEMO_EMAILS
CLOSED, RUNNING, NEW = 10, 19, 16
"""Non-conformances of the demo data: with a short report that is closed, with a running 8D, and without a corrective action."""
FORMER, FORMER_EMAIL = "Gina Berg", "gina.berg@deburring.example"
NEXT, NEXT_EMAIL = "Nora Finish", "nora.finish@finishing.example"
PAST = "01/02/2020"
FULL_WIDTH = "\uff4e\uff4f\uff52\uff41@finishing.example"


def report(page: Page, ncr_id: int, button: str) -> str:
    """Download the report on the page of the corrective action; return its text."""
    go(page, f"/ncr/{ncr_id}/correctiveAction")
    with page.expect_download(timeout=45_000) as started:
        page.get_by_role("button", name=button, exact=True).click()
    assert re.search(rf"report.* {ncr_id} .*\.pdf$", started.value.suggested_filename)
    content = started.value.path().read_bytes()
    assert content.startswith(b"%PDF-")
    text = " ".join(each.extract_text() for each in PdfReader(io.BytesIO(content)).pages)
    return " ".join(text.translate(WITHOUT_DIRECTION).split())


def test_report_of_a_closed_action_has_its_steps_and_root_causes(new_page: NewPage) -> None:
    for email in (BUYER, SUPPLIER):
        page = new_page()
        sign_in(page, email)
        text = report(page, CLOSED, "Report")
        for words in (
            f"#{CLOSED}", "Measuring report missing for two features", "D2 Problem", "D3 Containment", "D4 Causes",
            "D5 Corrective actions", "D6 Implementation", "D8 Closing", "No check before the shipment.",
            "New revisions did not reach the measuring room.",
        ):  # fmt: skip
            assert words in text, (email, words, text)
        # A short report has neither a team nor a prevention.
        assert not {"D1 Team", "D7 Prevention"}.intersection(re.findall(r"D\d \w+", text))


def test_8d_report_has_the_draft_of_a_step_for_the_supplier_only(new_page: NewPage) -> None:
    texts = {}
    for email in (BUYER, SUPPLIER):
        page = new_page()
        sign_in(page, email)
        texts[email] = report(page, RUNNING, "8D report")
        for words in (f"#{RUNNING}", "D1 Team", "Ole Brandt", "D3 Containment", "D4 Causes", "D8 Closing"):
            assert words in texts[email], (email, words, texts[email])
    assert "The brush was worn." in texts[SUPPLIER]
    assert "The brush was worn." not in texts[BUYER]


def tab_to(page: Page, control: Locator) -> None:
    """Press Tab until the control has the focus."""
    for _ in range(80):
        if control.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not reach {control}")


def type_into(page: Page, control: Locator, text: str) -> None:
    """Replace the text of a field with the keyboard."""
    tab_to(page, control)
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)
    expect(control).to_have_value(text)


def open_by_link(live_server: LiveServer, page: Page, email: str) -> str:
    """Open the page of the mailed link and return its path."""
    mail = live_server.mailbox.wait_for(linking="/correctiveAction/", to=email)[0]
    link = re.search(r"/guest/[\w-]+/correctiveAction/\d+", mail.text)
    assert link is not None
    go(page, link[0])
    expect(page.get_by_role("heading", level=1)).to_contain_text("Coating thickness")
    return link[0]


def open_dialog(buyer: Page) -> Locator:
    """Open the dialog with the keyboard and choose a person by e-mail."""
    tab_to(buyer, buyer.get_by_role("button", name="Change the request..."))
    buyer.keyboard.press("Enter")
    dialog = buyer.get_by_role("dialog", name="Change the request")
    responsible = dialog.get_by_label("Responsible")
    # The entry "by e-mail" is the last one; the people of the supplier are loaded before it is chosen.
    expect(responsible.locator("option", has_text="Helen Calder")).to_be_attached()
    tab_to(buyer, responsible)
    buyer.keyboard.press("End")
    expect(responsible.locator("option:checked")).to_have_text("Someone by e-mail, without an account...")
    return dialog


def enter_wrong_values(buyer: Page, dialog: Locator, axe: Axe) -> None:
    """Submit wrong values; each gets a sentence and stays."""
    email, name = dialog.get_by_label("E-mail"), dialog.get_by_label("Name")
    last_day = dialog.get_by_label("D8", exact=True)
    no_email = dialog.get_by_text("Enter the person's e-mail address.")
    no_name = dialog.get_by_text("Enter the person's name.")
    tab_to(buyer, email)
    buyer.keyboard.press("Enter")
    expect(no_email).to_be_visible()
    expect(no_name).to_be_visible()
    axe(buyer)
    type_into(buyer, email, FULL_WIDTH)
    type_into(buyer, name, NEXT)
    buyer.keyboard.press("Enter")
    expect(no_email).to_be_visible()
    expect(no_name).to_have_count(0)
    expect(email).to_have_value(FULL_WIDTH)
    type_into(buyer, last_day, PAST)
    type_into(buyer, email, NEXT_EMAIL)
    buyer.keyboard.press("Enter")
    expect(dialog.get_by_text("The day must not be in the past.")).to_be_visible()
    expect(last_day).to_be_focused()
    for control, text in ((email, NEXT_EMAIL), (name, NEXT), (last_day, PAST)):
        expect(control).to_have_value(text)
    axe(buyer)


def test_request_is_changed_with_the_keyboard_and_its_link_moves_to_the_new_person(
    live_server: LiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    console.allow(r"status of (401|404|422)")
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    request = {"method": "EIGHT_D", "email": FORMER_EMAIL, "name": FORMER}
    call_api(buyer, "POST", f"/api/ncr/{NEW}/correctiveAction", request)
    former = new_page(viewport={"width": 1280, "height": 900})
    old_link = open_by_link(live_server, former, FORMER_EMAIL)

    go(buyer, f"/ncr/{NEW}/correctiveAction")
    dialog = open_dialog(buyer)
    axe(buyer)
    enter_wrong_values(buyer, dialog, axe)
    day = datetime.now(UTC).date() + timedelta(days=90)
    type_into(buyer, dialog.get_by_label("D8", exact=True), f"{day:%d/%m/%Y}")
    buyer.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(buyer.get_by_role("main")).to_contain_text(f"Responsible{NEXT}")
    due = buyer.get_by_role("button", name=re.compile("^D8 ")).locator("time")
    expect(due).to_have_attribute("datetime", day.isoformat())
    expect(buyer.get_by_role("button", name="Change the request...")).to_be_focused()

    following = new_page(viewport={"width": 1280, "height": 900})
    assert open_by_link(live_server, following, NEXT_EMAIL) != old_link
    following.get_by_role("button", name="Add person").click()
    with following.expect_response(lambda response: response.request.method == "PUT" and response.ok):
        following.get_by_label("Name").fill(NEXT)

    # The page that the former person still has open says so as well.
    former.get_by_role("button", name="Add person").click()
    former.get_by_label("Name").fill(FORMER)
    expect(
        former.get_by_role("alert").filter(has_text="Sorry, that link is no longer valid.")
    ).to_be_visible()
    former.goto(old_link)
    expect(former.get_by_role("heading", level=1)).to_have_text("Sorry, that link is no longer valid.")
    expect(former.get_by_text("You are no longer asked for this corrective action")).to_be_visible()
    axe(former)
