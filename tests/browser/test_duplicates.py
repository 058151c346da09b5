"""Duplicates and invitations in the browser: merge and undo, and a pasted list, with the keyboard."""

import re

from playwright.sync_api import Page, expect

from app.devtools.demo.twins import CONFIRMED_TWIN, INVITED_TWIN
from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, call_api, go, sign_in

BUYER = DEMO_EMAILS[0]


def test_merge_by_keyboard_and_undo(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations?tab=duplicates")
    pair = f"{CONFIRMED_TWIN} and {INVITED_TWIN}"
    axe(page)
    merge = page.get_by_role("button", name=f"Merge {pair}")
    merge.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Merge suppliers")
    expect(dialog.get_by_text(f"{INVITED_TWIN} leaves your network.")).to_be_visible()
    axe(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(merge).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog.get_by_text("1 contact")).to_be_visible()
    # The arrow keys choose the other one, and the consequences follow.
    dialog.get_by_role("radio", name=CONFIRMED_TWIN).first.focus()
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_text(f"{CONFIRMED_TWIN} leaves your network.")).to_be_visible()
    dialog.get_by_role("button", name="Merge", exact=True).focus()
    page.keyboard.press("Enter")
    toast = page.get_by_text(f"Merged {CONFIRMED_TWIN} into {INVITED_TWIN}.")
    expect(toast).to_be_visible()
    expect(merge).to_have_count(0)
    suppliers = call_api(page, "GET", f"/api/organisation?name={INVITED_TWIN}")
    survivor = next(row["id"] for row in suppliers if row["name"] == INVITED_TWIN)
    go(page, f"/organisations/{survivor}")
    line = page.get_by_text(f"Merged with {CONFIRMED_TWIN} on")
    expect(line).to_be_visible()
    axe(page)
    line.get_by_role("button", name="Undo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"{CONFIRMED_TWIN} is a separate supplier again.")).to_be_visible()
    expect(line).to_have_count(0)


def test_not_the_same_and_back(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations?tab=duplicates")
    reject = page.get_by_role(
        "button", name=re.compile(rf"^Calder & Sons Coatings and {INVITED_TWIN} are not")
    )
    reject.click()
    expect(reject).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(reject).to_be_visible()


def test_invite_several_by_keyboard(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations/invite/several")
    box = page.get_by_role("textbox", name="One supplier in each line")
    expect(box).to_be_focused()
    page.keyboard.insert_text(
        "Company\tContact name\tE-mail\n"
        "Pelican Gears\tUma Rao\tuma@pelican-gears.example\n"
        "Calder & Sons Coating\tJo\tjo@new-calder.example\n"
        "Quill Polymers\tLee\tnonsense\n"
    )
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    send = page.get_by_role("button", name=re.compile(r"^Send \d invitation"))
    expect(page.get_by_text("1 row needs a correction.")).to_be_visible()
    expect(send).to_be_disabled()
    axe(page)
    address = page.get_by_role("textbox", name="E-mail address of row 3")
    address.focus()
    page.keyboard.press("ControlOrMeta+A")
    page.keyboard.type("lee@quill-polymers.example")
    expect(page.get_by_text("1 row looks like a supplier that exists already.")).to_be_visible()
    leave_out = page.get_by_role("button", name="Leave out", exact=True)
    expect(page.get_by_role("link", name=re.compile("^Looks like Calder"))).to_be_visible()
    leave_out.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Company of row 2")).to_have_value("Quill Polymers")
    expect(send).to_be_enabled()
    expect(send).to_have_text("Send 2 invitations")
    send.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/bulk/\d+$"))
    expect(page.get_by_role("link", name="Pelican Gears")).to_be_visible(timeout=30_000)
