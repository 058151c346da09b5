"""Measuring: the product's answer and a yardstick's in turns, in one process, on the same data.

A time alone says more of the machine than of the program, so that only ratios are compared with goals.
"""

import gc
import io
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

ROUNDS = 30
CALLS = 10
WARM_UP = 20

Call = Callable[[], Any]
Wsgi = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Comparison:
    """How long a call takes in milliseconds, against its yardstick, and the ratio that is the goal."""

    name: str
    milliseconds: float
    yardstick_milliseconds: float
    tail: float
    goal: float

    @property
    def ratio(self) -> float:
        return self.milliseconds / self.yardstick_milliseconds

    def row(self) -> str:
        """A line of the report; a missed goal is marked."""
        mark = " " if self.ratio <= self.goal else "!"
        return (
            f"{mark} {self.name:<58} {self.milliseconds:8.2f} {self.yardstick_milliseconds:8.2f} "
            f"{self.ratio:7.2f} {self.goal:6.1f} {self.tail:6.2f}"
        )


HEADING = f"  {'':<58} {'ms':>8} {'against':>8} {'ratio':>7} {'goal':>6} {'p95/50':>6}"


def compare(name: str, *, subject: Call, yardstick: Call, goal: float) -> Comparison:
    """Call both in turns and compare their medians. `tail` is the subject's p95 against its median."""
    for _ in range(WARM_UP):
        subject()
        yardstick()
    gc.collect()
    gc.freeze()
    subject_times: list[float] = []
    yardstick_times: list[float] = []
    for _ in range(ROUNDS):
        subject_times += [_timed(subject) for _ in range(CALLS)]
        yardstick_times += [_timed(yardstick) for _ in range(CALLS)]
    gc.unfreeze()
    median = statistics.median(subject_times)
    return Comparison(
        name=name,
        milliseconds=median,
        yardstick_milliseconds=statistics.median(yardstick_times),
        tail=statistics.quantiles(subject_times, n=20)[-1] / median,
        goal=goal,
    )


def request(app: Wsgi, path: str, headers: Mapping[str, str] | None = None) -> bytes:
    """Answer a GET of `app` in this process, as a server would ask for it; raises unless it is a 200."""
    path, _, query = path.partition("?")
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
        **{f"HTTP_{name.upper().replace('-', '_')}": value for name, value in (headers or {}).items()},
    }
    heard: list[str] = []
    answer = app(environ, lambda status, _headers, *_: heard.append(status))
    body = b"".join(answer)
    close = getattr(answer, "close", None)
    if close is not None:
        close()
    if not heard[0].startswith("200"):
        raise RuntimeError(f"{path} answered {heard[0]}: {body[:300]!r}")
    return body


def _timed(call: Call) -> float:
    started = time.perf_counter()
    call()
    return (time.perf_counter() - started) * 1000
