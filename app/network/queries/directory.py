"""Queries for the directory of organisations, limited to the organisations that the viewer may see."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB

from app.accounts.public import Organisation, OrganisationStatus, User, UserType, known_as
from app.extensions import db
from app.kernel.auth import VIEWER, Actor
from app.kernel.errors import NotFoundError
from app.kernel.pagination import Listing, ListQuery, Page, Sort, Sorts, WithGaps, sorting
from app.kernel.reference import countries
from app.kernel.search import contains_text
from app.kernel.statements import shared_statement
from app.network.models import Relationship, RelationshipTag, Tag
from app.network.policies import mail_domain
from app.network.queries.relationships import (
    TagJson,
    is_message_partner,
    own_relationship,
    tags_of_relationship,
)
from app.network.queries.visibility import in_directory, shows_contact_details, visible_to
from app.network.types import MatchState, RelationshipLevel


class DirectoryRow(NamedTuple):
    """Row of the directory: only the columns that the list shows, with the viewer's relationship and its tags."""

    id: int
    name: str
    status: str
    is_test_organisation: bool
    logo_id: int | None
    logo_version: str | None
    brief_description: str | None
    address_line1: str | None
    address_line2: str | None
    address_city: str | None
    address_region: str | None
    address_zipcode: str | None
    address_country: str | None
    relationship_id: int | None
    level: str | None
    tags: Sequence[TagJson]


ROW = (
    Organisation.id, Organisation.name, Organisation.status, Organisation.is_test_organisation, Organisation.logo_id,
    Organisation.logo_version, Organisation.brief_description, Organisation.address_line1, Organisation.address_line2, Organisation.address_city,
    Organisation.address_region, Organisation.address_zipcode, Organisation.address_country,
    Relationship.id.label("relationship_id"), Relationship.level, tags_of_relationship().label("tags"),
)  # fmt: skip
"""Columns of a `DirectoryRow`, in the same order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationFilter:
    """Filters of the directory; empty ones are not applied."""

    search: str = ""
    name: str = ""
    city: str = ""
    country: str = ""
    tags: Sequence[str] = ()
    levels: Sequence[RelationshipLevel] = ()


def list_organisations(
    *, actor: Actor, filters: OrganisationFilter, sort: str, query: ListQuery
) -> Page[DirectoryRow]:
    """List the organisations of the directory, without the actor's."""
    listing = directory(sort, tuple(filters.levels))
    if filters.search or filters.name or filters.city or filters.country or filters.tags:
        listing = Listing(_apply_filters(listing.stmt, filters), listing.sort, searched=True)
    page = listing.page(query, **actor.parameters)
    # All columns are read, and attribute access on a SQLAlchemy `Row` is slow, so convert to named tuples.
    return replace(page, rows=[DirectoryRow._make(row[: len(ROW)]) for row in page.rows])


@shared_statement
def directory(sort: str, levels: tuple[RelationshipLevel, ...]) -> Listing:
    """Build the listing of the directory without a search, for the organisation in the parameter `viewer_id`."""
    stmt = (
        select(*ROW)
        .outerjoin(Relationship, own_relationship(VIEWER))
        .where(visible_to(VIEWER), Organisation.id != VIEWER)
    )
    if not levels:
        for_all = select(Organisation.id).where(in_directory(), Organisation.id != VIEWER)
        return Listing(stmt, _sorting(sort), certain=for_all)
    of_levels = Relationship.level.in_([level.value for level in levels])
    # The owner of a relationship sees the other organisation, so counting the relationships is enough.
    counted = select(Relationship.id).where(Relationship.organisation_id == VIEWER, of_levels)
    return Listing(stmt.where(of_levels), _sorting(sort), counted=counted)


def matching_partners(*, actor: Actor, filters: OrganisationFilter, limit: int) -> dict[int, str]:
    """Return the names of the organisations of the directory that the actor may write to, by id, in alphabetical order.

    At most `limit` of them.
    """
    stmt = (
        select(Organisation.id, Organisation.name)
        .outerjoin(Relationship, own_relationship(actor))
        .where(visible_to(actor), is_message_partner(actor))
    )
    if filters.levels:
        stmt = stmt.where(Relationship.level.in_([level.value for level in filters.levels]))
    stmt = _apply_filters(stmt, filters).order_by(func.lower(Organisation.name), Organisation.id)
    return {row.id: row.name for row in db.session.execute(stmt.limit(limit))}


