"""First visits with a phone in Chromium: LCP over a slow mobile network, with a processor slowed four times.

Lighthouse's mobile profile defines network, processor and screen ("slow 4G", applied by the browser itself).
"""

from collections.abc import Iterator

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from app.devtools.chromium import FLAGS, find_chromium
from app.kernel.http.auth import SESSION_COOKIE
from bench.browser import OBSERVE, SETTLED_MILLISECONDS, SLOWED
from bench.measure import Times
from bench.server import Server
from bench.table import Row
from bench.world import BUYER, SUPPLIER, World

LOADS = 3
SCREEN: ViewportSize = {"width": 412, "height": 823}
PIXEL_RATIO = 1.75
BITS = 1024 / 8
NETWORK = {
    "offline": False,
    "latency": 562.5,
    "downloadThroughput": 1474.56 * BITS,
    "uploadThroughput": 675 * BITS,
}
"""Latency of a request in milliseconds, throughput in bytes a second."""
GOAL_MILLISECONDS = 1_800
RFX = "select max(id) from rfx where organisation_id = %s and title not like 'A %%form%%'"


def run(world: World) -> Iterator[Row]:
    """Measure the pages that people open first; without a goal the baseline, a response of a few bytes."""
    program = find_chromium()
    if program is None:
        raise RuntimeError("Chromium is needed: install it, or name its program in CHROMIUM.")
    person = world.person(BUYER)
    tenant_id = world.value("select organisation_id from app_user where email = %s", BUYER)
    supplier_id = world.value("select organisation_id from app_user where email = %s", SUPPLIER)
    pages = {
        "sign-in": "/login",
        "Home": "/home",
        "network": "/organisations",
        "a supplier": f"/organisations/{supplier_id}",
        "an RFx": f"/rfx/{world.value(RFX, tenant_id)}",
    }
    with Server(world.settings) as server, sync_playwright() as playwright:
        server.warm_up(list(pages.values()), person.page_headers)
        chromium = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        bare = _first_visit(chromium, f"{server.url}/healthz")
        for name, path in pages.items():
            cookie = "" if name == "sign-in" else person.cookie
            yield Row(
                figure=f"first visit by phone over slow 4G, {name}: LCP",
                measured=_first_visit(chromium, f"{server.url}{path}", cookie),
                baseline=bare,
                against="/healthz, shown as text",
                goal=GOAL_MILLISECONDS,
            )
        chromium.close()


def _first_visit(chromium: Browser, url: str, cookie: str = "") -> float:
    """Return the median LCP in milliseconds of some visits, each with an empty cache."""
    shown: list[float] = []
    for _ in range(LOADS):
        context = chromium.new_context(
            viewport=SCREEN, device_scale_factor=PIXEL_RATIO, is_mobile=True, has_touch=True
        )
        if cookie:
            context.add_cookies([{"name": SESSION_COOKIE, "value": cookie, "url": url}])
        context.add_init_script(OBSERVE)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        response = page.goto(url, wait_until="load")
        if response is None or response.status != 200:
            raise RuntimeError(f"{url} was not shown")
        page.wait_for_timeout(SETTLED_MILLISECONDS)
        shown.append(page.evaluate("measured.lcp"))
        context.close()
    return Times.of(shown).p50
