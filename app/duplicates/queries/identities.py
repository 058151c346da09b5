"""The suppliers of a network as identities; two statements for any number of them."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, select

from app.accounts.public import Organisation, User, UserType
from app.duplicates.policies.identity import (
    Identity,
    compact,
    compact_duns,
    compact_tax_number,
    fold,
    split_name,
)
from app.duplicates.types import MAX_SUPPLIERS
from app.extensions import db
from app.kernel.db.statements import AnySelect
from app.kernel.http.auth import VIEWER
from app.network.public import Relationship, mail_domain, visible_to


def identities_of(organisation_id: int) -> dict[int, Identity]:
    """Return the identities of the suppliers in the network of an organisation that it may see, by id.

    In a large network only the newest MAX_SUPPLIERS are compared, so that the worker's memory is bounded.
    """
    parameters = {"viewer_id": organisation_id}
    domains = _domains(parameters)
    stmt = _suppliers(
        Organisation.id, Organisation.name, Organisation.address_country, Organisation.address_city,
        Organisation.tax_id_number, Organisation.registration_number, Organisation.duns_number,
    )  # fmt: skip
    identities: dict[int, Identity] = {}
    for row in db.session.execute(stmt, parameters):
        name, legal_form = split_name(row.name)
        identities[row.id] = Identity(
            name=name,
            legal_form=legal_form,
            country=row.address_country or "",
            city=fold(row.address_city or ""),
            tax_number=compact_tax_number(row.tax_id_number, row.address_country),
            registration_number=compact(row.registration_number),
            duns=compact_duns(row.duns_number),
            domains=frozenset(domains.get(row.id, ())),
        )
    return identities


def _suppliers(*columns: Any) -> AnySelect:
    newest = (
        select(Organisation.id)
        .join(Relationship, Relationship.with_organisation_id == Organisation.id)
        .where(Relationship.organisation_id == VIEWER, visible_to(VIEWER), Organisation.id != VIEWER)
        .order_by(Relationship.id.desc())
        .limit(MAX_SUPPLIERS)
        .subquery()
    )
    return select(*columns).select_from(Organisation).join(newest, newest.c.id == Organisation.id)


def _domains(parameters: Mapping[str, int]) -> Mapping[int, set[str]]:
    """Return the mail domains of the users of each supplier, without public providers."""
    domain = func.split_part(func.lower(User.email), "@", 2)
    stmt = (
        _suppliers(User.organisation_id, domain.label("domain"))
        .join(User, User.organisation_id == Organisation.id)
        .where(User.type == UserType.USER)
        .distinct()
    )
    domains: defaultdict[int, set[str]] = defaultdict(set)
    for organisation_id, name in db.session.execute(stmt, parameters):
        if mail_domain(f"@{name}"):
            domains[organisation_id].add(name)
    return domains
