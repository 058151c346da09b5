"""The one table that is printed: what was measured, its yardstick on the same data, and the goal.

A time alone says more of the machine than of the program: a yardstick of the same run stands beside each, so
that a slow machine can be told from a slow program. Nothing fails; a goal that is missed is marked.
"""

from dataclasses import dataclass
from typing import Literal

HEADINGS = ("figure", "measured", "yardstick", "ratio", "goal", "p95/p50", "the yardstick")
WIDTHS = (66, 11, 11, 7, 10, 7, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One figure. `goal` is the most that the ratio or, with `of="measured"`, the measured value may be."""

    figure: str
    measured: float = 0.0
    unit: str = "ms"
    yardstick: float | None = None
    against: str = ""
    goal: float = 0.0
    of: Literal["ratio", "measured"] = "measured"
    tail: float | None = None
    failure: str = ""
    """Why there is no value, as a sentence."""

    @property
    def ratio(self) -> float | None:
        return self.measured / self.yardstick if self.yardstick else None

    @property
    def missed(self) -> bool:
        """Whether the goal is missed; what could not be measured is."""
        value = self.ratio if self.of == "ratio" else self.measured
        return bool(self.failure) or value is None or value > self.goal

    def cells(self) -> tuple[str, ...]:
        """The cells of the row, as they are read."""
        if self.failure:
            return (self.figure, f"failed: {self.failure}", "", "", "", "", "")
        goal = f"{_plain(self.goal)} x" if self.of == "ratio" else f"{_plain(self.goal)} {self.unit}"
        return (
            self.figure,
            f"{_short(self.measured)} {self.unit}".strip(),
            "" if self.yardstick is None else f"{_short(self.yardstick)} {self.unit}".strip(),
            "" if self.ratio is None else _short(self.ratio),
            goal.strip(),
            "" if self.tail is None else f"{self.tail:.2f}",
            self.against,
        )

    def line(self) -> str:
        """A line for the terminal."""
        return f"{'!' if self.missed else ' '} {_line(self.cells())}"


def heading() -> str:
    """The first line of the table in a terminal."""
    return f"  {_line(HEADINGS)}"


def markdown(rows: list[Row]) -> str:
    """The table for docs/benchmarks.md."""
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
