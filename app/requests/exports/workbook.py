"""The workbook of a request: one sheet to analyse, and one sheet for each form with the authors of the answers."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from typing import IO

from openpyxl import Workbook
from openpyxl.utils import get_column_letter

from app.forms.public import FieldType, PlacedField
from app.kernel.files.cells import utc_seconds
from app.kernel.files.sheets import FIRST_DAY, MAX_DIGITS, MAX_TEXT_LENGTH, SheetWriter
from app.requests.exports.content import RequestContent, SupplierAnswer, SupplierAnswers

SUPPLIER_HEADINGS = ("Supplier", "Status", "Answered", "Questions", "Submitted (UTC)", "Score %")
DETAIL_HEADINGS = (
    "Supplier", "Section", "No.", "Question", "Answer", "Unit", "Answered by", "Answered at (UTC)",
)  # fmt: skip
DETAIL_WIDTHS = (30, 26, 6, 60, 60, 10, 24, 20)
UNSAFE_IN_SHEETS = re.compile(r"[\[\]:*?/\\']")
MAX_SHEET_NAME = 31
Value = str | float | date


def write_workbook(content: RequestContent, file: IO[bytes]) -> None:
    """Write the sheet Answers, with suppliers as rows and questions as columns, and the details of each form."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Answers")
    sheet.freeze_panes = "B2"
    headings = [*SUPPLIER_HEADINGS, *_question_headings(content.fields)]
    for index in range(len(headings)):
        width = 32 if index == 0 else 14 if index < len(SUPPLIER_HEADINGS) else 24
        sheet.column_dimensions[get_column_letter(index + 1)].width = width
    table = SheetWriter(sheet)
    table.append(headings, headings=len(headings))
    details: dict[int | None, SheetWriter] = {}
    names: set[str] = {"answers"}
    for form in content.forms:
        form_sheet = book.create_sheet(_sheet_name(form.title, names))
        form_sheet.freeze_panes = "A2"
        for index, width in enumerate(DETAIL_WIDTHS):
            form_sheet.column_dimensions[get_column_letter(index + 1)].width = width
        details[form.id] = SheetWriter(form_sheet)
        details[form.id].append(DETAIL_HEADINGS, headings=len(DETAIL_HEADINGS))
    numbers = _numbers_in_forms(content.fields)
    for supplier in content.suppliers():
        table.append([*_supplier_cells(supplier), *_answer_cells(content.fields, supplier)])
        for placed in content.fields:
            if placed.key in supplier.visible_keys:
                for row in _detail_rows(placed, numbers[placed.key], supplier):
                    details[placed.form_id].append(row)
    book.save(file)


def _question_headings(fields: Sequence[PlacedField]) -> Iterator[str]:
    for placed in fields:
        field = placed.field
        question = (field.label or field.name)[:MAX_TEXT_LENGTH]
        unit = " ".join(part for part in (field.prefix, field.suffix) if part)
        yield f"{question} ({unit})" if field.type is FieldType.NUMBER and unit else question
        if field.type is FieldType.CURRENCY_AMOUNT:
            yield f"{question} (currency)"


def _numbers_in_forms(fields: Sequence[PlacedField]) -> dict[str, int | str]:
    """Return the number of each question: of the standard that it comes from, else in its form, counted from 1."""
    counts: dict[int | None, int] = {}
    numbers: dict[str, int | str] = {}
    for placed in fields:
        counts[placed.form_id] = counts.get(placed.form_id, 0) + 1
        numbers[placed.key] = placed.field.source_key or counts[placed.form_id]
    return numbers


def _supplier_cells(supplier: SupplierAnswers) -> Sequence[Value]:
    answered, total = supplier.completion
    return (
        supplier.name,
        supplier.status,
        answered,
        total,
        utc_seconds(supplier.submitted) if supplier.submitted else "",
        "" if supplier.score is None else supplier.score,
    )


def _answer_cells(fields: Sequence[PlacedField], supplier: SupplierAnswers) -> Iterator[Value]:
    for placed in fields:
        answer = supplier.answers.get(placed.key)
        yield _shortened(_value(answer)) if answer else ""
        if placed.field.type is FieldType.CURRENCY_AMOUNT:
            yield answer.unit if answer else ""


def _detail_rows(
    placed: PlacedField, number: int | str, supplier: SupplierAnswers
) -> Iterator[Sequence[Value | datetime]]:
    """Yield the row of an answer; a text that is too long for one cell continues in the next row."""
    answer = supplier.answers.get(placed.key)
    head = (supplier.name, placed.section_title, number, placed.field.label or placed.field.name)
    if answer is None:
        yield (*head, "", "", "", "")
        return
    value = _value(answer)
    parts: Sequence[Value] = [value]
    if isinstance(value, str):
        parts = [value[i : i + MAX_TEXT_LENGTH] for i in range(0, len(value), MAX_TEXT_LENGTH)] or [""]
    for part in parts:
        yield (*head, part, answer.unit, answer.by, utc_seconds(answer.moment))


def _value(answer: SupplierAnswer) -> Value:
    if answer.number is not None and len(answer.number.as_tuple().digits) <= MAX_DIGITS:
        return float(answer.number)
    if answer.day is not None and answer.day >= FIRST_DAY:
        return answer.day
    return answer.text


def _shortened(value: Value) -> Value:
    return value[:MAX_TEXT_LENGTH] if isinstance(value, str) else value


def _sheet_name(title: str, names: set[str]) -> str:
    """Return a valid name of a sheet that no other sheet has."""
    plain = UNSAFE_IN_SHEETS.sub(" ", title).strip() or "Form"
    name = plain[:MAX_SHEET_NAME]
    for number in range(2, 100):
        if name.lower() not in names:
            break
        name = f"{plain[: MAX_SHEET_NAME - 3]} {number}"
    names.add(name.lower())
    return name
