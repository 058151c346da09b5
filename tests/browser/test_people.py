"""People, set-up and roles: adding, editing, pictures, suspending; logo, profile, permissions."""

import re
from io import BytesIO

from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.browser.answering import choose
from tests.fixtures.browser import Axe, Console, NewPage, go, sign_in

BUYER = DEMO_EMAILS[0]
COLLEAGUE = "jonas.ek@halden-rail.example"
NEW_PASSWORD = "Granite-Lantern-58"


def picture(name: str, kind: str) -> FilePayload:
    """Return a picture of 600 by 400 pixels as an upload."""
    out = BytesIO()
    Image.linear_gradient("L").resize((600, 400)).convert("RGB").save(out, kind)
    return {"name": name, "mimeType": "application/octet-stream", "buffer": out.getvalue()}


def expect_toast(page: Page, text: str) -> None:
    expect(page.get_by_text(text, exact=True)).to_be_visible()


def open_person(page: Page, name: str) -> None:
    go(page, f"/contacts?search={name.split(maxsplit=1)[0]}")
    page.get_by_role("link", name=re.compile(name)).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.locator("#island-page[data-mounted]").wait_for()


def choose_action(page: Page, label: str) -> None:
    page.get_by_role("button", name="Actions").click()
    page.get_by_role("menuitem", name=label).click()


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def test_colleague_is_added(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, "/contacts")
    page.get_by_role("button", name="Add a User...").click()
    send = dialog(page).get_by_role("button", name="Send Invitation")
    expect(dialog(page).get_by_label("Role")).to_have_value("Super User")
    expect(dialog(page).get_by_text("CAUTION!")).to_have_count(0)
    expect(send).to_be_disabled()
    dialog(page).get_by_label("User name").fill("Nell Archer")
    dialog(page).get_by_label("E-mail address").fill("nell")
    expect(send).to_be_disabled()
    dialog(page).get_by_label("E-mail address").fill(BUYER)
    expect(dialog(page).get_by_text("Email address already in use.")).to_be_visible()
    expect(send).to_be_disabled()
    assert axe(page) > 0
    dialog(page).get_by_label("E-mail address").fill("nell.archer@meridian-surgical.example")
    dialog(page).get_by_label("Role").select_option("Viewer")
    expect(send).to_be_enabled()
    page.keyboard.press("Enter")
    expect_toast(page, "User Nell Archer added ok.")
    row = page.get_by_role("row", name=re.compile("Nell Archer"))
    expect(row.get_by_role("img", name="Invited")).to_be_visible()
    row.get_by_role("link", name=re.compile("Nell Archer")).click()
    expect(page.get_by_text("not joined yet")).to_be_visible()
    page.get_by_role("button", name="Re-send invite...").click()
    expect_toast(page, "Invitation re-sent.")


