"""The names of the people and records of entries, which are looked up when the entries are read."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    FromClause,
    Text,
    any_,
    bindparam,
    case,
    cast,
    exists,
    literal,
    null,
    select,
    union_all,
)

from app.accounts.public import User, UserType
from app.audit.models import AuditEntry
from app.audit.types import RECORD_KINDS
from app.extensions import db
from app.kernel.db.model import Base
from app.kernel.db.statements import AnySelect, shared_statement
from app.kernel.http.auth import Actor


@dataclass(frozen=True, slots=True)
class Names:
    """Names of the records of entries. Deleted records are missing."""

    by_record: Mapping[tuple[str, int], str]
    """Names by table and id."""
    organisation_of_service_user: Mapping[int, int]
    """The organisations of the service users among the people, by the id of the user. They have no page."""


def names_of(entries: Iterable[AuditEntry]) -> Names:
    """Return the names of everything that the entries refer to. One statement."""
    ids: dict[str, set[int]] = defaultdict(set)
    for entry in entries:
        ids["app_user"] |= {each for each in (entry.user_id, entry.subject_user_id) if each}
        for argument, record_id in entry.ids.items():
            kind = RECORD_KINDS.get(argument)
            if kind:
                ids[kind.table].add(record_id)
    parameters = {f"{table}_ids": sorted(ids[table]) for table in _named_tables()}
    rows = db.session.execute(_names(), parameters).all()
    return Names(
        by_record={(table, record_id): name for table, record_id, name, _organisation_id in rows},
        organisation_of_service_user={
            record_id: organisation_id
            for _table, record_id, _name, organisation_id in rows
            if organisation_id is not None
        },
    )


def _named_tables() -> Sequence[str]:
    return sorted({kind.table for kind in RECORD_KINDS.values() if kind.column})


@shared_statement
def _names() -> AnySelect:
    columns = {kind.table: kind.column for kind in RECORD_KINDS.values() if kind.column}
    parts = []
    for name in _named_tables():
        table = Base.metadata.tables[name]
        ids = bindparam(f"{name}_ids", type_=ARRAY(BigInteger))
        parts.append(
            select(
                literal(name, Text).label("table"),
                table.c.id,
                cast(table.c[columns[name]], Text).label("name"),
                _service_organisation(table).label("service_organisation_id"),
            ).where(table.c.id == any_(ids))
        )
    named = union_all(*parts).subquery()
    return select(named)


def _service_organisation(table: FromClause) -> ColumnElement[int | None]:
    if table is not User.__table__:
        return cast(null(), BigInteger)
    return case((table.c.type == UserType.SERVICE, table.c.organisation_id))


def name_of_user(*, actor: Actor, user_id: int | None) -> str | None:
    """Return the name of a person who is in the audit log of the actor's organisation; None for others."""
    if user_id is None:
        return None
    is_known = exists().where(
        AuditEntry.organisation_id == actor.organisation_id, AuditEntry.user_id == user_id
    )
    name: str | None = db.session.execute(select(User.name).where(User.id == user_id, is_known)).scalar()
    return name
