"""Cells of the workbook to fill in: styles, choices, and answers as a spreadsheet keeps them."""

from collections.abc import Sequence
from decimal import Decimal
from typing import cast

from openpyxl.cell import Cell as SheetCell
from openpyxl.styles import Alignment, PatternFill, Protection
from openpyxl.worksheet.worksheet import Worksheet

from app.forms.public import Field, FieldType, parse_date, parse_decimal
from app.kernel.files.sheets import DAY_FORMAT, FIRST_DAY, MAX_TEXT_LENGTH, NO_XML, fits_cell
from app.kernel.reference import countries, currencies
from app.workbooks.policies.layout import AMOUNT_PARTS

TO_FILL = PatternFill("solid", fgColor="FFFFFF")
WRAPPED = Alignment(wrap_text=True, vertical="top")
OPEN_CELL = Protection(locked=False)

Part = tuple[str, str, object, Sequence[str]]
"""Row of an option or of a part of an amount: mark, label, content of the cell, choices."""


def parts_of(form_field: Field, value: object) -> list[Part]:
    """Return the rows of an answer that has one for each option or part; none for an answer of one cell."""
    if form_field.type is FieldType.MULTI_CHOICE:
        chosen = value if isinstance(value, list) else []
        return [
            (option.value, option.label or option.value, "x" if option.value in chosen else None, ("x",))
            for option in form_field.options
        ]
    if form_field.type is FieldType.CURRENCY_AMOUNT:
        amount = value if isinstance(value, dict) else {}
        codes = [currency.code for currency in currencies()]
        return [
            (part, part.title(), amount.get(part) or None, codes if part == "currency" else ())
            for part in AMOUNT_PARTS
        ]
    return []


def choices_of(form_field: Field) -> list[str]:
    """Return the choices of a drop-down; none for other types."""
    match form_field.type:
        case FieldType.YESNO:
            return ["Yes", "No"]
        case FieldType.SINGLE_CHOICE:
            return [option.label or option.value for option in form_field.options]
        case FieldType.COUNTRY:
            return [country.name for country in countries()]
    return []


def cell_at(sheet: Worksheet, row: int, column: int) -> SheetCell:
    """Return a cell; there are no merged ones."""
    return cast("SheetCell", sheet.cell(row, column))


def open_cell(cell: SheetCell) -> None:
    """Let a cell be filled in on a protected sheet."""
    cell.protection, cell.fill, cell.alignment = OPEN_CELL, TO_FILL, WRAPPED


def write_answer(cell: SheetCell, value: object, kind: FieldType = FieldType.TEXT) -> None:
    """Write an answer: numbers and days as such if a spreadsheet keeps them exactly, everything else as text."""
    cell.number_format = "@"
    if not isinstance(value, str):
        if kind in (FieldType.NUMBER, FieldType.DATE):
            cell.number_format = DAY_FORMAT if kind is FieldType.DATE else "General"
        return
    number = parse_decimal(value) if kind is FieldType.NUMBER else None
    day = parse_date(value) if kind is FieldType.DATE else None
    if number is not None and fits_cell(number):
        cell.number_format, cell.value = "General", _plain_number(number)
    elif day is not None and day >= FIRST_DAY:
        cell.number_format, cell.value = DAY_FORMAT, day
    else:
        _write_text(cell, value)


def _plain_number(number: Decimal) -> float | int:
    return int(number) if number == number.to_integral_value() else float(number)


def _write_text(cell: SheetCell, text: str) -> None:
    cell.value = clean_text(text)
    # A text that begins like a formula stays a text.
    cell.data_type = "s"


def clean_text(text: str) -> str:
    """Return a text without characters that a workbook cannot have, cut to the length of a cell."""
    return NO_XML.sub("", text)[:MAX_TEXT_LENGTH]