def test_adding_a_user_to_a_supplier_shows_a_caution(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/organisations?name=Northfold")
    page.get_by_role("button", name="Show details of Northfold").click()
    page.get_by_role("link", name="Full page").click()
    choose_action(page, "Add User...")
    caution = "CAUTION! You are about to create a new User for this organisation."
    expect(dialog(page).get_by_text(caution)).to_be_visible()
    roles = dialog(page).get_by_label("Role").locator("option")
    expect(roles).to_have_text(["Choose a role", "Manager", "Contributor", "Viewer"])
    dialog(page).get_by_label("User name").fill("Zofia Lis")
    dialog(page).get_by_label("E-mail address").fill("zofia.lis@northfold.example")
    dialog(page).get_by_label("Role").select_option("Contributor")
    dialog(page).get_by_role("button", name="Send Invitation").click()
    expect_toast(page, "User Zofia Lis added ok.")
    contacts = page.get_by_role("complementary", name="Relationship and contacts")
    expect(contacts.get_by_role("link", name="Zofia Lis")).to_be_visible()


def test_own_details_are_validated_and_survive_a_lost_connection(page: Page, console: Console) -> None:
    sign_in(page, BUYER)
    go(page, "/contacts")
    page.get_by_role("link", name=re.compile("Rosa Meyer")).click()
    page.get_by_role("button", name="Edit details").click()
    form = page.get_by_role("form", name="Details")
    save = form.get_by_role("button", name="Save")
    expect(form.get_by_label("Role")).to_be_disabled()
    expect(save).to_be_disabled()
    form.get_by_label("Mobile").fill("+44 7700 900123")
    expect(save).to_be_enabled()
    for label in ("Name", "Job title", "E-mail address", "Phone", "Mobile"):
        field = form.get_by_label(label, exact=False).first
        before = field.input_value()
        field.fill("")
        expect(save).to_be_disabled()
        field.fill(before)
    form.get_by_label("E-mail address").fill("daniel.asante@meridian-surgical.example")
    expect(form.get_by_text("Email address already in use.")).to_be_visible()
    form.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("link", name=BUYER)).to_be_visible()
    expect(page.get_by_role("button", name="Edit details")).to_be_focused()
    page.keyboard.press("Enter")
    form.get_by_label("Mobile").fill("+44 7700 900123")
    page.route("**/api/user/*", lambda route: route.abort())
    console.allow("ERR_FAILED")
    save.click()
    expect(form.get_by_text("There is no connection to the server. Please try again.")).to_be_visible()
    page.unroute("**/api/user/*")
    save.click()
    expect_toast(page, "Details saved ok")
    page.reload()
    expect(page.get_by_role("link", name="+44 7700 900123")).to_be_visible()


def test_cropped_picture_appears_in_every_avatar(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, "/contacts")
    page.get_by_role("link", name=re.compile("Rosa Meyer")).click()
    page.get_by_role("button", name="Change image...").click()
    chooser = dialog(page).locator("input[type=file]")
    chooser.set_input_files({"name": "me.txt", "mimeType": "text/plain", "buffer": b"no picture"})
    expect(dialog(page).get_by_text("This picture can't be used.")).to_be_visible()
    for name, kind in (("me.tiff", "TIFF"), ("me.png", "PNG")):
        chooser.set_input_files(picture(name, kind))
        expect(dialog(page).locator(".ReactCrop--circular-crop")).to_be_visible()
        if name != "me.png":
            dialog(page).get_by_role("button", name="Choose another...").click()
    assert axe(page) > 0
    crop = dialog(page).locator(".ReactCrop__crop-selection")
    box = crop.bounding_box()
    assert box
    assert abs(box["width"] - box["height"]) < 2
    corner = dialog(page).get_by_role("button", name="Use the arrow keys to move the lower right corner")
    corner.focus()
    for _ in range(60):
        page.keyboard.press("Control+ArrowLeft")
    small = crop.bounding_box()
    assert small
    assert round(small["width"]) == round(small["height"]) == 20
    with page.expect_request("**/api/attachment/start") as started:
        dialog(page).get_by_role("button", name="Save").click()
    assert started.value.post_data_json["kind"] == "USERPICLARGE"
    assert started.value.post_data_json["filename"].endswith(".png")
    expect_toast(page, "Profile picture updated ok")
    expect(page.locator(".contact-picture img")).to_be_visible()
    expect(page.locator(".topbar-row .avatar img")).to_be_visible()


