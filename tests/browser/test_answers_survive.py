"""What is typed into a questionnaire is never lost: a lost connection, a closed page, an ended sign-in, a deploy, a
refusal.
"""

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


def open_rfx(page: Page) -> Locator:
    """Open the questionnaire and answer the box of its first long answer."""
    go(page, RFX)
    page.wait_for_load_state("networkidle")
    return page.locator("[data-type=TEXTAREA] textarea").first


def says(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible(timeout=20_000)


def eventually_stored(page: Page, value: str) -> None:
    """Wait until the server has this answer, which was on its way when its page was left."""
    deadline = time.monotonic() + 20
    while value not in stored(page):
        assert time.monotonic() < deadline, f"{value} was never stored"
        page.wait_for_timeout(100)


def stored(page: Page) -> list[Any]:
    """The answers that the server has."""
    return [*stored_by_name(page).values()]


def stored_by_name(page: Page) -> dict[str, Any]:
    """As `stored`, by the fields' names."""
    token = page.request.post("/api/session/refresh", headers={"Client-Version": VERSION}).json()[
        "accessToken"
    ]
    response = page.request.get("/api/rfx/15/value", headers={"Authorization": f"Bearer {token}"})
    return {key: value["value"] for key, value in response.json()["latestValuesFvc"]["values"].items()}


def refuse(page: Page, call: str, sentence: str, status: int = 400, version: str = VERSION) -> None:
    """Let the calls of this address be answered with a sentence, as a server of this version does."""
    body = json.dumps({"errors": [sentence]})
    headers = {"Server-Version": version, "Content-Type": "application/json"}

    def fulfil(route: Route) -> None:
        route.fulfill(status=status, headers=headers, body=body)

    page.route(call, fulfil)


def scripts_held(page: Page) -> list[Route]:
    """Hold the scripts of the next page: what is returned gets the one call that waits."""
    waiting: list[Route] = []

    def keep(route: Route) -> None:
        waiting.append(route)

    page.route("**/static/build/mount*.js", keep, times=1)
    return waiting


def test_what_is_answered_before_the_scripts_came_is_saved(live_server: LiveServer, page: Page) -> None:
    sign_in(page, SUPPLIER)
    waiting = scripts_held(page)
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
    # Who goes on typing meanwhile loses no letter, and the cursor stays where it was.
    page.keyboard.type("too ", delay=150)
    page.locator("#island-page[data-mounted]").wait_for()
    page.keyboard.type("and ")
    expect(name).to_have_value("Not too and Typed early")
    expect(page.get_by_text("All changes saved").first).to_be_visible(timeout=20_000)
    kept = stored_by_name(page)
    assert kept["legal_name"] == "Not too and Typed early"
    assert kept["large_claims_detail"] == "A line\nand another"
    assert kept["employees"] == "551"
    assert kept["incorporated_on"] == "2019-05-15"
    assert kept["ownership"] == field("ownership").locator("input").nth(0).get_attribute("value")
    assert kept["has_parent"] is True
    assert kept["supplies"] == ["components"]
    assert kept["turnover"]["amount"] == "690001"
    assert kept["sites"][0]["activity"] == "warehouse"


def test_what_was_typed_just_now_is_saved_by_whom_a_link_leads_away(
    live_server: LiveServer, page: Page
) -> None:
    sign_in(page, SUPPLIER)
    open_rfx(page).fill("Typed, and gone to the messages")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Messages").click()
    page.wait_for_url("**/messages")
    eventually_stored(page, "Typed, and gone to the messages")


def test_what_was_typed_just_now_is_saved_before_signing_out(
    live_server: LiveServer, page: Page, new_page: NewPage
) -> None:
    sign_in(page, SUPPLIER)
    open_rfx(page).fill("Typed, and signed out")
    page.get_by_role("button", name=re.compile("your menu")).click()
    page.get_by_role("menuitem", name="Sign Out").click()
    page.wait_for_url("**/login")
    other = new_page()
    sign_in(other, SUPPLIER)
    assert "Typed, and signed out" in stored(other)


def test_what_is_put_in_before_the_scripts_came_without_any_event_is_saved(
    live_server: LiveServer, page: Page
) -> None:
    sign_in(page, SUPPLIER)
    waiting = scripts_held(page)
    page.goto(RFX, wait_until="commit")

    def put(name: str, control: str, change: str) -> None:
        page.locator(f"#field-{name} {control}").evaluate_all(f"(all) => {{ {change} }}")

    expect(page.locator("#field-sites select").first).to_be_attached()
    put("trading_name", "input", "all[0].value = 'Dictated'")
    put("large_claims_detail", "textarea", "all[0].value = 'Dictated, too'")
    put("incorporated_on", "input", "all[0].value = '16/06/2018'")
    put("ownership", "input", "all[1].checked = true")
    put("supplies", "input", "all.forEach((box, at) => { box.checked = at === 2 || at === 3 })")
    put("sites", "select", "all[0].value = 'production'")
    expect(page.locator("#island-page[data-mounted]")).to_have_count(0)
    boxes = page.locator("#field-supplies input")
    waiting[0].continue_()
    page.locator("#island-page[data-mounted]").wait_for()
    eventually_stored(page, "Dictated")
    expect(page.get_by_text("All changes saved").first).to_be_visible(timeout=20_000)
    kept = stored_by_name(page)
    assert kept["trading_name"] == "Dictated"
    assert kept["large_claims_detail"] == "Dictated, too"
    assert kept["incorporated_on"] == "2018-06-16"
    assert kept["ownership"] == page.locator("#field-ownership input").nth(1).get_attribute("value")
    assert len(kept["supplies"]) == 2
    expect(boxes.nth(2)).to_be_checked()
    expect(boxes.nth(3)).to_be_checked()
    assert kept["sites"][0]["activity"] == "production"


def test_a_search_typed_before_the_scripts_came_narrows_the_list(live_server: LiveServer, page: Page) -> None:
    sign_in(page, BUYER)
    waiting = scripts_held(page)
    page.goto("/organisations?allOrganisations=true", wait_until="commit")
    page.get_by_label("Name", exact=True).fill("bergmann")
    expect(page.locator("#island-page[data-mounted]")).to_have_count(0)
    waiting[0].continue_()
    page.wait_for_url("**name=bergmann**")
    expect(page.locator(".data-table-row")).to_have_count(1)
    expect(page.get_by_label("Name", exact=True)).to_have_value("bergmann")


def test_what_is_typed_offline_is_kept_and_sent(
    live_server: LiveServer, page: Page, console: Console
) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED|Failed to load resource")
    sign_in(page, SUPPLIER)
    box = open_rfx(page)
    page.context.set_offline(True)
    box.fill("Typed while the line was down")
    says(page, "Offline: kept on this device")
    page.context.set_offline(False)
    says(page, "All changes saved")
    assert "Typed while the line was down" in stored(page)


def test_a_page_that_crashed_offline_has_its_answers_on_coming_back(
    live_server: LiveServer, page: Page, console: Console
) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED|Failed to load resource")
    sign_in(page, SUPPLIER)
    box = open_rfx(page)
    page.context.set_offline(True)
    box.fill("Typed before the page was gone")
    says(page, "Offline: kept on this device")
    again = page.context.new_page()
    crash(page)
    assert "Typed before the page was gone" not in stored(again)
    page.context.set_offline(False)
    expect(open_rfx(again)).to_have_value("Typed before the page was gone")
    says(again, "All changes saved")
    assert "Typed before the page was gone" in stored(again)


def test_an_ended_sign_in_loses_nothing(
    live_server: LiveServer, page: Page, new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of 401")
    sign_in(page, SUPPLIER)
    box = open_rfx(page)
    token = page.request.post("/api/session/refresh", headers={"Client-Version": "1.0.0"}).json()[
        "accessToken"
    ]
    page.request.delete("/api/session", headers={"Authorization": f"Bearer {token}"})
    box.fill("Typed after the sign-in had ended")
    page.wait_for_url(re.compile(r"/login\?returnUrl="), timeout=20_000)
    page.get_by_label("E-mail address").fill(SUPPLIER)
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Login >").click()
    page.wait_for_url("**/rfx/15")
    expect(page.locator("[data-type=TEXTAREA] textarea").first).to_have_value(
        "Typed after the sign-in had ended"
    )
    says(page, "All changes saved")
    assert "Typed after the sign-in had ended" in stored(page)


def test_two_people_in_one_field_are_both_shown(
    live_server: LiveServer, page: Page, new_page: NewPage
) -> None:
    sign_in(page, SUPPLIER)
    mine = open_rfx(page)
    other = new_page()
    sign_in(other, SUPPLIER)
    theirs = open_rfx(other)
    theirs.fill("What the other one wrote")
    says(other, "All changes saved")
    mine.fill("What I wrote")
    expect(page.get_by_text("What the other one wrote").first).to_be_visible(timeout=20_000)
    page.get_by_role("button", name=re.compile("mine", re.IGNORECASE)).first.click()
    says(page, "All changes saved")
    assert "What I wrote" in stored(page)


def test_a_deploy_while_typing_loses_nothing(live_server: LiveServer, page: Page, console: Console) -> None:
    console.allow(r"status of 503")
    sign_in(page, SUPPLIER)
    for typed, status, version in (
        ("Typed during the deploy", 503, VERSION),
        ("Typed after the deploy", 200, "999.0.0"),
    ):
        box = open_rfx(page)
        refuse(page, "**/api/rfx/15/value", "A new version is coming.", status, version)
        box.fill(typed)
        page.wait_for_url("**/maintenance*")
        page.unroute("**/api/rfx/15/value")
        page.get_by_role("link", name="Login").click()
        page.wait_for_url("**/rfx/15*")
        expect(open_rfx(page)).to_have_value(typed)
        says(page, "All changes saved")
        assert typed in stored(page)


def test_two_tabs_of_one_person_show_the_same_and_save_it_once(live_server: LiveServer, page: Page) -> None:
    sign_in(page, SUPPLIER)
    mine = open_rfx(page)
    second = page.context.new_page()
    also_mine = open_rfx(second)
    saves: list[str] = []
    for tab in (page, second):
        tab.on("request", lambda request: saves.append(request.method))
    mine.fill("Typed in the first tab")
    expect(also_mine).to_have_value("Typed in the first tab")
    says(page, "All changes saved")
    says(second, "All changes saved")
    assert saves.count("PUT") == 1
    also_mine.fill("Typed on in the second")
    expect(mine).to_have_value("Typed on in the second")
    says(second, "All changes saved")
    says(page, "All changes saved")
    expect(page.get_by_text("also answered this")).to_have_count(0)
    assert "Typed on in the second" in stored(page)


def told(page: Page, sentence: str) -> None:
    """The sentence stands in a toast, which is put away."""
    toast = page.locator(".toast-message").filter(has_text=sentence)
    expect(toast).to_be_visible()
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_have_count(0)


def test_a_refused_move_can_be_made_again(page: Page, new_page: NewPage, console: Console) -> None:
    console.allow(r"status of \d+|ERR_FAILED")
    reopen_after_a_refusal(page)
    supplier = new_page()
    sign_in(supplier, SUPPLIER)
    submit_after_refusals(supplier)
    decline_and_download_in_vain(supplier)


def reopen_after_a_refusal(buyer: Page) -> None:
    sign_in(buyer, BUYER)
    go(buyer, "/rfx/4")
    buyer.get_by_role("button", name="Re-Open RFx").click()
    reopen = buyer.get_by_role("dialog", name="Reopen RFI")
    yes = reopen.get_by_role("button", name="Yes, Reopen This RFI")
    refuse(buyer, "**/api/rfx/4/reopen", "Not while the auditors look at it.")
    yes.click()
    told(buyer, "Not while the auditors look at it.")
    expect(yes).to_be_enabled()
    expect(reopen.get_by_role("button", name="Cancel")).to_be_enabled()
    buyer.unroute("**/api/rfx/4/reopen")
    yes.click()
    expect(buyer.get_by_text("RFx reopened ok")).to_be_visible()
    expect(reopen).to_have_count(0)


def submit_after_refusals(supplier: Page) -> None:
    go(supplier, "/rfx/4")
    supplier.get_by_role("button", name=re.compile("^Submit Response")).click()
    submit = supplier.get_by_role("dialog", name="Submit Response")
    yes = submit.get_by_role("button", name="Yes, Submit Response")
    for status in (400, 500):
        refuse(supplier, "**/api/rfx/4/submission", "Not at this hour.", status)
        yes.click()
        told(supplier, "Not at this hour.")
        expect(yes).to_be_enabled()
        supplier.unroute("**/api/rfx/4/submission")
    supplier.route("**/api/rfx/4/submission", lambda route: route.abort())
    with supplier.expect_event("requestfailed"):
        yes.click()
    expect(yes).to_be_enabled()
    supplier.unroute("**/api/rfx/4/submission")
    yes.click()
    expect(supplier.get_by_text("RFx submitted ok")).to_be_visible()
    expect(submit).to_have_count(0)


def decline_and_download_in_vain(supplier: Page) -> None:
    go(supplier, RFX)
    supplier.get_by_role("button", name="More actions").click()
    supplier.get_by_role("menuitem", name="Decline...").click()
    decline = supplier.get_by_role("dialog", name=re.compile("^Decline #15"))
    decline.get_by_role("button", name="Decline This RFI").click()
    expect(decline.get_by_text("Please enter a reason.")).to_be_visible()
    decline.get_by_label("Reason").fill("No capacity until spring")
    refuse(supplier, "**/api/rfx/15/decline", "Ask us first.")
    decline.get_by_role("button", name="Decline This RFI").click()
    told(supplier, "Ask us first.")
    expect(decline.get_by_label("Reason")).to_have_value("No capacity until spring")
    decline.get_by_role("button", name="Cancel").click()
    refuse(supplier, "**/api/rfx/15/export", "No files today.")
    download = supplier.get_by_role("button", name="Download")
    download.click()
    supplier.get_by_role("menuitem", name=re.compile("csv")).click()
    told(supplier, "No files today.")
    expect(download).to_be_enabled()
