"""The matrix of documents of a buyer with 10,000 suppliers and 12 types, each supplier with a requirement of each type."""

from collections.abc import Iterator
from functools import partial

from bench.bare import bare_statement
from bench.data import tidy
from bench.measure import ask, in_turns, statements
from bench.table import Row
from bench.world import World

BUYER = "elsa.noren@halden-rail.example"
SUPPLIERS = 10_000
TYPES = 12
GOAL = 300
QUERIES = {
    "first page": "",
    "filter Expired": "&state=EXPIRED",
    "filter Missing": "&state=MISSING",
    "search by name": "&search=documented+77",
}
ADD_TYPE = """
insert into document_type (organisation_id, name, validity)
select organisation_id, 'Measured', 'UNTIL_DATE' from app_user where lower(email) = %s
"""
FILL = """
with supplier as (
  insert into organisation (name, status, is_test_organisation, is_placeholder, created)
  select 'Documented ' || n, 'CONFIRMED', false, false, now() from generate_series(1, %s) n returning id
), related as (
  insert into relationship (organisation_id, with_organisation_id, level, by_invitation, created)
  select u.organisation_id, s.id, 'Approved', false, now()
  from supplier s, app_user u where lower(u.email) = %s returning id, organisation_id, with_organisation_id
)
insert into document_requirement (relationship_id, organisation_id, with_organisation_id, document_type_id, state,
  accepted_until, created)
select r.id, r.organisation_id, r.with_organisation_id, t.id,
       case when (r.id + t.id) % 4 = 0 then 'ASKED' else 'ACCEPTED' end,
       case when (r.id + t.id) % 4 > 0 then current_date + ((r.id * 7 + t.id * 13) % 800 - 100)::int end, now()
from related r, (select id from document_type order by id limit %s) t
"""
BARE = """
select r.id, o.name, (select json_agg(d) from document_requirement d where d.relationship_id = r.id) as cells
from relationship r join organisation o on o.id = r.with_organisation_id
where r.organisation_id = (select organisation_id from app_user where lower(email) = %s) and r.level <> 'None'
order by lower(o.name), r.id limit 101
"""


def run(world: World) -> Iterator[Row]:
    """Measure pages of 100 suppliers, each next to a bare statement of the same rows, and their statements."""
    with world.connection.transaction():
        world.connection.execute(ADD_TYPE, [BUYER])
        # The percent sign of the modulo operator is doubled for psycopg.
        world.connection.execute(FILL.replace(" % ", " %% "), [SUPPLIERS, BUYER, TYPES])
    tidy(world, "organisation", "relationship", "document_requirement")
    person = world.person(BUYER)
    bare = bare_statement(world.connection, BARE, BUYER)
    for name, query in QUERIES.items():
        page = partial(ask, world.app, f"/api/documentMatrix?pageSize=100{query}", person.headers)
        product, baseline = in_turns(page, bare, seconds=world.sizes.seconds)
        yield Row(
            figure=f"matrix of {SUPPLIERS:,} suppliers x {TYPES} types: {name}, p95",
            measured=product.p95, baseline=baseline.p95, against="bare statement of 100 rows, p95", goal=GOAL,
            tail=product.tail,
        )  # fmt: skip
    counts = []
    for size in (1, 100):
        page = partial(ask, world.app, f"/api/documentMatrix?pageSize={size}", person.headers)
        page()
        with world.app.app_context(), statements() as recorded:
            page()
        counts.append(len(recorded))
    yield Row(
        figure="statements of the matrix, 100 suppliers", measured=counts[1], baseline=counts[0],
        against="the matrix of 1 supplier", unit="", goal=counts[0],
    )  # fmt: skip
