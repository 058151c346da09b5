"""A worker that is killed while it sends a request: each supplier gets the request, none twice."""

from typing import Any

from flask import Flask

from app.compose.public import RecipientChoice
from app.config import Settings
from app.extensions import db
from app.kernel.db.session import commit
from app.requests.operations.sending import NewRequest, create_and_send
from app.rfx.public import RequestType
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.rfx import field, make_form
from tests.faults.conftest import Worker, connect, kill_at_lock, restart_worker, wait_until

SUPPLIERS = 60
MIDDLE = 40
"""The supplier at which the worker waits for a lock, and is killed."""


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
    with committed_app.app_context():
        request_id = send_request()
    with connect(settings) as reader:

        def read(statement: str) -> Any:
            return reader.execute(statement, {"request": request_id}).fetchone()

        kill_at_lock(
            worker,
            settings,
            locked="select id from rfx_request_recipient where request_id = %s order by id offset %s limit 1 for update",
            parameters=(request_id, MIDDLE),
        )
        restart_worker(worker, settings)
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
