"""Figures of non-conformances and corrective actions of a big tenant, for a year and for all of its records."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from app.corrective_actions.types import Step
from bench.bare import bare_statement
from bench.data import grow_directory, tidy
from bench.measure import ask, in_turns, statements
from bench.records import grow_records
from bench.table import Row
from bench.world import World, user_of

ACTION_SHARE = 10
"""Every tenth non-conformance has a corrective action."""
GOAL = 300
LAST_GOAL = 1_000
"""Milliseconds until the last card of the page has its figure."""
BASELINE = "a bare count of the same months"
YEAR = "eventFrom={}&eventTo={}"
ADD_ACTIONS = """
insert into corrective_action (ncr_id, organisation_id, with_organisation_id, method, loop, state, asked_by_user_id,
    message, result_comment, closed, created, updated)
select n.id, n.organisation_id, n.with_organisation_id, 'EIGHT_D', 1, 'CLOSED', n.created_by_user_id, '', '',
    n.created + interval '28 days', n.created, n.created
from non_conformance n where n.organisation_id = %s and n.id %% %s = 0
    and not exists (select from corrective_action a where a.ncr_id = n.id)
"""
ADD_STEPS = """
insert into corrective_step (action_id, loop, step, state, due, content, sent, decided, comment, returns)
select a.id, 1, s.step, 'ACCEPTED', a.created::date + 7 * s.place::int,
    jsonb_build_object('closing', repeat('Deburring tool replaced. ', 20)),
    a.created + interval '1 hour' * (a.id %% 40) * s.place, a.created + interval '2 hours' * (a.id %% 40) * s.place, '',
    case when (a.id + s.place) %% 9 = 0 then '[["2026-01-01T00:00:00+00:00", 1, "More"]]'::jsonb else '[]'::jsonb end
from corrective_action a cross join unnest(%s::text[]) with ordinality s (step, place)
where a.organisation_id = %s and not exists (select from corrective_step t where t.action_id = a.id)
"""
BARE_MONTHS = """
select date_trunc('month', event_date), count(*), sum(quantity_delivered), sum(quantity_defective) from non_conformance
where organisation_id = %s and status <> 'DELETED' and event_date between current_date - 365 and current_date group by 1
"""


def run(world: World) -> Iterator[Row]:
    """Grow the tenant with corrective actions, then measure the page with its statements, the cards that load after it, and each figure."""
    person = world.person()
    with world.app.app_context():
        user = user_of(person.email)
        tenant_id, user_id = user.organisation_id, user.id
    grow_directory(world, to=world.sizes.organisations, tenant_id=tenant_id)
    grow_records(world, tenant_id=tenant_id, user_id=user_id, to=world.sizes.records)
    grow_actions(world, tenant_id)
    person = world.person()
    today = world.value("select current_date")
    year = YEAR.format(today.replace(day=1, year=today.year - 1), today)
    page = partial(ask, world.app, f"/ncr?tab=figures&{year}", person.page_headers)
    with world.app.app_context(), statements() as recorded:
        page()
    yield Row(figure="statements of the page of figures", measured=len(recorded), unit="", goal=5)
    late = {
        "suppliers": f"/api/ncr/figure?group=supplier&{year}",
        "parts": f"/api/ncr/figure?group=part&{year}",
        "corrective actions": f"/api/ncr/figure/correctiveAction?{year}",
    }

    def all_cards() -> None:
        page()
        list(pool.map(lambda path: ask(world.app, path, person.headers), late.values()))

    bare_months = bare_statement(world.connection, BARE_MONTHS, tenant_id)
    reports = world.value("select count(*) from non_conformance where organisation_id = %s", tenant_id)
    period = f"13 months, of {reports:,} NCRs"
    with ThreadPoolExecutor(len(late)) as pool:
        shown, complete, bare = in_turns(page, all_cards, bare_months, seconds=world.sizes.seconds)
    for figure, taken, goal in (
        (f"the page of figures of {period}", shown, GOAL),
        ("its last card, loaded after the page together with the others", complete, LAST_GOAL),
    ):
        yield Row(
            figure=figure, measured=taken.p50, baseline=bare.p50, against=BASELINE, goal=goal, tail=taken.tail
        )
    for name, path in {"defects": f"/api/ncr/figure?group=defect&{year}", **late}.items():
        taken, bare = in_turns(
            partial(ask, world.app, path, person.headers), bare_months, seconds=world.sizes.seconds
        )
        yield Row(
            figure=f"the figure of {name} of 13 months", measured=taken.p50, baseline=bare.p50,
            against=BASELINE, goal=GOAL, tail=taken.tail,
        )  # fmt: skip


def grow_actions(world: World, tenant_id: int) -> None:
    """Add an accepted 8D to every ACTION_SHARE-th non-conformance of the tenant."""
    world.connection.execute(ADD_ACTIONS, [tenant_id, ACTION_SHARE])
    world.connection.execute(ADD_STEPS, [[step.value for step in Step], tenant_id])
    tidy(world, "corrective_action", "corrective_step")
