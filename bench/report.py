"""docs/benchmarks.md: the table of the last `make bench`, a description of the machine, and a part written by hand."""

import platform
import re
from datetime import UTC, datetime
from pathlib import Path

import psutil

from bench.table import Row, markdown
from bench.world import World

KEPT = "## Goals that are missed, and what comes next"
"""The heading of the part written by hand, which each run preserves."""
GIGABYTE = 1024**3
BEGINNING = """\
# Benchmarks

What `make bench` measured last, on {date}. A time alone says more of the machine than of the program, so that a
yardstick of the same run stands beside each. A goal that is missed is marked with an exclamation mark.

- Processor: {processor}, {cores} cores. Memory: {memory:.0f} GB.
- Python {python}, PostgreSQL {postgres}.{notes}
- Sizes: {sizes}. `BENCH_ORGANISATIONS=100000 make bench` chooses another one (`bench/sizes.py` names them all).
- `make bench` runs all of it, in about a quarter of an hour, and writes this file; `make bench-quick` runs smaller
  sizes in less than three minutes; `python -m bench --only lists,details` runs some of it. Database and Redis are
  throw-away ones, in memory where there is room, so that the disk is not measured.

{table}
"""
NOTHING_KEPT = f"{KEPT}\n\nNothing is written yet.\n"


def write_report(path: Path, world: World, rows: list[Row]) -> None:
    """Write the table and preserve the part written by hand."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    kept = before[before.index(KEPT) :] if KEPT in before else NOTHING_KEPT
    beginning = BEGINNING.format(
        date=f"{datetime.now(UTC):%-d %B %Y}",
        processor=_processor(),
        cores=psutil.cpu_count(),
        memory=psutil.virtual_memory().total / GIGABYTE,
        python=platform.python_version(),
        postgres=str(world.value("show server_version")).split(maxsplit=1)[0],
        notes="".join(f" {note}" for note in world.notes),
        sizes=world.sizes.described(),
        table=markdown(rows),
    )
    path.write_text(f"{beginning}\n{kept}", encoding="utf-8")


def _processor() -> str:
    """Return the model name of the processor, or its architecture if the system does not provide a name."""
    try:
        told = re.search(
            r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE
        )
    except OSError:
        told = None
    return told[1].strip() if told else platform.processor() or platform.machine()
