"""The workbook with the answers of all suppliers of a request (kind `rfxRequest`), built by the worker."""

from collections.abc import Sequence
from io import BytesIO

from app.events.public import record
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, NotFoundError
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile
from app.requests.exports.content import RequestContent, request_content
from app.requests.queries.progress import supplier_rows
from app.requests.queries.requests import request_context
from app.rfx.public import SEALED

KIND = "rfxRequest"
CONTENT_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NOT_SENT = "Nothing was sent yet, so there are no answers."


def exported_ids(*, actor: Actor, request_id: int, chosen: Sequence[int] | None) -> list[int]:
    """Return the RFxs to export, all of the request if none is chosen, and record the export.

    Raises NotFoundError for an RFx of another request, ConflictError while answers are sealed.
    """
    context = request_context(actor=actor, request_id=request_id)
    rows = supplier_rows(request_id).rfxs
    ids = [row.id for row in rows if chosen is None or row.id in set(chosen)]
    if chosen is not None and len(ids) != len(set(chosen)):
        raise NotFoundError
    if not ids:
        raise ConflictError(NOT_SENT)
    if any(row.is_sealed for row in rows):
        raise ConflictError(SEALED, code="rfxSealed")
    record(
        "export.created",
        actor=actor,
        format="xlsx",
        requestId=request_id,
        requestTitle=context.request.title,
    )
    return ids


def build(actor: Actor, _format: str, args: Arguments) -> ExportFile:
    """Build the workbook with what `actor` may see now."""
    content = request_content(actor=actor, request_id=int(args["request_id"]), rfx_ids=args["rfx_ids"])
    return ExportFile(filename=content.filename, content_type=CONTENT_TYPE, content=_workbook(content))


def _workbook(content: RequestContent) -> bytes:
    """Return the workbook. The import is local, so that only the worker loads openpyxl."""
    from app.requests.exports.workbook import write_workbook

    file = BytesIO()
    write_workbook(content, file)
    return file.getvalue()
