"""Queries for the directory of organisations, limited to the organisations that the viewer may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    any_,
    bindparam,
    case,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import JSONB

from app.accounts.public import Organisation, User
from app.extensions import db
from app.kernel.db.counting import collecting, count_lists
from app.kernel.db.pagination import Listing, ListQuery, Page, Sort, Sorts, WithGaps, sorting
from app.kernel.db.search import contains_text, find, plain_number_in
from app.kernel.db.statements import PLANNED_ONCE, AnySelect, shared_statement
from app.kernel.http.auth import VIEWER, Actor
from app.kernel.http.errors import NotFoundError
from app.kernel.reference import countries
from app.network.models import Relationship, RelationshipTag, Tag
from app.network.queries.not_invited import is_not_invited
from app.network.queries.relationships import (
    TagJson,
    has_own_number,
    is_message_partner,
    own_relationship,
    tags_of_relationship,
)
from app.network.queries.visibility import in_directory, visible_to
from app.network.types import RelationshipLevel


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
    external_ref: str | None
    tags: Sequence[TagJson]
    relationship_created: datetime | None


ROW = (
    Organisation.id, Organisation.name, Organisation.status, Organisation.is_test_organisation, Organisation.logo_id,
    Organisation.logo_version, Organisation.brief_description, Organisation.address_line1, Organisation.address_line2, Organisation.address_city,
    Organisation.address_region, Organisation.address_zipcode, Organisation.address_country,
    Relationship.id.label("relationship_id"), Relationship.level, Relationship.external_ref, tags_of_relationship().label("tags"),
    Relationship.created.label("relationship_created"),
)  # fmt: skip
"""Columns of a `DirectoryRow`, in the same order."""
PARTNERS = bindparam("partner_ids", type_=ARRAY(BigInteger))


@dataclass(frozen=True, slots=True, kw_only=True)
class OrganisationFilter:
    """Filters of the directory; empty ones are not applied. `search` and `name` also find the viewer's own numbers."""

    search: str = ""
    name: str = ""
    city: str = ""
    country: str = ""
    tags: Sequence[str] = ()
    levels: Sequence[RelationshipLevel] = ()
    not_invited: bool = False

    @property
    def texts(self) -> Sequence[str]:
        """The texts that the name or the own number has."""
        return [text for text in (self.search, self.name) if text]

    @property
    def is_searched(self) -> bool:
        """True with a filter other than levels."""
        return bool(self.texts or self.city or self.country or self.tags or self.not_invited)


def list_organisations(
    *, actor: Actor, filters: OrganisationFilter, sort: str, query: ListQuery
) -> Page[DirectoryRow]:
    """List the organisations of the directory, without the actor's."""
    partners = _few_partners(actor, filters.levels)
    listing = directory(sort, tuple(filters.levels), are_few=partners is not None)
    if filters.is_searched:
        listing = _searched(listing, actor, filters)
    return listing.page(query, **actor.parameters, **{PARTNERS.key: partners}).records(DirectoryRow)


def _few_partners(actor: Actor, levels: Sequence[RelationshipLevel]) -> Sequence[int] | None:
    """Return the ids of the organisations with a relationship of these levels, or None if they are many.

    PostgreSQL does not know how many a tenant has. With few of them, to walk through all organisations in the order of
    their names, until a page is full, can take seconds.
    """
    if not levels or collecting() is not None:
        return None
    partners = select(Relationship.with_organisation_id).where(
        Relationship.organisation_id == VIEWER, _is_of(levels)
    )
    return find([partners], **actor.parameters).ids


def count_organisations(*, actor: Actor, filters: OrganisationFilter, cap: int) -> int:
    """Return the number of organisations of the directory that match, up to `cap` + 1."""
    fetch = partial(
        list_organisations, actor=actor, filters=filters, sort="name", query=ListQuery(page_size=1)
    )
    return count_lists([fetch], cap=cap)[0]


