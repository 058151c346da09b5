"""Jobs that read much read from a streaming replica, which may lag behind or be away."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from app.devtools.postgres_binaries import Binaries
from app.devtools.postgres_server import PostgresServer, choose_binaries
from app.devtools.service_account import identity, own_folder, unprivileged_account
from app.extensions import db
from app.factory import create_app
from app.kernel.db import replica
from app.kernel.db.replica import read_on_replica
from tests.fixtures.application import settings_for_tests

COUNT = text("select pg_is_in_recovery(), (select count(*) from probe)")


@pytest.fixture(scope="module")
def primary(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PostgresServer]:
    server = PostgresServer(tmp_path_factory.mktemp("primary"), throwaway=True)
    server.start()
    yield server
    server.remove()


@pytest.fixture
def standby(primary: PostgresServer, tmp_path: Path) -> Iterator[PostgresServer]:
    """Start a streaming replica of the primary."""
    server = PostgresServer(tmp_path / "standby", throwaway=True)
    _copy(primary, server)
    server.start()
    yield server
    server.remove()


@pytest.fixture
def replicated_app(primary: PostgresServer, standby: PostgresServer) -> Iterator[Flask]:
    """Create an application on both servers, with an empty table `probe`."""
    application = create_app(
        settings_for_tests(DATABASE_URL=primary.url(), DATABASE_REPLICA_URL=standby.url())
    )
    with application.app_context():
        db.session.execute(text("drop table if exists probe"))
        db.session.execute(text("create table probe (n int)"))
        db.session.commit()
        yield application
        db.session.remove()


def _copy(primary: PostgresServer, standby: PostgresServer) -> None:
    """Copy the data of the primary; `-R` makes the copy a replica that follows it."""
    account = unprivileged_account() if os.geteuid() == 0 else None
    own_folder(standby.folder, account)
    binaries: Binaries = choose_binaries(None, account)
    subprocess.run(
        [
            binaries.program("pg_basebackup"), "--dbname", primary.url(), "--pgdata", str(standby.data), "--write-recovery-conf",
            "--checkpoint=fast", "--no-sync",
        ],
        cwd=standby.folder,
        check=True,
        **identity(account),
    )  # fmt: skip


def read_probe() -> tuple[bool, int]:
    is_replica, count = db.session.execute(COUNT).one()
    return is_replica, count


def add_row() -> None:
    db.session.execute(text("insert into probe values (1)"))
    db.session.commit()


def test_the_last_commit_is_read_from_the_replica(replicated_app: Flask) -> None:
    for count in range(1, 6):
        add_row()
        assert read_on_replica(read_probe) == (True, count)
    assert read_probe() == (False, 5), "other statements read the primary"


def test_replica_that_lags_is_not_read(
    replicated_app: Flask, standby: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replica, "LONGEST_LAG", 0.3)
    with db.engines[replica.REPLICA].connect() as connection:
        connection.execute(text("select pg_wal_replay_pause()"))
    add_row()
    assert read_on_replica(read_probe) == (False, 1)
    with db.engines[replica.REPLICA].connect() as connection:
        connection.execute(text("select pg_wal_replay_resume()"))
    monkeypatch.setattr(replica, "LONGEST_LAG", 10)
    assert read_on_replica(read_probe) == (True, 1)


def test_requests_use_the_primary_without_the_replica(replicated_app: Flask, standby: PostgresServer) -> None:
    add_row()
    standby.stop()
    assert read_on_replica(read_probe) == (False, 1)
    add_row()
    assert read_probe() == (False, 2)


def test_change_is_made_on_the_primary_and_not_lost(replicated_app: Flask) -> None:
    def change() -> None:
        db.session.execute(text("insert into probe values (1)"))

    read_on_replica(change)
    db.session.commit()
    assert read_probe() == (False, 1)
