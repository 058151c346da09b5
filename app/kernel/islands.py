"""Rendering of the React islands on the server, in a V8 engine of this process.

A page never fails for it: where rendering is switched off, fails or takes too long, the mount point stays
empty, the browser renders the island, and the failure is logged and counted.
"""

import atexit
import threading
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
    # A small nursery: 20 MB less for each process, and no slower for what is rendered.
    "--max-semi-space-size=2",
    # Protection keys shut out the threads that began before the engine: where the processor has them, the process
    # crashed as soon as one of those touched the engine, the main thread at the end of the process for one.
    "--no-memory-protection-keys",
)
TIMEOUT_SECONDS = 1.0
MEMORY_LIMIT = 256 * 1024 * 1024

FAILURES = Counter(
    "assay_island_render_failures_total", "Islands that the server could not render", ["island"]
)
SECONDS = Histogram("assay_island_render_seconds", "Time to render an island", ["island"])


class IslandRenderer:
    """Renders islands by name. The engine is made when first needed, in each process for itself."""

    def __init__(self, bundle: Path, *, enabled: bool) -> None:
        self._bundle = bundle
        self._enabled = enabled
        self._lock = threading.Lock()
        self._engine: MiniRacer | None = None
        self._render: JSFunction | None = None
        self._made_from = 0.0

    def render(self, island: str, props_json: str, context_json: str) -> str:
        """Return the HTML of `island`, or an empty string where the browser must render it."""
        if not self._enabled:
            return ""
        try:
            with SECONDS.labels(island).time():
                return str(self._function()(island, props_json, context_json, timeout_sec=TIMEOUT_SECONDS))
        except Exception as error:
            FAILURES.labels(island).inc()
            log.warning("island_not_rendered", island=island, error=str(error)[:500])
            if isinstance(error, JSOOMException):
                self.close()
            return ""

    @property
    def is_running(self) -> bool:
        """Whether there is an engine in this process."""
        return self._engine is not None

    def close(self) -> None:
        """Give the engine back; some exits hang with an open one."""
        with self._lock:
            engine, self._engine, self._render = self._engine, None, None
            if engine is not None:
                engine.close()

    def _function(self) -> JSFunction:
        made = self._bundle.stat().st_mtime
        with self._lock:
            if self._render is None or made != self._made_from:
                if self._engine is not None:
                    self._engine.close()
                engine = _new_engine()
                engine.set_hard_memory_limit(MEMORY_LIMIT)
                engine.eval(self._bundle.read_text(encoding="utf-8"))
                function = engine.eval("ssrRender")
                if not isinstance(function, JSFunction):
                    raise TypeError("the bundle defines no ssrRender")
                self._engine, self._render, self._made_from = engine, function, made
                atexit.unregister(self.close)
                atexit.register(self.close)
            return self._render


def _new_engine() -> MiniRacer:
    """An engine for any thread of this process."""
    with suppress(LibAlreadyInitializedError):
        init_mini_racer(flags=(*DEFAULT_V8_FLAGS, *V8_FLAGS))
    return MiniRacer()
