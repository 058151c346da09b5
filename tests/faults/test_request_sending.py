"""A worker that is killed while it sends a request: each supplier gets the request, none twice."""

import os
import signal
import subprocess
from collections.abc import Callable
from typing import Any

import psycopg
from flask import Flask

from app.compose.public import RecipientChoice
from app.config import Settings
from app.extensions import db
from app.kernel.db import commit
from app.requests.operations.sending import NewRequest, create_and_send
from app.rfx.public import RequestType
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.rfx import field, make_form
from tests.faults.conftest import wait_until

SUPPLIERS = 60
MIDDLE = 40
"""The supplier at which the worker waits for a lock, and is killed."""
Worker = Callable[..., "subprocess.Popen[bytes]"]


def send_request() -> int:
    """Create a request that a bulk job sends; return its id."""
    buyer = UserFactory()
    started = create_and_send(
        actor=actor_of(buyer),
        new=NewRequest(
            type=RequestType.RFI,
            subject="Supplier check",
            html="<p>Please answer.</p>",
            recipients=RecipientChoice(
                pasted="\n".join(f"p{number}@faults.example" for number in range(SUPPLIERS))
            ),
            doc_form_ids=[make_form(buyer, field("name")).id],
        ),
    )
    commit()
    db.session.remove()
    return started.request_id


def test_request_of_a_killed_worker_is_sent_once(committed_app: Flask, worker: Worker) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    url = settings.database_url.replace("postgresql+psycopg://", "postgresql://")
    with committed_app.app_context():
        request_id = send_request()
    with psycopg.connect(url, autocommit=True) as reader, psycopg.connect(url) as locker:

        def read(statement: str) -> Any:
            return reader.execute(statement, {"request": request_id}).fetchone()

        def is_waiting() -> bool:
            return bool(
                read("select exists (select from pg_stat_activity where wait_event_type = 'Lock')")[0]
            )

        locker.execute(
            "select id from rfx_request_recipient where request_id = %s order by id offset %s limit 1 for update",
            (request_id, MIDDLE),
        )
        first = worker(settings)
        wait_until(is_waiting, seconds=90, expected="the worker is in the middle of the sending")
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
        locker.rollback()
        wait_until(
            lambda: not is_waiting(), seconds=30, expected="the statement of the dead worker has ended"
        )
        # The lease of the dead worker ends now instead of in a minute.
        reader.execute("update job set run_at = now() where status = 'RUNNING'")
        worker(settings)
        wait_until(
            lambda: read("select count(*) from bulk_job where state = 'DONE'") == (1,),
            seconds=120,
            expected="the job is done",
        )
        sent = "select count(*), count(distinct rfx_id), count(failure) from rfx_request_recipient where request_id = %(request)s"
        assert read(sent) == (SUPPLIERS, SUPPLIERS, 0)
        assert read("select count(*) from rfx where request_id = %(request)s") == (SUPPLIERS,)
        mails = "select count(*), count(distinct to_email) from outbox_mail where to_email like 'p%%@faults.example'"
        assert read(mails) == (SUPPLIERS, SUPPLIERS)
