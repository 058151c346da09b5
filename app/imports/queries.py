"""Imports of suppliers: of the viewer, and for the worker."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from sqlalchemy import BigInteger, bindparam, func, select

from app.accounts.public import User, UserStatus, UserType
from app.custom_fields.public import importable_fields, values_of_many
from app.extensions import db
from app.imports.models import SupplierImport, SupplierImportRow
from app.imports.policies.extracting import FileRow
from app.imports.policies.matching import keys_of
from app.imports.policies.planning import CustomData, Decision, Network
from app.imports.policies.values import Checks, Colleague
from app.imports.types import HOUR, CustomTarget, Outcome
from app.kernel.clock import now
from app.kernel.db.pagination import AnyPage, Listing, ListQuery, Sort
from app.kernel.db.statements import shared_statement
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.network.public import directory_candidates, network_candidates, used_addresses

LISTED = 20
"""Earlier imports of a user that the page lists."""


def own_import(*, actor: Actor, import_id: int, lock: bool = False) -> SupplierImport:
    """Return an import that the actor has uploaded; raise NotFoundError for others."""
    stmt = select(SupplierImport).where(
        SupplierImport.id == import_id,
        SupplierImport.user_id == actor.user_id,
        SupplierImport.organisation_id == actor.organisation_id,
    )
    supplier_import: SupplierImport | None = db.session.execute(
        stmt.with_for_update() if lock else stmt, execution_options={"populate_existing": lock}
    ).scalar()
    if supplier_import is None:
        raise NotFoundError
    return supplier_import


def locked_import(import_id: int) -> SupplierImport | None:
    """Return an import, locked, for the worker; None if it was deleted."""
    supplier_import: SupplierImport | None = db.session.execute(
        select(SupplierImport).where(SupplierImport.id == import_id).with_for_update(),
        execution_options={"populate_existing": True},
    ).scalar()
    return supplier_import


def recent_imports(*, actor: Actor) -> Sequence[datetime]:
    """Return the times of the actor's imports in the last hour, oldest first."""
    stmt = select(SupplierImport.created).where(
        SupplierImport.user_id == actor.user_id, SupplierImport.created > now() - HOUR
    )
    return db.session.execute(stmt.order_by(SupplierImport.created)).scalars().all()


def imports_of(*, actor: Actor) -> Sequence[SupplierImport]:
    """Return the latest imports of the actor, newest first."""
    stmt = (
        select(SupplierImport)
        .where(
            SupplierImport.organisation_id == actor.organisation_id, SupplierImport.user_id == actor.user_id
        )
        .order_by(SupplierImport.id.desc())
        .limit(LISTED)
    )
    return db.session.execute(stmt).scalars().all()


def counts_of(import_id: int) -> Counter[Outcome]:
    """Return the numbers of rows by outcome."""
    stmt = (
        select(SupplierImportRow.outcome, func.count().label("number"))
        .where(SupplierImportRow.import_id == import_id, SupplierImportRow.outcome.is_not(None))
        .group_by(SupplierImportRow.outcome)
    )
    return Counter({row.outcome: row.number for row in db.session.execute(stmt)})


def own_row(*, actor: Actor, import_id: int, n: int, lock: bool = False) -> SupplierImportRow:
    """Return a row of an own import; raise NotFoundError for others."""
    own_import(actor=actor, import_id=import_id)
    row = db.session.get(SupplierImportRow, (import_id, n), with_for_update=lock, populate_existing=lock)
    if row is None:
        raise NotFoundError
    return row


def list_rows(*, import_id: int, outcome: Outcome | None, query: ListQuery) -> AnyPage:
    """Return a page of the rows of an import in the order of the file. The caller has checked the access."""
    page = _rows(filtered=outcome is not None).page(query, import_id=import_id, outcome=outcome)
    return page.map(lambda row: row.SupplierImportRow)


@shared_statement
def _rows(*, filtered: bool) -> Listing:
    stmt = select(SupplierImportRow).where(
        SupplierImportRow.import_id == bindparam("import_id", type_=BigInteger)
    )
    if filtered:
        outcome = bindparam("outcome", type_=SupplierImportRow.outcome.type)
        stmt = stmt.where(SupplierImportRow.outcome == outcome)
    return Listing(stmt, [Sort(SupplierImportRow.n)])


def rows_of(import_id: int, *, ns: Sequence[int] | None = None) -> Sequence[SupplierImportRow]:
    """Return all rows of an import, or those with these numbers, in the order of the file."""
    stmt = select(SupplierImportRow).where(SupplierImportRow.import_id == import_id)
    if ns is not None:
        stmt = stmt.where(SupplierImportRow.n.in_(ns))
    return db.session.execute(stmt.order_by(SupplierImportRow.n)).scalars().all()


