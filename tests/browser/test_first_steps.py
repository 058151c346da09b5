"""The first steps on Home, for the newcomer of the demo."""

from playwright.sync_api import expect

from tests.fixtures.browser import Axe, NewPage, go, sign_in
from tests.fixtures.live_server import LiveServer

NEWCOMER = "thandi.mokoena@sablebay.example"


def test_a_newcomer_invites_a_colleague_and_hides_the_steps(
    live_server: LiveServer, new_page: NewPage, axe: Axe
) -> None:
    page = new_page()
    sign_in(page, NEWCOMER)
    go(page, "/home")
    card = page.locator(".first-steps")
    expect(card).to_contain_text("Meridian Surgical Ltd invited you")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        for size in ((1440, 900), (390, 844)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            assert axe(page) > 0
    card.get_by_role("button", name="Invite colleague...").click()
    modal = page.get_by_role("dialog", name="Add User")
    modal.get_by_label("User name").fill("Sipho Dlamini")
    modal.get_by_label("E-mail address").fill("sipho.dlamini@sablebay.example")
    modal.get_by_role("button", name="Send Invitation").click()
    step = card.get_by_role("listitem").filter(has_text="Invite a colleague")
    expect(step).to_contain_text("(done)")
    card.get_by_role("button", name="Hide").click()
    expect(card).to_have_count(0)
    go(page, "/home")
    expect(page.get_by_role("heading", name="Updates")).to_be_visible()
    expect(card).to_have_count(0)
