"""The frame of every page: URLs, navigation, menus, footer (specification section 2, Routes and Layout)."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from app.config import VERSION
from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from tests.fixtures.browser import Console, NewPage, go, sign_in

BUYER, SUPPLIER, ADMIN = DEMO_EMAILS


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/", "/login"),
        ("/guest", "/login"),
        ("/acceptInvite", "/login"),
        ("/contacts?search=a", "/login?returnUrl=%2Fcontacts%3Fsearch%3Da"),
        ("/login", "/login"),
        ("/loading", "/loading"),
        ("/maintenance", "/maintenance"),
    ],
)
def test_visitors_are_redirected(page: Page, path: str, target: str) -> None:
    page.goto(path)
    assert page.url.endswith(target)
    expect(page.locator(".toast-message")).to_have_count(0)


def test_loading_page_escapes_its_message(page: Page) -> None:
    page.goto("/loading")
    expect(page.get_by_text("Loading...")).to_be_visible()
    page.goto("/loading?msg=<b>Hello</b> there")
    expect(page.get_by_text("<b>Hello</b> there")).to_be_visible()


def test_maintenance_page_has_its_picture_and_a_link_to_login(page: Page) -> None:
    page.goto("/maintenance")
    picture = page.locator(".maintenance").evaluate("element => getComputedStyle(element).backgroundImage")
    assert picture.startswith('url("data:image/svg+xml'), (
        "the picture is inline, because the server may be unavailable"
    )
    page.get_by_role("link", name="Login").click()
    page.wait_for_url("**/login")


def test_panels_are_printed_completely_without_overlap(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    expect(page.get_by_role("heading", name=re.compile("New Messages"))).to_be_visible()
    page.emulate_media(media="print")
    panels = page.locator(".home-panel")
    expect(panels).to_have_count(4)
    assert panels.evaluate_all("all => all.filter((panel) => panel.scrollHeight > panel.clientHeight)") == []


def test_reduced_motion_disables_transitions(page: Page) -> None:
    """A dialog that replaces another measures the page: during a transition it would measure the previous dialog."""
    page.goto("/maintenance")
    durations = "[document.body, document.querySelector('a, button')].map((e) => getComputedStyle(e).transitionDuration)"
    assert page.evaluate(durations) == ["0s", "0s"]


def test_navigation_names_and_order(page: Page) -> None:
    sign_in(page, BUYER)
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/home")
    links = page.get_by_role("navigation", name="Main").get_by_role("link")
    paths = links.evaluate_all("all => all.map(one => new URL(one.href).pathname)")
    assert paths == ["/home", "/messages", "/contacts", "/organisations", "/rfx", "/assessment", "/ncr"]
    expect(page.locator("nav a[href='/organisations']")).to_have_text(re.compile("Network"))
    for path in paths:
        page.goto(path)
        expect(page.locator("nav [aria-current=page]").first).to_have_attribute("href", path)
        footer = page.locator("footer, .shell-footer").last
        expect(footer).to_contain_text(VERSION)
        expect(footer).to_contain_text("Powered by Assay")


def test_navigation_becomes_a_drawer_in_a_narrow_window(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    link = page.get_by_role("navigation", name="Main").get_by_role("link", name="Contacts")
    page.set_viewport_size({"width": 690, "height": 800})
    expect(link).to_be_visible()
    page.set_viewport_size({"width": 689, "height": 800})
    expect(link).to_be_hidden()
    page.get_by_role("button", name=re.compile("navigation|menu", re.IGNORECASE)).first.click()
    expect(link).to_be_visible()
    drawer = page.get_by_role("navigation", name="Main").bounding_box()
    assert drawer is not None
    assert drawer["y"] + drawer["height"] == 800


def test_top_bar_of_a_test_account_fits_the_narrowest_phone(new_page: NewPage) -> None:
    phone = new_page(viewport={"width": 320, "height": 640}, has_touch=True)
    sign_in(phone, "test.person@sandbox-supplies.example")
    go(phone, "/home")
    expect(phone.locator(".topbar-row").get_by_text("Test account")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 320


def menu_labels(page: Page, menu: str) -> list[str]:
    """Open a menu of the top bar and return its labels."""
    page.get_by_role("button", name=menu, exact=False).first.click()
    items = page.get_by_role("menuitem")
    items.first.wait_for()
    return [text.strip() for text in items.all_inner_texts()]


def test_menus_lead_to_their_pages(page: Page) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    assert menu_labels(page, "Add") == [
        "New Non-Conformance...",
        "Invite A New Supplier...",
        "New Message...",
        "New RFx...",
        "New Assessment...",
    ]
    page.get_by_role("menuitem", name="New Non-Conformance...").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    for label, path in (
        ("My Organisation...", "/setup/organisation"),
        ("User Roles", "/setup/roles"),
        ("Forms...", "/forms"),
        ("RFX Questions...", "/question"),
        ("Document Types...", "/setup/documentTypes"),
        ("Defect Codes...", "/setup/defectCodes"),
        ("My Documents...", "/setup/document"),
        ("Security", "/setup/security"),
        ("Integrations", "/setup/integrations"),
        ("Audit Log", "/setup/audit"),
        ("All Data", "/setup/data"),
    ):
        go(page, "/home")
        assert menu_labels(page, "Settings") == [
            "My Organisation...", "User Roles", "Forms...", "RFX Questions...", "Document Types...",
            "Defect Codes...", "My Documents...", "Security", "Integrations", "Audit Log", "All Data",
        ]  # fmt: skip
        groups = page.locator(".menu-divider + [role=menuitem]")
        expect(groups).to_have_text(["Document Types...", "Security"])
        page.get_by_role("menuitem", name=label).click()
        page.wait_for_url(f"**{path}")


def test_own_menu_leads_to_details_and_sign_out(page: Page, new_page: NewPage, console: Console) -> None:
    sign_in(page, BUYER)
    go(page, "/home")
    assert "SysAdmin..." not in menu_labels(page, "your menu")
    expect(page.get_by_role("menu")).to_contain_text("Rosa Meyer")
    expect(page.get_by_role("menu")).to_contain_text("Meridian Surgical Ltd")
    page.get_by_role("menuitem", name="My Details...").click()
    page.wait_for_url(re.compile(r"/contacts/\d+$"))
    page.locator("#island-page[data-mounted]").wait_for(state="attached")
    menu_labels(page, "your menu")
    page.get_by_role("menuitem", name="Sign Out").click()
    page.wait_for_url("**/login")
    page.goto("/home")
    page.wait_for_url(re.compile("/login"))
    admin = new_page()
    sign_in(admin, ADMIN)
    go(admin, "/home")
    assert "SysAdmin..." in menu_labels(admin, "your menu")


def test_admin_area_is_for_admins_only(page: Page) -> None:
    sign_in(page, BUYER)
    for path in ("/sysadmin", "/sysadmin/home", "/sysadmin/emails", "/sysadmin/emails/view/GENERAL"):
        page.goto(path)
        page.wait_for_url("**/unauthorized")
    expect(page.get_by_text("Nothing here.")).to_be_visible()


def hold_requests(page: Page, url: str, times: int | None = None) -> list[Route]:
    """Hold back requests for `url`; the returned list gets the waiting routes."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(url, hold, times=times)
    return waiting


