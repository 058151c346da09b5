"""Concurrent requests, each on its own connection: one submission, no lost answer, no deadlock."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from flask import Flask

from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import is_same_moment, now
from app.kernel.db.deadlines import deadline_text
from app.kernel.db.session import commit
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import FormValue, Rfx
from tests.factories.accounts import colleague_of, token_of
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, field, send_rfx


@pytest.fixture
def sent(committed_app: Flask) -> tuple[SentRfx, list[str]]:
    """Send an RFx; return it with the tokens of two respondents."""
    with committed_app.app_context():
        rfx = send_rfx()
        tokens = [token_of(rfx.respondent), token_of(colleague_of(rfx.respondent))]
        db.session.flush()
        commit()
    return rfx, tokens


def test_fifty_concurrent_submissions_submit_once(
    committed_app: Flask, sent: tuple[SentRfx, list[str]]
) -> None:
    rfx, tokens = sent
    client = committed_app.test_client()
    client.token = tokens[0]
    assert client.put(f"{rfx.path}/value", json=answers_json(**ANSWERS)).json["completion"]["valid"]
    barrier = Barrier(50)

    def submit(number: int) -> int:
        own = committed_app.test_client()
        own.token = tokens[number % 2]
        headers = {"Idempotency-Key": f"key {number % 10}"} if number % 3 == 0 else {}
        barrier.wait()
        return int(own.post(f"{rfx.path}/submission", json={}, headers=headers).status_code)

    with ThreadPoolExecutor(50) as pool:
        codes = list(pool.map(submit, range(50)))
    assert set(codes) <= {200, 409}
    assert 1 <= codes.count(200) <= 5
    with committed_app.app_context():
        assert db.session.query(EventLog).filter_by(type="rfx.submitted").count() == 2
        assert db.session.query(OutboxMail).filter_by(template="RFISUBMIT").count() == 1
        assert db.session.get_one(Rfx, rfx.id).status == "COMPLETED"


def test_concurrent_answers_of_ten_users_are_all_stored(committed_app: Flask) -> None:
    with committed_app.app_context():
        sent = send_rfx(blocks=[field(f"q{n}") for n in range(40)])
        people = [sent.respondent, *(colleague_of(sent.respondent) for _ in range(9))]
        tokens = [token_of(person) for person in people]
        db.session.flush()
        commit()

    def save_answers(number: int) -> list[tuple[str, str, int]]:
        client = committed_app.test_client()
        client.token = tokens[number]
        acknowledged_saves = []
        for round_ in range(8):
            own, shared = f"q{number * 4 + round_ % 4}", "q39"
            values = client.get(f"{sent.path}/value").json["latestValuesFvc"]["values"]
            body = {
                key: {"value": f"{number}/{round_}", "baseIteration": values.get(key, {}).get("iteration", 0)}
                for key in (own, shared)
            }
            done = client.put(f"{sent.path}/value", json={"values": body}).json
            assert done["saved"].keys() | done["conflicts"].keys() == body.keys()
            acknowledged_saves += [
                (key, body[key]["value"], saved["iteration"]) for key, saved in done["saved"].items()
            ]
        return acknowledged_saves

    with ThreadPoolExecutor(10) as pool:
        acknowledged = [entry for entries in pool.map(save_answers, range(10)) for entry in entries]
    with committed_app.app_context():
        rows = db.session.query(FormValue).filter_by(rfx_id=sent.id).all()
        stored = {(row.key, row.value, row.iteration) for row in rows}
        assert set(acknowledged) <= stored
        current = [row for row in rows if row.is_current]
        assert len(current) == len({row.key for row in rows})
        for row in current:
            assert row.iteration == max(other.iteration for other in rows if other.key == row.key)


def test_submission_and_expiry_race_has_one_winner(
    committed_app: Flask, sent: tuple[SentRfx, list[str]]
) -> None:
    from app.kernel.db.session import unit_of_work
    from app.rfx.operations import moves

    rfx, tokens = sent
    client = committed_app.test_client()
    client.token = tokens[0]
    client.put(f"{rfx.path}/value", json=answers_json(**ANSWERS))
    with committed_app.app_context(), unit_of_work():
        db.session.get_one(Rfx, rfx.id).deadline = now() + timedelta(milliseconds=150)
    barrier = Barrier(2)

    def submit() -> int:
        own = committed_app.test_client()
        own.token = tokens[1]
        barrier.wait()
        return int(own.post(f"{rfx.path}/submission", json={}).status_code)

    def expire() -> bool:
        barrier.wait()
        for _ in range(400):
            with committed_app.app_context(), unit_of_work():
                if moves.expire(rfx_id=rfx.id):
                    return True
                if db.session.get_one(Rfx, rfx.id).status == "COMPLETED":
                    return False
        return False

    with ThreadPoolExecutor(2) as pool:
        submitted, expired = pool.submit(submit), pool.submit(expire)
        assert (submitted.result() == 200) != expired.result()


def test_concurrent_deadline_changes_lose_nothing(committed_app: Flask) -> None:
    with committed_app.app_context():
        sent = send_rfx(deadline=now() + timedelta(days=3))
        seen = sent.rfx.deadline
        tokens = [token_of(sent.sender), token_of(colleague_of(sent.sender))]
        db.session.flush()
        commit()
    assert seen is not None
    deadlines = [now() + timedelta(days=9), now() + timedelta(days=30)]
    for basis in ({"basedOn": {"deadline": seen.isoformat()}}, {}):
        barrier = Barrier(2)

        def change(number: int, basis: dict[str, Any] = basis, barrier: Barrier = barrier) -> tuple[int, str]:
            client = committed_app.test_client()
            client.token = tokens[number]
            barrier.wait()
            response = client.put(
                f"{sent.path}/deadline", json={"deadline": deadlines[number].isoformat(), **basis}
            )
            return response.status_code, response.json.get("code", "")

        with ThreadPoolExecutor(2) as pool:
            outcomes = sorted(pool.map(change, range(2)))
        # With the version it is based on, the second change is rejected; without, the last one wins.
        assert outcomes == ([(200, ""), (409, "stale")] if basis else [(200, ""), (200, "")])
    with committed_app.app_context():
        changes = [
            (event.args["fromDeadline"], event.args["deadline"])
            for event in db.session.query(EventLog)
            .filter_by(type="rfx.deadlineChanged", organisation_id=sent.sender.organisation_id)
            .order_by(EventLog.id)
        ]
        stored = db.session.get_one(Rfx, sent.id).deadline
        assert stored is not None
        # Each change starts from the result of the previous one; setting the stored value is not recorded.
        assert [before for before, _ in changes[1:]] == [after for _, after in changes[:-1]]
        assert is_same_moment(datetime.fromisoformat(changes[-1][1]), stored)
        mails = (
            db.session.query(OutboxMail).filter_by(template="DEADLINECHANGED").order_by(OutboxMail.id).all()
        )
        assert [mail.to_email for mail in mails] == [sent.respondent.email] * len(changes)
        assert deadline_text(stored) in mails[-1].text
