"""docs/benchmarks.md: the table of the last `make bench`, a description of the machine, and a part written by hand."""

import platform
import re
from datetime import UTC, datetime
from pathlib import Path

import psutil

from bench.table import Row, markdown
from bench.world import World

NOTES = "## Missed goals and next steps"
"""The heading of the part written by hand, which each run preserves."""
GIGABYTE = 1024**3
BEGINNING = """\
# Benchmarks

Results of the last `make bench`, on {date}. An absolute time depends more on the machine than on the program, so each time has a
baseline of the same run next to it. An exclamation mark marks a missed goal.

- Processor: {processor}, {cores} cores. Memory: {memory:.0f} GB.
- Python {python}, PostgreSQL {postgres}.{notes}
- Sizes: {sizes}. `BENCH_ORGANISATIONS=100000 make bench` changes one (`bench/sizes.py` lists them all).
- `make bench` runs all sections in about half an hour and writes this file; `make bench-quick` runs smaller sizes in
  less than three minutes; `python -m bench --only lists,details` runs some sections. Database and Redis are temporary, and in
  memory if there is room, so that the disk is not measured.

{table}
"""
NO_NOTES = f"{NOTES}\n\nNothing is written yet.\n"


def write_report(path: Path, world: World, rows: list[Row]) -> None:
    """Write the table and preserve the part written by hand."""
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    notes = before[before.index(NOTES) :] if NOTES in before else NO_NOTES
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
    path.write_text(f"{beginning}\n{notes}", encoding="utf-8")


def _processor() -> str:
    """Return the model name of the processor, or its architecture if the system does not provide a name."""
    try:
        match = re.search(
            r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE
        )
    except OSError:
        match = None
    return match[1].strip() if match else platform.processor() or platform.machine()
