"""Layout and retries after failures: nothing is covered, nothing overflows, requests are not repeated endlessly."""

from playwright.sync_api import Page, Route, expect

from tests.fixtures.browser import Console, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

BUYER, SUPPLIER = "buyer@demo.example", "supplier@demo.example"
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark"}


def fail_request(route: Route) -> None:
    """Respond like a broken server."""
    body = '{"status": 500, "message": "Something went wrong. Please try again."}'
    route.fulfill(status=500, content_type="application/json", body=body)


def overflow_of(page: Page) -> int:
    """Return by how many pixels the page is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def test_toast_does_not_cover_the_title_or_buttons_of_a_dialog(
    live_server: LiveServer, new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of 500")
    for options in (PHONE, {"viewport": {"width": 1440, "height": 900}}):
        page = new_page(**options)
        sign_in(page, BUYER)
        page.goto("/setup/roles")
        page.get_by_role("button", name="New role...").click()
        dialog = page.get_by_role("dialog", name="New role")
        dialog.get_by_label("Name").fill("Auditor")
        page.route("**/api/**", fail_request)
        dialog.get_by_role("button", name="Add Role").click()
        # On a phone the click scrolled the long dialog.
        page.locator(".modal").evaluate("(modal) => modal.scrollTo(0, 0)")
        toast = page.locator(".toast-message").bounding_box()
        title = dialog.get_by_role("heading", name="New role").bounding_box()
        assert toast
        assert title
        assert title["y"] >= toast["y"] + toast["height"] or title["x"] >= toast["x"] + toast["width"]
        # A trial click fails if another element covers the button.
        dialog.get_by_role("button", name="Close").click(trial=True)
        page.goto("/ncr/10")
        report = page.get_by_role("dialog", name="Non-Conformance #10")
        report.get_by_role("button", name="Delete").click()
        expect(page.get_by_role("alert").get_by_text("Something went wrong.")).to_be_visible()
        expect(report.get_by_role("button", name="Close").last).to_be_in_viewport(ratio=1)


def test_list_that_fails_to_load_more_offers_a_retry(
    live_server: LiveServer, new_page: NewPage, console: Console
) -> None:
    console.allow(r"status of 500")
    page = new_page()
    sign_in(page, BUYER)
    go(page, "/organisations")
    requests: list[str] = []
    page.route(
        "**/api/organisation?*", lambda route: (requests.append(route.request.url), fail_request(route))
    )
    page.get_by_role("link", name="Load more").scroll_into_view_if_needed()
    page.mouse.wheel(0, 400)
    end = page.locator(".load-more")
    expect(end.get_by_role("alert")).to_have_text("The rest could not be loaded.")
    page.unroute("**/api/organisation?*")
    page.mouse.wheel(0, -400)
    page.mouse.wheel(0, 400)
    rows = page.get_by_role("button", name="Show details of")
    before = rows.count()
    assert len(requests) == 1
    end.get_by_role("button", name="Try again").focus()
    page.keyboard.press("Enter")
    expect(rows).not_to_have_count(before)
    expect(page.locator(".data-table-row").nth(before).locator(":focus")).to_have_count(1)


def test_offline_rfx_bar_fits_a_phone(live_server: LiveServer, new_page: NewPage, console: Console) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED")
    page = new_page(**PHONE)
    sign_in(page, SUPPLIER)
    go(page, "/rfx/15")
    page.route("**/api/**", lambda route: route.abort("internetdisconnected"))
    # Answered sections are folded to one line on a phone.
    page.locator(".doc-fold").first.click()
    page.get_by_label("Trading name").fill("Bergmann without a line")
    expect(page.get_by_text("Offline: kept on this device")).to_be_visible()
    assert overflow_of(page) <= 0


def test_dialog_that_fails_to_load_opens_on_the_next_try(
    live_server: LiveServer, new_page: NewPage, console: Console
) -> None:
    console.allow(r"ERR_INTERNET_DISCONNECTED")
    page = new_page()
    # Prevent idle-time prefetching, so that the dialog is not loaded yet.
    page.add_init_script("window.requestIdleCallback = () => 0")
    sign_in(page, BUYER)
    go(page, "/setup/roles")
    page.context.set_offline(True)
    opener = page.get_by_role("button", name="New role...")
    opener.click()
    expect(page.get_by_role("alert").get_by_text("There is no connection to the server.")).to_be_visible()
    page.context.set_offline(False)
    opener.click()
    expect(page.get_by_role("dialog", name="New role")).to_be_visible()
