"""A deployed product, and HTTP clients for it."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil

from app.config import ROOT

START_SECONDS = 90
STOP_SECONDS = 30
WARM_UP = 6
INHERITED = ("PATH", "HOME", "LANG", "TMPDIR")
SUPERVISOR = ("-m", "app.supervisor")


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a product process: `settings`, and from our environment only what programs need."""
    inherited = {name: os.environ[name] for name in INHERITED if name in os.environ}
    return {**inherited, "ENVIRONMENT": "development", **settings}


class Server:
    """A running server: by default the supervisor with the product."""

    def __init__(
        self,
        settings: Mapping[str, str],
        *,
        arguments: Sequence[str] = SUPERVISOR,
        path: str = "/healthz",
        python: Path = Path(sys.executable),
    ) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.started_in = 0.0
        """Seconds from the start of the process to its first response."""
        address = {"HOST": "127.0.0.1", "PORT": str(self.port), "BASE_URL": self.url, "RUN_WORKER": "1"}
        self._environment = environment({**address, **settings})
        self._command = [str(python), *(each.replace("{port}", str(self.port)) for each in arguments)]
        self._path = path
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        started = time.perf_counter()
        self._process = subprocess.Popen(
            self._command,
            cwd=ROOT,
            env=self._environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        while not self._answers():
            if self._process.poll() is not None or time.perf_counter() - started > START_SECONDS:
                self._stop()
                raise RuntimeError("the server did not start")
            time.sleep(0.01)
        self.started_in = time.perf_counter() - started
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def warm_up(self, paths: Sequence[str], headers: Mapping[str, str]) -> None:
        """Request each path several times over new connections, so that each web process has served some of them."""
        for path in paths:
            for _ in range(WARM_UP):
                client = Client(self.port, headers)
                client.call("GET", path)
                client.close()

    @property
    def pid(self) -> int:
        """The id of the server's first process."""
        if self._process is None:
            raise RuntimeError("the server does not run")
        return self._process.pid

    def web_process(self) -> psutil.Process:
        """Return the first process that serves requests: a child of gunicorn's master process."""
        below = psutil.Process(self.pid).children(recursive=True)
        parents = {process.ppid() for process in below}
        web = [each for each in below if "gunicorn" in " ".join(each.cmdline()) and each.pid not in parents]
        return web[0]

    def _answers(self) -> bool:
        try:
            return Client(self.port).call("GET", self._path)[0] == 200
        except (OSError, http.client.HTTPException):
            return False

    def _stop(self) -> None:
        if self._process is None or self._process.poll() is not None:
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            self._process.send_signal(number)
        try:
            self._process.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Client:
    """A client with one keep-alive connection, like a browser."""

    def __init__(self, port: int, headers: Mapping[str, str] | None = None) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self._headers = dict(headers or {})

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        """Return the status and body of the response. Raises OSError or HTTPException without one."""
        headers = {**self._headers, **({"Content-Type": "application/json"} if body is not None else {})}
        content = None if body is None else json.dumps(body)
        try:
            self._connection.request(method, path, content, headers)
            answer = self._connection.getresponse()
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self._connection.close()
            raise

    def close(self) -> None:
        self._connection.close()