def test_suspended_colleague_cannot_sign_in_until_reactivated(
    page: Page, new_page: NewPage, console: Console
) -> None:
    sign_in(page, BUYER)
    open_person(page, "Moira Kelly")
    expect(page.get_by_role("tab")).to_have_text(["Details", "Journal"])
    choose_action(page, "Suspend")
    dialog(page).get_by_role("button", name="Suspend").click()
    expect_toast(page, "User suspended ok")
    expect(page.get_by_text("Suspended", exact=True)).to_be_visible()
    console.allow("status of 401")
    colleague_page = new_page()
    go(colleague_page, "/login")
    colleague_page.get_by_label("E-mail").fill("moira.kelly@meridian-surgical.example")
    colleague_page.locator("input[type=password]").fill(DEMO_PASSWORD)
    colleague_page.get_by_role("button", name="Login >").click()
    expect(colleague_page.get_by_text("This account is suspended.")).to_be_visible()
    go(page, "/contacts")
    expect(page.get_by_role("row", name=re.compile("Moira Kelly"))).to_contain_text("Suspended")
    open_person(page, "Moira Kelly")
    choose_action(page, "Reactivate")
    expect_toast(page, "User reactivated ok")
    sign_in(colleague_page, "moira.kelly@meridian-surgical.example")
    go(colleague_page, "/contacts")
    expect(colleague_page.get_by_role("link", name=re.compile("Daniel Asante"))).to_be_visible()
    expect(colleague_page.get_by_role("button", name="Add a User...")).to_have_count(0)
    colleague_page.get_by_role("link", name=re.compile("Daniel Asante")).click()
    expect(colleague_page.get_by_role("heading", level=1)).to_have_text("Daniel Asante")
    for name in ("Edit details", "Change image...", "Actions"):
        expect(colleague_page.get_by_role("button", name=name)).to_have_count(0)


