"""PostgreSQL and Redis for `make run`, `make test` and `make bench`: those that the environment names, else own ones.

    python -m app.devtools.services

keeps throw-away services: it prints one line of JSON (`{"DATABASE_URL": ..., "REDIS_URL": ...}`) when they
answer, holds them until its standard input is closed, however its parent ends, and erases them.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from app.devtools.postgres_server import PostgresServer
from app.devtools.redis_server import RedisServer
from app.devtools.service_account import ServiceError

DATABASE = "assay"
MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108  (what is made in it has a random name)
MEMORY_NEEDED = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Services:
    """The addresses of the services; `redis_url` is empty where there is no Redis."""

    database_url: str
    redis_url: str

    def environment(self) -> dict[str, str]:
        """The settings that name these services."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


@contextmanager
def running_services(
    folder: Path, environ: Mapping[str, str], *, throwaway: bool = False
) -> Iterator[Services]:
    """The services that `environ` names, and own ones below `folder` for the rest, until the block ends.

    Data outlives the block unless it is `throwaway`. Raises ServiceError where PostgreSQL cannot be started.
    """
    postgres = None if environ.get("DATABASE_URL") else PostgresServer(folder / "pg", throwaway=throwaway)
    redis = None if environ.get("REDIS_URL") else RedisServer(folder / "redis")
    try:
        database_url = environ.get("DATABASE_URL", "")
        if postgres is not None:
            postgres.start()
            postgres.ensure_database(DATABASE)
            database_url = postgres.url(DATABASE)
        redis_url = environ.get("REDIS_URL", "")
        if redis is not None and redis.start():
            redis_url = redis.url
        yield Services(database_url, redis_url)
    finally:
        if redis is not None:
            redis.stop()
        if postgres is not None:
            if throwaway:
                postgres.remove()
            else:
                postgres.stop()


class ThrowawayServices:
    """Throw-away services, kept by a process of their own that ends with the one that made this object."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._keeper = subprocess.Popen(
            [sys.executable, "-m", "app.devtools.services"],
            cwd=Path(__file__).resolve().parents[2],
            env=dict(environ),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        line = self._keeper.stdout.readline() if self._keeper.stdout is not None else b""
        if not line:
            raise ServiceError("The services for the tests did not start; the reason stands above.")
        urls = json.loads(line)
        self.services = Services(urls["DATABASE_URL"], urls["REDIS_URL"])

    def stop(self) -> None:
        """Stop the services, erase them, and wait until that is done."""
        if self._keeper.stdin is not None:
            self._keeper.stdin.close()
        if self._keeper.stdout is not None:
            self._keeper.stdout.close()
        self._keeper.wait(timeout=60)


def keep_until_input_ends() -> int:
    """Hold throw-away services until standard input is closed; see the module's description."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    folder = Path(tempfile.mkdtemp(prefix="assay-", dir=fast_folder()))
    folder.chmod(0o755)
    try:
        with running_services(folder, os.environ, throwaway=True) as services:
            print(json.dumps(services.environment()), flush=True)
            sys.stdin.buffer.read()
    except ServiceError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 0


def fast_folder() -> str | None:
    """A folder in memory where there is one with enough room."""
    try:
        if os.access(MEMORY_FOLDER, os.W_OK) and shutil.disk_usage(MEMORY_FOLDER).free > MEMORY_NEEDED:
            return str(MEMORY_FOLDER)
    except OSError:
        pass
    return None


if __name__ == "__main__":
    sys.exit(keep_until_input_ends())
