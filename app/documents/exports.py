"""Builder of the workbook of the matrix (kind `documentMatrix`), called by the worker."""

from collections.abc import Iterator
from datetime import date

from app.documents.queries.matrix import MatrixRow, cells_of, list_matrix
from app.documents.queries.types import list_types
from app.documents.types import MatrixFilter, ShownState
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile

KIND = "documentMatrix"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
HEADINGS = ("Supplier", "Level", "Document", "Site", "State", "Valid until")
STATES = {
    ShownState.MISSING: "Missing",
    ShownState.ASKED: "Asked",
    ShownState.RECEIVED: "To review",
    ShownState.ACCEPTED: "Valid",
    ShownState.EXPIRING: "Ends soon",
    ShownState.EXPIRED: "Expired",
    ShownState.REJECTED: "Rejected",
    ShownState.WAIVED: "Waived",
}
BATCH = 500
"""Number of suppliers that are read at once."""


def build(actor: Actor, format: str, args: Arguments) -> ExportFile:
    """Build the workbook of all suppliers that match the filters: a row for each required document.

    A supplier without requirements has one row. The import is local, so that only the worker loads openpyxl.
    """
    from openpyxl import Workbook

    from app.kernel.files.sheets import SheetWriter, book_bytes

    book = Workbook(write_only=True)
    sheet = book.create_sheet("Documents")
    sheet.freeze_panes = "A2"
    writer = SheetWriter(sheet)
    writer.append(HEADINGS, headings=len(HEADINGS))
    for values in _rows(actor, args):
        writer.append(values)
    return ExportFile(
        filename=f"Documents of suppliers.{format}", content_type=XLSX, content=book_bytes(book)
    )


def _rows(actor: Actor, args: Arguments) -> Iterator[tuple[str | date, ...]]:
    state = MatrixFilter(args["state"]) if args["state"] else None
    names = {each.id: each.name for each, _is_used in list_types(actor=actor)}
    cursor = None
    while True:
        page = list_matrix(
            actor=actor,
            state=state,
            search=args["search"],
            # Exports that were requested before an update have no such filter.
            document=args.get("document", ""),
            query=ListQuery(page_size=BATCH, cursor=cursor),
        )
        cells = cells_of(actor=actor, relationship_ids=[row.relationship.id for row in page.rows])
        for row in page.rows:
            requirements = cells[row.relationship.id]
            for cell in requirements:
                yield (
                    *_supplier(row), names.get(cell.type_id, ""), cell.site, STATES[cell.state], cell.valid_until or "",
                )  # fmt: skip
            if not requirements:
                yield (*_supplier(row), "", "", "", "")
        cursor = page.next_cursor
        if cursor is None:
            return


def _supplier(row: MatrixRow) -> tuple[str, str]:
    return row.supplier.name, row.relationship.level
