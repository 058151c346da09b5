"""Server rendering of the React islands, in a V8 engine in this process.

A rendering failure never breaks a page: if rendering is turned off, fails or takes too long, the mount point stays
empty, the browser renders the island, and the failure is logged and counted.
"""

import atexit
import json
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import structlog
from prometheus_client import Counter, Histogram
from py_mini_racer import (
    DEFAULT_V8_FLAGS,
    JSFunction,
    JSOOMException,
    LibAlreadyInitializedError,
    MiniRacer,
    init_mini_racer,
)

log = structlog.get_logger(__name__)

V8_FLAGS = (
    # A young generation of 8 MB takes 7 MB more for each process and renders 500 fields no faster. Minimum and maximum
    # are equal, so that the process does not grow.
    "--max-semi-space-size=4",
    "--min-semi-space-size=4",
    # Return freed pages to the operating system instead of keeping them in a pool.
    "--no-memory-pool",
    # Protection keys lock out threads that started before the engine. On processors that have them, the process crashed
    # as soon as such a thread touched the engine, for example the main thread at exit.
    "--no-memory-protection-keys",
)
SEPARATOR, FAILURE_MARK = "\0", "\x01"
"""The script separates the HTML of islands by the first, and begins an error with the second (islands/server.tsx)."""
TIMEOUT_SECONDS = 1.0
MEMORY_LIMIT = 256 * 1024 * 1024

FAILURES = Counter(
    "assay_island_render_failures_total", "Islands that the server could not render", ["island"]
)
SECONDS = Histogram("assay_page_render_seconds", "Time to render the islands of a page", ["island"])


class IslandRenderer:
    """Renders the islands of a page. Each process creates its engine on first use."""

    def __init__(self, bundle: Path, *, enabled: bool) -> None:
        self._bundle = bundle
        self._enabled = enabled
        self._lock = threading.Lock()
        self._engine: MiniRacer | None = None
        self._render: JSFunction | None = None
        self._bundle_modified = 0.0

    def render(self, islands: Sequence[tuple[str, str]], context_json: str) -> list[str]:
        """Return the HTML of each of `islands`, (name, JSON of its props); empty if the browser must render it.

        One call renders all of them: a switch to the engine's thread and back takes as long as a small island. The first
        island is the page's own; its name labels the measured time.
        """
        if not self._enabled or not islands:
            return [""] * len(islands)
        island_jsons = ",".join(f'{{"name":{json.dumps(name)},"props":{props}}}' for name, props in islands)
        page_json = f'{{"context":{context_json},"islands":[{island_jsons}]}}'
        try:
            with SECONDS.labels(islands[0][0]).time():
                results = str(self._function()(page_json, timeout_sec=TIMEOUT_SECONDS)).split(SEPARATOR)
            return [
                self._report_failure(name, result[1:]) if result.startswith(FAILURE_MARK) else result
                for (name, _), result in zip(islands, results, strict=True)
            ]
        except Exception as error:
            if isinstance(error, JSOOMException):
                self.close()
            return [self._report_failure(name, str(error)) for name, _ in islands]

    def _report_failure(self, island: str, error: str) -> str:
        FAILURES.labels(island).inc()
        log.warning("island_not_rendered", island=island, error=error[:500])
        return ""

    @property
    def is_running(self) -> bool:
        """Return True if this process has an engine."""
        return self._engine is not None

    def close(self) -> None:
        """Close the engine; some processes hang on exit with an open one."""
        with self._lock:
            engine, self._engine, self._render = self._engine, None, None
            if engine is not None:
                engine.close()

    def _function(self) -> JSFunction:
        modified = self._bundle.stat().st_mtime
        with self._lock:
            if self._render is None or modified != self._bundle_modified:
                if self._engine is not None:
                    self._engine.close()
                engine = _new_engine()
                engine.set_hard_memory_limit(MEMORY_LIMIT)
                engine.eval(self._bundle.read_text(encoding="utf-8"))
                function = engine.eval("ssrRender")
                if not isinstance(function, JSFunction):
                    raise TypeError("the bundle defines no ssrRender")
                self._engine, self._render, self._bundle_modified = engine, function, modified
                atexit.unregister(self.close)
                atexit.register(self.close)
            return self._render


def load_library() -> None:
    """Load the engine's library, including 11 MB of languages and time zones, without creating an engine or a thread.

    Processes that are forked afterwards share this memory.
    """
    with suppress(LibAlreadyInitializedError):
        init_mini_racer(flags=(*DEFAULT_V8_FLAGS, *V8_FLAGS))


def _new_engine() -> MiniRacer:
    """Return a new engine, which any thread of this process may use."""
    load_library()
    return MiniRacer()