class OrganisationRow(NamedTuple):
    """Organisation, with the relationship that the viewer's organisation has with it and its tags."""

    organisation: Organisation
    relationship: Relationship | None
    tags: Sequence[TagJson]


def organisation_for(*, actor: Actor, organisation_id: int) -> OrganisationRow:
    """Return one organisation; NotFoundError if the actor may not see it."""
    parameters = {"organisation_id": organisation_id, **actor.parameters}
    row = None if actor.is_guest else db.session.execute(_organisation_by_id(), parameters).one_or_none()
    if row is None:
        raise NotFoundError
    return OrganisationRow._make(row)


@shared_statement
def _organisation_by_id() -> Select[Organisation, Relationship, Sequence[TagJson]]:
    return (
        select(Organisation, Relationship, tags_of_relationship().label("tags"))
        .outerjoin(Relationship, own_relationship(VIEWER))
        .where(visible_to(VIEWER), Organisation.id == bindparam("organisation_id", type_=BigInteger))
    )


class Match(NamedTuple):
    """Existing organisation that an invitation seems to address, and its state for the viewer."""

    id: int
    name: str
    state: MatchState
    has_email: bool
    """True if the e-mail address of the invitation belongs to a user of the organisation."""


def likely_match(*, actor: Actor, email: str, organisation_name: str) -> Match | None:
    """Find a visible organisation that an invitation seems to address, by e-mail address, its domain, or name.

    Organisations that the actor's organisation has invited or added come first. For an address at a public mail
    provider, the organisation is returned only if the actor may see that user's contact details.
    """
    address = known_as(email)
    domain = mail_domain(address)
    of_person = and_(User.organisation_id == Organisation.id, User.type == UserType.USER)
    same_email = and_(of_person, func.lower(User.email) == address)
    has_email = exists().where(same_email if domain else and_(same_email, shows_contact_details(actor)))
    conditions: list[ColumnElement[bool]] = [has_email]
    if organisation_name.strip():
        conditions.append(func.lower(Organisation.name) == organisation_name.strip().lower())
    if domain:
        conditions.append(
            exists().where(of_person, func.split_part(func.lower(User.email), "@", 2) == domain)
        )
    row = db.session.execute(
        select(
            Organisation.id, Organisation.name, Organisation.status, Relationship.id.label("relationship_id"),
            has_email.label("has_email"),
        )
        .outerjoin(Relationship, own_relationship(actor))
        .where(or_(*conditions), visible_to(actor), Organisation.id != actor.organisation_id)
        .order_by(has_email.desc(), Relationship.id.is_(None), Organisation.id)
        .limit(1)
    ).one_or_none()  # fmt: skip
    if row is None:
        return None
    is_invited = row.status == OrganisationStatus.INVITED
    state = MatchState.INVITED if is_invited else MatchState.IN_NETWORK
    return Match(
        row.id, row.name, MatchState.IN_DIRECTORY if row.relationship_id is None else state, row.has_email
    )


def _apply_filters(stmt: Select[*tuple[Any, ...]], filters: OrganisationFilter) -> Select[*tuple[Any, ...]]:
    for column, text in (
        (Organisation.name, filters.search),
        (Organisation.name, filters.name),
        (Organisation.address_city, filters.city),
    ):
        if text:
            stmt = stmt.where(contains_text(column, text))
    if filters.country:
        stmt = stmt.where(Organisation.address_country == filters.country)
    for tag in filters.tags:
        stmt = stmt.where(
            exists().where(
                RelationshipTag.relationship_id == Relationship.id,
                RelationshipTag.tag_id == Tag.id,
                func.lower(Tag.name) == tag.lower(),
            )
        )
    return stmt


def _sorting(sort: str) -> list[Sort]:
    rank = case(
        {level.value: i for i, level in enumerate(RelationshipLevel)}, value=Relationship.level, else_=-1
    )
    country = func.coalesce(_country_ranks()[Organisation.address_country].astext.cast(Integer), -1)
    sorts: Sorts = {
        "name": [func.lower(Organisation.name)],
        "relationship": [WithGaps(rank, gap=-1)],
        "city": [WithGaps(func.lower(func.coalesce(Organisation.address_city, "")), gap="")],
        "country": [WithGaps(country, gap=-1)],
    }
    return sorting(sort, sorts, Organisation.id)


@shared_statement
def _country_ranks() -> Any:
    """Build the JSON object of alpha3 codes and their ranks by country name, which is the displayed order."""
    return literal({country.alpha3: rank for rank, country in enumerate(countries())}, JSONB)
