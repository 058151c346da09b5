"""A page in Chromium of the product's server, signed in."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, sync_playwright

from app.devtools.chromium import FLAGS, find_chromium
from app.kernel.auth import SESSION_COOKIE
from bench.server import Server
from bench.world import Person, World


@contextmanager
def page_of(world: World, person: Person) -> Iterator[Page]:
    """Start the server and Chromium, and yield a page of `person` at 1440 x 900. Raises RuntimeError without Chromium."""
    program = find_chromium()
    if program is None:
        raise RuntimeError("Chromium is needed: install it, or name its program in CHROMIUM.")
    with Server(world.settings) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        context = chromium.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
        context.add_cookies([{"name": SESSION_COOKIE, "value": person.cookie, "url": server.url}])
        yield context.new_page()
        chromium.close()
