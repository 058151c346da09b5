"""Answers of an RFx as CSV. Text that a spreadsheet would read as a formula gets an apostrophe."""

import csv
from collections.abc import Iterable
from io import BytesIO, TextIOWrapper
from typing import Any

from app.forms.public import parse_decimal, percentage
from app.rfx.exports.cells import DANGEROUS, HEADINGS, who_answered
from app.rfx.exports.content import Content, Line


def csv_table(content: Content) -> bytes:
    """Return the answers as CSV, in UTF-8 with a byte order mark, by which spreadsheets detect the encoding."""
    file = BytesIO()
    # Encode while writing: a str in memory may take four bytes per character.
    encoded = TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(encoded)
    scores = {field.key: field for section in content.sections for field in section.fields}
    asked: dict[str, list[str]] = {}
    for task in content.follow_ups:
        asked.setdefault(task.key, []).append(f"{task.asked} ({task.status})")
    more = [name for name, there in (("Score", scores), ("Follow-up tasks", asked)) if there]
    writer.writerow([*HEADINGS, *more])
    for line in content.lines:
        key = line.placed.key
        head = (line.form_title, line.placed.section_title, line.number_in_form, line.question)
        row = [*_harmless(head), _plain(line), *_harmless((line.unit, *who_answered(line)))]
        if scores:
            row.append(f"{percentage(scores[key].score)}%" if key in scores else "")
        if asked:
            row.append(harmless("\n".join(asked.get(key, ()))))
        writer.writerow(row)
    encoded.flush()
    return file.getvalue()


def _plain(line: Line) -> str:
    if line.number is not None:
        return format(line.number, "f")
    return line.day.isoformat() if line.day else harmless(line.text)


def harmless(text: str) -> str:
    """Put an apostrophe in front of a text that a spreadsheet would read as a formula; numbers stay."""
    if DANGEROUS.match(text) and parse_decimal(text.strip()) is None:
        return f"'{text}"
    return text


def _harmless(cells: Iterable[Any]) -> list[Any]:
    return [harmless(cell) if isinstance(cell, str) else cell for cell in cells]
