"""A fresh web process under load: first requests do not damage state shared by its threads."""

import subprocess
import sys
import urllib.error
import urllib.request

import psutil
import pytest
from flask import Flask
from sqlalchemy.exc import InvalidRequestError, NoResultFound

from app.config import ROOT
from app.devtools.demo_accounts import DEMO_EMAILS, DEMO_PASSWORD
from app.kernel.db.statements import is_statement_error
from tests.fixtures.databases import copy_database, drop_database, server_environment
from tests.fixtures.live_server import SECRET_KEY, wait_until
from tests.fixtures.ports import free_port
from tests.fixtures.services import Services

LOADER = ROOT / "tests" / "integration" / "first_requests.py"


def status_of(url: str) -> int | None:
    """Send a GET request; return the status code, or None if nothing listens."""
    try:
        with urllib.request.urlopen(url, timeout=10) as response:
            return int(response.status)
    except urllib.error.HTTPError as error:
        return error.code
    except OSError:
        return None


@pytest.mark.long
def test_simultaneous_first_requests_of_forty_processes_succeed(
    services: Services, demo_template: str, worker_id: str
) -> None:
    name = f"first_{worker_id}"
    settings = {
        "DATABASE_URL": copy_database(services, demo_template, name),
        "SECRET_KEY": SECRET_KEY,
        "LOG_LEVEL": "CRITICAL",
        "PYTHONPATH": str(ROOT),
    }
    try:
        done = subprocess.run(
            [sys.executable, str(LOADER), DEMO_EMAILS[0], DEMO_PASSWORD],
            cwd=ROOT,
            env=server_environment(settings),
            capture_output=True,
            text=True,
            check=False,
        )
    finally:
        drop_database(services, name)
    assert (done.stdout, done.returncode) == ("met 40 processes\n", 0), done.stderr[-2000:]


def test_process_with_a_statement_error_is_replaced(app: Flask, clean_redis: object) -> None:
    port = free_port()
    settings = app.config["ASSAY"].to_environ()
    command = [
        "-m",
        "gunicorn",
        "--config",
        "python:app.kernel.gunicorn_config",
        "tests.integration.damaged_app:app",
    ]
    server = subprocess.Popen(
        [sys.executable, *command],
        cwd=ROOT,
        env=server_environment({**settings, "PORT": str(port), "WEB_CONCURRENCY": "1"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until(lambda: status_of(f"{url}/healthz") == 200)
        (first,) = psutil.Process(server.pid).children()
        assert status_of(f"{url}/readyz") == 500
        first.wait(timeout=30)
        wait_until(lambda: status_of(f"{url}/healthz") == 200)
        (second,) = psutil.Process(server.pid).children()
        assert second.pid != first.pid
    finally:
        server.terminate()
        server.communicate(timeout=30)


def test_row_errors_are_not_statement_errors() -> None:
    assert is_statement_error(InvalidRequestError("Can't determine which FROM clause to join from"))
    assert not is_statement_error(NoResultFound())
    assert not is_statement_error(ValueError())
