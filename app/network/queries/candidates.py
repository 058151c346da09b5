"""Organisations that suppliers of a file may be: the own network, and the directory by number, domain and name.

Only organisations that the actor may see are returned. The number of statements does not depend on the number of keys.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from sqlalchemy import (
    ARRAY,
    ColumnElement,
    Text,
    and_,
    any_,
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import aliased

from app.accounts.public import (
    PUBLIC_MAIL_DOMAINS,
    Organisation,
    OrganisationStatus,
    User,
    UserStatus,
    UserType,
)
from app.extensions import db
from app.kernel.db.search import plain_code
from app.kernel.db.statements import AnySelect
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.network.models import Relationship, RelationshipTag, Tag
from app.network.queries.relationships import own_relationship
from app.network.queries.visibility import in_directory, shows_contact_details, visible_to

PROFILE = (
    "name", "website_url", "registration_number", "tax_id_number", "duns_number", "preferred_currency",
    "address_line1", "address_line2", "address_city", "address_region", "address_zipcode", "address_country",
)  # fmt: skip
"""The columns of an organisation that suppliers of a file have."""
VALUES = ("level", "external_ref", "owner_user_id", "notes")
"""The columns of a relationship that suppliers of a file have."""
DOMAIN = func.split_part(func.lower(User.email), "@", 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """An organisation with the relationship that the actor's organisation has with it, if there is one."""

    organisation_id: int
    profile: Arguments
    is_own: bool = False
    """True for the actor's organisation."""
    relationship_id: int | None = None
    values: Arguments = field(default_factory=dict)
    has_own_profile: bool = True
    """False if the actor's organisation, and no other one, has invited it, so that it may change the profile."""
    tags: frozenset[str] = frozenset()
    """Names in lower case."""
    domains: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """The keys of the suppliers of a file; numbers in capital letters and digits alone, texts in lower case."""

    tax_numbers: Collection[str] = ()
    registration_numbers: Collection[str] = ()
    duns_numbers: Collection[str] = ()
    domains: Collection[str] = ()
    names: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class UsedAddress:
    """The user of an organisation with an e-mail address of the file.

    `is_visible` is False if the actor may not see the organisation or, at a public provider, the address: the
    organisation must not be named then.
    """

    organisation_id: int
    is_visible: bool
    is_invitable: bool
    """True if neither the user nor the organisation has accepted an invitation."""


def network_candidates(*, actor: Actor) -> list[Candidate]:
    """Return the organisations of the actor's network, and the actor's organisation. Three statements."""
    related = aliased(Relationship)
    own = select(literal(actor.organisation_id, Organisation.id.type))
    suppliers = select(related.with_organisation_id).where(related.organisation_id == actor.organisation_id)
    return _candidates(actor, Organisation.id.in_(union_all(suppliers, own)))


def directory_candidates(*, actor: Actor, keys: Keys) -> list[Candidate]:
    """Return the organisations of the directory, outside the network, with one of the keys. A fixed number of statements."""
    ids: set[int] = set()
    for column, values in (
        ("tax_id_number", keys.tax_numbers),
        ("registration_number", keys.registration_numbers),
        ("duns_number", keys.duns_numbers),
    ):
        if values:
            number = getattr(Organisation, column)
            is_wanted = plain_code(number) == _any({value.lower() for value in values})
            ids |= _ids(select(Organisation.id).where(number.is_not(None), is_wanted))
    if keys.names:
        ids |= _ids(select(Organisation.id).where(func.lower(Organisation.name) == _any(keys.names)))
    if keys.domains:
        stmt = (
            select(User.organisation_id)
            .distinct()
            .where(_any(keys.domains) == DOMAIN, User.type == UserType.USER)
        )
        ids |= _ids(stmt)
    if not ids:
        return []
    outside = and_(
        Organisation.id == any_(literal(sorted(ids), ARRAY(Organisation.id.type))),
        in_directory(),
        Organisation.id != actor.organisation_id,
        Relationship.id.is_(None),
    )
    return _candidates(actor, outside)


