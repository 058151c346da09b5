"""The content of each step of a corrective action, as blocks of the report."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from app.corrective_actions.policies.content import (
    ISHIKAWA_LABELS,
    PROBLEM_QUESTIONS,
    Cause,
    Place,
    Update,
    day_of,
    rows_of,
)
from app.corrective_actions.types import (
    Step,
)
from app.files.public import AttachmentInfo
from app.kernel.dates import day_text
from app.ncr.public import ReportBlock, ReportTable

EMPTY = "-"
PLACE_LABELS: Mapping[str, str] = {
    Place.CUSTOMER: "At the customer",
    Place.TRANSIT: "In transit",
    Place.STOCK: "Own stock",
    Place.PRODUCTION: "In production",
}
CAUSE_LABELS: Mapping[str, str] = {
    Cause.OCCURRENCE: "Occurrence: why did the failure happen?",
    Cause.ESCAPE: "Escape: why was it not found before delivery?",
    Cause.SYSTEM: "System: why did the quality system allow it?",
}
UPDATE_LABELS: Mapping[str, str] = {
    Update.FMEA: "FMEA",
    Update.CONTROL_PLAN: "Control plan",
    Update.WORK_INSTRUCTION: "Work instruction",
}

Content = Mapping[str, object]
Files = Mapping[str, Sequence[AttachmentInfo]]
"""The files of a step by the row or cause that they prove; "" for the step."""


def _text(content: Content, key: str) -> str:
    value = content.get(key)
    return "" if value is None else str(value)


def _count(content: Content, key: str) -> str:
    value = content.get(key)
    return f"{value:,}" if isinstance(value, int) else EMPTY


def _day(content: Content, key: str) -> str:
    return day_text(day_of(content.get(key))) or EMPTY


def _team(content: Content, files: Files) -> Iterator[ReportBlock]:
    rows = [
        (_text(content, f"team.{row}.name"), _text(content, f"team.{row}.role"))
        for row in rows_of(content, "team")
    ]
    yield ReportBlock(
        table=ReportTable(headings=("Name", "Role or department"), widths=(50, 50), rows=rows)
        if rows
        else None,
        files=_of_step(files),
    )


def _problem(content: Content, files: Files) -> Iterator[ReportBlock]:
    answers = [
        (question, _text(content, key)) for key, question in PROBLEM_QUESTIONS.items() if content.get(key)
    ]
    yield ReportBlock(answers=answers, files=_of_step(files))


def _containment(content: Content, files: Files) -> Iterator[ReportBlock]:
    rows: list[Sequence[str]] = []
    for place, label in PLACE_LABELS.items():
        field = f"place.{place}"
        if content.get(f"{field}.nothing"):
            rows.append((label, EMPTY, EMPTY, EMPTY, "Nothing there", EMPTY))
            continue
        counts = [_count(content, f"{field}.{part}") for part in ("quantity", "sorted", "bad")]
        rows.append(
            (label, *counts, _text(content, f"{field}.action") or EMPTY, _day(content, f"{field}.until"))
        )
    headings = ("Place", "Quantity", "Sorted", "Bad", "What is done", "Until")
    yield ReportBlock(
        table=ReportTable(headings=headings, widths=(18, 11, 11, 11, 33, 16), rows=rows),
        files=_of_step(files),
    )


def _causes(content: Content, files: Files) -> Iterator[ReportBlock]:
    for cause, label in CAUSE_LABELS.items():
        whys = [
            (str(number), _text(content, f"why.{cause}.{row}"))
            for number, row in enumerate(rows_of(content, f"why.{cause}"), start=1)
        ]
        word = ISHIKAWA_LABELS.get(_text(content, f"cause.{cause}.word"))
        answers = [("Kind of cause", word), ("Root cause", _text(content, f"cause.{cause}.text"))]
        block = ReportBlock(
            heading=label,
            table=ReportTable(headings=("Why", "Answer"), widths=(8, 92), rows=whys) if whys else None,
            answers=[(name, text) for name, text in answers if text],
            files=files.get(cause, ()),
        )
        if block.table or block.answers or block.files:
            yield block
    yield ReportBlock(files=_of_step(files, CAUSE_LABELS))


def _plan(content: Content, files: Files) -> Iterator[ReportBlock]:
    rows = [
        (
            _text(content, f"task.{row}.text") or EMPTY,
            _text(content, f"task.{row}.responsible") or EMPTY,
            _day(content, f"task.{row}.due"),
        )
        for row in rows_of(content, "task")
    ]
    yield ReportBlock(
        table=ReportTable(headings=("What", "Who", "By"), widths=(58, 26, 16), rows=rows) if rows else None,
        files=_of_step(files),
    )


def _implementation(content: Content, files: Files) -> Iterator[ReportBlock]:
    keys = rows_of(content, "task")
    names = [
        _text(content, f"task.{row}.text") or f"Action {number}" for number, row in enumerate(keys, start=1)
    ]
    rows = [
        (
            name,
            _text(content, f"task.{row}.responsible") or EMPTY,
            _day(content, f"task.{row}.due"),
            _day(content, f"task.{row}.done"),
        )
        for row, name in zip(keys, names, strict=True)
    ]
    headings = ("What", "Who", "By", "Done on")
    yield ReportBlock(
        table=ReportTable(headings=headings, widths=(46, 22, 16, 16), rows=rows) if rows else None,
        files=_of_step(files, keys),
    )
    for number, (row, name) in enumerate(zip(keys, names, strict=True), start=1):
        if files.get(row):
            yield ReportBlock(heading=f"Proof of action {number}: {name[:80]}", files=files[row])


def _prevention(content: Content, files: Files) -> Iterator[ReportBlock]:
    answers = [
        (
            label,
            "No change needed"
            if content.get(f"update.{update}.none")
            else _text(content, f"update.{update}.text"),
        )
        for update, label in UPDATE_LABELS.items()
    ]
    answers.append(("Read across", _text(content, "readAcross")))
    yield ReportBlock(answers=[(name, text) for name, text in answers if text], files=_of_step(files))


def _closing(content: Content, files: Files) -> Iterator[ReportBlock]:
    answers = [("Summary and thanks to the team", _text(content, "closing"))]
    yield ReportBlock(answers=[(name, text) for name, text in answers if text], files=_of_step(files))


def _of_step(files: Files, places: Sequence[str] | Mapping[str, str] = ()) -> list[AttachmentInfo]:
    """Return the files that belong to the step as a whole, and to none of the `places` with files of their own."""
    return [info for place, infos in files.items() if place not in places for info in infos]


BLOCKS: Mapping[Step, Callable[[Content, Files], Iterator[ReportBlock]]] = {
    Step.D1: _team,
    Step.D2: _problem,
    Step.D3: _containment,
    Step.D4: _causes,
    Step.D5: _plan,
    Step.D6: _implementation,
    Step.D7: _prevention,
    Step.D8: _closing,
}
