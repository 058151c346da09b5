"""Forms, bundles and the question library (specification section 2, Forms and RFX Questions)."""

import re

from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.browser.answering import choose
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in

BUYER, SUPPLIER, ADMIN = DEMO_EMAILS


def row(page: Page, title: str) -> Locator:
    return page.locator("tr.data-table-row", has_text=title)


def choose_action(page: Page, title: str, item: str) -> None:
    page.get_by_role("button", name=f"Actions for {title}").click()
    page.get_by_role("menuitem", name=item).click()


def expect_toast(page: Page, text: str) -> None:
    expect(page.get_by_text(text)).to_be_visible()


def test_settings_menu_leads_to_forms_and_questions(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    for label, path in (("Forms...", "/forms"), ("RFX Questions...", "/question")):
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("menuitem", name=label).click()
        expect(page).to_have_url(re.compile(f"{path}$"))
        expect(page.get_by_role("navigation").first).to_be_visible()


def test_forms_are_filtered_as_list_and_as_grid(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/forms?title=Supplier%20qualification")
    expect(page.get_by_role("columnheader")).to_have_text(
        ["Select the rows shown", "Title", "Status", "Created", "Updated"]
    )
    expect(page.get_by_label("Type").locator("option:checked")).to_have_text("All Types")
    qualification = row(page, "Supplier qualification")
    expect(qualification.locator(".soft-badge")).to_have_count(4)
    qualification.get_by_role("button", name="2 more").click()
    expect(qualification.locator(".soft-badge")).to_have_count(6)
    qualification.get_by_role("button", name="Hide").click()
    expect(qualification.locator(".soft-badge")).to_have_count(4)
    go(page, "/forms")
    listed = page.locator(".row-link").all_inner_texts()
    page.get_by_role("button", name="Grid").click()
    expect(page).to_have_url(re.compile("display=grid"))
    tiles = page.locator(".form-tile-link")
    assert_same_beginning(tiles.all_inner_texts(), listed)
    page.get_by_label("Type").select_option("NDA")
    expect(tiles).to_have_text(["Mutual non-disclosure agreement"])
    page.reload()
    expect(tiles).to_have_text(["Mutual non-disclosure agreement"])
    page.get_by_label("Title").fill("nothing like this")
    expect(page.get_by_text("No forms for the current search filter.")).to_be_visible()
    page.get_by_role("button", name="Clear filters").click()
    expect(tiles.first).to_have_text(listed[0])
    assert_same_beginning(tiles.all_inner_texts(), listed)


def assert_same_beginning(shown: list[str], listed: list[str]) -> None:
    """Compare the pages that both have: scrolling may have loaded more of either."""
    count = min(len(shown), len(listed))
    assert count > 1
    assert shown[:count] == listed[:count]


def test_form_is_created_rejected_for_publishing_and_archived(page: Page, console: Console, axe: Axe) -> None:
    console.allow(r"status of 422")
    sign_in(page, BUYER)
    go(page, "/forms")
    page.get_by_role("button", name="New form...").click()
    dialog = page.get_by_role("dialog", name="New form")
    dialog.get_by_role("button", name="Create form").click()
    expect(dialog.get_by_role("link", name="Give the form a title.")).to_be_visible()
    assert axe(page) > 0
    dialog.get_by_label("Title").fill("Brand new form")
    dialog.get_by_label("Type").select_option("GENERIC")
    dialog.get_by_role("button", name="Create form").click()
    expect(page).to_have_url(re.compile(r"/forms/\d+$"))
    go(page, "/forms?title=brand")
    choose_action(page, "Brand new form", "Publish...")
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    problems = page.get_by_role("dialog", name="This form can't be published yet")
    expect(problems).to_contain_text("The form is empty.")
    problems.get_by_role("button", name="Close", exact=True).last.click()
    choose_action(page, "Brand new form", "Archive")
    expect_toast(page, "'Brand new form' archived.")
    expect(row(page, "Brand new form")).to_have_count(0)
    page.get_by_role("switch", name="Archived").check()
    choose_action(page, "Brand new form", "Restore")
    expect_toast(page, "'Brand new form' restored.")


def test_form_created_from_a_starter_can_be_published(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/forms")
    page.get_by_role("button", name="New form...").click()
    dialog = page.get_by_role("dialog", name="New form")
    dialog.locator("label", has_text="Starter").first.click()
    dialog.get_by_label("Starter", exact=False).last.select_option("mutual-nda")
    dialog.get_by_label("Title").fill("Our own agreement")
    dialog.get_by_role("button", name="Create form").click()
    expect(page).to_have_url(re.compile(r"/forms/\d+$"))
    go(page, "/forms?title=own%20agreement")
    expect(row(page, "Our own agreement")).to_contain_text("DRAFT")
    choose_action(page, "Our own agreement", "Publish...")
    page.get_by_role("dialog").get_by_role("button", name="Publish").click()
    expect_toast(page, "'Our own agreement' published.")
    expect(row(page, "Our own agreement")).to_contain_text("PUBLISHED")


def test_bundles_are_created_ordered_renamed_and_deleted(page: Page, console: Console, axe: Axe) -> None:
    console.allow(r"status of 422")
    sign_in(page, BUYER)
    go(page, "/forms")
    page.get_by_role("button", name="Bundles...").click()
    listed = page.get_by_role("dialog", name="Bundles")
    expect(listed.get_by_text("New supplier pack")).to_be_visible()
    assert axe(page) > 0
    listed.get_by_role("button", name="New bundle").click()
    bundle_dialog = page.get_by_role("dialog", name="New bundle")
    bundle_dialog.get_by_label("Name").fill("ANNUAL REVIEW")
    for title in ("Information security", "Annex for sterile goods"):
        choose(page, bundle_dialog.get_by_role("combobox", name="Add a form"), title)
    bundle_dialog.get_by_role("button", name="Move Annex for sterile goods up").click()
    assert axe(page) > 0
    bundle_dialog.get_by_role("button", name="Save bundle").click()
    expect(
        bundle_dialog.get_by_role("link", name="There is a bundle with this name already.")
    ).to_be_visible()
    bundle_dialog.get_by_label("Name").fill("Cleanroom pack")
    bundle_dialog.get_by_role("button", name="Save bundle").click()
    entry = listed.locator(".bundle-list > li", has_text="Cleanroom pack")
    expect(entry.locator("a")).to_have_text(["Annex for sterile goods", "Information security"])
    entry.get_by_role("button", name="Delete Cleanroom pack").click()
    page.get_by_role("button", name="Delete bundle").click()
    expect_toast(page, "Bundle 'Cleanroom pack' deleted.")
    expect(entry).to_have_count(0)


def test_questions_are_created_changed_and_archived(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, "/question")
    expect(page.get_by_role("columnheader")).to_have_text(
        ["Select the rows shown", "Name", "Topic", "Question"]
    )
    row(page, "access_reviews").get_by_text("Access", exact=True).click()
    expect(page).to_have_url(re.compile("/question$"))
    page.get_by_role("button", name="New question...").click()
    dialog = page.get_by_role("dialog", name="New question")
    dialog.get_by_label("Question", exact=False).first.fill("Which shifts do you work?")
    dialog.get_by_label("Topic").fill("Zoning")
    dialog.get_by_label("Type").select_option("SINGLE_CHOICE")
    for number, text in enumerate(("One", "Two"), 1):
        dialog.get_by_label(f"Label of option {number}").fill(text)
    dialog.get_by_role("button", name="Add a scoring rule").click()
    dialog.get_by_label("Comparison of rule 1").select_option("in")
    dialog.get_by_label("Points").fill("2,5")
    assert axe(page) > 0
    dialog.get_by_role("button", name="Save question").click()
    expect_toast(page, "Question 'which_shifts_do_you_work' saved.")
    page.get_by_label("Topic").fill("zoning")
    expect(page.locator("tr.data-table-row")).to_have_count(1)
    page.get_by_role("button", name="Edit which_shifts_do_you_work").click()
    edit_dialog = page.get_by_role("dialog", name="Edit question")
    expect(edit_dialog.get_by_label("Label of option 2")).to_have_value("Two")
    expect(edit_dialog.get_by_label("Comparison of rule 1")).to_have_value("in")
    expect(edit_dialog.get_by_label("Points")).to_have_value("2.5")
    edit_dialog.get_by_label("Type").select_option("NUMBER")
    edit_dialog.get_by_label("Lowest number").fill("7")
    edit_dialog.get_by_label("Highest number").fill("3")
    edit_dialog.get_by_role("button", name="Save question").click()
    edit_dialog.get_by_role("link", name="The highest value is below the lowest.").click()
    expect(edit_dialog.get_by_label("Highest number")).to_be_focused()
    edit_dialog.get_by_label("Highest number").fill("24")
    edit_dialog.get_by_role("button", name="Add a scoring rule").click()
    edit_dialog.get_by_label("Comparison of rule 1").select_option("between")
    edit_dialog.get_by_label("Value of rule 1, to").fill("16")
    edit_dialog.get_by_role("textbox", name="Name").fill("shifts")
    edit_dialog.get_by_role("button", name="Save question").click()
    page.get_by_role("button", name="Archive shifts", exact=True).click()
    expect(page.get_by_text("No questions for the current search filter.")).to_be_visible()
    page.get_by_label("Topic").fill("")
    page.get_by_role("switch", name="Standard Questions").check()
    lock = page.get_by_role("img", name="Standard question")
    expect(lock.first).to_be_visible()
    expect(page.locator("tr.data-table-row").filter(has_not=lock)).to_have_count(0)
    expect(page.get_by_role("button", name=re.compile("^Edit "))).to_have_count(0)


def test_admin_can_change_standard_questions(new_page: NewPage) -> None:
    page = new_page()
    sign_in(page, ADMIN)
    go(page, "/question?nameFilter=audit_log")
    page.get_by_role("button", name="Edit audit_log").click()
    dialog = page.get_by_role("dialog", name="Edit question")
    dialog.get_by_label("Hint", exact=False).first.fill("By whom, when and from where")
    dialog.get_by_role("button", name="Save question").click()
    expect_toast(page, "Question 'audit_log' saved.")


def test_long_bundle_name_wraps_on_a_phone(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    sign_in(page, BUYER)
    name = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"
    go(page, "/forms")
    page.get_by_role("button", name="Bundles...").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Edit Sterile goods").click()
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_role("button", name="Save").click()
    expect(dialog.get_by_text(name)).to_be_visible()
    go(page, "/forms")
    badge = page.get_by_role("list", name="Bundles").get_by_text(name).first
    expect(badge).to_be_visible()
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(overflow) == 0
    assert badge.evaluate("element => element.scrollWidth - element.clientWidth") <= 0
