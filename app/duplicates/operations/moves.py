"""Changes of rows of any table that are recorded exactly, so that they can be undone.

A record is JSON: `steps` with the former values (updates) or whole rows (deletions) in their order, and `hashes` with a
hash of each changed row. An undo is possible only while every hash is unchanged.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from sqlalchemy import (
    Column,
    ColumnElement,
    Table,
    Text,
    func,
    literal,
    literal_column,
    select,
    text,
    tuple_,
    update,
)
from sqlalchemy import cast as sql_cast
from sqlalchemy import delete as sql_delete
from sqlalchemy.dialects import postgresql

from app.extensions import db
from app.kernel.db.model import Base
from app.kernel.http.json_types import Arguments

T = TypeVar("T")
CHUNK = 5_000
"""Number of rows in one statement."""
EXPIRING = frozenset({"event_log"})
"""Tables whose rows are deleted after a retention. A deleted row is no change by a user, so it prevents no undo."""
Key = tuple[object, ...]


@dataclass
class RecordedMoves:
    """The changes of one merge, in the order in which they were made."""

    steps: list[Arguments] = field(default_factory=list)
    changed: dict[tuple[str, tuple[str, ...]], set[Key]] = field(default_factory=dict)
    """The keys of changed rows by table and watched columns; no columns means the whole row."""

    def update(
        self,
        table: type[Base],
        where: ColumnElement[bool],
        values: Mapping[str, object],
        *,
        is_whole: bool = True,
    ) -> None:
        """Lock the rows that match, record their former values, and set the new ones."""
        of = _table(table.__tablename__)
        rows = _lock(of, where, [*_keys(of), *values])
        # Without these values SQLAlchemy would change columns such as `updated`, and the undo could not restore them.
        fixed = {
            column.name: column for column in of.columns if column.onupdate and column.name not in values
        }
        for part in _chunks(list(rows)):
            db.session.execute(
                update(table)
                .where(_among(of, part))
                .values({**values, **fixed})
                .execution_options(synchronize_session=False)
            )
        if rows:
            # The column may be a part of the key, which then finds the row by its new value.
            new_key = {name: value for name, value in values.items() if name in _keys(of)}
            self.steps.append(_step(of, "update", list(values), rows) | {"key": new_key})
            watched = () if is_whole else tuple(sorted(values))
            new_keys = {
                tuple(new_key.get(name, part) for name, part in zip(_keys(of), key, strict=True))
                for key in rows
            }
            self.changed.setdefault((of.name, watched), set()).update(new_keys)

    def delete(self, table: type[Base], where: ColumnElement[bool]) -> None:
        """Lock and record the rows that match, and delete them."""
        of = _table(table.__tablename__)
        names = [column.name for column in of.columns]
        rows = _lock(of, where, names)
        for part in _chunks(list(rows)):
            db.session.execute(
                sql_delete(table).where(_among(of, part)).execution_options(synchronize_session=False)
            )
        if rows:
            self.steps.append(_step(of, "delete", names, rows))
            for (name, _), keys in self.changed.items():
                if name == of.name:
                    keys.difference_update(rows)

    def keys(self, table: str) -> set[Key]:
        """Return the keys of the changed rows of a table."""
        return set().union(*(keys for (name, _), keys in self.changed.items() if name == table))

    def record(self) -> Arguments:
        """Return everything that `undo` needs, as JSON."""
        hashes = [
            {
                "table": name,
                "watched": list(watched),
                "rows": [[*key, digest] for key, digest in _hashes(_table(name), watched, keys).items()],
            }
            for (name, watched), keys in self.changed.items()
            if keys
        ]
        return {"steps": self.steps, "hashes": hashes}


def first_change(moves: Arguments) -> tuple[str, Key] | None:
    """Lock the rows of a record; return the table and key of one that has changed since, or None."""
    for entry in moves["hashes"]:
        of = _table(entry["table"])
        recorded = {tuple(key): digest for *key, digest in entry["rows"]}
        present = _hashes(of, tuple(entry["watched"]), recorded, lock=True)
        for key, digest in recorded.items():
            if present.get(key) != digest and (key in present or of.name not in EXPIRING):
                return of.name, key
    return None


def keys_of(moves: Arguments, table: str) -> set[Key]:
    """Return the keys of the rows of a table that a record changed."""
    entries = [entry for entry in moves["hashes"] if entry["table"] == table]
    return {tuple(key) for entry in entries for *key, _digest in entry["rows"]}


def undo(moves: Arguments) -> None:
    """Restore the former values and rows, the last change first."""
    for step in reversed(moves["steps"]):
        of = _table(step["table"])
        for part in _chunks(step["rows"]):
            _restore(of, step, part)
    db.session.expire_all()


def _restore(of: Table, step: Arguments, rows: Sequence[str]) -> None:
    names, table = [_quoted(of.columns[name].name) for name in step["columns"]], _quoted(of.name)
    new_key = {f"new_{name}": value for name, value in step.get("key", {}).items()}
    source = f"jsonb_populate_recordset(NULL::{table}, CAST(:rows AS jsonb)) AS source"
    if step["op"] == "delete":
        listed = ", ".join(names)
        statement = f"INSERT INTO {table} ({listed}) SELECT {listed} FROM {source}"  # noqa: S608  (names of models)
    else:
        values = ", ".join(f"{name} = source.{name}" for name in names)
        same = " AND ".join(
            f"{table}.{_quoted(name)} = "
            + (f":new_{name}" if f"new_{name}" in new_key else f"source.{_quoted(name)}")
            for name in _keys(of)
        )
        statement = f"UPDATE {table} SET {values} FROM {source} WHERE {same}"  # noqa: S608  (names of models)
    # Each row is the text that PostgreSQL wrote, so that numbers and times come back exactly.
    db.session.execute(text(statement), {"rows": f"[{','.join(rows)}]", **new_key})


def _step(of: Table, operation: str, columns: list[str], rows: Mapping[Key, str]) -> Arguments:
    return {"table": of.name, "op": operation, "columns": columns, "rows": list(rows.values())}


def _lock(of: Table, where: ColumnElement[bool], names: Sequence[str]) -> dict[Key, str]:
    """Lock the rows that match; return the JSON text of these columns by key."""
    pairs = [part for name in names for part in (literal(name, Text), of.columns[name])]
    row = sql_cast(func.jsonb_build_object(*pairs), Text)
    keys = key_columns(of)
    stmt = select(*keys, row.label("row")).where(where).order_by(*keys).with_for_update(of=of)
    return {tuple(key): str(content) for *key, content in db.session.execute(stmt)}


def _hashes(
    of: Table,
    watched: Sequence[str],
    keys: Sequence[Key] | set[Key] | Mapping[Key, str],
    *,
    lock: bool = False,
) -> dict[Key, str]:
    """Return a hash of each row; columns without a value do not count, so that a new column changes none."""
    row = (
        func.jsonb_build_array(*(of.columns[name] for name in watched))
        if watched
        else func.jsonb_strip_nulls(func.to_jsonb(literal_column(_quoted(of.name))))
    )
    digest = func.md5(sql_cast(row, Text))
    hashes: dict[Key, str] = {}
    for part in _chunks(sorted(keys)):
        stmt = select(*key_columns(of), digest.label("digest")).where(_among(of, part))
        if lock:
            stmt = stmt.with_for_update(of=of)
        hashes |= {tuple(key): str(content) for *key, content in db.session.execute(stmt)}
    return hashes


def _among(of: Table, keys: Sequence[Key]) -> ColumnElement[bool]:
    columns = key_columns(of)
    if len(columns) == 1:
        return columns[0] == func.any(sql_cast([key[0] for key in keys], postgresql.ARRAY(columns[0].type)))
    return tuple_(*columns).in_(keys)


def _keys(of: Table) -> list[str]:
    return [column.name for column in key_columns(of)]


def key_columns(of: Table) -> list[Column[object]]:
    """Return the columns that identify a row: the id if there is one, also where the primary key has more columns."""
    return [of.columns["id"]] if "id" in of.columns else list(of.primary_key.columns)


def _chunks(rows: Sequence[T]) -> list[Sequence[T]]:
    return [rows[start : start + CHUNK] for start in range(0, len(rows), CHUNK)]


def _table(name: str) -> Table:
    """Return a table of the models; a name from a stored record is checked by this."""
    return Base.metadata.tables[name]


def _quoted(name: str) -> str:
    return str(db.engine.dialect.identifier_preparer.quote(name))
