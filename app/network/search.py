"""Suppliers and contacts in the search over all types."""

from collections.abc import Iterator

from sqlalchemy import FromClause, Select, Text, exists, func, literal_column, select

from app.accounts.public import Organisation, User, picture_url
from app.kernel.db.search import contains_text, plain_code
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import VIEWER, Actor
from app.kernel.reference import countries
from app.network.models import Relationship
from app.network.queries.contacts import is_contact_of, is_listed_for
from app.network.queries.relationships import ABOVE_NONE, has_own_number, own_relationship
from app.network.queries.visibility import shows_contact_details, visible_to
from app.search.public import (
    CODE,
    TYPED,
    Match,
    Rank,
    SearchFace,
    SearchRow,
    SearchTerm,
    SearchType,
    begins_first,
)


def _suppliers() -> Select[int]:
    """Select the organisations of the directory, as `list_organisations` does."""
    return select(Organisation.id).where(visible_to(VIEWER), Organisation.id != VIEWER)


def _matching_suppliers(term: SearchTerm) -> Iterator[Match]:
    if term.is_code:
        yield Match(_suppliers().where(plain_code(Organisation.registration_number) == CODE), Rank.EXACT)
        # Only the organisation itself reads its DUNS number, so it finds no organisation that is not a supplier already.
        is_supplier = exists().where(own_relationship(VIEWER), Relationship.level.in_(ABOVE_NONE))
        yield Match(_suppliers().where(plain_code(Organisation.duns_number) == CODE, is_supplier), Rank.EXACT)
    own_number = func.ltrim(CODE, literal_column("'0'"), type_=Text)
    own = _suppliers().join(Relationship, own_relationship(VIEWER))
    yield Match(own.where(has_own_number(VIEWER, own_number, is_whole=True)), Rank.EXACT)
    if term.is_code:
        yield Match(own.where(has_own_number(VIEWER, own_number, is_whole=False)), Rank.BEGINS)
    named = _suppliers().where(contains_text(Organisation.name, term.words))
    yield Match(named, begins_first(Organisation.name))


def _supplier_rows(ids: FromClause) -> AnySelect:
    return (
        select(
            Organisation.id, Organisation.name, Organisation.logo_id, Organisation.logo_version, Organisation.status,
            Organisation.address_city, Organisation.address_country, Relationship.id.label("relationship_id"),
            Relationship.level, Relationship.external_ref,
        )
        .join(ids, ids.c.id == Organisation.id)
        .outerjoin(Relationship, own_relationship(VIEWER))
    )  # fmt: skip


def _supplier_row(row: AnyRow, _actor: Actor) -> SearchRow:
    country = next((each.name for each in countries() if each.alpha3 == row.address_country), None)
    is_supplier = row.level in ABOVE_NONE
    number = f"No. {row.external_ref}" if row.external_ref else None
    parts = (number, row.address_city, country, row.level if is_supplier else None)
    return SearchRow(
        id=row.id,
        title=row.name,
        detail=", ".join(part for part in parts if part),
        url=f"/organisations/{row.id}",
        face=SearchFace(
            kind="organisation", id=row.id, name=row.name, url=picture_url(row.logo_id, row.logo_version)
        ),
        relationship_id=row.relationship_id if is_supplier and row.status != "INVITED" else None,
    )


def _contacts() -> Select[int]:
    """Select the users of the page of contacts."""
    return (
        select(User.id)
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(*is_contact_of(VIEWER), is_listed_for(VIEWER))
    )


def _matching_contacts(term: SearchTerm) -> Iterator[Match]:
    if term.is_email:
        # An address that the viewer may not see finds no user: the search must not reveal the owner.
        yield Match(
            _contacts().where(func.lower(User.email) == TYPED, shows_contact_details(VIEWER)), Rank.EXACT
        )
    yield Match(_contacts().where(contains_text(User.name, term.words)), begins_first(User.name))
    of_match = select(Organisation.id).where(contains_text(Organisation.name, term.words))
    yield Match(_contacts().where(User.organisation_id.in_(of_match)), Rank.RELATED)


def _contact_rows(ids: FromClause) -> AnySelect:
    return (
        select(
            User.id, User.name, User.job_title, User.picture_id, User.picture_version,
            Organisation.name.label("organisation_name"),
        )
        .join(ids, ids.c.id == User.id)
        .join(Organisation, Organisation.id == User.organisation_id)
    )  # fmt: skip


def _contact_row(row: AnyRow, _actor: Actor) -> SearchRow:
    return SearchRow(
        id=row.id,
        title=row.name,
        detail=", ".join(part for part in (row.job_title, row.organisation_name) if part),
        url=f"/contacts/{row.id}",
        face=SearchFace(
            kind="person", id=row.id, name=row.name, url=picture_url(row.picture_id, row.picture_version)
        ),
    )


SUPPLIERS = SearchType(
    name="supplier",
    label="Suppliers",
    icon="organisation",
    order=10,
    list_path="/organisations",
    key=Organisation.id,
    visible=lambda: [_suppliers()],
    matches=lambda term: list(_matching_suppliers(term)),
    rows=_supplier_rows,
    row=_supplier_row,
    list_search="/organisations?name=",
)
CONTACTS = SearchType(
    name="contact",
    label="Contacts",
    icon="user",
    order=40,
    list_path="/contacts",
    key=User.id,
    visible=lambda: [_contacts()],
    matches=lambda term: list(_matching_contacts(term)),
    rows=_contact_rows,
    row=_contact_row,
    list_search="/contacts?myOrgOnly=false&search=",
)
