"""The supervisor: starts the web server and, with `RUN_WORKER=1`, the worker, and restarts them when they die.

`python -m app.supervisor` is the `web` process of the Procfile. It creates the application once and forks both
processes from it, so that they share its memory. Delays between restarts grow, and SIGINT or SIGTERM stops both
processes gracefully.
"""

import ctypes
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from multiprocessing.context import ForkProcess
from types import FrameType

from setproctitle import setproctitle

from app.config import GRACE_SECONDS, ROOT, Settings, SettingsError, load_settings

FIRST_GAP = 1.0
LONGEST_GAP = 30.0
STEADY_SECONDS = 60.0
"""After this running time a child that dies is restarted with the first delay again."""
LOOK_SECONDS = 0.2
WEB = "web"
BROKEN_CODES = {3, 4}
"""gunicorn's exit codes for an application that cannot be loaded: a restart would not help."""
ONE_NODE = (
    "Files are stored in a folder of this machine, so run Assay on this machine only. "
    "To use several, set STORAGE_URL to an S3 bucket."
)
GUNICORN = ("gunicorn", "--config", "python:app.kernel.gunicorn_config", "wsgi:app")
M_ARENA_MAX = -8
"""The parameter of mallopt(3) for the number of arenas."""
ARENAS = 2
"""By default the C library keeps an arena for each thread, and memory freed in one is not reused by others."""
PRELOADED = ("gunicorn.app.wsgiapp", "gunicorn.arbiter", "app.kernel.web_worker", "app.worker", "wsgi")
FORK = multiprocessing.get_context("fork")


@dataclass(slots=True)
class Child:
    """A function that is kept running in a forked process."""

    name: str
    target: Callable[[], object]
    process: ForkProcess | None = None
    group: int | None = None
    started: float = 0.0
    start_at: float = 0.0
    gap: float = field(default=FIRST_GAP)

    def start(self) -> None:
        """Start the process in its own session, so that Ctrl-C reaches only the supervisor, which stops it in order."""
        self._end_group(signal.SIGKILL)
        self.process = FORK.Process(target=_run_child, args=(self.target,), name=self.name)
        self.process.start()
        self.group = self.process.pid
        self.started = time.monotonic()

    def watch(self) -> int | None:
        """Start the process if it is due; return its exit code if it has just died."""
        moment = time.monotonic()
        if self.process is None:
            if moment >= self.start_at:
                self.start()
            return None
        code = self.process.exitcode
        if code is not None:
            self.gap = FIRST_GAP if moment - self.started > STEADY_SECONDS else min(self.gap * 2, LONGEST_GAP)
            self.start_at = moment + self.gap
            self.process = None
            self._end_group(signal.SIGTERM)
        return code

    def terminate(self) -> None:
        if self.process is not None:
            self.process.terminate()

    def kill(self) -> None:
        """Kill the process and all processes that it started."""
        if self.process is not None:
            self.process.kill()
        self._end_group(signal.SIGKILL)
        if self.process is not None:
            self.process.join()

    def _end_group(self, number: int) -> None:
        """Signal the processes that the child started; they survive when it is killed."""
        if self.group is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.group, number)

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.exitcode is None


def _run_child(target: Callable[[], object]) -> None:
    """Run `target` in the forked process, with the signals and the input of a new program."""
    os.setsid()
    _end_with_parent()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    target()


def _end_with_parent() -> None:
    """Make Linux terminate this process if the supervisor dies without stopping it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGTERM)


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
                if child.name == WEB and code in BROKEN_CODES:
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
            child.terminate()
        deadline = time.monotonic() + GRACE_SECONDS + 5
        while any(child.is_running for child in self.children):
            if time.monotonic() > deadline or self._kill_requested.is_set():
                break
            time.sleep(0.05)
        for child in self.children:
            child.kill()


def _log_death(child: Child, code: int) -> None:
    # Imported on use, so that invalid settings are reported at once.
    import structlog

    structlog.get_logger("supervisor").warning(
        "child_died", child=child.name, code=code, restart_in_seconds=child.gap
    )


def run_product(environ: Mapping[str, str], *, on_look: Callable[[], None] | None = None) -> int:
    """Run the processes that `environ` requests until a signal arrives; return the exit code.

    `environ` replaces the environment of this process. Raises SettingsError if its settings are wrong.
    """
    settings = load_settings(environ)
    # setproctitle locates the title through the environment, so call it before the environment is replaced.
    setproctitle("assay: supervisor")
    warn_of_local_storage(settings)
    # In development the key may be a random one, which all processes must share.
    shared = {**environ, "SECRET_KEY": settings.SECRET_KEY}
    os.environ.clear()
    os.environ.update(shared)
    os.chdir(ROOT)
    _limit_arenas()
    load_product()
    children = [Child(WEB, _run_web)]
    if settings.RUN_WORKER:
        children.append(Child("worker", _run_worker))
    return Supervisor(children).run(on_look=on_look)


def warn_of_local_storage(settings: Settings) -> None:
    """Print that the product runs on one machine only, if that is so and this is a real deployment."""
    if settings.is_production and settings.has_local_storage:
        print(ONE_NODE, file=sys.stderr, flush=True)


def _limit_arenas() -> None:
    """Set the number of arenas of this process and its children, unless the environment has set it."""
    if sys.platform == "linux" and "MALLOC_ARENA_MAX" not in os.environ:
        # Other C libraries have no mallopt.
        with suppress(AttributeError):
            ctypes.CDLL(None).mallopt(M_ARENA_MAX, ARENAS)


def load_product() -> None:
    """Import the product and create the application. It opens no connection, so this process may fork.

    Nearly all objects that this creates stay alive, so collecting garbage meanwhile would be wasted: a quarter of the
    time to the first response. Frozen objects are not visited later either, which would write to shared memory.
    """
    gc.disable()
    for name in PRELOADED:
        import_module(name)
    gc.freeze()
    gc.enable()


def _run_web() -> None:
    from gunicorn.app.wsgiapp import run

    sys.argv = list(GUNICORN)
    run()


def _run_worker() -> None:
    from app import worker

    sys.exit(worker.main())


def main() -> int:
    """Run the processes that the environment requests."""
    try:
        return run_product(dict(os.environ))
    except SettingsError as error:
        print(f"The settings are not right:\n{error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
