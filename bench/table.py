"""The table of a run: each figure with its baseline on the same data and its goal.

An absolute time depends more on the machine than on the program. The baseline of the same run next to each time
separates a slow machine from a slow program. A missed goal is marked and does not fail the run.
"""

from dataclasses import dataclass
from typing import Literal

HEADINGS = ("figure", "measured", "baseline", "ratio", "goal", "p95/p50", "the baseline")
WIDTHS = (66, 11, 11, 7, 10, 7, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure. `goal` is the maximum of the measured value or, with `of="ratio"`, of the ratio to the baseline."""

    figure: str
    measured: float = 0.0
    unit: str = "ms"
    baseline: float | None = None
    against: str = ""
    goal: float = 0.0
    of: Literal["ratio", "measured"] = "measured"
    tail: float | None = None
    failure: str = ""
    """The reason for a missing value, as a sentence."""

    @property
    def ratio(self) -> float | None:
        return self.measured / self.baseline if self.baseline else None

    @property
    def missed(self) -> bool:
        """True if the goal is missed or the figure could not be measured."""
        value = self.ratio if self.of == "ratio" else self.measured
        return bool(self.failure) or value is None or value > self.goal

    def cells(self) -> tuple[str, ...]:
        """Return the formatted cells of the row."""
        if self.failure:
            return (self.figure, f"failed: {self.failure}", "", "", "", "", "")
        goal = f"{_plain(self.goal)} x" if self.of == "ratio" else f"{_plain(self.goal)} {self.unit}"
        return (
            self.figure,
            f"{_short(self.measured)} {self.unit}".strip(),
            "" if self.baseline is None else f"{_short(self.baseline)} {self.unit}".strip(),
            "" if self.ratio is None else _short(self.ratio),
            goal.strip(),
            "" if self.tail is None else f"{self.tail:.2f}",
            self.against,
        )

    def line(self) -> str:
        """Return a line for the terminal."""
        return f"{'!' if self.missed else ' '} {_line(self.cells())}"


def heading() -> str:
    """Return the first line of the table in a terminal."""
    return f"  {_line(HEADINGS)}"


def markdown(rows: list[Row]) -> str:
    """Return the table for docs/benchmarks.md."""
    lines = [("", *HEADINGS), ("---",) * (len(HEADINGS) + 1)]
    lines += [("!" if row.missed else "", *row.cells()) for row in rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', ' ') for cell in cells)} |" for cells in lines)


def _line(cells: tuple[str, ...]) -> str:
    figure, *others = cells
    if others[0].startswith("failed"):
        return f"{figure:<{WIDTHS[0]}} {others[0]}"
    shown = [f"{cell:>{width}}" for cell, width in zip(others[:-1], WIDTHS[1:-1], strict=True)]
    return " ".join([f"{figure:<{WIDTHS[0]}}", *shown, f" {others[-1]}"]).rstrip()


def _short(number: float) -> str:
    if number == int(number) and abs(number) < 100_000:
        return str(int(number))
    return f"{number:.3f}" if number < 1 else f"{number:.2f}" if number < 100 else f"{number:,.0f}"


def _plain(number: float) -> str:
    return f"{number:g}"
