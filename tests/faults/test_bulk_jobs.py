"""A worker that is killed in the middle of a bulk job: every row is processed, none twice."""

import os
import signal
import subprocess
from collections.abc import Callable
from typing import Any

import psycopg
from flask import Flask

from app.config import Settings
from app.extensions import db
from app.kernel.bulk.actions import Target
from app.kernel.bulk.operations import start_job
from app.kernel.db.session import commit
from tests.factories.accounts import UserFactory, actor_of
from tests.faults.bulk_worker import LOCK, MIDDLE, PROBE
from tests.faults.conftest import wait_until

ROWS = 300
MODULE = "tests.faults.bulk_worker"
Worker = Callable[..., "subprocess.Popen[bytes]"]


def test_job_of_a_killed_worker_is_finished_once(committed_app: Flask, worker: Worker) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    url = settings.database_url.replace("postgresql+psycopg://", "postgresql://")
    with committed_app.app_context():
        db.session.execute(db.text("create table bulk_probe (number bigint not null)"))
        targets = [Target(f"Row {number}", data={"number": number}) for number in range(ROWS)]
        job = start_job(actor=actor_of(UserFactory()), action=PROBE, targets=targets, args={})
        job_id = job.id
        commit()
        db.session.remove()
    with psycopg.connect(url, autocommit=True) as connection:

        def read(statement: str) -> Any:
            return connection.execute(statement, {"job": job_id, "lock": LOCK}).fetchone()

        def is_waiting() -> bool:
            return bool(
                read("select exists (select from pg_locks where objid = %(lock)s and not granted)")[0]
            )

        read("select pg_advisory_lock(%(lock)s)")
        first = worker(settings, module=MODULE)
        wait_until(is_waiting, seconds=60, expected="the worker is in the middle of the job")
        assert read("select done from bulk_job where id = %(job)s") == (100,)
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        # The server notices the death when the statement ends that waits for the lock.
        read("select pg_advisory_unlock(%(lock)s)")
        wait_until(lambda: not is_waiting(), seconds=30, expected="the statement has ended")
        assert read("select count(*) from bulk_probe") == (100,), f"the batch of row {MIDDLE} was rolled back"
        # The lease of the dead worker ends now instead of in a minute.
        connection.execute("update job set run_at = now() where status = 'RUNNING'")
        worker(settings, module=MODULE)
        wait_until(
            lambda: read("select state from bulk_job where id = %(job)s") == ("DONE",),
            seconds=60,
            expected="the job is done",
        )
        assert read("select count(*), count(distinct number) from bulk_probe") == (ROWS, ROWS)
        outcomes = "select count(*) from bulk_row where job_id = %(job)s and outcome = 'DONE'"
        assert read(outcomes) == (ROWS,)
