"""A workbook with every type of question, and the answers that a person fills in."""

import io
from collections.abc import Mapping
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from app.forms.public import PlacedField, walk_forms
from app.workbooks.exports.workbook import Facts, Form, write_workbook
from tests.factories.rfx import field, form_document, heading

OPTIONS = [{"value": "a", "label": "Alpha"}, {"value": "b", "label": "Beta, two"}]
COLUMNS = [
    {"name": "site", "label": "Site", "type": "TEXT"},
    {"name": "people", "label": "People", "type": "NUMBER"},
    {"name": "audited", "label": "Audited on", "type": "DATE"},
]
BLOCKS = (
    heading("Company"),
    field("company_name", label="Company name"),
    field("story", "TEXTAREA", label="Story"),
    field("employees", "NUMBER", label="Employees"),
    field("founded", "DATE", label="Founded on"),
    field("mail", "EMAIL", label="Address"),
    field("web", "URL", label="Web site"),
    heading("Quality"),
    field("iso", "YESNO", label="Certified?"),
    field("level", "SINGLE_CHOICE", label="Level", options=OPTIONS, visibleWhen={"field": "iso", "operator": "equals", "value": True}),
    field("kinds", "MULTI_CHOICE", label="Kinds", options=OPTIONS),
    field("land", "COUNTRY", label="Country"),
    field("turnover", "CURRENCY_AMOUNT", label="Turnover"),
    field("papers", "FILE", label="Papers"),
    field("sites", "TABLE", label="Sites", columns=COLUMNS),
    field("sign", "FORMSIGNATURE", label="Signature"),
)  # fmt: skip
FILLED: Mapping[str, Any] = {
    "company_name": "Brightwater", "story": "=not a formula", "employees": "1250.5", "founded": "1998-03-31",
    "mail": "info@brightwater.example", "web": "https://www.brightwater.example", "iso": True, "level": "b",
    "kinds": ["a"], "land": "DEU", "turnover": {"currency": "EUR", "amount": "2500000"},
    "sites": [{"site": "Leeds", "people": "12", "audited": "2026-05-04"}],
}  # fmt: skip
"""Answers of every type except files and signatures, in their stored form."""
FILE_NAMES = "iso 9001.txt; plan.txt"


def fields_of_workbook() -> list[PlacedField]:
    return walk_forms([(1, form_document(*BLOCKS))])


def empty_workbook() -> bytes:
    """Return the workbook of BLOCKS without answers."""
    facts = Facts(rfx_id=1, title="Questions", requester="Northwind", deadline="", revisions=[1], moment="")
    return write_workbook(facts, [Form(title="Qualification", fields=fields_of_workbook())], {})


def cell_of(sheet: Worksheet, key: str, part: str = "", column: int = 4) -> Any:
    """Return the answer cell of a question, or of one of its options."""
    for row in sheet.iter_rows(min_row=3):
        if row[9].value == key and (row[11].value or "") == part:
            return sheet.cell(row[0].row, column)
    raise LookupError(key)


def fill(content: bytes) -> bytes:
    """Fill in the workbook as a person does."""
    book = load_workbook(io.BytesIO(content))
    sheet = book[book.sheetnames[1]]
    for key in ("company_name", "story", "mail", "web"):
        cell_of(sheet, key).value = FILLED[key]
    cell_of(sheet, "story").data_type = "s"
    cell_of(sheet, "employees").value = 1250.5
    cell_of(sheet, "founded").value = "31.03.1998"
    cell_of(sheet, "iso").value = "Yes"
    cell_of(sheet, "level").value = "Beta, two"
    cell_of(sheet, "kinds", "a").value = "x"
    cell_of(sheet, "land").value = "Germany"
    cell_of(sheet, "turnover", "amount").value = 2_500_000
    cell_of(sheet, "turnover", "currency").value = "EUR"
    table = book[book.sheetnames[2]]
    table["A4"], table["B4"], table["C4"] = "Leeds", 12, "2026-05-04"
    return saved(book)


def saved(book: Workbook) -> bytes:
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
