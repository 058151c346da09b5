"""Measurement: runs of the product and of a baseline alternate, in one process, on the same data."""

import gc
import io
import json
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import event

from app.extensions import db

LEAST_CALLS = 20
ROUND = 5
WARM_UP = 8

Call = Callable[[], Any]
Wsgi = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Times:
    """The median and the 95th percentile of some calls, in milliseconds."""

    p50: float
    p95: float

    @property
    def tail(self) -> float:
        return self.p95 / self.p50

    @classmethod
    def of(cls, milliseconds: Sequence[float]) -> "Times":
        return cls(statistics.median(milliseconds), percentile(milliseconds, 95))


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that `share` percent of `values` do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


def in_turns(*calls: Call, seconds: float) -> list[Times]:
    """Run the calls alternately, some of each at a time, for `seconds` in total and at least 20 times each."""
    for call in calls:
        for _ in range(WARM_UP):
            call()
    gc.collect()
    gc.freeze()
    taken: list[list[float]] = [[] for _ in calls]
    started = time.perf_counter()
    while len(taken[0]) < LEAST_CALLS or time.perf_counter() - started < seconds:
        for call, times in zip(calls, taken, strict=True):
            times += [timed(call) for _ in range(ROUND)]
    gc.unfreeze()
    return [Times.of(times) for times in taken]


def timed(call: Call) -> float:
    """Run `call` and return the milliseconds that it took."""
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000


@dataclass(slots=True)
class Statements:
    """SQL statements with the milliseconds that each took."""

    taken: list[tuple[str, float]]

    def __len__(self) -> int:
        return len(self.taken)


@contextmanager
def statements() -> Iterator[Statements]:
    """Record the statements of the block; needs an application context."""
    recorded = Statements([])
    started_at: list[float] = []

    def before(*_: Any) -> None:
        started_at.append(time.perf_counter())

    def after(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        recorded.taken.append((statement, (time.perf_counter() - started_at.pop()) * 1000))

    engine = db.engine
    event.listen(engine, "before_cursor_execute", before)
    event.listen(engine, "after_cursor_execute", after)
    try:
        yield recorded
    finally:
        event.remove(engine, "before_cursor_execute", before)
        event.remove(engine, "after_cursor_execute", after)


@dataclass(frozen=True, slots=True)
class Answer:
    """A response of a WSGI application with status 200."""

    body: bytes
    headers: Mapping[str, str]

    def json(self) -> Any:
        return json.loads(self.body)


def ask(
    app: Wsgi,
    path: str,
    headers: Mapping[str, str] | None = None,
    *,
    method: str = "GET",
    body: Any = None,
) -> Answer:
    """Send a request to `app` in this process, as a server would. Raises RuntimeError for a status other than 200."""
    path, _, query = path.partition("?")
    content = b"" if body is None else json.dumps(body).encode()
    environ = {
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json" if content else "",
        "CONTENT_LENGTH": str(len(content)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(content),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in (headers or {}).items()},
    }
    start: list[Any] = []
    answer = app(environ, lambda status, headers, *_: start.extend((status, dict(headers))))
    answered = b"".join(answer)
    close = getattr(answer, "close", None)
    if close is not None:
        close()
    if not start[0].startswith("200"):
        raise RuntimeError(f"{path} answered {start[0]}: {answered[:300]!r}")
    return Answer(answered, start[1])
