"""Input in a questionnaire is never lost: offline, closed page, ended session, deployment, rejected save."""

import json
import re
import time
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from app.config import VERSION
from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.fixtures.browser import Console, NewPage, crash, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER = DEMO_EMAILS[0], DEMO_EMAILS[1]
RFX = "/rfx/15"
SCRIPTS = "**/static/build/mount*.js"


def open_rfx(page: Page) -> Locator:
    """Open the questionnaire; return the input of its first long answer."""
    go(page, RFX)
    page.wait_for_load_state("networkidle")
    return page.locator("[data-type=TEXTAREA] textarea").first


def expect_text(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible(timeout=20_000)


def wait_until_stored(page: Page, value: str) -> None:
    """Wait until the server has stored this answer, sent while its page was left."""
    deadline = time.monotonic() + 20
    while value not in stored_values(page):
        assert time.monotonic() < deadline, f"{value} was never stored"
        page.wait_for_timeout(100)


def stored_values(page: Page) -> list[Any]:
    """Return the answers stored on the server."""
    return [*stored_values_by_name(page).values()]


def stored_values_by_name(page: Page) -> dict[str, Any]:
    """Return the stored answers by the names of their fields."""
    token = page.request.post("/api/session/refresh", headers={"Client-Version": VERSION}).json()[
        "accessToken"
    ]
    response = page.request.get("/api/rfx/15/value", headers={"Authorization": f"Bearer {token}"})
    return {key: value["value"] for key, value in response.json()["latestValuesFvc"]["values"].items()}


def mock_response(page: Page, url: str, sentence: str, status: int = 400, version: str = VERSION) -> None:
    """Respond to requests for this URL with a sentence, like a server of this version."""
    body = json.dumps({"errors": [sentence]})
    headers = {"Server-Version": version, "Content-Type": "application/json"}

    def fulfil(route: Route) -> None:
        route.fulfill(status=status, headers=headers, body=body)

    page.route(url, fulfil)


def hold_next(page: Page, url: str) -> list[Route]:
    """Hold back the next request for this URL; the returned list gets the waiting request."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(url, hold, times=1)
    return waiting


def test_answers_typed_before_the_scripts_load_are_saved(live_server: LiveServer, page: Page) -> None:
    sign_in(page, SUPPLIER)
    waiting = hold_next(page, SCRIPTS)
    with page.expect_request(SCRIPTS):
        page.goto(RFX, wait_until="commit")

    def field(name: str) -> Locator:
        return page.locator(f"#field-{name}")

    field("legal_name").locator("input").fill("Typed early")
    field("large_claims_detail").locator("textarea").fill("A line\nand another")
    field("employees").locator("input").fill("551")
    field("incorporated_on").locator("input").fill("15/05/2019")
    field("ownership").locator("label").nth(2).click()
    field("ownership").locator("label").nth(0).click()
    has_parent = field("has_parent").locator("label").nth(0)
    has_parent.click()
    supplies = field("supplies").locator("input")
    supplies.nth(0).uncheck()
    supplies.nth(1).check()
    field("turnover").locator("input").nth(1).fill("690001")
    field("sites").locator("select").first.select_option("warehouse")
    name = field("legal_name").locator("input")
    name.click()
    page.keyboard.press("Home")
    page.keyboard.type("Not ")
    expect(page.locator("#island-page[data-mounted]")).to_have_count(0)
    waiting[0].continue_()
    # Typing during hydration loses no character and keeps the position of the cursor.
    page.keyboard.type("too ", delay=150)
    page.locator("#island-page[data-mounted]").wait_for()
    page.keyboard.type("and ")
    expect(name).to_have_value("Not too and Typed early")
    expect(page.get_by_text("All changes saved").first).to_be_visible(timeout=20_000)
    saved_values = stored_values_by_name(page)
    assert saved_values["legal_name"] == "Not too and Typed early"
    assert saved_values["large_claims_detail"] == "A line\nand another"
    assert saved_values["employees"] == "551"
    assert saved_values["incorporated_on"] == "2019-05-15"
    assert saved_values["ownership"] == field("ownership").locator("input").nth(0).get_attribute("value")
    assert saved_values["has_parent"] is True
    assert saved_values["supplies"] == ["components"]
    assert saved_values["turnover"]["amount"] == "690001"
    assert saved_values["sites"][0]["activity"] == "warehouse"


def test_leaving_by_a_link_saves_the_last_input(live_server: LiveServer, page: Page) -> None:
    sign_in(page, SUPPLIER)
    open_rfx(page).fill("Typed, and gone to the messages")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Messages").click()
    page.wait_for_url("**/messages")
    wait_until_stored(page, "Typed, and gone to the messages")


def test_signing_out_saves_the_last_input(live_server: LiveServer, page: Page, new_page: NewPage) -> None:
    sign_in(page, SUPPLIER)
    open_rfx(page).fill("Typed, and signed out")
    page.get_by_role("button", name=re.compile("your menu")).click()
    page.get_by_role("menuitem", name="Sign Out").click()
    page.wait_for_url("**/login")
    other = new_page()
    sign_in(other, SUPPLIER)
    assert "Typed, and signed out" in stored_values(other)


def test_values_set_without_events_before_the_scripts_load_are_saved(
    live_server: LiveServer, page: Page
) -> None:
    sign_in(page, SUPPLIER)
    waiting = hold_next(page, SCRIPTS)
    with page.expect_request(SCRIPTS):
        page.goto(RFX, wait_until="commit")

    def set_value(name: str, control: str, change: str) -> None:
        page.locator(f"#field-{name} {control}").evaluate_all(f"(all) => {{ {change} }}")

    expect(page.locator("#field-sites select").first).to_be_attached()
    set_value("trading_name", "input", "all[0].value = 'Dictated'")
    set_value("large_claims_detail", "textarea", "all[0].value = 'Dictated, too'")
    set_value("incorporated_on", "input", "all[0].value = '16/06/2018'")
    set_value("ownership", "input", "all[1].checked = true")
    set_value("supplies", "input", "all.forEach((box, at) => { box.checked = at === 2 || at === 3 })")
    set_value("sites", "select", "all[0].value = 'production'")
    expect(page.locator("#island-page[data-mounted]")).to_have_count(0)
    boxes = page.locator("#field-supplies input")
    waiting[0].continue_()
    page.locator("#island-page[data-mounted]").wait_for()
    wait_until_stored(page, "Dictated")
    expect(page.get_by_text("All changes saved").first).to_be_visible(timeout=20_000)
    saved_values = stored_values_by_name(page)
    assert saved_values["trading_name"] == "Dictated"
    assert saved_values["large_claims_detail"] == "Dictated, too"
    assert saved_values["incorporated_on"] == "2018-06-16"
    assert saved_values["ownership"] == page.locator("#field-ownership input").nth(1).get_attribute("value")
    assert len(saved_values["supplies"]) == 2
    expect(boxes.nth(2)).to_be_checked()
    expect(boxes.nth(3)).to_be_checked()
    assert saved_values["sites"][0]["activity"] == "production"


def test_search_typed_before_the_scripts_load_filters_the_list(live_server: LiveServer, page: Page) -> None:
    sign_in(page, BUYER)
    waiting = hold_next(page, SCRIPTS)
    with page.expect_request(SCRIPTS):
        page.goto("/organisations?allOrganisations=true", wait_until="commit")
    page.get_by_label("Name or own number").fill("bergmann")
    expect(page.locator("#island-page[data-mounted]")).to_have_count(0)
    waiting[0].continue_()
    page.wait_for_url("**name=bergmann**")
    expect(page.locator(".data-table-row")).to_have_count(1)
    expect(page.get_by_label("Name or own number")).to_have_value("bergmann")


def test_offline_input_is_kept_and_sent_later(live_server: LiveServer, page: Page, console: Console) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED|Failed to load resource")
    sign_in(page, SUPPLIER)
    box = open_rfx(page)
    page.context.set_offline(True)
    box.fill("Typed while the line was down")
    expect_text(page, "Offline: kept on this device")
    page.context.set_offline(False)
    expect_text(page, "All changes saved")
    assert "Typed while the line was down" in stored_values(page)


def test_answers_of_a_page_that_crashed_offline_return(
    live_server: LiveServer, page: Page, console: Console
) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED|Failed to load resource")
    sign_in(page, SUPPLIER)
    box = open_rfx(page)
    page.context.set_offline(True)
    box.fill("Typed before the page was gone")
    expect_text(page, "Offline: kept on this device")
    again = page.context.new_page()
    crash(page)
    assert "Typed before the page was gone" not in stored_values(again)
    page.context.set_offline(False)
    expect(open_rfx(again)).to_have_value("Typed before the page was gone")
    expect_text(again, "All changes saved")
    assert "Typed before the page was gone" in stored_values(again)


def test_ended_session_loses_no_input(
    live_server: LiveServer, page: Page, new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of 401")
    sign_in(page, SUPPLIER)
    box = open_rfx(page)
    token = page.request.post("/api/session/refresh", headers={"Client-Version": VERSION}).json()[
        "accessToken"
    ]
    page.request.delete("/api/session", headers={"Authorization": f"Bearer {token}"})
    box.fill("Typed after the sign-in had ended")
    page.wait_for_url(re.compile(r"/login\?returnUrl="), timeout=20_000)
    expect_text(page, "You were signed out. What you typed is kept on this device.")
    expect(page.get_by_label("E-mail address")).to_have_value(SUPPLIER)
    expect(page.get_by_label("Password", exact=True)).to_be_focused()
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Login >").click()
    page.wait_for_url("**/rfx/15")
    expect(page.locator("[data-type=TEXTAREA] textarea").first).to_have_value(
        "Typed after the sign-in had ended"
    )
    expect(page.locator("[data-type=TEXTAREA] textarea").first).to_be_focused()
    expect_text(page, "All changes saved")
    assert "Typed after the sign-in had ended" in stored_values(page)


def test_opening_the_page_again_returns_to_the_field(live_server: LiveServer, page: Page) -> None:
    sign_in(page, SUPPLIER)
    open_rfx(page).fill("Typed before the reload")
    page.reload()
    expect(page.locator("[data-type=TEXTAREA] textarea").first).to_be_focused()
    again = page.context.new_page()
    page.close()
    expect(open_rfx(again)).to_be_focused()


def test_conflicting_answers_of_two_users_are_both_shown(
    live_server: LiveServer, page: Page, new_page: NewPage
) -> None:
    sign_in(page, SUPPLIER)
    own_field = open_rfx(page)
    other = new_page()
    sign_in(other, SUPPLIER)
    other_field = open_rfx(other)
    waiting = hold_next(page, "**/api/rfx/15/value")
    with page.expect_request("**/api/rfx/15/value"):
        own_field.fill("What I wrote")
    other_field.fill("What the other one wrote")
    expect_text(other, "All changes saved")
    waiting[0].continue_()
    expect(page.get_by_text("What the other one wrote").first).to_be_visible(timeout=20_000)
    page.get_by_role("button", name=re.compile("mine", re.IGNORECASE)).first.click()
    expect_text(page, "All changes saved")
    assert "What I wrote" in stored_values(page)


def test_deployment_while_typing_loses_no_input(
    live_server: LiveServer, page: Page, console: Console
) -> None:
    console.allow(r"status of 503")
    sign_in(page, SUPPLIER)
    for typed, status, version in (
        ("Typed during the deploy", 503, VERSION),
        ("Typed after the deploy", 200, "999.0.0"),
    ):
        box = open_rfx(page)
        mock_response(page, "**/api/rfx/15/value", "A new version is coming.", status, version)
        box.fill(typed)
        page.wait_for_url("**/maintenance*")
        page.unroute("**/api/rfx/15/value")
        page.get_by_role("link", name="Login").click()
        page.wait_for_url("**/rfx/15*")
        expect(open_rfx(page)).to_have_value(typed)
        expect_text(page, "All changes saved")
        assert typed in stored_values(page)


def test_two_tabs_show_the_same_answer_and_save_it_once(live_server: LiveServer, page: Page) -> None:
    sign_in(page, SUPPLIER)
    first_field = open_rfx(page)
    second = page.context.new_page()
    second_field = open_rfx(second)
    saves: list[str] = []
    for tab in (page, second):
        tab.on("request", lambda request: saves.append(request.method))
    first_field.fill("Typed in the first tab")
    expect(second_field).to_have_value("Typed in the first tab")
    expect_text(page, "All changes saved")
    expect_text(second, "All changes saved")
    assert saves.count("PUT") == 1
    second_field.fill("Typed on in the second")
    expect(first_field).to_have_value("Typed on in the second")
    expect_text(second, "All changes saved")
    expect_text(page, "All changes saved")
    expect(page.get_by_text("also answered this")).to_have_count(0)
    assert "Typed on in the second" in stored_values(page)


def expect_toast(page: Page, sentence: str) -> None:
    """Expect a toast with this sentence and close it."""
    toast = page.locator(".toast-message").filter(has_text=sentence)
    expect(toast).to_be_visible()
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_have_count(0)


def test_rejected_actions_can_be_repeated(page: Page, new_page: NewPage, console: Console) -> None:
    console.allow(r"status of \d+|ERR_FAILED")
    reopen_after_an_error(page)
    supplier = new_page()
    sign_in(supplier, SUPPLIER)
    submit_after_errors(supplier)
    decline_and_download_with_errors(supplier)


def reopen_after_an_error(buyer: Page) -> None:
    sign_in(buyer, BUYER)
    go(buyer, "/rfx/4")
    buyer.get_by_role("button", name="Re-Open RFx").click()
    reopen = buyer.get_by_role("dialog", name="Reopen RFI")
    confirm = reopen.get_by_role("button", name="Yes, Reopen This RFI")
    mock_response(buyer, "**/api/rfx/4/reopen", "Not while the auditors look at it.")
    confirm.click()
    expect_toast(buyer, "Not while the auditors look at it.")
    expect(confirm).to_be_enabled()
    expect(reopen.get_by_role("button", name="Cancel")).to_be_enabled()
    buyer.unroute("**/api/rfx/4/reopen")
    confirm.click()
    expect(buyer.get_by_text("RFx reopened ok")).to_be_visible()
    expect(reopen).to_have_count(0)


def submit_after_errors(supplier: Page) -> None:
    go(supplier, "/rfx/4")
    supplier.get_by_role("button", name=re.compile("^Submit Response")).click()
    submit = supplier.get_by_role("dialog", name="Submit Response")
    confirm = submit.get_by_role("button", name="Yes, Submit Response")
    for status in (400, 500):
        mock_response(supplier, "**/api/rfx/4/submission", "Not at this hour.", status)
        confirm.click()
        expect_toast(supplier, "Not at this hour.")
        expect(confirm).to_be_enabled()
        supplier.unroute("**/api/rfx/4/submission")
    supplier.route("**/api/rfx/4/submission", lambda route: route.abort())
    with supplier.expect_event("requestfailed"):
        confirm.click()
    expect(confirm).to_be_enabled()
    supplier.unroute("**/api/rfx/4/submission")
    confirm.click()
    expect(supplier.get_by_text("RFx submitted ok")).to_be_visible()
    expect(submit).to_have_count(0)


def decline_and_download_with_errors(supplier: Page) -> None:
    go(supplier, RFX)
    supplier.get_by_role("button", name="More actions").click()
    supplier.get_by_role("menuitem", name="Decline...").click()
    decline = supplier.get_by_role("dialog", name=re.compile("^Decline #15"))
    decline.get_by_role("button", name="Decline this RFI").click()
    expect(decline.get_by_text("Please enter a reason.")).to_be_visible()
    decline.get_by_label("Reason").fill("No capacity until spring")
    mock_response(supplier, "**/api/rfx/15/decline", "Ask us first.")
    decline.get_by_role("button", name="Decline this RFI").click()
    expect_toast(supplier, "Ask us first.")
    expect(decline.get_by_label("Reason")).to_have_value("No capacity until spring")
    decline.get_by_role("button", name="Cancel").click()
    mock_response(supplier, "**/api/rfx/15/export", "No files today.")
    download = supplier.get_by_role("button", name="Download")
    download.click()
    supplier.get_by_role("menuitem", name=re.compile("csv")).click()
    expect_toast(supplier, "No files today.")
    expect(download).to_be_enabled()
