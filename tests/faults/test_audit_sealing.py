"""The job that seals the audit log: killed in the middle of a slice, run by two workers, and while entries are written."""

import subprocess
import sys
import threading

import psycopg

from app.config import ROOT
from tests.faults.conftest import Product, wait_until
from tests.fixtures.databases import run_flask, server_environment

JOB = """
from app.audit.jobs import seal
from app.audit.operations import sealing
from app.factory import create_app

sealing.SLICE = 500
with create_app().app_context():
    print("started", flush=True)
    seal()
"""
WRITE = """
insert into audit_entry (organisation_id, type, created, ids, fields)
select id, 'faults.written', now(), '{}', '{}' from organisation
"""
WAITING = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like %s"
SEALED = "select count(*), count(distinct each) from audit_seal, unnest(entry_ids) each"
KILLS = 6


def start_job(product: Product) -> "subprocess.Popen[str]":
    process = subprocess.Popen(
        [sys.executable, "-c", JOB], cwd=ROOT, env=server_environment(product.server.environment),
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "started\n"
    return process


def verified(product: Product) -> str:
    return run_flask(["audit", "verify"], product.server.environment)


def test_killed_in_the_middle_of_a_slice_nothing_is_sealed_twice(product: Product) -> None:
    product.rows(WRITE)
    with product.locked("lock table audit_seal in share mode"):
        job = start_job(product)
        wait_until(
            lambda: product.rows(WAITING, "INSERT INTO audit_seal%") == [(1,)],
            seconds=90, expected="the job waits in the middle of a slice",
        )  # fmt: skip
        job.kill()
        job.communicate()
    wait_until(
        lambda: not product.is_waiting(), seconds=30, expected="the statement of the dead job has ended"
    )
    for finished in [start_job(product) for _ in range(2)]:
        finished.communicate(timeout=120)
        assert finished.returncode == 0
    ((entries,),) = product.rows("select count(*) from audit_entry")
    assert entries > 0
    assert product.rows(SEALED) == [(entries, entries)]
    assert "no change" in verified(product)


def test_kills_while_entries_are_written_leave_whole_chains(product: Product) -> None:
    stop, failures = threading.Event(), list[str]()

    def write() -> None:
        with psycopg.connect(product.server.database_url, autocommit=True) as connection:
            while not stop.wait(0.05):
                try:
                    connection.execute(WRITE)
                except psycopg.Error as error:
                    failures.append(str(error))

    writers = [threading.Thread(target=write) for _ in range(2)]
    for writer in writers:
        writer.start()
    try:
        for _ in range(KILLS):
            jobs = [start_job(product) for _ in range(2)]
            before = product.rows("select up_to_id from audit_sealing")
            wait_until(
                lambda before=before, jobs=jobs: product.rows("select up_to_id from audit_sealing") != before
                or all(job.poll() is not None for job in jobs),
                seconds=60, expected="a slice is sealed",
            )  # fmt: skip
            for job in jobs:
                job.kill()
                job.communicate()
    finally:
        stop.set()
        for writer in writers:
            writer.join()
    assert failures == []
    last = start_job(product)
    last.communicate(timeout=120)
    assert last.returncode == 0
    ((entries,),) = product.rows("select count(*) from audit_entry")
    assert product.rows(SEALED) == [(entries, entries)]
    assert "no change" in verified(product)
