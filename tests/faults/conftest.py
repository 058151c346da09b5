"""A product on its own services, which tests may stop and kill. `make faults` runs them; `make test` does not.

Fixture:
- `product`: the running product with the demo data on its own PostgreSQL and Redis: `.server` (LiveServer),
  `.postgres`, `.redis`, `.rows(statement)`, `.locked(statement)`, `.call_api(...)`.
- `cluster`: two nodes with the demo data on one PostgreSQL, one Redis and one bucket (tests/fixtures/nodes.py).
"""

import json
import os
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from redis import Redis
from redis.exceptions import RedisError

from app.config import VERSION, Settings
from app.devtools.demo_accounts import DEMO_PASSWORD
from app.devtools.postgres_server import PostgresServer
from app.devtools.redis_server import find_program
from tests.fixtures.databases import log_folder, run_flask
from tests.fixtures.live_server import SECRET_KEY, LiveServer
from tests.fixtures.mailbox import start_mail_server
from tests.fixtures.nodes import BASE_URL, Cluster, Node, copy_product
from tests.fixtures.ports import free_port
from tests.fixtures.storage import create_bucket

LOST = 0
"""The status of a request without a response."""
Worker = Callable[[Settings], "subprocess.Popen[bytes]"]


def wait_until(condition: Callable[[], bool], *, seconds: float, expected: str) -> None:
    """Wait until `condition` returns True; fail the test after `seconds` with the text `expected`."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"After {seconds:g} s still not: {expected}")
        time.sleep(0.1)


def kill_at_lock(
    worker: Worker, settings: Settings, *, locked: str, parameters: Sequence[object], waiting: str = "%"
) -> None:
    """Start a worker and kill it while it waits for the row that the statement `locked` locks.

    `waiting` is a LIKE pattern of the statement of the worker that waits.
    """
    waits = "select exists (select from pg_stat_activity where wait_event_type = 'Lock' and query like %s)"
    with connect(settings) as reader:

        def is_waiting() -> bool:
            return reader.execute(waits, [waiting]).fetchone() == (True,)

        with connect(settings) as locker, locker.transaction():
            locker.execute(locked, parameters)
            process = worker(settings)
            wait_until(is_waiting, seconds=90, expected="the worker waits for the locked row")
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        wait_until(
            lambda: not is_waiting(), seconds=30, expected="the statement of the dead worker has ended"
        )


def restart_worker(worker: Worker, settings: Settings) -> None:
    """Start another worker, for which the lease of the dead one has ended already instead of in a minute."""
    with connect(settings) as connection:
        connection.execute("update job set run_at = now() where status = 'RUNNING'")
    worker(settings)


def connect(settings: Settings) -> psycopg.Connection[Any]:
    """Open an autocommit connection to the database of `settings`."""
    url = settings.database_url.replace("postgresql+psycopg://", "postgresql://")
    return psycopg.connect(url, autocommit=True)


class StoppableRedis:
    """A Redis server on a fixed port that can be stopped and started again."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server and wait until it responds."""
        program = find_program()
        assert program is not None, "Redis is needed: install redis-server or valkey-server."
        arguments = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL)
        wait_until(self._is_responding, seconds=20, expected="Redis answers")

    def stop(self) -> None:
        """Kill the server; its data is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _is_responding(self) -> bool:
        client = Redis.from_url(self.url, socket_connect_timeout=1, socket_timeout=1)
        try:
            return bool(client.ping())
        except RedisError:
            return False
        finally:
            client.close()


@dataclass
class Product:
    """A product whose services can be broken, with helpers to query it."""

    server: LiveServer
    postgres: PostgresServer
    redis: StoppableRedis
    tokens: dict[str, str] = field(default_factory=dict)

    def rows(self, statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Run a statement; return its rows, or an empty list for writes."""
        with psycopg.connect(self.server.database_url, autocommit=True) as connection:
            cursor = connection.execute(statement, parameters)  # type: ignore[arg-type]
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def locked(self, statement: LiteralString, *parameters: Any) -> Iterator[None]:
        """Lock the rows of a statement."""
        with psycopg.connect(self.server.database_url) as connection:
            connection.execute(statement, parameters)
            yield

    def is_waiting(self) -> bool:
        """Return True if a statement waits for a locked row."""
        waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
        return self.rows(waiting) != [(0,)]

    def call_api(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        email: str | None = None,
        token: str | None = None,
    ) -> tuple[int, dict[str, Any]]:
        """Send one API request, as `email` or with `token` if set; return status and JSON.

        The status is LOST without a complete response.
        """
        headers = {"Client-Version": VERSION, "Content-Type": "application/json"}
        bearer = self.token(email) if email else token
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server.url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, json.loads(response.read() or b"{}")
        except urllib.error.HTTPError as error:
            return error.code, {}
        except (OSError, ValueError):
            return LOST, {}

    def token(self, email: str) -> str:
        """Return the access token of `email`; sign in once."""
        if email not in self.tokens:
            status, body = self.call_api("POST", "/api/session", {"email": email, "password": DEMO_PASSWORD})
            assert status == 200, f"{email} could not sign in: {status}"
            self.tokens[email] = body["accessToken"]
        return self.tokens[email]


