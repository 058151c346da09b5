"""Form as spreadsheet. Import this module in the worker only: openpyxl takes memory that web processes do not need."""

from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from app.form_imports.policies.own_format import (
    BLOCK,
    COLUMNS,
    FORM_SHEET,
    HEADING_KINDS,
    HIDDEN_SHEET,
    MARK,
    QUESTION_KIND,
    TEXT_KIND,
    VERSION,
    chunks_of,
    form_rows,
)
from app.forms.public import DocFormType, FieldType, StoredDocument
from app.kernel.files.sheets import SheetWriter, book_bytes

WIDTHS = (12, 12, 60, 40, 18, 30, 10, 24, 9, 20, 20)
FIRST_ROW = 3


def write_form(*, title: str, form_type: DocFormType, document: StoredDocument) -> bytes:
    """Return a workbook with a row for each block and field, and a hidden sheet with the document."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet(FORM_SHEET)
    last = len(COLUMNS) + 1
    for column, width in enumerate(WIDTHS, start=1):
        sheet.column_dimensions[get_column_letter(column)].width = width
    sheet.column_dimensions[get_column_letter(last)].hidden = True
    sheet.row_dimensions[1].hidden = True
    sheet.freeze_panes = f"A{FIRST_ROW}"
    writer = SheetWriter(sheet)
    writer.append(["" for _ in COLUMNS] + [BLOCK])
    writer.append([heading for heading, _ in COLUMNS], headings=len(COLUMNS))
    count = FIRST_ROW
    for row in form_rows(document):
        writer.append([*row.cells, row.key])
        count += 1
    _drop_down(sheet, "A", [QUESTION_KIND, TEXT_KIND, *HEADING_KINDS], count)
    _drop_down(sheet, "E", [str(kind) for kind in FieldType], count)
    _drop_down(sheet, "G", ["Yes"], count)
    hidden = book.create_sheet(HIDDEN_SHEET)
    hidden.sheet_state = "veryHidden"
    hidden_writer = SheetWriter(hidden)
    hidden_writer.append([MARK, VERSION])
    hidden_writer.append(["Title", title])
    hidden_writer.append(["Type", str(form_type)])
    for index, block in enumerate(document["doc"].get("content") or []):
        hidden_writer.append([f"b{index}", *chunks_of(block)])
    return book_bytes(book)


def _drop_down(sheet: Worksheet, letter: str, choices: list[str], rows: int) -> None:
    validation = DataValidation(type="list", formula1=f'"{",".join(choices)}"', allow_blank=True)
    validation.add(f"{letter}{FIRST_ROW}:{letter}{rows + 500}")
    # The type stubs of the library have this attribute for other sheets only.
    vars(sheet)["data_validations"].append(validation)
