"""Lists whose filters can be saved and whose rows can be exported, registered by their features."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache
from typing import NamedTuple
from urllib.parse import urlencode

from marshmallow import ValidationError, fields

from app.kernel.db.pagination import AnyPage, ListQuery
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import InvalidError, NotFoundError
from app.kernel.http.json_types import Arguments
from app.kernel.http.schema_faults import schema_error
from app.kernel.http.schemas import AnyField, ListQuerySchema
from app.kernel.registry import current_registry

Params = Mapping[str, str | list[str]]
"""The filters of a list as in the address of its page; a repeated parameter is a list."""
CellValue = str | int | float | date | datetime | None
UNKNOWN_RECORD = "A filter names a record that does not exist."
PAGING = frozenset({"page", "pageSize", "cursor"})


class ExportColumn(NamedTuple):
    """A column of an exported list: its heading, and the value in an exported row."""

    heading: str
    value: Callable[[Arguments], CellValue]
    width: int = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ListKind:
    """The list of GET /api/{name}, shown on the page with the address `path`.

    `fetch` returns a page of the rows that the actor may see. It runs no statements except by `app.kernel.db.pagination`,
    because `count_lists` calls it too. It raises InvalidError for filters that the schema accepts but the list does not.
    """

    name: str
    title: str
    path: str
    query: type[ListQuerySchema]
    fetch: Callable[[Actor, Arguments, ListQuery], AnyPage]
    shared_by: frozenset[Permission] = frozenset()
    """Permissions that suffice to share a view with the organisation; MANAGE_ORGANISATION always does."""
    hidden: frozenset[str] = frozenset()
    """Parameters of the endpoint that the page has no filter for."""
    defaults: Params = field(default_factory=dict)
    """Parameters that the page adds if its address does not have them."""
    check: Callable[[Actor, Arguments], object] | None = None
    """Raises InvalidError or NotFoundError for filters that the actor may not save. It may run statements."""
    columns: Sequence[ExportColumn] = ()
    """The columns of the export, the id first; without columns the list has no export."""
    exported: Callable[[Actor, AnyPage], Sequence[Arguments]] = lambda _actor, _page: ()
    """Returns the rows of a page as `columns` read them."""

    def row_id(self, row: Arguments) -> int:
        """Return the id of an exported row: its first column."""
        return int(str(self.columns[0].value(row)))

    def load(self, params: Params) -> Arguments:
        """Load filters with the schema of the list; raise ValidationError with the errors by name."""
        names = self._names()
        unknown = {
            name: ["This list has no such filter."]
            for name in params
            if name not in names or name in self._unsaved
        }
        if unknown:
            raise ValidationError(unknown)
        values = {name: _as_field(names[name], value) for name, value in {**self.defaults, **params}.items()}
        loaded: Arguments = _filters_of(self.query).load(values)
        return loaded

    def current(self, params: Params) -> tuple[Params, Sequence[str]]:
        """Return the filters that the list still accepts, and the names of those that it does not."""
        names = self._names()
        left = {name: value for name, value in params.items() if name in names and name not in self._unsaved}
        try:
            self.load(left)
        except ValidationError as error:
            refused = set(error.messages) if isinstance(error.messages, dict) else set(params)
            left = {name: value for name, value in left.items() if name not in refused}
        return left, sorted(set(params) - set(left))

    def href(self, params: Params, **more: str) -> str:
        """Return the address of the page with these filters."""
        query = urlencode({**params, **more}, doseq=True)
        if not query:
            return self.path
        return f"{self.path}{'&' if '?' in self.path else '?'}{query}"

    def _names(self) -> dict[str, AnyField]:
        return {each.data_key or "": each for each in _filters_of(self.query).fields.values()}

    @property
    def _unsaved(self) -> frozenset[str]:
        return PAGING | self.hidden


@cache
def _filters_of(query: type[ListQuerySchema]) -> ListQuerySchema:
    """Return the one instance of a schema: creating it takes longer than loading the filters of a view."""
    return query()


def _as_field(target: AnyField, value: str | list[str]) -> object:
    """Return the value as the schema expects it: a list for a list field, else one text."""
    if isinstance(target, fields.List):
        return value if isinstance(value, list) else [value]
    return value[0] if isinstance(value, list) and value else value


def list_kind(name: str) -> ListKind:
    """Return the list with this name; raise NotFoundError if there is none."""
    kind = current_registry().list_kinds.get(name)
    if kind is None:
        raise NotFoundError
    return kind


def pages_of(kind: ListKind, *, actor: Actor, filters: Arguments, page_size: int) -> Iterator[AnyPage]:
    """Read a list to its end, page by page."""
    cursor = None
    while True:
        page = kind.fetch(actor, filters, ListQuery(page_size=page_size, cursor=cursor))
        yield page
        cursor = page.next_cursor
        if cursor is None:
            return


def load_filters(kind: ListKind, *, actor: Actor, params: Params, name: str) -> Arguments:
    """Load the filters in the field `name` of a request; raise InvalidError for those that the list refuses."""
    try:
        filters = kind.load(params)
    except ValidationError as error:
        raise schema_error({"messages": {"json": {name: error.messages}}}) from error
    if kind.check is not None:
        try:
            kind.check(actor, filters)
        except NotFoundError as error:
            raise InvalidError(fields={name: [UNKNOWN_RECORD]}) from error
    return filters
