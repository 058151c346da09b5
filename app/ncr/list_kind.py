"""The list of non-conformances, for saved views and exports."""

from collections.abc import Callable, Sequence

from app.kernel.db.list_kinds import CellValue, ExportColumn, ListKind
from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Arguments
from app.ncr.policies import is_raiser
from app.ncr.queries.ncrs import NcrContext, list_ncrs
from app.ncr.schemas.ncrs import NcrQuerySchema, ncr_filter
from app.ncr.types import DISPOSITION_LABELS, SEVERITY_LABELS, STATUS_INFO


def _fetch(actor: Actor, query: Arguments, page: ListQuery) -> Page[NcrContext]:
    return list_ncrs(actor=actor, filters=ncr_filter(query), sort=query["sort"], query=page)


def _exported(actor: Actor, page: Page[NcrContext]) -> Sequence[Arguments]:
    """Return the rows; `internal` is the non-conformance if the actor's organisation raised it."""
    return [
        context._asdict() | {"internal": context.ncr if is_raiser(actor, context.ncr) else None}
        for context in page.rows
    ]


def _internal(name: str) -> Callable[[Arguments], CellValue]:
    """Return the function that reads an internal value of an exported row."""
    return lambda row: getattr(row["internal"], name, None)


def _cost(row: Arguments) -> CellValue:
    cost = getattr(row["internal"], "cost", None)
    return None if cost is None else float(cost)


def _disposition(row: Arguments) -> CellValue:
    disposition = getattr(row["internal"], "disposition", None)
    return DISPOSITION_LABELS[disposition] if disposition else None


NCRS = ListKind(
    name="ncr",
    title="Non-Conformances",
    path="/ncr",
    query=NcrQuerySchema,
    fetch=_fetch,
    shared_by=frozenset({Permission.MANAGE_NCRS}),
    hidden=frozenset({"relationshipId"}),
    exported=_exported,
    columns=(
        ExportColumn("ID", lambda row: row["ncr"].id, 10),
        ExportColumn("Date", lambda row: row["ncr"].event_date, 14),
        ExportColumn("Supplier", lambda row: row["supplier"].name, 32),
        ExportColumn("Supplier ID", lambda row: row["supplier"].id, 12),
        ExportColumn("Raised by", lambda row: row["raiser"].name, 32),
        ExportColumn("Summary", lambda row: row["ncr"].title, 40),
        ExportColumn("Type", lambda row: row["ncr"].type.capitalize(), 14),
        ExportColumn("Account", lambda row: row["ncr"].account_name, 24),
        ExportColumn("Severity", lambda row: SEVERITY_LABELS[row["ncr"].severity], 12),
        ExportColumn("Status", lambda row: STATUS_INFO[row["ncr"].status]["label"], 14),
        ExportColumn(
            "Assigned to",
            lambda row: row["assignee"].name if row["assignee"] else row["assigned_to"].name,
            30,
        ),
        ExportColumn("Due", lambda row: row["task"].due, 14),
        ExportColumn("Part number", lambda row: row["ncr"].part_number, 18),
        ExportColumn("Batch", lambda row: row["ncr"].batch, 18),
        ExportColumn("Order", lambda row: row["ncr"].order_ref, 18),
        ExportColumn("Delivered", lambda row: row["ncr"].quantity_delivered, 12),
        ExportColumn("Checked", lambda row: row["ncr"].quantity_checked, 12),
        ExportColumn("Defective", lambda row: row["ncr"].quantity_defective, 12),
        ExportColumn("Defect code", lambda row: row["defect_code"].code if row["defect_code"] else None, 14),
        ExportColumn("Defect", lambda row: row["defect_code"].name if row["defect_code"] else None, 28),
        ExportColumn("Recurrence", lambda row: row["occurrence"] if row["occurrence"] > 1 else None, 12),
        ExportColumn("Cost (internal)", _cost, 16),
        ExportColumn("Currency (internal)", _internal("currency"), 16),
        ExportColumn("Disposition (internal)", _disposition, 20),
        ExportColumn("Note (internal)", _internal("internal_note"), 40),
        ExportColumn("Created (UTC)", lambda row: row["ncr"].created),
        ExportColumn("Resolved (UTC)", lambda row: row["ncr"].resolved),
    ),
)
