"""What a web process is forked with, and the connections to the database that wait in its pool."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from flask import Flask
from sqlalchemy import text

from app.config import ROOT
from app.extensions import db
from app.factory import create_app
from tests.fixtures.application import settings_as_environment, settings_for_tests
from tests.fixtures.databases import NewDatabase, server_environment


@pytest.fixture
def pooled_app(new_database: NewDatabase, redis_url: str, tmp_path: Path) -> Iterator[Flask]:
    """An application that keeps its connections, as outside tests."""
    settings = settings_for_tests(
        ENVIRONMENT="development", DATABASE_URL=new_database(), REDIS_URL=redis_url, STORAGE_URL=str(tmp_path)
    )
    made = create_app(settings)
    yield made
    with made.app_context():
        db.session.remove()
        db.engine.dispose()


def another_connection(app: Flask) -> "psycopg.Connection[tuple[object, ...]]":
    return psycopg.connect(app.config["ASSAY"].DATABASE_URL, autocommit=True)


def own_process(app: Flask) -> int:
    """The database's number of the connection that the next unit of work gets."""
    with app.app_context():
        return int(db.session.execute(text("select pg_backend_pid()")).scalar_one())


MADE = """
import gc, os
from pathlib import Path
from app.kernel import gunicorn_config
from wsgi import app
from app.config import ROOT
from app.extensions import db
from app.kernel.registry import current_registry
print(gc.isenabled())
gunicorn_config.pre_fork(None, None)
with app.app_context():
    print(len(os.listdir("/proc/self/task")), db.engine.pool.checkedin(), current_registry().pages.renderer.is_running)
print(gc.isenabled(), gc.get_freeze_count() > 100_000, "libmini_racer" in Path("/proc/self/maps").read_text())
"""


def test_nothing_is_there_before_the_fork_that_processes_may_not_share(pooled_app: Flask) -> None:
    """No thread but the first, no connection to the database, no rendering engine; what was loaded is frozen.

    The library that engines are made from is there: without an engine it can be shared.
    """
    settings = settings_as_environment(pooled_app.config["ASSAY"])
    told = subprocess.run(
        [sys.executable, "-c", MADE],
        cwd=ROOT,
        env=server_environment(settings),
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == ["False", "1 0 False", "True True True"]


def test_a_connection_is_kept(pooled_app: Flask) -> None:
    assert own_process(pooled_app) == own_process(pooled_app)


def test_a_connection_that_the_database_closed_is_renewed(pooled_app: Flask) -> None:
    """As after a restart of the database: nobody sees an error, the next request has a new connection."""
    closed = own_process(pooled_app)
    with another_connection(pooled_app) as other:
        assert other.execute("select pg_terminate_backend(%s, 10000)", [closed]).fetchone() == (True,)
    assert own_process(pooled_app) != closed


def test_a_word_of_the_database_does_not_cost_the_connection(pooled_app: Flask) -> None:
    """What it tells a connection that waits is read, and the connection goes on."""
    kept = own_process(pooled_app)
    with pooled_app.app_context():
        db.session.execute(text("listen words"))
        db.session.commit()
    with another_connection(pooled_app) as other:
        other.execute("notify words")
    assert own_process(pooled_app) == kept
