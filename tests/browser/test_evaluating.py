"""Suppliers are evaluated: by a buyer with marks saved while typing, and by an expert without an account on a phone."""

import re
from typing import Any

from playwright.sync_api import expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER = DEMO_EMAILS[0]
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
EXPERT = "nora.field@institute.example"
OPEN, CLOSED = "/rfx/request/20?tab=evaluation", "/rfx/request/18?tab=evaluation"


def test_an_evaluator_without_an_account_marks_by_link_on_a_phone(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    buyer = new_page(viewport={"width": 1440, "height": 900})
    sign_in(buyer, BUYER)
    go(buyer, OPEN)
    person = buyer.get_by_role("combobox", name="Add a person")
    person.fill(EXPERT)
    buyer.get_by_role("option", name=re.compile("nora.field")).click()
    buyer.get_by_label("Name", exact=True).fill("Nora Field")
    buyer.get_by_role("tabpanel").get_by_role("button", name="Add", exact=True).click()
    row = buyer.get_by_role("listitem").filter(has_text="Nora Field")
    expect(row).to_contain_text("0 of 8 marks")

    mail = live_server.mailbox.wait_for(linking="/evaluation/", to=EXPERT)[0]
    link = re.search(r"/guest/[\w-]+/evaluation/\d+", mail.text)
    assert link is not None
    phone = new_page(**PHONE)
    go(phone, link[0])
    expect(phone.get_by_text("asks you to evaluate suppliers.")).to_be_visible()
    # Marks of other evaluators are hidden while the round is open.
    expect(phone.get_by_text("Daniel Asante")).to_have_count(0)
    axe(phone)
    phone.get_by_role("button", name="Read the answers").click()
    answers = phone.get_by_role("dialog")
    expect(answers).to_contain_text("1. Governance")
    axe(phone)
    phone.keyboard.press("Escape")
    conflict = phone.get_by_role("checkbox", name="Conflict of interest")
    conflict.click()
    expect(conflict).to_be_checked()
    expect(phone.get_by_text("0 of 6 entered")).to_be_visible()
    for _ in range(3):
        phone.get_by_role("button", name="Next").click()
        for mark in phone.locator(".mark-input").all():
            mark.fill("8")
    expect(phone.get_by_text("6 of 6 entered")).to_be_visible()
    phone.get_by_role("button", name="Finish").click()
    expect(phone.get_by_text("Finished", exact=True)).to_be_visible()
    axe(phone)

    # The server sends logos only after the sign-in with the link, which follows the rendering of the page.
    wide = new_page(viewport={"width": 1440, "height": 900})
    go(wide, link[0])
    wide.wait_for_function(
        "() => { const logos = [...document.querySelectorAll('.marking-grid th img')];"
        " return logos.length === 4 && logos.every((logo) => logo.naturalWidth > 0); }"
    )

    buyer.reload()
    expect(row).to_contain_text("Finished")
    expect(row).to_contain_text("1 conflict")


def test_marks_are_saved_while_typing_and_the_round_closes_with_a_reason(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    sign_in(page, BUYER)
    go(page, OPEN)
    first = page.get_by_role("textbox", name="Due diligence, Ishikawa Seals K.K.")
    first.fill("9")
    expect(page.get_by_text("2 of 8 entered")).to_be_visible()
    expect(page.get_by_text("All changes saved")).to_be_visible()
    page.reload()
    expect(first).to_have_value("9")
    axe(page)
    page.get_by_role("button", name="Read the answers of Ishikawa Seals K.K.").click()
    answers = page.get_by_role("region", name="Answers of Ishikawa Seals K.K.")
    expect(answers).to_contain_text("1. Governance")
    expect(answers).to_be_focused()
    # Marks are entered while the answers are in view.
    page.get_by_role("textbox", name="Response to incidents, Ishikawa Seals K.K.").fill("6")
    expect(answers).to_be_in_viewport()
    axe(page)
    answers.press("Escape")
    expect(page.get_by_role("button", name="Read the answers of Ishikawa Seals K.K.")).to_be_focused()
    expect(answers).to_have_count(0)
    page.get_by_role("button", name="Close evaluation...").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("13 marks are missing.")
    dialog.get_by_role("textbox").fill("The board meets today.")
    dialog.get_by_role("button", name="Close evaluation").click()
    expect(page.get_by_role("heading", name="Ranking")).to_be_visible()
    expect(page.get_by_text("No mark from Vera Lindholm for Due diligence")).to_be_visible()
    # Buttons that are partly under the top bar are too small for axe.
    page.evaluate("window.scrollTo(0, 0)")
    axe(page)


def test_marks_that_differ_are_settled_on_a_phone(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page(**PHONE)
    sign_in(page, BUYER)
    go(page, CLOSED)
    page.get_by_role("button", name="Settle...").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Agreed mark").fill("7")
    dialog.get_by_role("textbox", name="Reason").fill("The risk is covered by the contract.")
    dialog.get_by_role("button", name="Settle", exact=True).click()
    expect(page.get_by_text("Settled on 7")).to_be_visible()
    axe(page)
