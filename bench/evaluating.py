"""The evaluation of 20 suppliers by 20 criteria and 5 evaluators: saving marks, the open grid and the closed result."""

from collections.abc import Iterator
from functools import partial
from itertools import count

from playwright.sync_api import Page, sync_playwright

from app.accounts.public import actor_of_user
from app.devtools.chromium import FLAGS, find_chromium
from app.evaluations.operations.evaluators import add_evaluator
from app.evaluations.operations.preparing import (
    NewCriterion,
    open_evaluation,
    prepared_evaluation,
    save_criteria,
)
from app.evaluations.types import HIGHEST_MARK, MAX_CRITERIA, CriterionSource
from app.kernel.http.auth import SESSION_COOKIE
from bench.bare import bare_statement
from bench.comparing import send_answered
from bench.data import number, tidy
from bench.measure import Times, ask, in_turns, timed
from bench.server import Server
from bench.table import Row
from bench.world import BUYER, Person, World, user_of

SUPPLIERS = 20
QUESTIONS = 30
EVALUATORS = 5
LOADS = 4
GOAL = 300
WHAT = f"evaluation of {SUPPLIERS} suppliers x {MAX_CRITERIA} criteria x {EVALUATORS} evaluators"
AGAINST = "bare statement of the same marks"
BARE = """
select json_agg(m) from evaluation_mark m join evaluator e on e.id = m.evaluator_id where e.request_id = %s
"""
MARK_ALL = f"""
with marked as (
  insert into evaluation_mark (evaluator_id, rfx_id, criterion_id, mark, comment, iteration, updated)
  select e.id, r.id, c.id, (e.id + r.id * c.id) % {HIGHEST_MARK + 1}, '', 1, now()
  from evaluator e join rfx r using (request_id) join evaluation_criterion c using (request_id)
  where request_id = :request returning 1
)
select count(*) from marked
"""


def run(world: World) -> Iterator[Row]:
    """Measure the open round and saving a mark, the grid in Chromium, then the result."""
    request_id = _open_round(world)
    person = world.person()
    path = f"/api/rfxRequest/{request_id}/evaluation"
    read = partial(ask, world.app, path, person.headers)
    shown = read().json()
    cell = {"rfxId": shown["suppliers"][0]["rfxId"], "criterionId": shown["criteria"][0]["id"]}
    iterations = count(1)

    def save() -> None:
        body = {**cell, "mark": next(iterations) % (HIGHEST_MARK + 1)}
        ask(world.app, f"{path}/mark", person.headers, method="PUT", body=body)

    bare = bare_statement(world.connection, BARE, request_id)
    opened, saved, plain = in_turns(read, save, bare, seconds=world.sizes.seconds)
    yield _row(f"{WHAT}, open", opened, plain)
    yield _row(f"{WHAT}: one mark saved", saved, plain)
    yield from _in_chromium(world, person, request_id)
    ask(world.app, f"{path}/close", person.headers, method="POST", body={"reason": "The board meets."})
    closed, plain = in_turns(read, bare, seconds=world.sizes.seconds)
    yield _row(f"{WHAT}, closed", closed, plain)


def _row(figure: str, product: Times, bare: Times) -> Row:
    return Row(
        figure=f"{figure}, p95", measured=product.p95, baseline=bare.p95, against=AGAINST,
        goal=GOAL, tail=product.tail,
    )  # fmt: skip


def _in_chromium(world: World, person: Person, request_id: int) -> Iterator[Row]:
    program = find_chromium()
    if program is None:
        raise RuntimeError("Chromium is needed: install it, or name its program in CHROMIUM.")
    with Server(world.settings) as server, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        context = chromium.new_context(base_url=server.url, viewport={"width": 1440, "height": 900})
        context.add_cookies([{"name": SESSION_COOKIE, "value": person.cookie, "url": server.url}])
        page = context.new_page()
        times = [timed(partial(_open_grid, page, request_id)) for _ in range(LOADS + 1)][1:]
        chromium.close()
    yield Row(figure=f"{WHAT}: grid opened in Chromium", measured=Times.of(times).p50, goal=1000)


def _open_grid(page: Page, request_id: int) -> None:
    page.goto(f"/rfx/request/{request_id}?tab=evaluation")
    page.locator(".mark-input").last.wait_for()


def _open_round(world: World) -> int:
    """Open an evaluation by the buyer and colleagues, in which all marks are entered and no evaluator has finished."""
    request_id = send_answered(world, suppliers=SUPPLIERS, questions=QUESTIONS)
    emails = [BUYER, *world.colleagues(BUYER, EVALUATORS - 1)]
    with world.working():
        buyer = actor_of_user(user_of(BUYER).id)
        criteria = [
            NewCriterion(
                name=f"Criterion {index + 1}",
                description="10: better than any other offer.",
                weight=100 // MAX_CRITERIA,
                source=CriterionSource.MARKS,
                section_id=None,
            )
            for index in range(MAX_CRITERIA)
        ]
        save_criteria(actor=buyer, request_id=request_id, criteria=criteria, due=None, based_on=None)
        for email in emails:
            access = prepared_evaluation(actor=buyer, request_id=request_id)
            add_evaluator(actor=buyer, access=access, user_id=user_of(email).id, email=None, name="")
        open_evaluation(actor=buyer, request_id=request_id)
        number(MARK_ALL, request=request_id)
    tidy(world, "evaluator", "evaluation_mark", "evaluation_criterion")
    return request_id
