"""The state of a web process at the fork, and the pooled connections to the database."""

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
from tests.fixtures.application import settings_for_tests
from tests.fixtures.databases import NewDatabase, server_environment


@pytest.fixture
def pooled_app(new_database: NewDatabase, redis_url: str, tmp_path: Path) -> Iterator[Flask]:
    """Create an application with a connection pool, like in production."""
    settings = settings_for_tests(
        ENVIRONMENT="development", DATABASE_URL=new_database(), REDIS_URL=redis_url, STORAGE_URL=str(tmp_path)
    )
    application = create_app(settings)
    yield application
    with application.app_context():
        db.session.remove()
        db.engine.dispose()


def another_connection(app: Flask) -> "psycopg.Connection[tuple[object, ...]]":
    return psycopg.connect(app.config["ASSAY"].DATABASE_URL, autocommit=True)


def backend_pid(app: Flask) -> int:
    """Return the database's process id of the connection that the next unit of work gets."""
    with app.app_context():
        return int(db.session.execute(text("select pg_backend_pid()")).scalar_one())


PRINT_STATE = """
import gc, os, sys
from pathlib import Path
from app import supervisor
supervisor.load_product()
print(gc.isenabled(), gc.get_freeze_count() > 100_000)
from app.extensions import db
from app.kernel import gunicorn_config
from app.kernel.registry import current_registry
from wsgi import app
gunicorn_config.pre_fork(None, None)
with app.app_context():
    print(len(os.listdir("/proc/self/task")), db.engine.pool.checkedin(), current_registry().pages.renderer.is_running)
print("libmini_racer" in Path("/proc/self/maps").read_text())
print(sorted({"httpx", "icalendar", "openpyxl", "python_calamine", "standardwebhooks", "xhtml2pdf"} & set(sys.modules)))
"""


def test_no_unshareable_resource_exists_before_the_fork(pooled_app: Flask) -> None:
    """No second thread, no database connection and no JavaScript engine exist; loaded objects are frozen.

    The library of the engine is loaded: without an engine it can be shared. Libraries of files and of requests to
    other servers are not: they would delay the first response.
    """
    settings = pooled_app.config["ASSAY"].to_environ()
    result = subprocess.run(
        [sys.executable, "-c", PRINT_STATE],
        cwd=ROOT,
        env=server_environment(settings),
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.splitlines() == ["True True", "1 0 False", "True", "[]"]


def test_connection_is_reused(pooled_app: Flask) -> None:
    assert backend_pid(pooled_app) == backend_pid(pooled_app)


def test_closed_connection_is_replaced(pooled_app: Flask) -> None:
    """After a restart of the database the next request gets a new connection, without an error."""
    closed = backend_pid(pooled_app)
    with another_connection(pooled_app) as other:
        assert other.execute("select pg_terminate_backend(%s, 10000)", [closed]).fetchone() == (True,)
    assert backend_pid(pooled_app) != closed


def test_notification_does_not_close_the_connection(pooled_app: Flask) -> None:
    """A notification to a pooled connection is read, and the connection stays in the pool."""
    pid = backend_pid(pooled_app)
    with pooled_app.app_context():
        db.session.execute(text("listen words"))
        db.session.commit()
    with another_connection(pooled_app) as other:
        other.execute("notify words")
    assert backend_pid(pooled_app) == pid
