"""A worker that is killed while it sends the letters of an award: each supplier gets its letter, none twice."""

from typing import Any

from flask import Flask

from app.awards.operations.letters import send_letters
from app.config import Settings
from app.extensions import db
from app.kernel.db.session import commit
from tests.factories.accounts import actor_of
from tests.factories.awards import draft_award, make_award_case
from tests.faults.conftest import Worker, connect, kill_at_lock, restart_worker, wait_until

SUPPLIERS = 40
MIDDLE = 25
"""The letter at which the worker waits for a lock, and is killed."""


def award_request() -> int:
    """Award a request to one of many guests, and start the sending of the letters; return the id of the request."""
    case = make_award_case(guests=SUPPLIERS)
    draft_award(case, 0)
    send_letters(actor=actor_of(case.buyer), request_id=case.request.id, based_on=None)
    commit()
    db.session.remove()
    return case.request.id


def test_letters_of_a_killed_worker_are_sent_once(committed_app: Flask, worker: Worker) -> None:
    settings: Settings = committed_app.config["ASSAY"]
    with committed_app.app_context():
        request_id = award_request()
    with connect(settings) as reader:

        def read(statement: str) -> Any:
            return reader.execute(statement, {"request": request_id}).fetchone()

        kill_at_lock(
            worker,
            settings,
            locked="select id from rfx where request_id = %s order by id offset %s limit 1 for update",
            parameters=(request_id, MIDDLE),
        )
        restart_worker(worker, settings)
        wait_until(
            lambda: read("select letters_finished is not null from rfx_award") == (True,),
            seconds=120,
            expected="all letters are sent",
        )
        letters = "select count(*), count(*) filter (where letter_state = 'SENT'), count(failure) from rfx_award_line"
        assert read(letters) == (SUPPLIERS, SUPPLIERS, 0)
        mails = "select count(*), count(distinct to_user_id) from outbox_mail where dedupe_key like 'rfx:%%:award:%%'"
        assert read(mails) == (SUPPLIERS, SUPPLIERS)
        outcomes = (
            "select count(*) filter (where is_awarded), count(*) filter (where not is_awarded) from rfx"
            " where request_id = %(request)s"
        )
        assert read(outcomes) == (1, SUPPLIERS - 1)
        events = "select count(*) from event_log where type in ('rfx.awarded', 'rfx.notAwarded')"
        assert read(events) == (SUPPLIERS,)
