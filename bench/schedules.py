"""The list of 500 schedules of one buyer, the maximum, and the job with 1,000 rounds that are due."""

from collections.abc import Iterator
from functools import partial

from app.devtools.demo_accounts import DEMO_EMAILS
from app.kernel.db.session import rollback
from app.schedules.operations.running import plan_closed_rounds
from app.schedules.queries.due import opening_schedules, schedules_without_relationship
from bench.bare import bare_statement
from bench.data import tidy
from bench.measure import ask, in_turns, statements
from bench.table import Row
from bench.world import World

BUYER = "elsa.noren@halden-rail.example"
OTHER = DEMO_EMAILS[0]
LISTED, DUE = 500, 1_000
GOAL = 300
QUERIES = {"first page": "", "by supplier": "&sort=supplier", "search": "&search=measured+7"}
FILL = """
with related as (
  select r.id, r.organisation_id, u.id as user_id from relationship r join app_user u on u.organisation_id = r.organisation_id
  where lower(u.email) = %s order by r.id limit 1
), made as (
  insert into schedule (organisation_id, relationship_id, kind, title, template, form_key, every_months, anchor, first_on,
    next_on, lead_days, starts_from, state, owner_user_id, created, created_by_user_id, updated)
  select organisation_id, id, 'RFX', 'Measured ' || n,
    '{"type": "RFI", "message": "", "forms": {"series": [], "bundle": null}, "internal": null, "user_ids": null}',
    'measured ' || n, 12, case when n <= %s then 'FIXED' else 'AFTER_CLOSE' end,
    case when n <= %s then current_date + 100 end, case when n <= %s then current_date + 100 end,
    case when n <= %s then 110 else 30 end, 'BLANK', 'ACTIVE', user_id, now(), user_id, now()
  from related, generate_series(1, %s) n returning id, organisation_id
)
insert into schedule_occurrence (schedule_id, occurrence, state, rfx_id, created)
select id, 0, 'SENT', (select min(r.id) from rfx r where r.organisation_id = made.organisation_id), now() from made
"""
BARE = """
select s.*, o.name from schedule s join relationship r on r.id = s.relationship_id
join organisation o on o.id = r.with_organisation_id
where s.organisation_id = (select organisation_id from app_user where lower(email) = %s) and s.state <> 'ENDED'
order by s.next_on, s.id limit 101
"""


def run(world: World) -> Iterator[Row]:
    """Measure pages of 100 schedules, each next to a bare statement of the same rows, and the statements of the job."""
    with world.connection.transaction():
        world.connection.execute(FILL, [BUYER, *[0] * 4, LISTED])
        world.connection.execute(FILL, [OTHER, *[DUE] * 4, DUE])
    tidy(world, "schedule", "schedule_occurrence")
    person = world.person(BUYER)
    bare = bare_statement(world.connection, BARE, BUYER)
    for name, query in QUERIES.items():
        page = partial(ask, world.app, f"/api/schedule?pageSize=100{query}", person.headers)
        product, baseline = in_turns(page, bare, seconds=world.sizes.seconds)
        yield Row(
            figure=f"{LISTED} schedules: {name}, p95",
            measured=product.p95, baseline=baseline.p95, against="bare statement of 100 rows, p95", goal=GOAL,
            tail=product.tail,
        )  # fmt: skip
    with world.app.app_context(), statements() as recorded:
        schedules_without_relationship()
        due = opening_schedules()
        plan_closed_rounds()
        rollback()
    yield Row(
        figure=f"statements to find {len(due):,} due rounds and to plan {LISTED} after a close",
        measured=len(recorded), baseline=3, against="one for each of the three steps", unit="", goal=4,
    )  # fmt: skip