def file_row(row: SupplierImportRow) -> FileRow:
    """Return the supplier of a stored row."""
    values = dict(row.values)
    people, notes = values.pop("people", []), values.pop("notes", [])
    cells = values.pop("cells", {})
    return FileRow(
        n=row.n,
        place=row.place,
        label=row.label,
        values=values,
        people=people,
        problems=list(row.problems),
        notes=notes,
        cells=cells,
    )


def decision_of(row: SupplierImportRow) -> Decision | None:
    """Return the user's decision about a row, if there is one."""
    stored = row.decision
    return Decision(stored["choice"], stored.get("organisationId")) if stored else None


def refused_rows(*, import_id: int, limit: int) -> Sequence[SupplierImportRow]:
    """Return rows that are wrong only because of other rows or of the network, locked."""
    stmt = (
        select(SupplierImportRow)
        .where(
            SupplierImportRow.import_id == import_id,
            SupplierImportRow.outcome == Outcome.WRONG,
            func.cardinality(SupplierImportRow.problems) == 0,
        )
        .order_by(SupplierImportRow.n)
        .limit(limit)
        .with_for_update()
    )
    return db.session.execute(stmt).scalars().all()


def places_of_targets(*, import_id: int, except_ns: Sequence[int]) -> Mapping[int, str]:
    """Return the organisations that other rows are about, with the places of these rows."""
    reserved = SupplierImportRow.changes["reserved"].astext.cast(BigInteger)
    target = func.coalesce(SupplierImportRow.organisation_id, reserved)
    stmt = select(target.label("target"), SupplierImportRow.place).where(
        SupplierImportRow.import_id == import_id, target.is_not(None), SupplierImportRow.n.not_in(except_ns)
    )
    return {row.target: row.place for row in db.session.execute(stmt)}


def colleagues_of(actor: Actor) -> list[Colleague]:
    """Return the active users of the actor's organisation, who can be owners of suppliers."""
    stmt = select(User.id, User.name, User.email).where(
        User.organisation_id == actor.organisation_id,
        User.type == UserType.USER,
        User.status == UserStatus.ACTIVE,
    )
    return [Colleague(row.id, row.name, row.email) for row in db.session.execute(stmt)]


def load_network(actor: Actor, rows: Sequence[FileRow]) -> Network:
    """Return the organisations that the rows can be, with a fixed number of statements."""
    emails = {str(person["email"]).lower() for row in rows for person in row.people}
    candidates = [
        *network_candidates(actor=actor),
        *directory_candidates(actor=actor, keys=keys_of(rows)),
    ]
    owners = {each.values.get("owner_user_id") for each in candidates} - {None}
    names = select(User.id, User.name).where(User.id.in_(owners))
    owner_names = {row.id: row.name for row in db.session.execute(names)}
    owner_names |= {each.id: each.name for each in colleagues_of(actor)}
    addresses = used_addresses(actor=actor, emails=emails)
    if not any(row.custom for row in rows):
        return Network(candidates, addresses, owner_names)
    related = [each.relationship_id for each in candidates if each.relationship_id is not None]
    custom = CustomData(importable_fields(actor.organisation_id), values_of_many(related))
    return Network(candidates, addresses, owner_names, custom)


def checks_for(actor: Actor) -> Checks:
    """Return the data that the cells of the actor's imports are checked against."""
    return Checks.of(colleagues_of(actor), importable_fields(actor.organisation_id))


def custom_targets(organisation_id: int) -> dict[str, CustomTarget]:
    """Return the custom fields of an organisation that columns can be imported into, by name."""
    return {
        name: CustomTarget(name, custom.label or name)
        for name, custom in importable_fields(organisation_id).items()
    }


def digest_of(network: Network) -> str:
    """Return the digest of a network: it changes with every value that a plan depends on."""
    state = [
        [
            each.organisation_id, each.relationship_id, each.has_own_profile, list(each.profile.values()),
            list(each.values.values()), sorted(each.tags), sorted(each.domains),
        ]
        for each in network.candidates
    ]  # fmt: skip
    addresses = sorted(
        (email, used.organisation_id, used.is_visible, used.is_invitable)
        for email, used in network.addresses.items()
    )
    custom = [
        sorted((name, each.type, each.label) for name, each in network.custom.fields.items()),
        sorted(network.custom.values.items()),
    ]
    text = json.dumps([state, addresses, sorted(network.owner_names), custom], default=str, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()