def used_addresses(*, actor: Actor, emails: Collection[str]) -> dict[str, UsedAddress]:
    """Return the addresses, in lower case, that users of organisations have. One statement."""
    if not emails:
        return {}
    domain_is_private = DOMAIN.not_in(PUBLIC_MAIL_DOMAINS)
    shows = and_(visible_to(actor), or_(domain_is_private, shows_contact_details(actor)))
    stmt = (
        select(
            func.lower(User.email).label("email"), User.organisation_id, shows.label("shows"),
            and_(
                User.status == UserStatus.INVITED, Organisation.status == OrganisationStatus.INVITED
            ).label("is_invitable"),
        )
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(func.lower(User.email) == _any(emails), User.type == UserType.USER)
    )  # fmt: skip
    return {
        row.email: UsedAddress(row.organisation_id, bool(row.shows), row.is_invitable)
        for row in db.session.execute(stmt)
    }


def _any(values: Collection[str]) -> ColumnElement[bool]:
    return any_(literal(sorted(values), ARRAY(Text)))


def _ids(stmt: AnySelect) -> set[int]:
    return set(db.session.execute(stmt).scalars())


def _candidates(actor: Actor, scope: ColumnElement[bool]) -> list[Candidate]:
    other = aliased(Relationship)
    is_shared = exists().where(
        other.with_organisation_id == Organisation.id, other.organisation_id != actor.organisation_id
    )
    stmt = (
        select(
            Organisation.id, Organisation.status, Relationship.id.label("relationship_id"),
            Relationship.by_invitation, is_shared.label("is_shared"),
            *(getattr(Organisation, column) for column in PROFILE),
            *(getattr(Relationship, column) for column in VALUES),
        )
        .outerjoin(Relationship, own_relationship(actor))
        .where(scope, visible_to(actor))
        .order_by(Organisation.id)
    )  # fmt: skip
    rows = db.session.execute(stmt).all()
    ids = [row.id for row in rows]
    tags = _tags(actor, [row.relationship_id for row in rows if row.relationship_id is not None])
    domains = _domains(ids)
    return [
        Candidate(
            organisation_id=row.id,
            profile={column: getattr(row, column) for column in PROFILE},
            is_own=row.id == actor.organisation_id,
            relationship_id=row.relationship_id,
            values={column: getattr(row, column) for column in VALUES},
            has_own_profile=not row.by_invitation
            or row.is_shared
            or row.status != OrganisationStatus.INVITED,
            tags=frozenset(tags.get(row.relationship_id, ())),
            domains=frozenset(domains.get(row.id, ())),
        )
        for row in rows
    ]


def _tags(actor: Actor, relationship_ids: Sequence[int]) -> dict[int, list[str]]:
    if not relationship_ids:
        return {}
    stmt = (
        select(RelationshipTag.relationship_id, func.lower(Tag.name).label("name"))
        .join(Tag, Tag.id == RelationshipTag.tag_id)
        .where(Tag.organisation_id == actor.organisation_id)
    )
    tags: dict[int, list[str]] = {}
    for row in db.session.execute(stmt):
        tags.setdefault(row.relationship_id, []).append(row.name)
    return tags


def _domains(organisation_ids: Sequence[int]) -> dict[int, list[str]]:
    """Return the mail domains of organisations, without public providers."""
    if not organisation_ids:
        return {}
    stmt = (
        select(User.organisation_id, DOMAIN.label("domain"))
        .where(
            User.organisation_id == any_(literal(organisation_ids, ARRAY(User.organisation_id.type))),
            User.type == UserType.USER,
            DOMAIN.not_in(PUBLIC_MAIL_DOMAINS),
        )
        .group_by(User.organisation_id, DOMAIN)
    )
    domains: dict[int, list[str]] = {}
    for row in db.session.execute(stmt):
        domains.setdefault(row.organisation_id, []).append(row.domain)
    return domains
