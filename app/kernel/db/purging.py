"""Deletion of old rows in small transactions, and the keys that stay when their rows are deleted."""

import time
from typing import cast

import structlog
from sqlalchemy import ColumnElement, CursorResult, Text, UpdateBase, delete, exists, literal, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import InstrumentedAttribute, Mapped, mapped_column

from app.extensions import db
from app.kernel.db.model import Base
from app.kernel.db.session import commit

log = structlog.get_logger(__name__)

BATCH_ROWS = 1_000
RUN_SECONDS = 60
"""After this time a run stops between two batches; the next run of its periodic job continues."""
PERIODIC = "periodic:"
"""The keys of periodic jobs begin with it. They contain the number of their period, which never comes back."""


DedupeKey = InstrumentedAttribute[str] | InstrumentedAttribute[str | None]


class SpentKey(Base):
    """The dedupe key of a deleted job or mail: the same work is never requested again. About 100 bytes for each."""

    __tablename__ = "spent_key"

    key: Mapped[str] = mapped_column(primary_key=True)
    """The name of the table, a colon and the dedupe key."""


def delete_in_batches(
    of: InstrumentedAttribute[int], *conditions: ColumnElement[bool], rows: int = BATCH_ROWS
) -> int:
    """Delete the rows that match, at most `rows` in one transaction; return their number. `of` is the id of the model.

    Commits. A worker that is killed loses one batch. Rows that other transactions have locked wait for the next run.
    """
    ends = time.monotonic() + RUN_SECONDS
    oldest = select(of).where(*conditions).limit(rows).with_for_update(skip_locked=True).cte("oldest")
    stmt = delete(of.class_).where(of.in_(select(oldest.c[of.key])))
    return _repeat(stmt.execution_options(synchronize_session=False), rows, ends, of.class_.__tablename__)


def delete_with_keys(
    of: InstrumentedAttribute[int], key: DedupeKey, *conditions: ColumnElement[bool]
) -> None:
    """Delete the rows that match in batches; their dedupe keys stay, as `is_spent` reports.

    Commits. A run records the keys of rows, which a later run deletes. Their row or their spent key is therefore visible
    to every statement, also to one that began before the key was recorded.
    """
    spent = exists().where(SpentKey.key == _prefix(key) + key)
    is_free = or_(key.is_(None), key.startswith(PERIODIC))
    delete_in_batches(of, *conditions, or_(is_free, spent))
    ends = time.monotonic() + RUN_SECONDS
    keys = select(_prefix(key) + key).where(*conditions, ~is_free, ~spent).limit(BATCH_ROWS)
    stmt = insert(SpentKey).from_select(["key"], keys).on_conflict_do_nothing()
    _repeat(stmt, BATCH_ROWS, ends, SpentKey.__tablename__)


def is_spent(key: DedupeKey, value: str) -> ColumnElement[bool]:
    """Return the condition that a deleted row had this dedupe key."""
    return exists().where(SpentKey.key == _prefix(key) + literal(value, Text))


def _prefix(key: DedupeKey) -> ColumnElement[str]:
    return literal(f"{key.class_.__tablename__}:", Text)


def _repeat(stmt: UpdateBase, rows: int, ends: float, table: str) -> int:
    count = 0
    while True:
        result = db.session.execute(stmt, execution_options={"preserve_rowcount": True})
        changed = cast("CursorResult[object]", result).rowcount
        commit()
        count += changed
        if changed < rows or time.monotonic() > ends:
            if count:
                log.info("rows_purged", table=table, rows=count)
            return count
