"""The workbook to fill in, of a long questionnaire: written, read and compared, and the memory of the reading process."""

import gc
import resource
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO

from openpyxl import Workbook, load_workbook

from app.forms.public import PlacedField, walk_forms
from app.kernel.files.workbooks import WorkbookError, read_workbook
from app.workbooks.exports.workbook import Answered, Facts, Form, write_workbook
from app.workbooks.policies.comparing import Current, Questions, Read, compare
from app.workbooks.policies.rows import rows_of
from bench.measure import timed
from bench.table import Row
from bench.world import World

WRITE_GOAL, READ_GOAL, MEMORY_GOAL = 1.5, 3, 20
TRIES = 3
TYPES = ("TEXT", "TEXTAREA", "NUMBER", "DATE", "YESNO", "SINGLE_CHOICE", "COUNTRY", "EMAIL")
OPTIONS = [{"value": f"o{number}", "label": f"Option {number}"} for number in range(6)]


def run(world: World) -> Iterator[Row]:
    """Measure a workbook of `sizes.fields` questions."""
    fields = _fields(world.sizes.fields)
    facts = Facts(rfx_id=1, title="Measured", requester="Bench", deadline="", revisions=[1], moment="")
    forms = [Form(title="Measured", fields=fields)]
    answers = {placed.key: Answered(value="text", iteration=1, by="Ann") for placed in fields[:1]}
    content = write_workbook(facts, forms, answers)
    yield Row(
        figure=f"workbook of {len(fields)} questions: written", measured=_best(lambda: write_workbook(facts, forms, answers)),
        baseline=_best(lambda: _written_plainly(len(fields))), against="the same cells, written plainly by the same library",
        unit="s", goal=WRITE_GOAL,
    )  # fmt: skip
    yield Row(
        figure=f"workbook of {len(fields)} questions: read and compared", measured=_best(lambda: _compare(content, fields)),
        baseline=_best(lambda: _read_plainly(content)), against="all cells read by openpyxl in this process",
        unit="s", goal=READ_GOAL,
    )  # fmt: skip
    yield Row(
        figure="memory that the reading process takes more for a file that declares 400 MB",
        measured=_growth(), unit="MB", goal=MEMORY_GOAL,
    )  # fmt: skip


def _best(call: Callable[[], object]) -> float:
    """Return the shortest of TRIES times, in seconds."""
    return min(timed(call) for _ in range(TRIES)) / 1000


def _fields(count: int) -> list[PlacedField]:
    blocks = []
    for number in range(count):
        kind = TYPES[number % len(TYPES)]
        attrs: dict[str, object] = {
            "fid": f"fid-{number:08}", "name": f"q{number}", "label": f"Measured question {number}", "type": kind,
        }  # fmt: skip
        if kind == "SINGLE_CHOICE":
            attrs["options"] = OPTIONS
        blocks.append({"type": "dvFieldBlock", "attrs": attrs})
    return walk_forms([(1, {"schemaVersion": 1, "doc": {"type": "doc", "content": blocks}})])


def _compare(content: bytes, fields: list[PlacedField]) -> None:
    by_key = {placed.key: placed for placed in fields}
    rows = rows_of(read_workbook(content, filename="measured.xlsx"), by_key)
    reads = [
        Read(key=row.key, place=row.place, text=row.text, parsed=row.parsed, iteration=row.iteration)
        for row in rows
    ]
    questions = Questions(
        by_key=by_key, titles={1: "Measured"}, numbers=dict.fromkeys(by_key, 1), writable=set(by_key)
    )
    compare(reads, questions, {key: Current() for key in by_key}, set(by_key))


def _written_plainly(count: int) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for number in range(count):
        sheet.append([number, "", f"Measured question {number}", *[""] * 9])
    book.save(BytesIO())


def _read_plainly(content: bytes) -> None:
    for sheet in load_workbook(BytesIO(content), read_only=True).worksheets:
        for _ in sheet.iter_rows(values_only=True):
            pass


def _growth() -> float:
    """Return the MB by which this process grows while it refuses a file of 0.4 MB that declares 400 MB."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"")
        with archive.open("xl/worksheets/sheet1.xml", "w") as entry:
            for _ in range(400):
                entry.write(bytes(1_000_000))
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with suppress(WorkbookError):
        read_workbook(out.getvalue(), filename="bomb.xlsx")
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
