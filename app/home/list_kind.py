"""The tab Due of Home, for saved views."""

from app.due.public import DueHooks, DueQuerySchema, DueRow, check_filters, due_filter, list_due
from app.kernel.db.list_kinds import ListKind
from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.kernel.http.json_types import Arguments
from app.kernel.registry import current_registry


def _fetch(actor: Actor, query: Arguments, page: ListQuery) -> Page[DueRow]:
    filters = due_filter(query)
    if filters.kind is not None and filters.kind not in current_registry().hooks(DueHooks).kinds:
        raise InvalidError
    return list_due(actor=actor, filters=filters, query=page)


def _check(actor: Actor, query: Arguments) -> None:
    check_filters(actor=actor, filters=due_filter(query))


DUE = ListKind(
    name="due", title="Due", path="/home?tab=due", query=DueQuerySchema, fetch=_fetch, check=_check
)
