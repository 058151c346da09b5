"""Duplicates among 10,000 suppliers of one buyer: the comparison in the worker, and the list."""

import time
from collections.abc import Iterator
from functools import partial

from app.duplicates.operations.comparing import compare_suppliers
from app.kernel.db.session import commit
from bench.bare import bare_statement
from bench.data import tidy
from bench.measure import ask, in_turns
from bench.table import Row
from bench.world import World

BUYER = "elsa.noren@halden-rail.example"
COUNT = 10_000
COMPARISON_GOAL, LIST_GOAL = 10_000, 100
FILL = """
with owner as (select organisation_id from app_user where lower(email) = %s),
words as (
  select n, initcap(substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 8)) as stem from generate_series(1, %s) n
), made as (
  insert into organisation (name, status, is_test_organisation, is_placeholder, address_country, created)
  select case when n %% 20 = 0 then (select w.stem from words w where w.n = words.n - 1) || ' Technik Ltd'
         else stem || ' Technik GmbH' end, 'INVITED', false, false, 'DEU', now() from words returning id
)
insert into relationship (organisation_id, with_organisation_id, level, by_invitation, created)
select owner.organisation_id, made.id, 'Evaluation', true, now() from made, owner
"""
BARE = """
select p.*, a.name, b.name from duplicate_pair p join organisation a on a.id = p.first_id join organisation b on b.id = p.second_id
where p.organisation_id = (select organisation_id from app_user where lower(email) = %s) order by p.score desc, p.id desc limit 101
"""


def run(world: World) -> Iterator[Row]:
    """Measure one comparison of all suppliers, and pages of 100 pairs next to a bare statement of the same rows."""
    with world.connection.transaction():
        world.connection.execute(FILL, [BUYER, COUNT])
    tidy(world, "organisation", "relationship")
    person = world.person(BUYER)
    (owner_id,) = world.connection.execute(
        "select organisation_id from app_user where lower(email) = %s", [BUYER]
    ).fetchone() or (0,)
    with world.app.app_context():
        start = time.perf_counter()
        pairs = compare_suppliers(owner_id)
        commit()
        elapsed = (time.perf_counter() - start) * 1_000
    yield Row(
        figure=f"comparison of {COUNT:,} suppliers in the worker, {pairs:,} pairs found",
        measured=elapsed, baseline=COMPARISON_GOAL, against="goal", goal=COMPARISON_GOAL,
    )  # fmt: skip
    tidy(world, "duplicate_pair")
    bare = bare_statement(world.connection, BARE, BUYER)
    page = partial(ask, world.app, "/api/duplicate?pageSize=100", person.headers)
    product, baseline = in_turns(page, bare, seconds=world.sizes.seconds)
    yield Row(
        figure="possible duplicates: first page of 100, p95",
        measured=product.p95, baseline=baseline.p95, against="bare statement of 100 rows, p95", goal=LIST_GOAL,
        tail=product.tail,
    )  # fmt: skip
