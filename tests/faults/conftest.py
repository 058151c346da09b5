"""A product with services of its own, which its tests may stop and kill. `make faults` runs them; `make test` does not.

Tests use:
- `product`: the running product with the demo data on an own PostgreSQL and Redis: `.server` (LiveServer),
  `.postgres`, `.redis`, `.rows(statement)`, `.call(...)`.
"""

import json
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest
from redis import Redis
from redis.exceptions import RedisError

from app.config import VERSION
from app.devtools.demo_accounts import DEMO_PASSWORD
from app.devtools.postgres_server import PostgresServer
from app.devtools.redis_server import find_program
from tests.fixtures.databases import log_folder, run_flask
from tests.fixtures.live_server import SECRET_KEY, LiveServer
from tests.fixtures.mailbox import free_port, start_mail_server

LOST = 0
"""The status that stands for an answer that never came."""


def wait_until(holds: Callable[[], bool], *, seconds: float, what: str) -> None:
    """Wait until `holds`; fails the test after `seconds`, saying `what` was awaited."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            pytest.fail(f"After {seconds:g} s still not: {what}")
        time.sleep(0.1)


class StoppableRedis:
    """A Redis on one port, which comes back where it was."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it answers."""
        program = find_program()
        assert program is not None, "Redis is needed: install redis-server or valkey-server."
        arguments = ["--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen([program, *arguments], stdout=subprocess.DEVNULL)
        wait_until(self._answers, seconds=20, what="Redis answers")

    def stop(self) -> None:
        """Kill it: what it held is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _answers(self) -> bool:
        client = Redis.from_url(self.url, socket_connect_timeout=1, socket_timeout=1)
        try:
            return bool(client.ping())
        except RedisError:
            return False
        finally:
            client.close()


@dataclass
class Product:
    """A product that may be broken, and how to talk to it."""

    server: LiveServer
    postgres: PostgresServer
    redis: StoppableRedis
    tokens: dict[str, str] = field(default_factory=dict)

    def rows(self, statement: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """What the database answers; for writes an empty list."""
        with psycopg.connect(self.server.database_url, autocommit=True) as connection:
            done = connection.execute(statement, parameters)  # type: ignore[arg-type]
            return done.fetchall() if done.description else []

    def call(
        self, method: str, path: str, body: Any = None, *, email: str | None = None
    ) -> tuple[int, dict[str, Any]]:
        """Status and JSON of one call, by `email` where given; status LOST where no whole answer came."""
        headers = {"Client-Version": VERSION, "Content-Type": "application/json"}
        if email:
            headers["Authorization"] = f"Bearer {self.token(email)}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server.url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            return error.code, {}
        except (OSError, ValueError):
            return LOST, {}

    def token(self, email: str) -> str:
        """An access token of `email`, asked for once."""
        if email not in self.tokens:
            status, body = self.call("POST", "/api/session", {"email": email, "password": DEMO_PASSWORD})
            assert status == 200, f"{email} could not sign in: {status}"
            self.tokens[email] = body["accessToken"]
        return self.tokens[email]


@pytest.fixture(scope="module")
def product() -> Iterator[Product]:
    """The product with its demo data, on services that nobody else uses and that write to the disk as in production."""
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
