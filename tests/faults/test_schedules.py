"""The job of schedules in two processes at once, and in one that is killed: each round is sent exactly once."""

import subprocess
import sys

from app.config import ROOT
from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.conftest import Product, wait_until
from tests.fixtures.databases import server_environment

BUYER = DEMO_EMAILS[0]
ROUNDS, FIRST = 12, 5
"""All rounds that are due, and the rounds for the first supplier, which are sent before the kill."""
JOB = """
from app.factory import create_app
from app.schedules.jobs import run

with create_app().app_context():
    run()
"""
FILL = """
with sources as (
    select r.id as rfx_id, r.relationship_id, s.template, row_number() over (order by r.id) as number
    from rfx r join app_user u on u.organisation_id = r.organisation_id
    join schedule s on s.organisation_id = r.organisation_id and s.kind = 'RFX'
    join schedule_occurrence o on o.schedule_id = s.id and o.occurrence = 0
    where lower(u.email) = %s and r.relationship_id is not null and r.id = o.rfx_id
        and right(s.form_key, 4) <> 'copy'),
copies as (
    insert into schedule (organisation_id, relationship_id, kind, title, template, form_key, every_months, anchor,
        first_on, next_on, lead_days, starts_from, state, owner_user_id, created, created_by_user_id, updated)
    select u.organisation_id, c.relationship_id, 'RFX', %s || n, c.template, %s || n || 'copy', 12, 'FIXED',
        current_date + 10, current_date + 10, 30, 'BLANK', 'ACTIVE', u.id, now(), u.id, now()
    from generate_series(1, %s) as n, app_user u, sources c
    where lower(u.email) = %s and c.number = case when n <= %s then 1 else 2 end
    order by n returning id, relationship_id),
firsts as (
    insert into schedule_occurrence (schedule_id, occurrence, state, rfx_id, created)
    select copies.id, 0, 'SENT', c.rfx_id, now() from copies
    join sources c on c.relationship_id = copies.relationship_id)
select relationship_id from copies order by id
"""
SENT = """
select count(distinct o.id), count(distinct r.id), count(distinct q.id) from schedule s
left join schedule_occurrence o on o.schedule_id = s.id and o.occurrence > 0
left join rfx r on r.title = s.title
left join rfx_request q on q.title = s.title
where s.title like %s
"""
WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query ilike %s"


def start_job(product: Product) -> "subprocess.Popen[bytes]":
    environment = server_environment(product.server.environment)
    return subprocess.Popen([sys.executable, "-c", JOB], cwd=ROOT, env=environment)


def fill(product: Product, title: str) -> list[int]:
    """Add schedules with a round that is due, first those for one supplier, then for another; return their relationships."""
    return [row[0] for row in product.rows(FILL, BUYER, title, title, ROUNDS, BUYER, FIRST)]


def test_two_workers_at_the_same_minute_send_each_round_once(product: Product) -> None:
    fill(product, "Twice ")
    with product.locked("lock table schedule_occurrence in share mode"):
        jobs = [start_job(product) for _ in range(2)]
        wait_until(
            lambda: product.rows(WAITING, "insert into schedule_occurrence%") == [(2,)],
            seconds=90, expected="both processes are about to send a round",
        )  # fmt: skip
    assert [job.wait() for job in jobs] == [0, 0]
    assert product.rows(SENT, "Twice %") == [(ROUNDS, ROUNDS, ROUNDS)]


def test_killed_process_loses_and_repeats_no_round(product: Product) -> None:
    assert start_job(product).wait() == 0
    second_supplier = fill(product, "Killed ")[-1]
    with product.locked("select id from relationship where id = %s for update", second_supplier):
        job = start_job(product)
        wait_until(
            lambda: product.rows(WAITING, "insert into %") == [(1,)],
            seconds=90, expected="the job sends a round to the locked supplier",
        )  # fmt: skip
        job.kill()
        job.wait()
    wait_until(lambda: not product.is_waiting(), seconds=30, expected="the statement has ended")
    assert product.rows(SENT, "Killed %") == [(FIRST, FIRST, FIRST)], "no round is half sent"
    for _ in range(2):
        assert start_job(product).wait() == 0
        assert product.rows(SENT, "Killed %") == [(ROUNDS, ROUNDS, ROUNDS)]
