"""Downloads, each made in a separate process, as the worker does: time and memory."""

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from app.config import ROOT
from bench import forms
from bench.server import environment
from bench.table import Row
from bench.world import World

ROWS_OF_A_TABLE = 200
TEXTS = {"pdf": "PDF", "xlsx": "XLSX", "csv": "CSV"}
GOAL_SECONDS = {"pdf": 3, "xlsx": 0.25}
GOAL_MEGABYTES = 40
ARCHIVE_RFXS = 100
"""Number of RFxs of an archive: the most that the product accepts."""
ARCHIVE_FIELDS = 40
ARCHIVE_GOAL_SECONDS = 20


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of one file: seconds, additional megabytes of memory, and size in megabytes."""

    seconds: float
    megabytes: float
    size: float


def run(world: World) -> Iterator[Row]:
    """Measure a long form in each format that has a goal, then a list that is too long for memory."""
    answered = forms.send(
        world, forms.questionnaire(world.sizes.fields), title="A long form, downloaded", answers=forms.ANSWERS
    )
    for kind, goal in GOAL_SECONDS.items():
        product, bare = _make(world, answered, what=kind), _make(world, answered, what=f"bare-{kind}")
        yield Row(
            figure=f"{TEXTS[kind]} of {world.sizes.fields} questions", measured=product.seconds, unit="s",
            baseline=bare.seconds, against="the same lines, written plainly by the same library", goal=goal,
        )  # fmt: skip
    count = -(-world.sizes.export_rows // ROWS_OF_A_TABLE)
    rows = {"TABLE": forms.table_answer(ROWS_OF_A_TABLE)}
    long = forms.send(world, forms.tables(count), title="A long list, downloaded", answers=rows)
    for kind in ("xlsx", "csv"):
        product, bare = _make(world, long, what=kind), _make(world, long, what=f"bare-{kind}")
        yield Row(
            figure=f"{TEXTS[kind]} of {world.sizes.export_rows:,} rows in {product.seconds:.1f} s, memory that it takes more",
            measured=product.megabytes, unit="MB", baseline=bare.megabytes,
            against=f"the same rows, streamed plainly in {bare.seconds:.1f} s", goal=GOAL_MEGABYTES,
        )  # fmt: skip
    blocks = forms.questionnaire(ARCHIVE_FIELDS)
    several = [
        forms.send(world, blocks, title=f"Archived {n}", answers=forms.ANSWERS) for n in range(ARCHIVE_RFXS)
    ]
    product, bare = _make(world, *several, what="zip"), _make(world, *several, what="bare-zip")
    yield Row(
        figure=f"ZIP of the answers of {ARCHIVE_RFXS} RFxs with {ARCHIVE_FIELDS} questions, with {product.megabytes:.0f} MB more",
        measured=product.seconds, unit="s", baseline=bare.seconds,
        against="workbooks with the same lines, written plainly by the same library", goal=ARCHIVE_GOAL_SECONDS,
    )  # fmt: skip


def _make(world: World, *sent: forms.Sent, what: str) -> Cost:
    done = subprocess.run(
        [sys.executable, "-m", "bench.exporting", ",".join(str(each.id) for each in sent), what],
        cwd=ROOT,
        env=environment(world.settings),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{what} could not be made: {done.stderr.strip().splitlines()[-1]}")
    return Cost(**json.loads(done.stdout.splitlines()[-1]))
