"""Measures of a journey: the presses of a user, and the time from a press to its result."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Page

REPORT_PRESSES = """
addEventListener("pointerdown", ({ isTrusted }) => isTrusted && window.reportPress(), { capture: true });
"""


@dataclass
class Presses:
    """The number of clicks and taps of a user by phase of the journey."""

    phase: str = ""
    counts: dict[str, int] = field(default_factory=dict)

    def start(self, phase: str) -> None:
        """Count the following presses for this phase."""
        self.phase = phase

    def add(self) -> None:
        self.counts[self.phase] = self.counts.get(self.phase, 0) + 1


def count_presses(page: Page) -> Presses:
    """Count the presses in this page from now on; also after it has opened other addresses."""
    presses = Presses()
    page.expose_function("reportPress", presses.add)
    page.add_init_script(REPORT_PRESSES)
    return presses


class Waits:
    """The waits of a journey, reported as properties of its test (`pytest --junitxml`), in seconds."""

    def __init__(self, record: Callable[[str, object], None]) -> None:
        self._record = record

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """Measure the time that the block takes."""
        started = time.perf_counter()
        yield
        self._record(name, round(time.perf_counter() - started, 2))
