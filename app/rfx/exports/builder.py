"""Builder of downloads of RFxs (kind `rfx`), called by the worker."""

from collections.abc import Callable

from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile
from app.rfx.exports.content import Content, content_of
from app.rfx.exports.csv_file import csv_table
from app.rfx.exports.pdf import pdf

KIND = "rfx"


def xlsx(content: Content) -> bytes:
    """Return a workbook. The import is local, so that only the worker loads openpyxl."""
    from app.rfx.exports import spreadsheet

    return spreadsheet.xlsx(content)


BUILDERS: dict[str, tuple[Callable[[Content], bytes], str]] = {
    "xlsx": (xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    "csv": (csv_table, "text/csv"),
    "pdf": (pdf, "application/pdf"),
}
"""Function and content type of each format."""


def build(actor: Actor, format: str, args: Arguments) -> ExportFile:
    """Build the file of one RFx, with the content that `actor` may see now."""
    content = content_of(actor=actor, rfx_id=int(args["rfx_id"]))
    build_file, content_type = BUILDERS[format]
    return ExportFile(
        filename=content.filename(format), content_type=content_type, content=build_file(content)
    )
