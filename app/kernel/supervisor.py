"""The supervisor of the web server and, with `RUN_WORKER=1`, of the worker, each in a separate process.

`python -m app.kernel.supervisor` is the `web` process of the Procfile and of `make run`. It restarts a child that
dies, with growing delays, and stops all of them gracefully on SIGINT or SIGTERM.
"""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Protocol

from app.config import ROOT, SettingsError, load_settings
from app.kernel.gunicorn_config import GRACE_SECONDS

FIRST_GAP = 1.0
LONGEST_GAP = 30.0
STEADY_SECONDS = 60.0
"""After this running time a child that dies is restarted with the first delay again."""
LOOK_SECONDS = 0.2
BROKEN_CODES = {3, 4}
"""gunicorn's exit codes for an application that cannot be loaded: a restart would not help."""
ONE_NODE = (
    "Files are stored in a folder of this machine, so run Assay on this machine only. "
    "To use several, set STORAGE_URL to an S3 bucket."
)

WEB = ("-m", "gunicorn", "--config", "python:app.kernel.gunicorn_config", "wsgi:app")
WORKER = ("-m", "app.worker")


FEW_ARENAS = {"MALLOC_ARENA_MAX": "2"}
"""By default the C library keeps an arena for each thread, and memory freed in one is not reused by others."""


class Process(Protocol):
    """A running program: the part of `subprocess.Popen` that its parent needs."""

    @property
    def pid(self) -> int: ...
    @property
    def returncode(self) -> int | None: ...
    def poll(self) -> int | None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def send_signal(self, number: int, /) -> None: ...
    def kill(self) -> None: ...


@dataclass(slots=True)
class Child:
    """A process that is kept running."""

    name: str
    arguments: Sequence[str]
    environ: Mapping[str, str]
    process: Process | None = None
    group: int | None = None
    started: float = 0.0
    start_at: float = 0.0
    gap: float = field(default=FIRST_GAP)

    def start(self) -> None:
        """Start the process in its own session, so that Ctrl-C reaches only the supervisor, which stops it in order."""
        self._end_group(signal.SIGKILL)
        self.process = self._launch()
        self.group = self.process.pid
        self.started = time.monotonic()

    def _launch(self) -> Process:
        return subprocess.Popen(
            [sys.executable, *self.arguments],
            cwd=ROOT,
            env=dict(self.environ),
            stdin=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509  (the supervisor has one thread)
        )

    def watch(self) -> int | None:
        """Start the process if it is due; return its exit code if it has just died."""
        moment = time.monotonic()
        if self.process is None:
            if moment >= self.start_at:
                self.start()
            return None
        code = self.process.poll()
        if code is not None:
            self.gap = FIRST_GAP if moment - self.started > STEADY_SECONDS else min(self.gap * 2, LONGEST_GAP)
            self.start_at = moment + self.gap
            self.process = None
            self._end_group(signal.SIGTERM)
        return code

    def signal(self, number: int) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(number)

    def kill(self) -> None:
        """Kill the process and all processes that it started."""
        self._end_group(signal.SIGKILL)
        if self.process is not None:
            self.process.wait()

    def _end_group(self, number: int) -> None:
        """Signal the processes that the child started; they survive when it is killed."""
        if self.group is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.group, number)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None


class Supervisor:
    """Keeps its children running until it receives a signal."""

    def __init__(self, children: Sequence[Child]) -> None:
        self.children = list(children)
        self._stop_requested = threading.Event()
        self._kill_requested = threading.Event()

    def run(self, *, on_look: Callable[[], None] | None = None) -> int:
        """Run until a signal arrives and return 0, or the exit code of a web server whose application cannot be loaded.

        `on_look` is called after each check of the children; it must return quickly.
        """
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._request_stop)
        code = 0
        try:
            for child in self.children:
                child.start()
            while not self._stop_requested.wait(LOOK_SECONDS):
                code = self._watch()
                if code:
                    break
                if on_look is not None:
                    on_look()
        finally:
            self._stop()
        return code

    def _watch(self) -> int:
        for child in self.children:
            code = child.watch()
            if code is not None:
                _log_death(child, code)
                if child.arguments is WEB and code in BROKEN_CODES:
                    return code
        return 0

    def _request_stop(self, _number: int, _frame: FrameType | None) -> None:
        """Stop; on a second signal without waiting for work in progress."""
        if self._stop_requested.is_set():
            self._kill_requested.set()
        self._stop_requested.set()

    def _stop(self) -> None:
        self._stop_requested.set()
        for child in self.children:
            child.signal(signal.SIGTERM)
        deadline = time.monotonic() + GRACE_SECONDS + 5
        while any(child.is_running for child in self.children):
            if time.monotonic() > deadline or self._kill_requested.is_set():
                break
            time.sleep(0.05)
        for child in self.children:
            child.kill()


def _log_death(child: "Child", code: int) -> None:
    # Imported on use, so that the children, which the first request waits for, start sooner.
    import structlog

    structlog.get_logger("supervisor").warning(
        "child_died", child=child.name, code=code, restart_in_seconds=child.gap
    )


def product_children(environ: Mapping[str, str]) -> list[Child]:
    """Return the processes that `environ` requests: the web server, and the worker with `RUN_WORKER=1`."""
    settings = load_settings(environ)
    if settings.is_production and settings.has_local_storage:
        print(ONE_NODE, file=sys.stderr, flush=True)
    shared = {**FEW_ARENAS, **environ, "SECRET_KEY": settings.SECRET_KEY}
    children = [Child("web", WEB, shared)]
    if settings.RUN_WORKER:
        children.append(Child("worker", WORKER, shared))
    return children


def end_with_parent() -> None:
    """Make Linux terminate this child if the supervisor dies without stopping it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def main() -> int:
    """Run the processes that the environment requests."""
    try:
        children = product_children(os.environ)
    except SettingsError as error:
        print(f"The settings are not right:\n{error}", file=sys.stderr)
        return 1
    return Supervisor(children).run()


if __name__ == "__main__":
    sys.exit(main())
