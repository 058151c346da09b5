"""A worker that is killed while it sends webhooks: each event arrives, some twice but with the same id."""

import dataclasses
import os
import signal
from collections import Counter

from flask import Flask

from app.config import Settings
from app.events.public import record
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.session import commit
from app.kernel.jobs.queue import claim_due, enqueue
from app.webhooks.types import CATCH_UP_JOB
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.webhooks import make_endpoint, run_receiver
from tests.faults.conftest import Worker, connect, wait_until

EVENTS = 40
BEFORE_THE_KILL = 10


def test_events_of_a_killed_worker_arrive(committed_app: Flask, worker: Worker) -> None:
    with run_receiver() as receiver:
        settings: Settings = dataclasses.replace(committed_app.config["ASSAY"], PRIVATE_HOSTS=receiver.host)
        with committed_app.app_context():
            user = UserFactory()
            endpoint_id = make_endpoint(user, url=receiver.url).id
            for _ in range(EVENTS):
                record("user.invited", actor=actor_of(user), userId=7, userName="Nia")
            commit()
            db.session.remove()
        process = worker(settings)
        wait_until(
            lambda: len(receiver.requests) >= BEFORE_THE_KILL, seconds=60, expected="the first events arrive"
        )
        receiver.slow_paths = {"/hook"}
        wait_until(lambda: receiver.parallel > 0, seconds=60, expected="a request is running")
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        receiver.slow_paths = set()
        receiver.released.set()
        with connect(settings) as connection:
            # The leases of the dead worker end at once instead of in a minute.
            connection.execute("update webhook_delivery set next_attempt = now() where state = 'PENDING'")
            worker(settings)

            def is_all_delivered() -> bool:
                waiting = connection.execute(
                    "select count(*) from webhook_delivery where endpoint_id = %s and state <> 'DELIVERED'",
                    [endpoint_id],
                )
                return waiting.fetchone() == (0,)

            wait_until(is_all_delivered, seconds=90, expected="all events are delivered")
        arrived = Counter(request.headers["webhook-id"] for request in receiver.requests)
        assert len(arrived) == EVENTS
        assert max(arrived.values()) <= 2


def test_deliveries_that_a_killed_worker_was_to_write_are_written_once(
    committed_app: Flask, worker: Worker
) -> None:
    """The job that catches up is killed before it starts, and runs after the lease."""
    with run_receiver() as receiver:
        settings: Settings = dataclasses.replace(committed_app.config["ASSAY"], PRIVATE_HOSTS=receiver.host)
        with committed_app.app_context():
            user = UserFactory()
            since = now()
            for _ in range(EVENTS):
                record("user.invited", actor=actor_of(user), userId=7, userName="Nia")
            db.session.flush()
            endpoint_id = make_endpoint(user, url=receiver.url).id
            enqueue(CATCH_UP_JOB, endpoint_id=endpoint_id, since=since.isoformat())
            commit()
            [claim] = claim_due()
            assert claim.name == CATCH_UP_JOB
            db.session.remove()
        with connect(settings) as connection:
            connection.execute("update job set run_at = now() where status = 'RUNNING'")
            worker(settings)

            def counts() -> tuple[int, ...] | None:
                return connection.execute(
                    "select count(*), count(distinct event_id), count(*) filter (where state = 'DELIVERED')"
                    " from webhook_delivery"
                ).fetchone()

            wait_until(
                lambda: counts() == (EVENTS, EVENTS, EVENTS), seconds=90, expected="all are written and sent"
            )
