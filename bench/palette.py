"""The palette "Find or do" in Chromium, among the records of a big tenant: time from a key to the first painted row."""

from collections.abc import Iterator
from urllib.parse import quote

from playwright.sync_api import Page, sync_playwright

from app.devtools.chromium import FLAGS, find_chromium
from app.kernel.http.auth import SESSION_COOKIE
from bench.data import grow_directory
from bench.measure import Times
from bench.records import COMMON, FREQUENT, grow_records
from bench.searching import RARE
from bench.server import Server
from bench.table import Row
from bench.world import World, user_of

GOAL = 150
WORDS = ("qualification", COMMON, FREQUENT, RARE, "okafor")
"""Texts with results, which are typed letter by letter."""
FIRST = 2
"""Letters that are typed before the first measured one; a single letter is not searched."""
PAUSE_MILLISECONDS = 120
"""Between a painted row and the next key, as of a user who types fast."""
OBSERVE = """
window.waits = [];
// The sentence for screen readers names the groups, and is empty while the response for the text is awaited.
const isCurrent = () => document.querySelector(".find-foot + [role=status]")?.textContent.includes(":");
let observer = new MutationObserver(() => {});
addEventListener("keydown", (event) => {
  if (event.key.length > 1 || event.ctrlKey) return;
  const pressed = event.timeStamp;
  window.isPainted = false;
  observer.disconnect();
  // The page empties the sentence while it handles the key.
  setTimeout(() => {
    observer = new MutationObserver(() => {
      if (!isCurrent()) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          window.waits.push(performance.now() - pressed);
          window.isPainted = true;
        };
        channel.port2.postMessage(0);
      });
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
}, { capture: true });
"""
"""Measures each key until the rows of its response are painted. `window.isPainted` is false until then."""
ALONE = """async ([paths, headers]) => {
  const waits = [];
  for (const path of paths) {
    const started = performance.now();
    await (await fetch(path, { headers })).json();
    waits.push(performance.now() - started);
  }
  return waits;
}"""


def run(world: World) -> Iterator[Row]:
    """Grow the tenant, then type in the palette of a running server."""
    program = find_chromium()
    if program is None:
        raise RuntimeError("Chromium is needed: install it, or name its program in CHROMIUM.")
    person = world.person()
    with world.app.app_context():
        user = user_of(person.email)
        tenant_id, user_id = user.organisation_id, user.id
    grow_directory(world, to=world.sizes.organisations, tenant_id=tenant_id)
    grow_records(world, tenant_id=tenant_id, user_id=user_id, to=world.sizes.records)
    with Server(world.settings) as server, sync_playwright() as playwright:
        server.warm_up(_paths(), world.person().headers)
        chromium = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        context = chromium.new_context(base_url=server.url, viewport={"width": 1280, "height": 900})
        context.add_cookies([{"name": SESSION_COOKIE, "value": world.person().cookie, "url": server.url}])
        context.add_init_script(OBSERVE)
        page = context.new_page()
        page.goto("/home", wait_until="load")
        typed = Times.of(_type(page))
        alone = Times.of(page.evaluate(ALONE, [_paths(), world.person().headers]))
        chromium.close()
    yield Row(
        figure=f"palette in Chromium: key to the first row, p95, of {world.sizes.organisations:,} organisations and "
        f"{world.sizes.records:,} records of each kind",
        measured=typed.p95, baseline=alone.p95, against="the responses alone, p95", goal=GOAL, tail=typed.tail,
    )  # fmt: skip


def _paths() -> list[str]:
    return [
        f"/api/search?q={quote(word[:length])}" for word in WORDS for length in range(FIRST, len(word) + 1)
    ]


def _type(page: Page) -> list[float]:
    """Type each word twice, the first time to fill caches; return the milliseconds of the measured keys."""
    for _ in range(2):
        page.evaluate("window.waits = []")
        for word in WORDS:
            page.keyboard.press("Control+k")
            field = page.get_by_role("combobox", name="Find or do")
            field.wait_for()
            page.keyboard.type(word[: FIRST - 1])
            for letter in word[FIRST - 1 :]:
                page.wait_for_timeout(PAUSE_MILLISECONDS)
                page.keyboard.press(letter)
                page.wait_for_function("() => window.isPainted")
            field.press("Escape")
            field.wait_for(state="hidden")
    waits: list[float] = page.evaluate("window.waits")
    return waits
