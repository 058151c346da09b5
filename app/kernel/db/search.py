"""Search that ignores case and accents."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Select,
    SQLColumnExpression,
    Text,
    and_,
    any_,
    bindparam,
    false,
    func,
    literal,
    literal_column,
    or_,
    select,
    union_all,
)

from app.extensions import db
from app.kernel.db.counting import collecting, with_values

ESCAPE = "/"
SEARCH_CAP = 1_000
"""Search results are counted up to this number; a larger exact number would help no user."""


MAX_WORDS = 6
"""The words of a search text after this number, less one, are looked for as one text."""
INDEXED_LENGTH = 3
"""Trigram indexes find no shorter text inside a word, only at the beginning of one."""

SEPARATORS = " .-/"
"""Characters within registration numbers that a search ignores."""

AnyText = SQLColumnExpression[str] | SQLColumnExpression[str | None]


@dataclass(frozen=True, slots=True)
class BoundWords:
    """The words of a search text as parameters of a shared statement; `parameters` returns their values.

    Without words (`count` is 0) no text matches. If all words are shorter than a trigram, they are looked for at the
    beginning of words only (`are_short`), because no index finds them elsewhere.
    """

    count: int
    are_short: bool = False

    @classmethod
    def of(cls, text: str) -> "BoundWords":
        """Return the words for the shape of `text`."""
        words = words_of(text)
        return cls(len(words), all(len(word) < INDEXED_LENGTH for word in words))

    def are_in(self, column: AnyText) -> ColumnElement[bool]:
        """Return the condition that `column` contains all words."""
        conditions = [
            or_(*(matches_pattern(column, bindparam(name, type_=Text)) for name in self._names(index)))
            for index in range(self.count)
        ]
        return and_(*conditions) if conditions else false()

    def parameters(self, text: str) -> dict[str, str]:
        """Return the values of the parameters for a `text` of this shape."""
        values: dict[str, str] = {}
        for index, word in enumerate(words_of(text)[: self.count]):
            escaped = escape_pattern(word)
            patterns = (f"{escaped}%", f"% {escaped}%") if self.are_short else (f"%{escaped}%",)
            values |= dict(zip(self._names(index), patterns, strict=True))
        return values

    def _names(self, index: int) -> tuple[str, ...]:
        return (f"word_{index}", f"word_{index}_later") if self.are_short else (f"word_{index}",)


SearchText = str | BoundWords
"""The text of a search, or its words as parameters."""


def contains_text(column: AnyText, text: SearchText) -> ColumnElement[bool]:
    """Return the condition that `column` contains all words of `text`, ignoring case and accents: `muller` matches Müller.

    Both sides are folded by the database function `folded`, on which the trigram indexes are built.
    """
    if isinstance(text, BoundWords):
        return text.are_in(column)
    return and_(*(matches_pattern(column, literal(containing(word))) for word in words_of(text)))


def plain_code(column: ColumnElement[str] | SQLColumnExpression[str | None]) -> ColumnElement[str]:
    """Return a registration number in the form that is compared and indexed: in lower case, without separators."""
    return func.lower(func.translate(column, literal_column(f"'{SEPARATORS}'"), literal_column("''")))


def plain_code_in(text: str) -> str:
    """Return a typed registration number in the form of `plain_code`."""
    return text.lower().translate(str.maketrans("", "", SEPARATORS))


def plain_number(column: ColumnElement[str] | SQLColumnExpression[str | None]) -> ColumnElement[str]:
    """Return a number of an ERP in the form that is compared and indexed: `plain_code` without leading zeros.

    Some programs pad numbers with zeros, and spreadsheets drop them.
    """
    return func.ltrim(plain_code(column), literal_column("'0'"), type_=Text)


def plain_number_in(text: str) -> str:
    """Return a typed number in the form of `plain_number`; empty if nothing is left."""
    return plain_code_in(text).lstrip("0")


def number_in(text: str) -> int | None:
    """Return the number of a record that `text` is, as in 1188 or #1188; None for other texts."""
    number = text.removeprefix("#")
    return int(number) if number.isascii() and number.isdigit() and len(number) < 19 else None


def words_of(text: str) -> list[str]:
    """Return the words of a search text: at least one, at most MAX_WORDS. Their order does not matter."""
    return text.split(maxsplit=MAX_WORDS - 1) or [text]


def containing(text: str) -> str:
    """Return the pattern of texts that contain `text`, for `matches_pattern`."""
    return f"%{escape_pattern(text)}%"


def escape_pattern(text: str) -> str:
    """Return the pattern of `text` itself: wild cards in it are plain characters."""
    escaped = text
    for special in (ESCAPE, "%", "_"):
        escaped = escaped.replace(special, ESCAPE + special)
    return escaped


def matches_pattern(column: AnyText, pattern: ColumnElement[str]) -> ColumnElement[bool]:
    """Return the condition of `contains_text` for a pattern that is a parameter of a shared statement."""
    return func.folded(column).like(func.folded(pattern), escape=ESCAPE)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search: the ids, or None if there are more than SEARCH_CAP."""

    ids: Sequence[int] | None
    parts: Sequence[Select[int]] = ()
    """The selects of the ids if they were not run, because only the number of results is needed (`count_lists`)."""

    @property
    def total(self) -> int:
        """Return the number of results, up to SEARCH_CAP + 1."""
        return SEARCH_CAP + 1 if self.ids is None else len(self.ids)

    def among(self, key: SQLColumnExpression[int], matching: ColumnElement[bool]) -> ColumnElement[bool]:
        """Return the condition that the row with id `key` is a result; `matching` is the same condition without ids.

        Few results are looked up by id and then sorted. With many results, rows in list order soon fill a page.
        """
        if self.parts:
            # The subquery keeps the parts from being correlated with the statement around them.
            ids = union_all(*self.parts).subquery()
            return key.in_(select(*ids.c))
        if self.ids is None:
            return matching
        return key == any_(literal(self.ids, ARRAY(BigInteger)))


def find(parts: Sequence[Select[int]], **parameters: object) -> SearchResult:
    """Run each of `parts`, selects of ids that may overlap, in one statement.

    `parameters` are the values of the parts' own parameters.

    No index serves both sides of an OR over columns of two tables, so each part uses its own index and stops after
    SEARCH_CAP. If one part reaches it, the following parts are not run; put the cheapest first.
    """
    if collecting() is not None:
        return SearchResult(None, [with_values(part, parameters) for part in parts])
    limited = [part.limit(SEARCH_CAP + 1).cte(f"part_{index}") for index, part in enumerate(parts)]
    is_open = [select(func.count()).select_from(part).scalar_subquery() <= SEARCH_CAP for part in limited]
    selects = [select(*part.c).where(*is_open[:index]) for index, part in enumerate(limited)]
    ids = set(db.session.execute(union_all(*selects), parameters).scalars())
    return SearchResult(None if len(ids) > SEARCH_CAP else sorted(ids))
