"""Existing organisations that invitations seem to address; a fixed number of statements for any number of invitations."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import func, select

from app.accounts.public import Organisation, OrganisationStatus, User, UserStatus, UserType, known_as
from app.extensions import db
from app.kernel.db.statements import AnyRow
from app.kernel.http.auth import Actor
from app.kernel.registry import current_registry
from app.network.models import Relationship
from app.network.policies import MatchHooks, mail_domain
from app.network.queries.relationships import own_relationship
from app.network.queries.visibility import shows_contact_details, visible_to
from app.network.types import MatchState


@dataclass(frozen=True, slots=True)
class Invitee:
    """An invitation that has not been sent: the address and the organisation's name, each empty if unknown.

    `organisation_id` is the organisation itself if it is in the network already, which is no match then.
    """

    email: str
    organisation_name: str
    organisation_id: int | None = None


class Match(NamedTuple):
    """Existing organisation that an invitation seems to address, and its state for the viewer."""

    id: int
    name: str
    state: MatchState
    has_email: bool
    """True if the e-mail address of the invitation belongs to a user of the organisation."""
    is_similar: bool = False
    """True if only the name is similar, so it may be another organisation."""


def likely_match(*, actor: Actor, email: str, organisation_name: str) -> Match | None:
    """Find a visible organisation that one invitation seems to address (`likely_matches`)."""
    return likely_matches(actor=actor, invitees=[Invitee(email, organisation_name)])[0]


def likely_matches(*, actor: Actor, invitees: Sequence[Invitee]) -> list[Match | None]:
    """Find the visible organisation that each invitation seems to address: by e-mail address, its domain, or name.

    Organisations that the actor's organisation has invited or added come first. For an address at a public mail
    provider, the organisation is returned only if the actor may see that user's contact details. If nothing agrees, an
    organisation with a similar name is returned (`MatchHooks.similar`).
    """
    addresses = [known_as(each.email) for each in invitees]
    domains = [mail_domain(address) for address in addresses]
    names = [each.organisation_name.strip().lower() for each in invitees]
    by_address = _organisations_by_address(actor, {address for address in addresses if address})
    by_domain = _organisations_by_domain({domain for domain in domains if domain})
    by_name = _organisations_by_name(actor, {name for name in names if name})
    ids = set().union(*by_address.values(), *by_domain.values(), *by_name.values())
    organisations = _organisations(actor, ids)
    matches = []
    for invitee, address, domain, name in zip(invitees, addresses, domains, names, strict=True):
        with_email = by_address.get(address, set())
        candidates = [
            organisations[each]
            for each in with_email | by_domain.get(domain or "", set()) | by_name.get(name, set())
            if each in organisations and each != invitee.organisation_id
        ]
        candidates.sort(key=lambda row: (row.id not in with_email, row.relationship_id is None, row.id))
        matches.append(
            _match(candidates[0], has_email=candidates[0].id in with_email) if candidates else None
        )
    return _with_similar(actor, invitees, matches)


def _with_similar(
    actor: Actor, invitees: Sequence[Invitee], matches: Sequence[Match | None]
) -> list[Match | None]:
    missing = [
        n for n, match in enumerate(matches) if match is None and invitees[n].organisation_name.strip()
    ]
    find = current_registry().hooks(MatchHooks).similar
    wanted = [(invitees[n].organisation_name, invitees[n].organisation_id) for n in missing]
    similar = find(actor, wanted) if find and missing else []
    best = {
        n: organisation_id for n, organisation_id in zip(missing, similar, strict=False) if organisation_id
    }
    organisations = _organisations(actor, set(best.values()))
    return [
        _match(organisations[best[n]], has_email=False)._replace(is_similar=True)
        if best.get(n) in organisations
        else match
        for n, match in enumerate(matches)
    ]


def _match(row: AnyRow, *, has_email: bool) -> Match:
    is_invited = row.status == OrganisationStatus.INVITED
    state = MatchState.INVITED if is_invited else MatchState.IN_NETWORK
    return Match(
        row.id, row.name, MatchState.IN_DIRECTORY if row.relationship_id is None else state, has_email
    )


def _organisations_by_address(actor: Actor, addresses: Collection[str]) -> dict[str, set[int]]:
    address = func.lower(User.email)
    rows = db.session.execute(
        select(
            address.label("address"), User.organisation_id, shows_contact_details(actor).label("is_shown")
        ).where(User.type == UserType.USER, address.in_(addresses))
    )
    return {row.address: {row.organisation_id} for row in rows if mail_domain(row.address) or row.is_shown}


def _organisations_by_domain(domains: Collection[str]) -> dict[str, set[int]]:
    domain = func.split_part(func.lower(User.email), "@", 2)
    rows = db.session.execute(
        select(domain.label("domain"), User.organisation_id)
        .where(User.type == UserType.USER, domain.in_(domains))
        .distinct()
    )
    return _grouped((row.domain, row.organisation_id) for row in rows)


def _organisations_by_name(actor: Actor, names: Collection[str]) -> dict[str, set[int]]:
    name = func.lower(Organisation.name)
    stmt = select(name.label("name"), Organisation.id).where(name.in_(names), visible_to(actor))
    return _grouped((row.name, row.id) for row in db.session.execute(stmt))


def _grouped(pairs: Iterable[tuple[str, int]]) -> dict[str, set[int]]:
    groups: defaultdict[str, set[int]] = defaultdict(set)
    for name, organisation_id in pairs:
        groups[name].add(organisation_id)
    return groups


def _organisations(actor: Actor, ids: Collection[int]) -> dict[int, AnyRow]:
    """Return the organisations that the actor may see, with the relationship of the actor's organisation."""
    rows = db.session.execute(
        select(
            Organisation.id, Organisation.name, Organisation.status, Relationship.id.label("relationship_id")
        )
        .outerjoin(Relationship, own_relationship(actor))
        .where(Organisation.id.in_(ids), visible_to(actor), Organisation.id != actor.organisation_id)
    )
    return {row.id: row for row in rows}


def taken_addresses(emails: Collection[str]) -> set[str]:
    """Return the addresses, in lower case, of users who have accepted an invitation and so can't be invited."""
    address = func.lower(User.email)
    stmt = select(address).where(
        User.type == UserType.USER,
        User.status != UserStatus.INVITED,
        address.in_([known_as(email) for email in emails]),
    )
    return set(db.session.execute(stmt).scalars())
