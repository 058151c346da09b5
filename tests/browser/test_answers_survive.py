"""What is typed into a questionnaire is never lost: a lost connection, a closed page, an ended sign-in."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.fixtures.browser import Console, NewPage, sign_in
from tests.fixtures.live_server import LiveServer

SUPPLIER = DEMO_EMAILS[1]
RFX = "/rfx/1"


def open_rfx(page: Page) -> Locator:
    """Open the questionnaire and answer the box of its first long answer."""
    page.goto(RFX)
    page.locator("#island-page[data-mounted]").wait_for()
    page.wait_for_load_state("networkidle")
    return page.locator("[data-type=TEXTAREA] textarea").first


def says(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible(timeout=20_000)


def stored(page: Page) -> Any:
    """The answers that the server has."""
    token = page.request.post("/api/session/refresh", headers={"Client-Version": "1.0.0"}).json()[
        "accessToken"
    ]
    answer = page.request.get("/api/rfx/1/value", headers={"Authorization": f"Bearer {token}"})
    return [value["value"] for value in answer.json()["latestValuesFvc"]["values"].values()]


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


def test_a_page_closed_offline_has_its_answers_on_coming_back(
    live_server: LiveServer, page: Page, console: Console
) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED|Failed to load resource")
    sign_in(page, SUPPLIER)
    box = open_rfx(page)
    page.context.set_offline(True)
    box.fill("Typed before the page was closed")
    says(page, "Offline: kept on this device")
    again = page.context.new_page()
    page.close()
    page.context.set_offline(False)
    expect(open_rfx(again)).to_have_value("Typed before the page was closed")
    says(again, "All changes saved")
    assert "Typed before the page was closed" in stored(again)


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
    page.wait_for_url("**/rfx/1")
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
