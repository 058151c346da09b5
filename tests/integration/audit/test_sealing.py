"""Sealing the audit log: what an open transaction delays, and what the check finds."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest
from click.testing import Result
from flask import Flask
from sqlalchemy import text

from app.audit.models import AUDIT_LOG, AuditEntry, AuditSeal
from app.audit.operations import sealing
from app.audit.operations.sealing import delete_seals_of_dropped_months, seal_entries
from app.audit.queries.checking import check_chains
from app.extensions import db
from app.kernel.clock import now, shifted
from app.kernel.db.partitions import month_start
from app.kernel.db.session import unit_of_work

INSERT = """
insert into audit_entry (organisation_id, type, created, ids, fields)
values (%s, 'user.login', now(), '{}', '{}') returning id
"""


@pytest.fixture
def app(committed_app: Flask) -> Iterator[Flask]:
    with committed_app.app_context():
        yield committed_app


@pytest.fixture
def raw(app: Flask) -> Iterator[psycopg.Connection]:
    """Connect as a second process, and as an operator who may switch the trigger off."""
    with psycopg.connect(app.config["ASSAY"].DATABASE_URL, autocommit=True) as connection:
        yield connection


def write(*organisation_ids: int, days: int = 0) -> list[int]:
    with unit_of_work():
        entries = [
            AuditEntry(
                organisation_id=each, type="user.login", created=now() + timedelta(days=days), ids={"userId": 7},
                fields=[],
            )
            for each in organisation_ids
        ]  # fmt: skip
        db.session.add_all(entries)
        db.session.flush()
        return [entry.id for entry in entries]


def faults() -> dict[int, str | None]:
    rows = {chain.organisation_id: chain.fault for chain in check_chains()}
    db.session.rollback()
    return rows


def change(raw: psycopg.Connection, statement: str, *values: object) -> None:
    raw.execute("set session_replication_role = replica")
    raw.execute(statement, values)


def test_each_organisation_has_its_own_chain(app: Flask) -> None:
    first = write(1, 2, 1)
    assert seal_entries() == sealing.Sealed(seals=2, entries=3)
    second = write(2, 1)
    assert seal_entries() == sealing.Sealed(seals=2, entries=2)
    assert seal_entries() == sealing.Sealed(seals=0, entries=0)
    seals = db.session.query(AuditSeal).order_by(AuditSeal.organisation_id, AuditSeal.number).all()
    assert [(seal.organisation_id, seal.number, seal.entry_ids) for seal in seals] == [
        (1, 1, [first[0], first[2]]), (1, 2, [second[1]]), (2, 1, [first[1]]), (2, 2, [second[0]]),
    ]  # fmt: skip
    assert [seal.previous_hash for seal in seals] == ["", seals[0].hash, "", seals[2].hash]
    assert faults() == {1: None, 2: None}


def test_entries_of_an_open_transaction_are_waited_for(app: Flask, raw: psycopg.Connection) -> None:
    """A smaller id commits after a greater one; both get into the chain, in the order of the ids."""
    with raw.transaction():
        row = raw.execute(INSERT, [1]).fetchone()
        early = row[0] if row else 0
        (late,) = write(1)
        assert early < late
        waiting = threading.Event()
        results: list[sealing.Sealed] = []

        def seal() -> None:
            with app.app_context():
                waiting.set()
                results.append(seal_entries())

        thread = threading.Thread(target=seal)
        thread.start()
        assert waiting.wait(timeout=30)
        thread.join(timeout=0.5)
        assert thread.is_alive(), "it waits for the open transaction"
    thread.join(timeout=30)
    assert results == [sealing.Sealed(seals=1, entries=2)]
    assert db.session.query(AuditSeal).one().entry_ids == [early, late]


def test_transaction_that_is_open_for_too_long_delays_the_seal(
    app: Flask, raw: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sealing, "PATIENCE_SECONDS", 0)
    with raw.transaction():
        raw.execute(INSERT, [1])
        write(1)
        assert seal_entries() == sealing.Sealed(seals=0, entries=0)
    assert seal_entries() == sealing.Sealed(seals=1, entries=2)


def test_two_runs_at_once_seal_each_entry_once(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sealing, "SLICE", 5)
    ids = write(*[1, 2] * 20)

    def seal() -> None:
        with app.app_context():
            seal_entries()

    threads = [threading.Thread(target=seal) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    sealed = [each for seal in db.session.query(AuditSeal).all() for each in seal.entry_ids]
    assert sorted(sealed) == ids
    assert faults() == {1: None, 2: None}


class TestFaults:
    @pytest.fixture
    def ids(self, app: Flask) -> list[int]:
        first = write(1, 1, 1, 2)
        seal_entries()
        second = write(1, 1, 2)
        seal_entries()
        return [*first[:3], *second[:2]]

    def test_changed_entry_is_named(self, raw: psycopg.Connection, ids: list[int]) -> None:
        change(raw, "update audit_entry set user_id = 5 where id = %s", ids[1])
        assert faults() == {1: f"Entry {ids[1]} was changed after it was sealed.", 2: None}

    def test_removed_entry_is_named(self, raw: psycopg.Connection, ids: list[int]) -> None:
        change(raw, "delete from audit_entry where id = %s", ids[3])
        assert faults()[1] == f"Entry {ids[3]} is missing."

    def test_added_entry_is_named(self, raw: psycopg.Connection, ids: list[int]) -> None:
        change(raw, "delete from audit_entry where id = %s and organisation_id = 2", ids[2] + 1)
        change(
            raw,
            "insert into audit_entry (id, organisation_id, type, created, ids, fields)"
            " values (%s, 1, 'user.login', now(), '{}', '{}')",
            ids[2] + 1,
        )
        assert faults()[1] == f"Entry {ids[2] + 1} was added after the entries around it were sealed."

    def test_changed_seal_is_named(self, raw: psycopg.Connection, ids: list[int]) -> None:
        change(raw, "update audit_seal set hash = 'x' where organisation_id = 1 and number = 1")
        assert (faults()[1] or "").startswith("Seal 1, from entry")

    def test_removed_seal_is_named(self, raw: psycopg.Connection, ids: list[int]) -> None:
        third = write(1)
        seal_entries()
        change(raw, "delete from audit_seal where organisation_id = 1 and number = 2")
        assert faults()[1] == f"Seal 3, from entry {third[0]}, has no predecessor: seal 2 is missing."

    def test_command_names_the_entry_and_fails(
        self, app: Flask, raw: psycopg.Connection, ids: list[int]
    ) -> None:
        runner = app.test_cli_runner()
        good: Result = runner.invoke(args=["audit", "verify"])
        assert (good.exit_code, good.output) == (0, "Checked 7 sealed entries in 2 chains: no change.\n")
        change(raw, "update audit_entry set address = '10.0.0.1' where id = %s", ids[0])
        bad: Result = runner.invoke(args=["audit", "verify", "--organisation", "1"])
        assert bad.exit_code == 1
        assert f"Organisation 1: Entry {ids[0]} was changed after it was sealed." in bad.output
        assert runner.invoke(args=["audit", "verify", "--organisation", "2"]).exit_code == 0


def test_chain_is_checked_from_the_first_seal_that_the_retention_left(
    app: Flask, raw: psycopg.Connection
) -> None:
    def month(number: int) -> timedelta:
        return month_start(now(), number) + timedelta(days=9) - now()

    with unit_of_work():
        AUDIT_LOG.make_partitions()
    for number in (0, 1, 2):
        with shifted(month(number)):
            write(1, 1)
            if number != 1:
                seal_entries()
    with shifted(month(13)):
        AUDIT_LOG.make_partitions()
        assert AUDIT_LOG.drop_partitions(months=12)
        with unit_of_work():
            delete_seals_of_dropped_months()
        assert faults() == {1: None}
        seals = db.session.query(AuditSeal).order_by(AuditSeal.number).all()
        assert [seal.number for seal in seals] == [2]
        last = seals[-1].entry_ids[-1]
        db.session.rollback()
        change(raw, "update audit_entry set user_id = 5 where id = %s", last)
        assert faults() == {1: f"Entry {last} was changed after it was sealed."}


def test_seals_refuse_changes(app: Flask, raw: psycopg.Connection) -> None:
    write(1)
    seal_entries()
    with pytest.raises(psycopg.errors.RestrictViolation):
        raw.execute("update audit_seal set hash = 'x'")


def test_dropping_a_partition_stays_possible(app: Flask) -> None:
    write(1)
    with unit_of_work():
        db.session.execute(text("drop table audit_entry_first"))
