"""A corrective action on a phone, by mailed link: written without a connection, sent when it is back, and accepted."""

import re
from io import BytesIO

from PIL import Image
from playwright.sync_api import Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
NCR = "/ncr/16"
PERSON, EMAIL = "Gina Berg", "gina.berg@deburring.example"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LONGEST_EDGE = 2560


def photo(width: int = 4000, height: int = 3000) -> bytes:
    """Return a photo that is larger than the uploaded one."""
    file = BytesIO()
    Image.linear_gradient("L").resize((width, height)).convert("RGB").save(file, "JPEG")
    return file.getvalue()


def ask(page: Page) -> None:
    """Ask a person by e-mail for the corrective action of the non-conformance."""
    go(page, NCR)
    page.get_by_role("button", name="Ask for corrective action...").click()
    dialog = page.get_by_role("dialog", name="Ask for corrective action")
    expect(dialog.get_by_label("D4", exact=True)).to_have_value("7")
    dialog.get_by_label("To", exact=True).select_option("mail")
    dialog.get_by_label("E-mail").fill(EMAIL)
    dialog.get_by_label("Name").fill(PERSON)
    dialog.get_by_role("button", name="Ask", exact=True).click()
    expect(page.get_by_role("region", name="Corrective action")).to_contain_text("Asked")


def step(page: Page, name: str) -> Page:
    """Open a step unless it is open."""
    heading = page.get_by_role("button", name=re.compile(f"^{name} "))
    if heading.get_attribute("aria-expanded") == "false":
        heading.click()
    return page


def write_containment(page: Page) -> None:
    """Write D1 to D3."""
    step(page, "D1").get_by_role("button", name="Add person").click()
    page.get_by_label("Name").fill(PERSON)
    step(page, "D3")
    for place in ("In transit", "Own stock", "In production"):
        page.get_by_role("group", name=place).get_by_label("Nothing there").check()
    customer = page.get_by_role("group", name="At the customer")
    customer.get_by_label("Quantity").fill("100")
    customer.get_by_label("Sorted").fill("120")
    customer.get_by_label("What is done").fill("Sorted on site")
    expect(customer).to_contain_text("Sorted 120 is more than the quantity 100 at the customer.")
    customer.get_by_label("Sorted").fill("100")


def write_occurrence(phone: Page) -> None:
    """Write a cause and add a photo without a connection: both stay on the device."""
    step(phone, "D4")
    occurrence = phone.get_by_role("group", name="Occurrence")
    occurrence.get_by_role("button", name="Why did the failure happen?").click()
    occurrence.get_by_label("Why did the failure happen?").fill("The bath was too cold")
    occurrence.get_by_label("Root cause").fill("No heating at the weekend")
    file = {"name": "bath.jpg", "mimeType": "image/jpeg", "buffer": photo()}
    occurrence.locator("input[capture]").set_input_files([file])
    expect(occurrence).to_contain_text("Kept on this device")
    expect(phone.get_by_text("Offline: kept on this device")).to_be_visible()


def send_causes(phone: Page) -> None:
    """Find the entries from the time without a connection, complete D4, and send it."""
    occurrence = phone.get_by_role("group", name="Occurrence")
    expect(occurrence.get_by_label("Root cause")).to_have_value("No heating at the weekend")
    escape = phone.get_by_role("group", name="Escape")
    escape.get_by_role("button", name="Why was it not found before delivery?").click()
    escape.get_by_label("Why was it not found before delivery?").fill("Trays were not measured")
    escape.get_by_label("Root cause").fill("No measurement after the weekend")
    phone.get_by_role("button", name="Send D4").click()
    expect(phone.get_by_role("button", name=re.compile("^D4 ")).get_by_text("Sent")).to_be_visible()


def return_causes(buyer: Page, axe: Axe) -> None:
    """Accept the containment, look at the photo, and return the causes."""
    go(buyer, f"{NCR}/correctiveAction")
    step(buyer, "D3").get_by_role("button", name="Accept D1 to D3").click()
    # The response opens D4. A click before it is there would close D4 again.
    expect(buyer.get_by_role("button", name=re.compile("^D4 "))).to_have_attribute("aria-expanded", "true")
    expect(buyer.get_by_text("No heating at the weekend")).to_be_visible()
    picture = buyer.get_by_role("link", name=re.compile("bath.jpg")).first.get_attribute("href")
    shown = Image.open(BytesIO(buyer.request.get(str(picture)).body()))
    assert max(shown.size) == LONGEST_EDGE
    assert not shown.getexif()
    axe(buyer)
    buyer.get_by_role("button", name="Return...").click()
    dialog = buyer.get_by_role("dialog", name="Return D4")
    dialog.get_by_label("What is missing?").fill("Since when?")
    dialog.get_by_role("button", name="Return", exact=True).click()
    expect(buyer.get_by_role("button", name=re.compile("^D4 "))).to_contain_text("Returned")


def test_8d_by_link_on_a_phone_without_a_connection_loses_nothing(
    live_server: LiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    console.allow(r"Failed to load resource|ERR_INTERNET_DISCONNECTED")
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    ask(buyer)
    mail = live_server.mailbox.wait_for(linking="/correctiveAction/", to=EMAIL)[0]
    link = re.search(r"/guest/[\w-]+/correctiveAction/\d+", mail.text)
    assert link is not None

    phone = new_page(**PHONE)
    go(phone, link[0])
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Coating thickness")
    axe(phone)
    write_containment(phone)
    expect(phone.get_by_text("All changes saved")).to_be_visible()
    phone.get_by_role("button", name="Send D1 to D3").click()
    expect(phone.get_by_role("button", name=re.compile("^D3 ")).get_by_text("Sent")).to_be_visible()

    phone.context.set_offline(True)
    write_occurrence(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["viewport"]["width"]
    axe(phone)
    phone.context.set_offline(False)
    expect(phone.get_by_text("All changes saved")).to_be_visible(timeout=30_000)
    expect(phone.get_by_role("list", name="Waiting for the upload")).to_have_count(0, timeout=30_000)
    go(phone, link[0])
    step(phone, "D4")
    expect(phone.get_by_role("button", name="Remove bath.jpg")).to_be_visible()
    send_causes(phone)

    return_causes(buyer, axe)
    go(phone, link[0])
    expect(phone.get_by_text("Since when?")).to_be_visible()
