"""Answers of an RFx as CSV. Text that a spreadsheet would read as a formula gets an apostrophe."""

import csv
from collections.abc import Iterable
from io import BytesIO, TextIOWrapper

from app.forms.public import parse_decimal, percentage
from app.kernel.files.cells import quoted
from app.rfx.exports.cells import HEADINGS, author_cells
from app.rfx.exports.content import Content, Line


def csv_table(content: Content) -> bytes:
    """Return the answers as CSV, in UTF-8 with a byte order mark, by which spreadsheets detect the encoding."""
    file = BytesIO()
    # Encode while writing: a str in memory may take four bytes per character.
    encoded = TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(encoded)
    scores = {field.key: field for section in content.sections for field in section.fields}
    follow_ups: dict[str, list[str]] = {}
    for task in content.follow_ups:
        follow_ups.setdefault(task.key, []).append(f"{task.asked} ({task.status})")
    extra_headings = [name for name, values in (("Score", scores), ("Follow-up tasks", follow_ups)) if values]
    writer.writerow([*HEADINGS, *extra_headings])
    for line in content.lines:
        key = line.placed.key
        cells = (line.form_title, line.placed.section_title, line.shown_number, line.question)
        row = [*_escape_formulas(cells), _plain(line), *_escape_formulas((line.unit, *author_cells(line)))]
        if scores:
            row.append(f"{percentage(scores[key].score)}%" if key in scores else "")
        if follow_ups:
            row.append(escape_formula("\n".join(follow_ups.get(key, ()))))
        writer.writerow(row)
    encoded.flush()
    return file.getvalue()


def _plain(line: Line) -> str:
    if line.number is not None:
        return format(line.number, "f")
    return line.day.isoformat() if line.day else escape_formula(line.text)


def escape_formula(text: str) -> str:
    """Put an apostrophe in front of a text that a spreadsheet would read as a formula; numbers stay."""
    return text if parse_decimal(text.strip()) is not None else quoted(text)


def _escape_formulas(cells: Iterable[object]) -> list[object]:
    return [escape_formula(cell) if isinstance(cell, str) else cell for cell in cells]