def test_organisation_profile_and_address_are_saved(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("menuitem", name="My Organisation...").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Setup: Meridian Surgical Ltd")
    page.locator("#island-page[data-mounted]").wait_for()
    address = page.get_by_role("form", name="Registered address")
    save = address.get_by_role("button", name="Save address")
    expect(save).to_be_disabled()
    address.get_by_label("Address line 2").fill("Unit 4")
    expect(save).to_be_enabled()
    for label in ("Address line 1", "City", "Postcode / zipcode"):
        before = address.get_by_label(label).input_value()
        address.get_by_label(label).fill("")
        expect(save).to_be_disabled()
        address.get_by_label(label).fill(before)
    country = address.get_by_label("Country")
    country.fill("Atlantis")
    country.press("Tab")
    expect(address.get_by_text("Choose one from the list.")).to_be_visible()
    expect(save).to_be_disabled()
    choose(page, country, "France")
    expect(country).to_have_value("France (FRA)")
    choose(page, country, "United Kingdom")
    save.click()
    expect_toast(page, "Address saved")
    expect(save).to_be_disabled()

    profile = page.get_by_role("form", name="Company Profile")
    save_profile = profile.get_by_role("button", name="Save profile")
    expect(save_profile).to_be_disabled()
    number = profile.get_by_label("Company registration number")
    number.fill("")
    expect(save_profile).to_be_disabled()
    number.fill("04512345")
    expect(save_profile).to_be_enabled()
    currency = profile.get_by_label("Preferred currency")
    currency.fill("sterling")
    page.get_by_role("option", name=re.compile("GBP")).click()
    profile.get_by_label("Ownership type").select_option("PRIVATE")
    profile.get_by_label("DUNS number").fill("21-546-8723")
    profile.get_by_label("Tax id (VAT)").fill("GB 233 4567 89")
    save_profile.click()
    expect_toast(page, "Organisation details saved")
    page.reload()
    expect(currency).to_have_value("GBP")
    expect(profile.get_by_label("DUNS number")).to_have_value("21-546-8723")
    expect(address.get_by_label("Address line 2")).to_have_value("Unit 4")


def test_logo_changes_only_with_its_button(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/setup/organisation")
    logo = page.get_by_role("img", name="Meridian Surgical Ltd").last.locator("img")
    before = logo.get_attribute("src")
    page.get_by_role("button", name="Change image").click()
    chooser = dialog(page).locator("input[type=file]")
    for name in ("logo.gif", "logo.svg"):
        chooser.set_input_files({"name": name, "mimeType": "image/gif", "buffer": b"GIF89a"})
        expect_toast(page, "Only .png, .jpeg or .jpg files are allowed")
    chooser.set_input_files(picture("logo.png", "PNG"))
    expect(dialog(page).get_by_role("img", name="The new logo")).to_be_visible()
    dialog(page).get_by_role("button", name="Reset").press("Enter")
    expect(dialog(page).get_by_role("img", name="The new logo")).to_have_count(0)
    expect(chooser).to_be_focused()
    chooser.set_input_files(picture("logo.png", "PNG"))
    expect(logo).to_have_attribute("src", before or "")
    dialog(page).get_by_role("button", name="Use this image").click()
    expect_toast(page, "Logo changed")
    expect(logo).not_to_have_attribute("src", before or "")
    top_bar_logo = page.locator(".topbar-row").get_by_role("img", name="Meridian Surgical Ltd").locator("img")
    expect(top_bar_logo).to_have_attribute("src", logo.get_attribute("src") or "")


def test_role_is_created_assigned_and_deleted(page: Page, axe: Axe, console: Console) -> None:
    console.allow("status of 422")
    sign_in(page, BUYER)
    go(page, "/setup/roles")
    page.get_by_role("button", name="New role...").click()
    dialog(page).get_by_label("Name").fill("Auditor")
    dialog(page).get_by_label("Manage forms", exact=True).check()
    assert axe(page) > 0
    dialog(page).get_by_role("button", name="Add Role").click()
    expect_toast(page, "Role Auditor added")
    page.get_by_role("button", name="Edit Auditor...").click()
    dialog(page).get_by_label("Name").fill("viewer")
    dialog(page).get_by_role("button", name="Save Changes").click()
    expect(dialog(page).get_by_text("Your organisation has a role of this name already.")).to_be_visible()
    dialog(page).get_by_label("Name").fill("Reader of forms")
    dialog(page).get_by_role("button", name="Save Changes").click()
    expect_toast(page, "Role Reader of forms saved")
    open_person(page, "Yuki Tanaka")
    page.get_by_role("button", name="Edit details").click()
    page.get_by_label("Role").select_option("Reader of forms")
    page.get_by_label("Mobile").fill("+44 7700 900456")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Edit details")).to_be_visible()
    go(page, "/setup/roles")
    card = page.locator(".role-card", has=page.get_by_role("heading", name="Reader of forms"))
    expect(card.get_by_role("link", name="Yuki Tanaka")).to_be_visible()
    expect(card.get_by_role("button", name="Delete Reader of forms...")).to_have_count(0)
    open_person(page, "Yuki Tanaka")
    page.get_by_role("button", name="Edit details").click()
    page.get_by_label("Role").select_option("Contributor")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("button", name="Edit details")).to_be_visible()
    go(page, "/setup/roles")
    page.get_by_role("button", name="Delete Reader of forms...").click()
    dialog(page).get_by_role("button", name="Delete this role").click()
    expect_toast(page, "Role Reader of forms deleted")
    expect(card).to_have_count(0)


def test_password_change_and_sign_out_everywhere_end_sessions(
    page: Page, new_page: NewPage, console: Console
) -> None:
    sign_in(page, COLLEAGUE)
    second_page = new_page()
    sign_in(second_page, COLLEAGUE)
    go(page, "/home")
    page.get_by_role("button", name="Jonas Ek, your menu").click()
    page.get_by_role("menuitem", name="My Details...").click()
    rows = page.locator(".sign-in-list li")
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Change password...").click()
    dialog(page).get_by_label("Current password").fill("wrong")
    dialog(page).get_by_label("New password", exact=False).first.fill(NEW_PASSWORD)
    dialog(page).get_by_label("Confirm password").fill("other")
    dialog(page).get_by_label("Current password").focus()
    expect(dialog(page).get_by_text("Passwords must match!")).to_be_visible()
    dialog(page).get_by_label("Confirm password").fill(NEW_PASSWORD)
    console.allow("status of 422")
    dialog(page).get_by_role("button", name="Save password").click()
    expect(dialog(page).get_by_text("This is not your current password.")).to_be_visible()
    dialog(page).get_by_label("Current password").fill(DEMO_PASSWORD)
    # The next poll of the page with the ended session gets 401; then it stops polling.
    console.allow("status of 401.*/api/updates")
    dialog(page).get_by_role("button", name="Save password").click()
    expect_toast(page, "Password changed ok")
    expect(rows).to_have_count(1)
    second_page.goto("/home")
    expect(second_page).to_have_url(re.compile("/login"))
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page).to_have_url(re.compile("/login"))
    page.goto("/home")
    expect(page).to_have_url(re.compile("/login"))
