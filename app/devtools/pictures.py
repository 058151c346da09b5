"""The pictures of the README: `make pictures` takes them from a running Assay with demo data, in Chromium.

`URL` is the address of this Assay (default: the address of `make run`). The pictures are in docs/pictures, small enough
for a repository.
"""

import io
import os
import sys
from dataclasses import dataclass

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from app.config import ROOT
from app.devtools.chromium import FLAGS, find_chromium
from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD

FOLDER = ROOT / "docs" / "pictures"
DESK, PHONE = (1440, 900), (390, 844)
BUYER, SUPPLIER, ADMIN = DEMO_EMAILS


@dataclass(frozen=True, slots=True)
class Screen:
    """One picture: user, path, size and colour scheme."""

    name: str
    path: str
    email: str = BUYER
    size: tuple[int, int] = DESK
    scheme: str = "light"


SCREENS = (
    Screen("home", "/home"),
    Screen("network", "/organisations"),
    Screen("organisation", "/organisations/5"),
    Screen("answering", "/rfx/15?tab=rfi", email=SUPPLIER),
    Screen("reading", "/rfx/15?tab=rfi", scheme="dark"),
    Screen("phone", "/rfx/15?tab=rfi", email=SUPPLIER, size=PHONE),
    Screen("form-editor", "/forms/8"),
    Screen("assessment", "/assessment/1?tab=scoring"),
    Screen("non-conformances", "/ncr"),
    Screen("corrective-action", "/ncr/19/correctiveAction", email=SUPPLIER),
    Screen("figures", "/ncr?tab=figures"),
    Screen("messages", "/messages"),
    Screen("platform", "/sysadmin/home", email=ADMIN, scheme="dark"),
)


def take(browser: Browser, url: str, screen: Screen) -> bytes:
    """Take a picture of `screen` and return it as WebP."""
    width, height = screen.size
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme=screen.scheme,  # type: ignore[arg-type]
        locale="en-GB",
        timezone_id="Europe/London",
        reduced_motion="reduce",
    )
    page = context.new_page()
    _sign_in(page, screen.email)
    page.goto(screen.path)
    page.wait_for_load_state("networkidle")
    page.locator("#island-page[data-mounted]").wait_for(state="attached")
    picture = page.screenshot()
    context.close()
    packed = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").save(packed, "WEBP", quality=82, method=6)
    return packed.getvalue()


def _sign_in(page: Page, email: str) -> None:
    page.goto("/login")
    page.get_by_label("E-mail address").fill(email)
    page.get_by_label("Password", exact=True).fill(DEMO_PASSWORD)
    page.get_by_role("button", name="Login").click()
    page.wait_for_url(lambda url: "/login" not in url)


def main() -> int:
    """Take all pictures, or only the pictures named in the arguments."""
    url = os.environ.get("URL") or "http://127.0.0.1:5000"
    named = set(sys.argv[1:])
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        for screen in SCREENS:
            if not named or screen.name in named:
                picture = take(browser, url, screen)
                (FOLDER / f"{screen.name}.webp").write_bytes(picture)
                print(f"{screen.name}: {len(picture) // 1024} kB")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