def test_click_before_hydration_is_replayed(page: Page) -> None:
    sign_in(page, BUYER)
    waiting = hold_requests(page, "**/static/build/mount*.js")
    page.goto("/contacts", wait_until="commit")
    page.get_by_role("button", name="Add a User...").click()
    expect(page.locator("#island-page[data-mounted]")).to_have_count(0)
    for route in waiting:
        route.continue_()
    expect(page.get_by_role("dialog")).to_be_visible()


CLICK_DURING_HYDRATION = """
const listen = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, ...rest) {
  listen.call(this, type, ...rest);
  const button = type === "click" && this.dataset?.module && this.querySelector("[title=Settings]");
  if (button && !window.pressed) queueMicrotask(() => button.click());
  if (button) window.pressed = true;
};
"""
"""React adds its listeners to an island when hydration starts; the script clicks at that moment."""
NOT_MOUNTED = "[data-island]:not([data-mounted])"


def test_menu_clicked_during_hydration_opens_once(page: Page) -> None:
    sign_in(page, BUYER)
    page.add_init_script(CLICK_DURING_HYDRATION)
    page.goto("/contacts")
    expect(page.locator(NOT_MOUNTED)).to_have_count(0)
    assert page.evaluate("window.pressed")
    expect(page.get_by_role("menu")).to_be_visible()


def test_menu_clicked_again_before_all_scripts_load_opens_once(page: Page) -> None:
    sign_in(page, BUYER)
    page.goto("/contacts")
    module = page.locator("#island-page").get_attribute("data-module")
    scripts, modules = hold_requests(page, "**/static/build/mount*.js"), hold_requests(page, f"**{module}")
    page.goto("/contacts", wait_until="commit")
    settings = page.get_by_role("button", name="Settings")
    settings.click()
    scripts[0].continue_()
    page.locator("[data-island][data-mounted]", has=settings).wait_for()
    settings.click()
    expect(page.locator("#island-page[data-mounted]")).to_have_count(0)
    for route in modules:
        route.continue_()
    expect(page.locator(NOT_MOUNTED)).to_have_count(0)
    expect(page.get_by_role("menu")).to_be_visible()


def test_sign_in_works_before_the_scripts_load(page: Page) -> None:
    waiting = hold_requests(page, "**/static/build/mount*.js", times=1)
    page.goto("/login", wait_until="commit")
    expect(page.get_by_label("E-mail address")).to_be_focused()
    page.keyboard.type(BUYER)
    page.keyboard.press("Tab")
    page.keyboard.type(DEMO_PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("#island-page[data-mounted]")).to_have_count(0)
    waiting[0].continue_()
    page.wait_for_url("**/home")