@shared_statement
def directory(sort: str, levels: tuple[RelationshipLevel, ...], *, are_few: bool) -> Listing:
    """Build the listing of the directory without a search, for the organisation in the parameter `viewer_id`.

    With `are_few` the parameter `partner_ids` has the ids of all organisations with a relationship of the levels.
    """
    stmt = (
        select(*ROW)
        .outerjoin(Relationship, own_relationship(VIEWER))
        .where(visible_to(VIEWER), Organisation.id != VIEWER)
    )
    if not levels:
        for_all = select(Organisation.id).where(in_directory(), Organisation.id != VIEWER)
        return Listing(stmt, _sorting(sort), certain=for_all)
    stmt = stmt.where(_is_of(levels))
    if are_few:
        stmt = stmt.where(Organisation.id == any_(PARTNERS))
    # The owner of a relationship sees the other organisation, so counting the relationships is enough.
    counted = select(Relationship.id).where(Relationship.organisation_id == VIEWER, _is_of(levels))
    return Listing(stmt, _sorting(sort), counted=counted)


def _is_of(levels: Sequence[RelationshipLevel]) -> ColumnElement[bool]:
    return Relationship.level.in_([level.value for level in levels])


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
        stmt = stmt.where(_is_of(filters.levels))
    named = [or_(*_naming(actor, text)) for text in filters.texts]
    stmt = (
        _apply_filters(stmt, filters).where(*named).order_by(func.lower(Organisation.name), Organisation.id)
    )
    return {row.id: row.name for row in db.session.execute(stmt.limit(limit))}


class OrganisationRow(NamedTuple):
    """Organisation, with the relationship that the viewer's organisation has with it, its tags and its owner."""

    organisation: Organisation
    relationship: Relationship | None
    tags: Sequence[TagJson]
    owner_name: str | None


def organisation_for(*, actor: Actor, organisation_id: int) -> OrganisationRow:
    """Return one organisation; NotFoundError if the actor may not see it."""
    parameters = {"organisation_id": organisation_id, **actor.parameters}
    row = None if actor.is_guest else db.session.execute(_organisation_by_id(), parameters).one_or_none()
    if row is None:
        raise NotFoundError
    return OrganisationRow._make(row)


@shared_statement
def _organisation_by_id() -> Select[Organisation, Relationship, Sequence[TagJson], str]:
    return (
        select(Organisation, Relationship, tags_of_relationship().label("tags"), User.name)
        .outerjoin(Relationship, own_relationship(VIEWER))
        .outerjoin(User, User.id == Relationship.owner_user_id)
        .where(visible_to(VIEWER), Organisation.id == bindparam("organisation_id", type_=BigInteger))
        .execution_options(**PLANNED_ONCE)
    )


def _searched(listing: Listing, actor: Actor, filters: OrganisationFilter) -> Listing:
    stmt = _apply_filters(listing.stmt, filters)
    if collecting() is not None:
        # Nothing can be searched first, so each alternative is counted by its own index.
        alternatives = product(*(_naming(actor, text) for text in filters.texts))
        parts = [
            stmt.where(*each).with_only_columns(Organisation.id, maintain_column_froms=True)
            for each in alternatives
        ]
        return Listing(stmt, listing.sort, matches=find(parts, **actor.parameters))
    named = [or_(*_naming(actor, text)) for text in filters.texts]
    return Listing(stmt.where(*named), listing.sort, searched=True)


def _apply_filters(stmt: AnySelect, filters: OrganisationFilter) -> AnySelect:
    if filters.city:
        stmt = stmt.where(contains_text(Organisation.address_city, filters.city))
    if filters.not_invited:
        stmt = stmt.where(is_not_invited())
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


def _naming(actor: Actor, text: str) -> list[ColumnElement[bool]]:
    """Build the alternatives that the name contains `text`, and that the actor's own number of the supplier begins with it.

    The numbers are searched first: with the ids of their suppliers, both alternatives are about columns of one table.
    """
    has_number = has_own_number(actor, literal(plain_number_in(text)), is_whole=False)
    suppliers = find([select(Relationship.with_organisation_id).where(has_number)])
    return [contains_text(Organisation.name, text), suppliers.among(Organisation.id, has_number)]


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
