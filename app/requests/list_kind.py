"""The list of requests, for saved views and exports."""

from collections.abc import Sequence

from app.kernel.db.list_kinds import ExportColumn, ListKind
from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Arguments
from app.requests.queries.lists import RequestListRow, list_requests
from app.requests.schemas.progress import RequestQuerySchema, request_filter
from app.requests.serializers.progress import serialize_request_row


def _fetch(actor: Actor, query: Arguments, page: ListQuery) -> Page[RequestListRow]:
    return list_requests(actor=actor, filters=request_filter(query), query=page, sort=query["sort"])


def _exported(_actor: Actor, page: Page[RequestListRow]) -> Sequence[Arguments]:
    return [serialize_request_row(row) for row in page.rows]


REQUESTS = ListKind(
    name="rfxRequest",
    title="Requests",
    path="/rfx?tab=requests",
    query=RequestQuerySchema,
    fetch=_fetch,
    shared_by=frozenset({Permission.SEND_RFX}),
    exported=_exported,
    columns=(
        ExportColumn("ID", lambda row: row["id"], 10),
        ExportColumn("Title", lambda row: row["title"], 40),
        ExportColumn("Type", lambda row: row["type"], 10),
        ExportColumn("State", lambda row: row["state"].capitalize(), 14),
        ExportColumn("Suppliers", lambda row: row["suppliers"], 12),
        ExportColumn("Submitted", lambda row: row["submitted"], 12),
        ExportColumn("Late", lambda row: row["late"], 10),
        ExportColumn("Not sent", lambda row: row["unsent"], 10),
        ExportColumn("Next deadline (UTC)", lambda row: row["next_deadline"]),
        ExportColumn("Created by", lambda row: row["created_by"]["name"], 26),
        ExportColumn("Created (UTC)", lambda row: row["created"]),
        ExportColumn("Sent (UTC)", lambda row: row["sent_date"]),
    ),
)
