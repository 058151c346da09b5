"""Many open RFxs are moved to a new revision in a few clicks, and nothing that suppliers type meanwhile is lost."""

import time
from typing import Any

from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.writing import new_form
from tests.factories.rfx import field, form_document
from tests.fixtures.browser import Axe, Console, NewPage, call_api, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER = DEMO_EMAILS[0], DEMO_EMAILS[1]
MANY, FORM, SITE = "Yearly questions", "Logistics questions", "Site questions"
RFXS, CLICKS = 14, 5
SECONDS = 15
"""Longest time of the move, on two busy processors."""

KEPT = field("contact", label="Contact for transport"), field("stays", label="Which carrier?")
HOURS = field("hours", "TEXTAREA", label="Opening hours?")
FAX, FAX_NUMBER = field("fax", label="Fax number?"), "+49 7141 5550"
TYPED = {
    "Contact for transport": "Ana Weber",
    "Which carrier?": "By rail",
    "Opening hours?": "8 to 18, on Saturdays to 12",
}


def save(page: Page, form_id: int, title: str, *blocks: Any) -> int:
    """Save the next revision of a form; return its id."""
    version = call_api(page, "GET", f"/api/docForm/{form_id}")["version"]
    body = {"title": title, "doc": form_document(*blocks), "version": version}
    saved: int = call_api(page, "PUT", f"/api/docForm/{form_id}", body)["id"]
    return saved


def publish(page: Page, form_id: int) -> int:
    version = call_api(page, "GET", f"/api/docForm/{form_id}")["version"]
    call_api(page, "POST", f"/api/docForm/{form_id}/publish", {"version": version})
    return form_id


def send(page: Page, subject: str, form_ids: list[int], recipients: dict[str, Any]) -> None:
    request = {
        "type": "RFI", "subject": subject, "html": "<p>Please answer.</p>", "docFormIds": form_ids,
        "recipients": recipients,
    }  # fmt: skip
    call_api(page, "POST", "/api/rfxRequest", request)


