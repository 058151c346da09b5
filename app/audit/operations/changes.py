"""The names of the columns that a transaction changes, from which entries take the fields of their records."""

from sqlalchemy import event
from sqlalchemy.orm import Session, SessionTransaction
from sqlalchemy.orm.attributes import instance_state

from app.audit.policies import field_name
from app.audit.types import RECORD_KINDS
from app.events.public import RecordedEvent
from app.extensions import db

OWNED_TABLES = {"company_sign_in": ("organisation", "organisation_id")}
"""Tables whose changes belong to another record: its table, and the column with its id."""
Changes = dict[tuple[str, int], set[str]]
"""The changed columns by table and id of the row."""
_KEY = "assay_audit_changes"


def watch_changes() -> None:
    """Collect the changes of all sessions from now on; repeatable."""
    if not event.contains(db.session, "before_flush", _collect):
        event.listen(db.session, "before_flush", _collect)
        event.listen(db.session, "after_transaction_end", _clear)


def changed_fields(recorded: RecordedEvent) -> list[str]:
    """Return the fields of the event's records that this transaction has changed so far."""
    flushed: Changes = db.session.info.get(_KEY, {})
    rows = _rows_of(recorded)
    fields: set[str] = set()
    for changes in (flushed, _dirty(db.session())):
        for row in rows & changes.keys():
            fields |= {name for column in changes[row] if (name := field_name(column))}
    return sorted(fields)


def _rows_of(recorded: RecordedEvent) -> set[tuple[str, int]]:
    """Return the tables and ids of the event's records. A long transaction changes many more rows than these."""
    rows = {
        (RECORD_KINDS[argument].table, value)
        for argument, value in recorded.args.items()
        if argument in RECORD_KINDS and isinstance(value, int)
    }
    if recorded.relationship_id is not None:
        rows.add(("relationship", recorded.relationship_id))
    return rows


def _collect(session: Session, *_context: object) -> None:
    changes: Changes = session.info.setdefault(_KEY, {})
    for row, columns in _dirty(session).items():
        changes.setdefault(row, set()).update(columns)


def _clear(session: Session, transaction: SessionTransaction) -> None:
    if transaction.parent is None:
        session.info.pop(_KEY, None)


def _dirty(session: Session) -> Changes:
    changes: Changes = {}
    for row in session.dirty:
        state = instance_state(row)
        table = str(state.mapper.local_table)
        owner_table, id_column = OWNED_TABLES.get(table, (table, "id"))
        row_id = state.dict.get(id_column)
        # Only attributes that were set have a history; reading others would load them.
        columns = {
            column.key
            for column in state.mapper.column_attrs
            if column.key in state.committed_state and state.attrs[column.key].history.has_changes()
        }
        if columns and isinstance(row_id, int):
            changes.setdefault((owner_table, row_id), set()).update(columns)
    return changes
