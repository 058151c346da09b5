"""A long form in Chromium with a processor slowed four times: LCP, time from key to paint, layout shift.

The supplier answers the form, and the buyer edits it in the form editor.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from app.devtools.chromium import FLAGS, find_chromium
from app.kernel.http.auth import SESSION_COOKIE
from bench import forms
from bench.measure import Times
from bench.server import Server
from bench.table import Row
from bench.world import BUYER, SUPPLIER, World

SLOWED = 4
KEYS_OF_A_FIELD = 10
PAUSE_MILLISECONDS = 120
LOADS = 3
SETTLED_MILLISECONDS = 1500
BARE = "/bare-form"
OBSERVE = """
window.measured = { lcp: 0, cls: 0, keys: [] };
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.measured.lcp = entry.startTime;
}).observe({ type: "largest-contentful-paint", buffered: true });
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.measured.cls += entry.value;
}).observe({ type: "layout-shift", buffered: true });
addEventListener("keydown", (event) => {
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => window.measured.keys.push(performance.now() - event.timeStamp);
    channel.port2.postMessage(0);
  });
}, { capture: true });
"""


@dataclass(frozen=True, slots=True)
class Seen:
    """The measurements of a page, in milliseconds (`cls` has no unit)."""

    lcp: float
    cls: float
    keys: Times


def run(world: World) -> Iterator[Row]:
    """Measure the supplier's page of a long RFx and a bare page with the same number of inputs."""
    program = find_chromium()
    if program is None:
        raise RuntimeError("Chromium is needed: install it, or name its program in CHROMIUM.")
    sent = forms.send(world, forms.questionnaire(world.sizes.fields), title="A long form, typed into")
    bare_html = _bare_form(world.sizes.fields)
    texts = [f"#field-{key} input" for key in sent.shown_at_first("TEXT")]
    headings = [f".form-doc :is(h1, h2, h3, h4) >> nth={number}" for number in range(3)]
    with Server(world.settings) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        world.notes.append(f"Chromium {chromium.version}.")
        supplier, buyer = (
            _context(chromium, server.url, world.person(who).cookie) for who in (SUPPLIER, BUYER)
        )
        supplier.route(f"**{BARE}", lambda route: route.fulfill(body=bare_html, content_type="text/html"))
        seen = _look(supplier.new_page(), f"/rfx/{sent.id}", texts, keys=world.sizes.keys)
        bare = _look(supplier.new_page(), BARE, [f"#bare-{n}" for n in range(20)], keys=world.sizes.keys)
        written = _look(buyer.new_page(), f"/forms/{sent.form_id}", headings, keys=world.sizes.keys)
        chromium.close()
    what, against = (
        f"{world.sizes.fields} fields in Chromium, slowed {SLOWED}x",
        "a bare page with as many inputs",
    )
    yield Row(figure=f"{what}: LCP", measured=seen.lcp, baseline=bare.lcp, against=against, goal=1000)
    yield Row(
        figure=f"{what}: key to paint, p95", measured=seen.keys.p95, baseline=bare.keys.p95, against=against,
        goal=150, tail=seen.keys.tail,
    )  # fmt: skip
    yield Row(
        figure=f"{what}, in the editor: key to paint, p95", measured=written.keys.p95, baseline=bare.keys.p95,
        against=against, goal=150, tail=written.keys.tail,
    )  # fmt: skip
    yield Row(
        figure=f"{what}: layout shift (CLS)",
        measured=seen.cls,
        unit="",
        baseline=bare.cls,
        against=against,
        goal=0.1,
    )


def _context(chromium: Browser, url: str, cookie: str) -> BrowserContext:
    context = chromium.new_context(base_url=url, viewport={"width": 1280, "height": 900})
    context.add_cookies([{"name": SESSION_COOKIE, "value": cookie, "url": url}])
    context.add_init_script(OBSERVE)
    return context


def _look(page: Page, path: str, inputs: list[str], *, keys: int) -> Seen:
    """Load the page several times (the first load fills the cache), then type into its inputs."""
    session = page.context.new_cdp_session(page)
    shown: list[float] = []
    for load in range(LOADS + 1):
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        page.goto(path, wait_until="load")
        page.wait_for_timeout(SETTLED_MILLISECONDS)
        if load:
            shown.append(page.evaluate("measured.lcp"))
    for number in range(keys // KEYS_OF_A_FIELD):
        page.locator(inputs[number % len(inputs)]).first.click()
        for _ in range(KEYS_OF_A_FIELD):
            page.keyboard.press("k")
            page.wait_for_timeout(PAUSE_MILLISECONDS)
    page.wait_for_function(
        "count => measured.keys.length >= count", arg=keys // KEYS_OF_A_FIELD * KEYS_OF_A_FIELD
    )
    measured: dict[str, Any] = page.evaluate("measured")
    page.close()
    return Seen(lcp=Times.of(shown).p50, cls=measured["cls"], keys=Times.of(measured["keys"]))


def _bare_form(count: int) -> str:
    fields = "".join(f"<p><label>Question {n} <input id='bare-{n}'></label></p>" for n in range(count))
    return (
        f"<!doctype html><html lang='en'><title>Bare</title><body><h1>A bare form</h1>{fields}</body></html>"
    )
