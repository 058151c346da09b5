"""Steps of a corrective action that are saved and sent while web processes are killed: nothing is lost, nothing twice."""

import threading
from collections.abc import Sequence
from typing import Any

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.faults.conftest import LOST, Product, wait_until

SUPPLIER = DEMO_EMAILS[1]
FIELDS = (
    ("D4", "why.OCCURRENCE.killed001"),
    ("D4", "why.ESCAPE.killed002"),
    ("D5", "task.killed003.text"),
    ("D5", "task.killed003.responsible"),
)
"""One writer saves each field: of a step itself, and of the table of planned actions."""
SAVES = 40
KILLS = 6
ACTION = """
select a.id, a.ncr_id from corrective_action a join app_user u on u.organisation_id = a.with_organisation_id
where lower(u.email) = %s and a.state = 'CONTAINED' order by a.id limit 1
"""
COMPLETE = {
    "why.ESCAPE.whole0001": "The bore was not inspected",
    "cause.OCCURRENCE.text": "No tool life was set",
    "cause.ESCAPE.text": "Not part of the control plan",
}
WAITING = "select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query ilike %s)"
SENT = """
select count(*), (select count(*) from notification n where n.kind = 'CORRECTIVE_STEP_SENT' and n.subject_id = %s and n.event_id in (
    select id from event_log where type = 'ncr.stepSent' and args->>'step' = 'D4'))
from event_log where type = 'ncr.stepSent' and args->>'step' = 'D4' and (args->>'ncrId')::int = %s
"""


class Writer(threading.Thread):
    """A client that saves new texts to one field, each again until it is acknowledged."""

    def __init__(self, product: Product, action_id: int, step: str, key: str, *, base: int) -> None:
        super().__init__()
        self._product, self._key, self._base = product, key, base
        self._path = f"/api/correctiveAction/{action_id}/step/{step}"
        self.acknowledged: list[tuple[int, str]] = []
        self.problems: list[Any] = []
        self.failed: set[int] = set()

    def run(self) -> None:
        """Save all texts, one after the other."""
        for number in range(SAVES):
            text = f"Text {number}"
            body = {"values": {self._key: {"value": text, "baseIteration": self._base}}}
            while True:
                status, result = self._product.call_api("PUT", self._path, body, email=SUPPLIER)
                if status == 200:
                    break
                self.failed.add(status)
            if self._key not in result["saved"]:
                self.problems.append(result)
                return
            self._base = result["saved"][self._key]["iteration"]
            self.acknowledged.append((self._base, text))


def kill_web_processes(product: Product) -> None:
    """Kill the processes that respond to requests; the supervisor replaces them."""
    for process in product.server.processes("gunicorn")[1:]:
        process.kill()


def stored_fields(product: Product, action_id: int) -> dict[tuple[str, str], tuple[int, Any]]:
    """Return iteration and value of each field by step and key, as the supplier reads them."""
    status, action = product.call_api("GET", f"/api/correctiveAction/{action_id}", email=SUPPLIER)
    assert status == 200
    return {
        (step["step"], key): (iteration, step["values"].get(key))
        for step in action["steps"]
        for key, iteration in step["iterations"].items()
    }


def save_all(product: Product, action_id: int, step: str, values: dict[str, object]) -> None:
    """Save fields of a step, based on their current iterations."""
    stored = stored_fields(product, action_id)
    body = {
        "values": {
            key: {"value": value, "baseIteration": stored.get((step, key), (0, None))[0]}
            for key, value in values.items()
        }
    }
    status, result = product.call_api(
        "PUT", f"/api/correctiveAction/{action_id}/step/{step}", body, email=SUPPLIER
    )
    assert (status, result["conflicts"], result["refused"]) == (200, {}, {})


def test_saved_fields_survive_kills_and_no_save_counts_twice(product: Product) -> None:
    [(action_id, _)] = product.rows(ACTION, SUPPLIER)
    product.token(SUPPLIER)
    writers = [Writer(product, action_id, step, key, base=0) for step, key in FIELDS]
    for writer in writers:
        writer.start()
    for part in range(1, KILLS + 1):
        wait_until(
            lambda part=part: (
                sum(len(writer.acknowledged) for writer in writers)
                >= part * SAVES * len(FIELDS) // (KILLS + 2)
                or not any(map(threading.Thread.is_alive, writers))
            ),
            seconds=300,
            expected=f"{part} of {KILLS} parts of the fields are saved",
        )
        kill_web_processes(product)
    for writer in writers:
        writer.join()
    failed: Sequence[int] = sorted({status for writer in writers for status in writer.failed})
    assert set(failed) <= {LOST, 502, 503}
    stored = stored_fields(product, action_id)
    for field, writer in zip(FIELDS, writers, strict=True):
        assert writer.problems == []
        # A repeated save is neither a conflict nor a new iteration.
        assert [iteration for iteration, _ in writer.acknowledged] == list(range(1, SAVES + 1))
        assert stored[field] == writer.acknowledged[-1]
    rows = product.rows("select count(*) from corrective_task where key = 'killed003'")
    assert rows == [(1,)]


def test_step_whose_process_is_killed_while_sending_is_sent_once(product: Product) -> None:
    [(action_id, ncr_id)] = product.rows(ACTION, SUPPLIER)
    save_all(product, action_id, "D4", {"why.OCCURRENCE.whole0002": "The tool was worn", **COMPLETE})
    path = f"/api/correctiveAction/{action_id}/step/D4/send"
    answers: list[int] = []
    client = threading.Thread(
        target=lambda: answers.append(product.call_api("POST", path, {}, email=SUPPLIER)[0])
    )
    # The event is written near the end of the sending, after the state of the step.
    with product.locked(
        "select id from user_task where subject_type = 'ncr' and subject_id = %s for update", ncr_id
    ):
        client.start()
        wait_until(
            lambda: product.rows(WAITING, "%user_task%") == [(True,)],
            seconds=60,
            expected="the sending waits for the locked task",
        )
        kill_web_processes(product)
        client.join()
    assert answers == [LOST]
    wait_until(lambda: not product.is_waiting(), seconds=30, expected="the statement has ended")
    assert product.rows(SENT, ncr_id, ncr_id) == [(0, 0)], "nothing of the sending is stored"
    statuses: list[int] = []

    def is_sent() -> bool:
        statuses.append(product.call_api("POST", path, {}, email=SUPPLIER)[0])
        return statuses[-1] == 200

    wait_until(is_sent, seconds=60, expected="the step is sent again")
    assert set(statuses[:-1]) <= {LOST, 502, 503}
    assert product.call_api("POST", path, {}, email=SUPPLIER)[0] == 409
    events, notifications = product.rows(SENT, ncr_id, ncr_id)[0]
    assert (events, notifications) == (2, 1), "one event for each party, one notification of the buyer"
    state = product.rows("select state from corrective_step where action_id = %s and step = 'D4'", action_id)
    assert state == [("SENT",)]
