"""The list of RFxs, for saved views and exports."""

from collections.abc import Sequence

from app.kernel.db.list_kinds import CellValue, ExportColumn, ListKind
from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Arguments
from app.rfx.queries.lists import list_rfxs
from app.rfx.queries.rows import RfxListRow
from app.rfx.schemas.requests import RfxQuerySchema, rfx_filter
from app.rfx.serializers.rfxs import serialize_row


def _fetch(actor: Actor, query: Arguments, page: ListQuery) -> Page[RfxListRow]:
    return list_rfxs(actor=actor, filters=rfx_filter(query), query=page, sort=query["sort"])


def _exported(actor: Actor, page: Page[RfxListRow]) -> Sequence[Arguments]:
    return [{"row": row, **serialize_row(row, actor)} for row in page.rows]


def _part(rfx: Arguments, outer: str, inner: str) -> CellValue:
    """Return a value of a part of the row that may be missing."""
    part: Arguments | None = rfx[outer]
    value: CellValue = part[inner] if part else None
    return value


RFXS = ListKind(
    name="rfx",
    title="RFxs",
    path="/rfx",
    query=RfxQuerySchema,
    fetch=_fetch,
    shared_by=frozenset({Permission.SEND_RFX, Permission.ANSWER_RFX}),
    hidden=frozenset({"relationshipId"}),
    exported=_exported,
    columns=(
        ExportColumn("ID", lambda rfx: rfx["row"].id, 10),
        ExportColumn("Type", lambda rfx: rfx["typeLabel"], 18),
        ExportColumn("Title", lambda rfx: rfx["row"].title, 40),
        ExportColumn("Bundle", lambda rfx: rfx["row"].bundle_name),
        ExportColumn(
            "Direction", lambda rfx: "Received" if rfx["viewerRole"] == "RESPONDENT" else "Sent", 12
        ),
        ExportColumn("Organisation", lambda rfx: _part(rfx, "organisation", "safeName"), 36),
        ExportColumn("Organisation ID", lambda rfx: _part(rfx, "organisation", "id"), 14),
        ExportColumn("Recipient", lambda rfx: rfx["recipient"], 26),
        ExportColumn("Status", lambda rfx: _part(rfx, "statusInfo", "label"), 14),
        ExportColumn("Answered", lambda rfx: _part(rfx, "completion", "answered"), 12),
        ExportColumn("Questions", lambda rfx: _part(rfx, "completion", "total"), 12),
        ExportColumn("Request ID", lambda rfx: rfx["requestId"], 12),
        ExportColumn("Created (UTC)", lambda rfx: rfx["row"].created),
        ExportColumn("Sent (UTC)", lambda rfx: rfx["row"].sent_date),
        ExportColumn("Reminded (UTC)", lambda rfx: rfx["row"].reminder_sent_date),
        ExportColumn("Deadline (UTC)", lambda rfx: rfx["row"].deadline),
    ),
)