@pytest.fixture(scope="module")
def product() -> Iterator[Product]:
    """Start the product with demo data on separate services that write to the disk as in production."""
    with tempfile.TemporaryDirectory(prefix="assay-faults-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        postgres, redis = PostgresServer(folder / "pg"), StoppableRedis()
        postgres.start()
        redis.start()
        postgres.ensure_database("assay")
        settings = {
            "DATABASE_URL": postgres.url("assay"),
            "REDIS_URL": redis.url,
            "STORAGE_URL": str(folder / "files"),
            "SECRET_KEY": SECRET_KEY,
        }
        run_flask(["db", "upgrade"], settings)
        run_flask(["demo", "load"], settings)
        log = log_folder() / "faults.log"
        log.unlink(missing_ok=True)
        server = LiveServer({**settings, "WEB_CONCURRENCY": "2"}, start_mail_server(), log)
        server.start()
        try:
            yield Product(server, postgres, redis)
        finally:
            server.close()
            redis.stop()
            postgres.remove()


@pytest.fixture(scope="module")
def cluster(s3_endpoint: str) -> Iterator[Cluster]:
    """Start two nodes with the demo data; their services write to the disk as in production."""
    with tempfile.TemporaryDirectory(prefix="assay-nodes-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        postgres, redis = PostgresServer(folder / "pg"), StoppableRedis()
        postgres.start()
        redis.start()
        postgres.ensure_database("assay")
        bucket = create_bucket(s3_endpoint)
        controller, mailbox = start_mail_server()
        settings = {
            **bucket.environment,
            "DATABASE_URL": postgres.url("assay"),
            "REDIS_URL": redis.url,
            "STORAGE_URL": bucket.url,
            "SECRET_KEY": SECRET_KEY,
            "SMTP_URL": f"smtp://127.0.0.1:{controller.port}",
            "BASE_URL": BASE_URL,
        }
        run_flask(["db", "upgrade"], settings)
        run_flask(["demo", "load"], settings)
        run_flask(["assets", "publish"], settings)
        settings |= {"ENVIRONMENT": "production", "TRUSTED_PROXIES": "1"}
        trees = [copy_product(folder / f"machine{number}") for number in (1, 2)]
        nodes = [Node(number, settings, tree) for number, tree in enumerate(trees, start=1)]
        try:
            for node in nodes:
                node.start()
            yield Cluster(nodes, settings, postgres.url("assay"), mailbox, folder)
        finally:
            for node in nodes:
                node.kill()
            redis.stop()
            postgres.remove()
            controller.stop()
