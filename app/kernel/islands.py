"""Rendering of the React islands on the server, in a V8 engine of this process.

A page never fails for it: where rendering is switched off, fails or takes too long, the mount point stays
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
    # A nursery in which a long questionnaire fits takes a fifth less of the processor than one of 2 MB, and each
    # process 12 MB more; it has its size from the beginning, so that no process grows.
    "--max-semi-space-size=8",
    "--min-semi-space-size=8",
    # Pages that are given back go to the operating system, and are not kept for later.
    "--no-memory-pool",
    # Protection keys shut out the threads that began before the engine: where the processor has them, the process
    # crashed as soon as one of those touched the engine, the main thread at the end of the process for one.
    "--no-memory-protection-keys",
)
TIMEOUT_SECONDS = 1.0
MEMORY_LIMIT = 256 * 1024 * 1024

FAILURES = Counter(
    "assay_island_render_failures_total", "Islands that the server could not render", ["island"]
)
SECONDS = Histogram("assay_page_render_seconds", "Time to render the islands of a page", ["island"])


class IslandRenderer:
    """Renders the islands of a page. The engine is made when first needed, in each process for itself."""

    def __init__(self, bundle: Path, *, enabled: bool) -> None:
        self._bundle = bundle
        self._enabled = enabled
        self._lock = threading.Lock()
        self._engine: MiniRacer | None = None
        self._render: JSFunction | None = None
        self._made_from = 0.0

    def render(self, islands: Sequence[tuple[str, str]], context_json: str) -> list[str]:
        """Return the HTML of each of `islands`, (name, JSON of its props); empty where the browser must render it.

        All are rendered by one call: going over to the thread of the engine and back takes as long as a small
        island. The first is the page's own, by whose name the time is kept.
        """
        if not self._enabled or not islands:
            return [""] * len(islands)
        parts = ",".join(f'{{"name":{json.dumps(name)},"props":{props}}}' for name, props in islands)
        page_json = f'{{"context":{context_json},"islands":[{parts}]}}'
        try:
            with SECONDS.labels(islands[0][0]).time():
                answer = json.loads(str(self._function()(page_json, timeout_sec=TIMEOUT_SECONDS)))
            return [
                each["html"] if "html" in each else self._failed(name, each["error"])
                for (name, _), each in zip(islands, answer, strict=True)
            ]
        except Exception as error:
            if isinstance(error, JSOOMException):
                self.close()
            return [self._failed(name, str(error)) for name, _ in islands]

    def _failed(self, island: str, error: str) -> str:
        FAILURES.labels(island).inc()
        log.warning("island_not_rendered", island=island, error=error[:500])
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


def load_library() -> None:
    """Load what engines are made from, 11 MB of it for languages and time zones; it makes no engine and no thread.

    Processes that are forked afterwards have it in common.
    """
    with suppress(LibAlreadyInitializedError):
        init_mini_racer(flags=(*DEFAULT_V8_FLAGS, *V8_FLAGS))


def _new_engine() -> MiniRacer:
    """An engine for any thread of this process."""
    load_library()
    return MiniRacer()
