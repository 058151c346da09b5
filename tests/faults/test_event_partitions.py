"""The job of the event log's partitions: run by two workers at once, killed at any moment, and while events are written."""

import subprocess
import sys
import threading
import time

import psycopg

from app.config import ROOT
from tests.faults.conftest import Product, wait_until
from tests.fixtures.databases import server_environment

KILLS = 8
SPREAD = 40
JOB = """
import sys
from datetime import timedelta

from app.events.jobs import maintain_partitions
from app.factory import create_app
from app.kernel.clock import shifted

with create_app().app_context(), shifted(timedelta(days=int(sys.argv[1]))):
    print("started", flush=True)
    maintain_partitions()
"""
PARTITIONS = """
select relname, pg_get_expr(relpartbound, pg_class.oid) from pg_inherits join pg_class on pg_class.oid = inhrelid
where inhparent = 'event_log'::regclass order by 2
"""
WRITE = """
insert into event_log (type, created, organisation_id, args)
select 'faults.written', now() + %s * interval '1 day', min(id), '{}' from organisation returning id
"""
WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like %s"
WRITTEN = "select count(*) from event_log where type = 'faults.written'"


def start_job(product: Product, days: int, **settings: str) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", JOB, str(days)], cwd=ROOT, env=server_environment(product.server.environment | settings),
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    return process


def test_killed_job_leaves_all_events_and_no_gap(product: Product) -> None:
    """Events of the next years are written meanwhile: they are late, and get partitions of their own."""
    stop, written, failures = threading.Event(), list[int](), list[str]()

    def write() -> None:
        with psycopg.connect(product.server.database_url, autocommit=True) as connection:
            number = 0
            while not stop.is_set():
                number += 1
                try:
                    row = connection.execute(WRITE, [number % SPREAD * 20]).fetchone()
                    written.append(row[0] if row else 0)
                except psycopg.Error as error:
                    failures.append(str(error))

    writer = threading.Thread(target=write)
    writer.start()
    wait_until(lambda: len(written) >= SPREAD, seconds=30, expected="there are events of all times")
    try:
        for kill in range(KILLS):
            jobs = [start_job(product, days=60 * kill) for _ in range(2)]
            # Each pair is killed a little later, so that the kills are spread over the steps.
            deadline = time.monotonic() + 0.03 * kill
            while time.monotonic() < deadline and any(job.poll() is None for job in jobs):
                pass
            for job in jobs:
                job.kill()
                job.communicate()
    finally:
        stop.set()
        writer.join()
    assert failures == []
    last = [start_job(product, days=60 * KILLS) for _ in range(2)]
    for job in last:
        job.communicate(timeout=120)
    assert [job.returncode for job in last] == [0, 0]
    assert product.rows("select exists (select from event_log_later)") == [(False,)]
    assert product.rows(WRITTEN) == [(len(written),)]
    assert_whole(product)


def test_killed_in_the_middle_of_the_change_nothing_has_changed(product: Product) -> None:
    before = product.rows(PARTITIONS)
    with product.locked("lock table app_user in row exclusive mode"):
        # The change has replaced partitions already when it waits for the table to which their foreign keys refer.
        job = start_job(product, days=1_000)
        wait_until(
            lambda: product.rows(WAITING, "%TABLE event_log_%") == [(1,)],
            seconds=90, expected="the job waits in the middle of its change",
        )  # fmt: skip
        job.kill()
        job.communicate()
    wait_until(
        lambda: not product.is_waiting(), seconds=30, expected="the statement of the dead job has ended"
    )
    assert product.rows(PARTITIONS) == before
    job = start_job(product, days=1_000)
    job.communicate(timeout=120)
    assert job.returncode == 0
    assert len(product.rows(PARTITIONS)) > len(before)
    assert_whole(product)


def test_two_workers_drop_old_partitions(product: Product) -> None:
    jobs = [start_job(product, days=1_500, EVENT_MONTHS="6") for _ in range(2)]
    for job in jobs:
        job.communicate(timeout=120)
    assert [job.returncode for job in jobs] == [0, 0]
    assert len(product.rows(PARTITIONS)) == 6 + 1 + 3 + 1
    assert product.rows(WRITTEN) == [(0,)]


def assert_whole(product: Product) -> None:
    """Assert that the partitions cover all times: each begins where another one ends."""
    begins, ends = set(), set()
    for _, bounds in product.rows(PARTITIONS):
        begin, end = bounds.removeprefix("FOR VALUES FROM (").removesuffix(")").split(") TO (")
        begins.add(begin)
        ends.add(end)
    assert (begins - ends, ends - begins) == ({"MINVALUE"}, {"MAXVALUE"})
