"""PostgreSQL and Redis for `make run`, `make test` and `make bench`: from the environment, else local servers.

    python -m app.devtools.services

runs temporary services: it prints one line of JSON (`{"DATABASE_URL": ..., "REDIS_URL": ...}`) when they are ready,
keeps them until its standard input is closed (also if its parent is killed), and deletes them.
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
MEMORY_FOLDER = Path("/dev/shm")  # noqa: S108  (the files in it get random names)
MEMORY_NEEDED = 2 * 1024**3


@dataclass(frozen=True, slots=True)
class Services:
    """The addresses of the services; `redis_url` is empty without Redis."""

    database_url: str
    redis_url: str

    def environment(self) -> dict[str, str]:
        """Return the settings with these addresses."""
        return {"DATABASE_URL": self.database_url, "REDIS_URL": self.redis_url}


@contextmanager
def running_services(
    folder: Path, environ: Mapping[str, str], *, throwaway: bool = False
) -> Iterator[Services]:
    """Provide the services of `environ`, and local ones below `folder` for the others, until the block ends.

    The data is preserved unless it is `throwaway`. Raises ServiceError if PostgreSQL cannot be started.
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
    """Temporary services, run by a separate process that ends together with the current process."""

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
            raise ServiceError("The services for the tests did not start; the reason is above.")
        addresses = json.loads(line)
        self.services = Services(addresses["DATABASE_URL"], addresses["REDIS_URL"])

    def stop(self) -> None:
        """Stop the services, delete them, and wait until that is done."""
        if self._keeper.stdin is not None:
            self._keeper.stdin.close()
        if self._keeper.stdout is not None:
            self._keeper.stdout.close()
        self._keeper.wait(timeout=60)


def keep_until_input_ends() -> int:
    """Run temporary services until standard input is closed; see the module docstring."""
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
    """Return a folder in memory, or None if there is none with enough room."""
    try:
        if os.access(MEMORY_FOLDER, os.W_OK) and shutil.disk_usage(MEMORY_FOLDER).free > MEMORY_NEEDED:
            return str(MEMORY_FOLDER)
    except OSError:
        pass
    return None


if __name__ == "__main__":
    sys.exit(keep_until_input_ends())