class Clicks:
    """The clicks of a user."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, target: Locator) -> None:
        target.click()
        self.count += 1


def wait_until_sent(page: Page, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(call_api(page, "GET", f"/api/rfx?search={MANY.replace(' ', '%20')}&pageSize=50")) < count:
        assert time.monotonic() < deadline, "the request was not sent"
        page.wait_for_timeout(200)


def test_fourteen_open_rfxs_are_moved_from_the_forms_page_in_five_clicks(
    live_server: LiveServer, new_page: NewPage
) -> None:
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    first = publish(buyer, save(buyer, new_form(buyer, MANY), MANY, field("one", label="First question")))
    guests = "\n".join(f"guest-{number}@moving.example" for number in range(RFXS))
    send(buyer, MANY, [first], {"pasted": guests})
    wait_until_sent(buyer, RFXS)
    save(buyer, first, MANY, field("one", label="First question"), field("two", label="Second question"))
    go(buyer, f"/forms?search={MANY}")
    click, dialog = Clicks(), buyer.get_by_role("dialog")
    click(buyer.get_by_role("button", name=f"Actions for {MANY}"))
    click(buyer.get_by_role("menuitem", name="Publish..."))
    click(dialog.get_by_role("button", name="Publish"))
    expect(buyer.get_by_text(f"{RFXS} open RFxs use an earlier version of this form.")).to_be_visible()
    click(buyer.get_by_role("button", name="Move..."))
    started = time.monotonic()
    click(dialog.get_by_role("button", name=f"Move {RFXS} RFxs"))
    expect(buyer.get_by_text(f"{RFXS} RFxs moved.")).to_be_visible(timeout=SECONDS * 1000)
    assert time.monotonic() - started < SECONDS
    assert click.count == CLICKS
    expect(dialog).to_have_count(0)


def open_logistics(buyer: Page, supplier: Page) -> tuple[int, int]:
    """Send the supplier an RFx of two forms and open it there; return the ids of the first form and of the RFx."""
    # Both forms have a field of this name, so the keys of their answers contain the ids of the forms.
    site = publish(
        buyer, save(buyer, new_form(buyer, SITE), SITE, field("contact", label="Contact at the site"))
    )
    first = publish(buyer, save(buyer, new_form(buyer, FORM), FORM, *KEPT, HOURS, FAX))
    supplier_id = call_api(supplier, "GET", "/api/session")["organisation"]["id"]
    send(buyer, FORM, [first, site], {"organisationIds": [supplier_id]})
    go(supplier, "/rfx?search=Logistics")
    supplier.get_by_role("link", name=FORM).first.click()
    supplier.locator("#island-page[data-mounted]").wait_for()
    supplier.wait_for_load_state("networkidle")
    return first, int(supplier.url.rsplit("/", 1)[1].split("?")[0])


def move_while_offline(buyer: Page, supplier: Page, first: int, rfx_id: int) -> int:
    """Type four answers without a network while the RFx is moved; return the id of the new revision."""
    with supplier.expect_response(lambda response: response.request.method == "PUT" and response.ok):
        supplier.get_by_label("Opening hours?").fill("8 to 16")
    supplier.context.set_offline(True)
    for label, text in {**TYPED, "Fax number?": FAX_NUMBER}.items():
        supplier.get_by_label(label).fill(text)
    hours = field("hours", "TEXTAREA", label="Opening hours?", required=True)
    second = publish(buyer, save(buyer, first, FORM, *KEPT, hours, field("port", label="Which port?")))
    call_api(buyer, "POST", f"/api/docForm/{second}/move", {"rfxIds": [rfx_id]})
    supplier.context.set_offline(False)
    return second


def test_texts_typed_while_an_rfx_is_moved_are_at_their_question_or_shown_to_copy(
    live_server: LiveServer, new_page: NewPage, axe: Axe, console: Console
) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED|Failed to load resource")
    buyer, supplier = new_page(), new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    sign_in(supplier, SUPPLIER)
    first, rfx_id = open_logistics(buyer, supplier)
    second = move_while_offline(buyer, supplier, first, rfx_id)

    notice = supplier.get_by_role("region", name="New version of the questionnaire")
    expect(notice).to_contain_text(f"moved “{FORM}” to revision 2 on", timeout=20_000)
    expect(notice).to_contain_text("1 answer was kept, 1 question is new.")
    for label, text in TYPED.items():
        expect(supplier.get_by_label(label)).to_have_value(text)
    left = supplier.get_by_role("region", name="Texts without a question")
    expect(left).to_contain_text("Fax number?: This question was removed.")
    expect(left).to_contain_text(FAX_NUMBER)
    expect(supplier.get_by_text("All changes saved").first).to_be_visible(timeout=15_000)
    values = call_api(supplier, "GET", f"/api/rfx/{rfx_id}/value")["latestValuesFvc"]["values"]
    assert {key: each["value"] for key, each in values.items() if each["value"] is not None} == dict(
        zip((f"{second}.contact", "stays", "hours"), TYPED.values(), strict=True)
    )
    for size in (390, 844), (1440, 900):
        supplier.set_viewport_size({"width": size[0], "height": size[1]})
        assert axe(supplier) > 0

    notice.get_by_role("button", name="Next new question").click()
    expect(supplier.get_by_label("Which port?")).to_be_focused()
    supplier.reload()
    expect(left).to_contain_text(FAX_NUMBER)
    left.get_by_role("button", name="Discard").click()
    expect(left).to_have_count(0)
    notice.get_by_role("button", name="Dismiss").click()
    supplier.reload()
    supplier.wait_for_load_state("networkidle")
    expect(supplier.get_by_label("Which carrier?")).to_have_value("By rail")
    expect(notice).to_have_count(0)
    expect(left).to_have_count(0)
