"""The types of records that can be found, which other features register, and the shape of a search text.

This feature is below the features that have records, so that each of them can register its types with `SearchHooks`.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Select,
    SQLColumnExpression,
    Text,
    bindparam,
    case,
)

from app.kernel.db.search import BoundWords, escape_pattern, matches_pattern, number_in, plain_code_in
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import Actor, Permission
from app.search.types import Rank

NUMBER = bindparam("number", type_=BigInteger)
"""Bound parameter for the number of a record, if the text is one (`SearchTerm.is_number`)."""
TYPED = bindparam("typed", type_=Text)
"""Bound parameter for the whole text in lower case, for exact matches."""
CODE = bindparam("code", type_=Text)
"""Bound parameter for the text in lower case without spaces, dots and hyphens (`plain_code`)."""
BEGINNING = bindparam("beginning", type_=Text)
"""Bound parameter for the pattern of texts that begin with the search text."""

_CODE = re.compile(r"[a-z0-9][a-z0-9 ./-]{2,39}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """The shape of a search text. The statement of a type is built once for each shape; the text is in its parameters."""

    words: BoundWords
    is_number: bool = False
    """The text is the number of a record: 1188 or #1188."""
    is_email: bool = False
    is_code: bool = False
    """The text may be a registration number."""

    @classmethod
    def of(cls, text: str) -> "SearchTerm":
        """Return the shape of a trimmed `text`. A single digit is the number of a record, and no word."""
        return cls(
            words=BoundWords(0) if len(text) < 2 else BoundWords.of(text),
            is_number=number_in(text) is not None,
            is_email=re.fullmatch(r"[^@\s]+@[^@\s]+", text) is not None,
            is_code=_CODE.fullmatch(text) is not None and any(char.isdigit() for char in text),
        )

    def parameters(self, text: str) -> dict[str, object]:
        """Return the values of the parameters for a `text` of this shape."""
        return {
            **self.words.parameters(text),
            NUMBER.key: number_in(text),
            TYPED.key: text.lower(),
            CODE.key: plain_code_in(text),
            BEGINNING.key: f"{escape_pattern(text)}%",
        }


@dataclass(frozen=True, slots=True)
class Match:
    """A select of the ids of records that match and that the viewer sees in the list of their type."""

    stmt: Select[int]
    rank: Rank | ColumnElement[int] = Rank.CONTAINS
    """The rank of all of them, or a column of ranks (`begins_first`)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchFace:
    """The picture of a person or an organisation; without `url`, its initials."""

    kind: str
    id: int
    name: str
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRow:
    """A record that was found. `id` identifies it within its type."""

    id: int
    title: str
    detail: str
    url: str
    number: int | None = None
    """The number that users know the record by, shown before the title."""
    badge: Mapping[str, str] | None = None
    """Label, icon and style of its status."""
    face: SearchFace | None = None
    relationship_id: int | None = None
    """For a supplier: the relationship above None of the viewer's organisation with it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SearchType:
    """A type of records.

    `visible` builds selects of `key` with the records that the viewer (`VIEWER`, `VIEWER_USER`) sees in the list of the
    type; `matches` restricts them to those that match, and each of its selects has an index to use. `rows` selects
    `id` and the columns that `row` reads, for the ids of a subquery.
    """

    name: str
    label: str
    """The name of the list, in the plural."""
    icon: str
    order: int
    """The place of its group."""
    key: SQLColumnExpression[int]
    visible: Callable[[], Sequence[Select[int]]]
    matches: Callable[[SearchTerm], Sequence[Match]]
    rows: Callable[[FromClause], AnySelect]
    row: Callable[[AnyRow, Actor], SearchRow]
    list_path: str
    """The path of the list."""
    list_search: str | None = None
    """The address of the list up to the text, such as `/ncr?search=`; None for lists without a search of the same texts.

    The total of the list must equal the count of the type (tests/integration/search/test_list_totals.py).
    """
    permission: Permission | None = None
    """The permission that the page of the list needs, if any."""

    def list_url(self, text: str) -> str | None:
        """Return the address of the list with this search; None for lists without a search.

        Lists find short texts inside words too, so the list would have other rows than the group.
        """
        if self.list_search is None or BoundWords.of(text).are_short:
            return None
        return f"{self.list_search}{quote(text, safe='')}"


@dataclass
class SearchHooks:
    """The types of records of one application."""

    types: dict[str, SearchType] = field(default_factory=dict)

    def add(self, *types: SearchType) -> None:
        """Register types. Raises ValueError if a name is registered already."""
        for each in types:
            if each.name in self.types:
                raise ValueError(f"{each.name} is registered already")
            self.types[each.name] = each


def begins_first(name: SQLColumnExpression[str]) -> ColumnElement[int]:
    """Build the rank of records with this name: those that begin with the text come first.

    This is not a separate match: a trigram index would read every name with a word that begins like this.
    """
    return case((matches_pattern(name, BEGINNING), Rank.BEGINS.value), else_=Rank.CONTAINS.value)


def may_find(actor: Actor, search_type: SearchType) -> bool:
    """Return True if `actor` may see the list of the type. Guests see no list."""
    permission = search_type.permission
    return not actor.is_guest and (permission is None or actor.may(permission))
