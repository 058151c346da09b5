"""The comparison of 40 suppliers and 200 questions: its endpoint, and opening and scrolling it in Chromium."""

from collections.abc import Iterator

from playwright.sync_api import Page, sync_playwright

from app.accounts.public import actor_of_user
from app.devtools.chromium import FLAGS, find_chromium
from app.kernel.http.auth import SESSION_COOKIE
from app.rfx.models import FormValue, Rfx, RfxDocForm, RfxResponse, RfxScore
from app.rfx.operations.requesting import create_request
from app.rfx.types import RequestType
from bench import forms
from bench.bare import bare_statement
from bench.data import copy_rows, number, tidy
from bench.measure import Times, ask, in_turns, timed
from bench.server import Server
from bench.table import Row
from bench.world import BUYER, World, user_of

SUPPLIERS = 40
QUESTIONS = 200
LOADS = 4
WHAT = f"the comparison of {SUPPLIERS} suppliers x {QUESTIONS} questions"
SCORING = [
    {"operator": "equals", "operand": True, "points": 10},
    {"operator": "equals", "operand": False, "points": 0},
]
BARE = """
select r.id, (select json_agg(v) from form_value v where v.rfx_id = r.id and v.is_current) as values,
  (select s.sections from rfx_score s where s.rfx_id = r.id) as scores
from rfx r where r.request_id = %s
"""
SCROLL = """
async () => {
  const area = document.querySelector(".comparison-scroll");
  let longest = 0;
  let last = performance.now();
  for (let step = 0; step < 60; step++) {
    area.scrollTop += 150;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}
"""


def run(world: World) -> Iterator[Row]:
    """Measure the endpoint next to a bare statement, then the tab in Chromium."""
    request_id = send_answered(world, suppliers=SUPPLIERS, questions=QUESTIONS)
    person = world.person()
    path = f"/api/rfxRequest/{request_id}/comparison"
    product, bare = in_turns(
        lambda: ask(world.app, path, person.headers),
        bare_statement(world.connection, BARE, request_id),
        seconds=world.sizes.seconds,
    )
    yield Row(
        figure=f"{WHAT} by the API", measured=product.p50, baseline=bare.p50,
        against="bare statement of the same data", goal=300, tail=product.tail,
    )  # fmt: skip
    program = find_chromium()
    if program is None:
        raise RuntimeError("Chromium is needed: install it, or name its program in CHROMIUM.")
    with Server(world.settings) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        context = chromium.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
        context.add_cookies([{"name": SESSION_COOKIE, "value": person.cookie, "url": server.url}])
        page = context.new_page()
        opened = [timed(lambda: _open(page, request_id)) for _ in range(LOADS + 1)][1:]
        longest = page.evaluate(SCROLL)
        chromium.close()
    yield Row(figure=f"{WHAT}: opened in Chromium", measured=Times.of(opened).p50, goal=1000)
    yield Row(figure=f"{WHAT}: longest frame while scrolling", measured=longest, goal=100)


def _open(page: Page, request_id: int) -> None:
    page.goto(f"/rfx/request/{request_id}?tab=comparison")
    page.locator(".comparison-answer-cell").first.wait_for()


def send_answered(world: World, *, suppliers: int, questions: int) -> int:
    """Send a form of which every yes is scored, copy its RFx, and vary the numbers so that rows differ."""
    title = f"A request to {suppliers} suppliers"
    blocks = forms.questionnaire(questions)
    for block in blocks:
        if block.get("attrs", {}).get("type") == "YESNO":
            block["attrs"]["scoring"] = SCORING
    sent = forms.send(world, blocks, title=title, answers=forms.ANSWERS)
    with world.working():
        buyer = user_of(BUYER)
        request = create_request(
            actor=actor_of_user(buyer.id),
            type=RequestType.RFI,
            title=title,
            message_html="",
            forms=[],
        )
        number(
            "update rfx set request_id = :request, status = 'COMPLETED' where id = :rfx returning id",
            request=request.id,
            rfx=sent.id,
        )
        number(
            "insert into rfx_request_doc_form (request_id, position, doc_form_id)"
            " values (:request, 0, :form) returning request_id",
            request=request.id,
            form=sent.form_id,
        )
        last = number("select max(id) from rfx")
        copies = {"id": f"{last} + n", "request_id": str(request.id), "status": "'COMPLETED'"}
        copy_rows(
            Rfx, copies, "generate_series(1, cast(:count as int)) n", "source.id = :model",
            model=sent.id, count=suppliers - 1,
        )  # fmt: skip
        number("select setval(pg_get_serial_sequence('rfx', 'id'), max(id)) from rfx")
        for table in (RfxDocForm, RfxResponse, FormValue, RfxScore):
            copy_rows(
                table, {"rfx_id": "target.id"}, "rfx target", "source.rfx_id = :model and target.id > :last",
                model=sent.id, last=last,
            )  # fmt: skip
        number(
            "with changed as (update form_value set value = to_jsonb((rfx_id % 7)::text) where type = 'NUMBER'"
            " and rfx_id in (select id from rfx where request_id = :request) returning 1)"
            " select count(*) from changed",
            request=request.id,
        )
        request_id = request.id
    tidy(world, "rfx", "rfx_doc_form", "rfx_response", "form_value", "rfx_score")
    return request_id
