"""Builder of the file of a list (kind `list`), called by the worker: the rows of the list with its filters."""

import csv
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from io import BytesIO, TextIOWrapper
from itertools import islice

from app.kernel.db.list_kinds import CellValue, ListKind, list_kind, pages_of
from app.kernel.files.cells import quoted, utc_seconds
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile
from app.views.types import MAX_EXPORTED

KIND = "list"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BATCH = 1_000
"""Number of rows that are read at once."""


def build(actor: Actor, format: str, args: Arguments) -> ExportFile:
    """Build the file of the rows that the actor sees in a list with these filters, in its order."""
    kind = list_kind(args["list"])
    params, _dropped = kind.current(args["filter"])
    rows = islice(_rows(kind, actor, kind.load(params), args["ids"]), MAX_EXPORTED)
    if format == "csv":
        return ExportFile(filename=f"{kind.title}.csv", content_type="text/csv", content=_csv(kind, rows))
    return ExportFile(filename=f"{kind.title}.xlsx", content_type=XLSX, content=_workbook(kind, rows))


def _rows(
    kind: ListKind, actor: Actor, filters: Arguments, ids: Sequence[int] | None
) -> Iterator[list[CellValue]]:
    wanted = None if ids is None else set(ids)
    # A selected row that is gone is not looked for in all pages of a long list.
    pages = islice(pages_of(kind, actor=actor, filters=filters, page_size=BATCH), -(-MAX_EXPORTED // BATCH))
    for page in pages:
        for row in kind.exported(actor, page):
            if wanted is None or kind.row_id(row) in wanted:
                yield [column.value(row) for column in kind.columns]
                if wanted is not None:
                    wanted.discard(kind.row_id(row))
        if wanted is not None and not wanted:
            return


def _csv(kind: ListKind, rows: Iterator[list[CellValue]]) -> bytes:
    """Return the rows as CSV, in UTF-8 with a byte order mark, by which spreadsheets detect the encoding."""
    file = BytesIO()
    # Encode while writing: a str in memory may take four bytes per character.
    encoded = TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(encoded)
    writer.writerow(column.heading for column in kind.columns)
    writer.writerows([_plain(value) for value in row] for row in rows)
    encoded.flush()
    return file.getvalue()


def _plain(value: CellValue) -> str | int | float:
    match value:
        case None:
            return ""
        case str():
            return quoted(value)
        case datetime():
            return utc_seconds(value).isoformat(sep=" ")
        case date():
            return value.isoformat()
        case _:
            return value


def _workbook(kind: ListKind, rows: Iterator[list[CellValue]]) -> bytes:
    """Return the rows as a workbook. The imports are local, so that only the worker loads openpyxl."""
    from openpyxl import Workbook
    from openpyxl.utils import get_column_letter

    from app.kernel.files.sheets import MAX_TEXT_LENGTH, SheetWriter, book_bytes

    book = Workbook(write_only=True)
    sheet = book.create_sheet(kind.title[:31])
    sheet.freeze_panes = "A2"
    for index, column in enumerate(kind.columns, 1):
        sheet.column_dimensions[get_column_letter(index)].width = column.width
    writer = SheetWriter(sheet)
    writer.append([column.heading for column in kind.columns], headings=len(kind.columns))
    for row in rows:
        writer.append([_cell(value, MAX_TEXT_LENGTH) for value in row])
    return book_bytes(book)


def _cell(value: CellValue, limit: int) -> str | float | date:
    match value:
        case None:
            return ""
        case str():
            return value[:limit]
        case datetime():
            return utc_seconds(value)
        case _:
            return value
