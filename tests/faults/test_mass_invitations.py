"""A worker that is killed while it invites many suppliers: each is invited, and gets one mail."""

import os
import signal
import subprocess
from collections.abc import Callable
from typing import Any

import psycopg
from flask import Flask

from app.config import Settings
from app.extensions import db
from app.kernel.db.session import commit
from app.network.operations.inviting_many import NewSupplier, start_invitations
from app.network.types import RelationshipLevel
from tests.factories.accounts import UserFactory, actor_of
from tests.faults.conftest import wait_until

ROWS, MIDDLE = 300, 150
Worker = Callable[..., "subprocess.Popen[bytes]"]


def test_a_killed_job_of_invitations_sends_no_mail_twice(committed_app: Flask, worker: Worker) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    url = settings.database_url.replace("postgresql+psycopg://", "postgresql://")
    with committed_app.app_context():
        buyer = UserFactory()
        rows = [NewSupplier("Ada", f"p{n}@firm{n}.example", f"Company {n}") for n in range(ROWS)]
        job = start_invitations(
            actor=actor_of(buyer), rows=rows, email_faults=[None] * ROWS, level=RelationshipLevel.EVALUATION,
            is_test=False, message_html=None, save_message=False, confirmed_mails=ROWS,
        )  # fmt: skip
        job_id, organisation_id = job.id, buyer.organisation_id
        commit()
        db.session.remove()
    with psycopg.connect(url) as blocking, psycopg.connect(url, autocommit=True) as connection:

        def read(statement: str) -> Any:
            return connection.execute(statement, {"job": job_id}).fetchone()

        def is_waiting() -> bool:
            stmt = "select exists (select from pg_stat_activity where %s = any(pg_blocking_pids(pid)))"
            row = connection.execute(stmt, [blocking.info.backend_pid]).fetchone()
            return row is not None and bool(row[0])

        # The worker waits at this row, because the address may be taken.
        blocking.execute(
            "insert into app_user (organisation_id, type, status, is_admin, name, email, gets_optional_mail, created) "
            "values (%s, 'USER', 'ACTIVE', false, 'Other', %s, true, now())",
            [organisation_id, f"p{MIDDLE}@firm{MIDDLE}.example"],
        )
        first = worker(settings)
        wait_until(is_waiting, seconds=90, expected="the worker is in the middle of the job")
        assert 0 < read("select done from bulk_job where id = %(job)s")[0] <= MIDDLE
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        blocking.rollback()
        wait_until(lambda: not is_waiting(), seconds=30, expected="the statement has ended")
        connection.execute("update job set run_at = now() where status = 'RUNNING'")
        worker(settings)
        wait_until(
            lambda: read("select state from bulk_job where id = %(job)s") == ("DONE",),
            seconds=90,
            expected="the job is done",
        )
        assert read("select count(*) from bulk_row where job_id = %(job)s and outcome = 'DONE'") == (ROWS,)
        mails = "select count(*), count(distinct lower(to_email)) from outbox_mail where template = 'SUPPLIERINVITE'"
        assert read(mails) == (ROWS, ROWS)
        assert read("select count(*) from invitation") == (ROWS,)
