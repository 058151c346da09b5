"""The recipients of a request: organisations by name, tag, level or filter, and a pasted list of addresses."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy import ColumnElement, func, select

from app.accounts.public import Organisation, User, UserStatus, UserType, known_as
from app.compose.policies import addresses_of, line_problems
from app.compose.types import (
    MAX_SUPPLIERS,
    NO_RECIPIENTS,
    NO_USERS,
    TOO_MANY_SUPPLIERS,
    UNKNOWN_ORGANISATION,
    PastedAddress,
)
from app.extensions import db
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.network.public import (
    OrganisationFilter,
    RelationshipLevel,
    count_organisations,
    matching_partners,
    message_partners,
)
from app.rfx.public import Rfx, RfxRequestRecipient

UNKNOWN_USER = "One of the recipients can't receive messages."
COLLEAGUE = "{email} is the address of {name}, a colleague. An RFI or NDA goes to other organisations."
NO_LONGER = "{email} can't receive messages at the moment."
NO_ADDRESS = "This is not a valid e-mail address."
TOO_MANY_LINES = f"At most {MAX_SUPPLIERS} addresses can be pasted at once."
HAS_REQUEST = "{name} has this request already."


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipientChoice:
    """The chosen recipients. An organisation that is chosen in several ways gets one RFx."""

    organisation_ids: Sequence[int] = ()
    user_ids: Sequence[int] = ()
    tags: Sequence[str] = ()
    levels: Sequence[RelationshipLevel] = ()
    filter: OrganisationFilter | None = None
    pasted: str = ""


@dataclass(slots=True)
class Recipient:
    """An organisation with its addressed users (empty: all), or one guest with an address."""

    name: str
    organisation_id: int | None = None
    user_ids: list[int] = field(default_factory=list)
    email: str | None = None
    people: int = 1
    """Number of people who get a mail."""
    failure: str | None = None
    """The reason why no one can receive messages, for an organisation that was not chosen by name."""


@dataclass(frozen=True, slots=True)
class Problem:
    """An entry that cannot be sent to: one of the pasted list, or an organisation (`line` is None)."""

    line: int | None
    text: str
    sentence: str


@dataclass(slots=True)
class Resolution:
    """The recipients of a choice, and its problems."""

    organisations: dict[int, Recipient] = field(default_factory=dict)
    guests: dict[str, Recipient] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    errors: dict[str, list[str]] = field(default_factory=dict)
    """Sentences by field of the choice, about organisations and users that were chosen by name."""
    duplicates: int = 0
    """Number of entries that repeat another one."""
    present: int = 0
    """Number of entries that the request has been sent to already."""
    unrelated: int = 0
    """Number of organisations that match the filter but can't be written to, up to MAX_UNRELATED."""

    @property
    def recipients(self) -> list[Recipient]:
        return [*self.organisations.values(), *self.guests.values()]

    def demand_sendable(self) -> list[Recipient]:
        """Return the recipients; raise InvalidError if there are none or too many, or if an entry has a problem."""
        errors = dict(self.errors)
        lines = [(problem.line, problem.sentence) for problem in self.problems if problem.line is not None]
        if lines:
            errors["recipients.pasted"] = line_problems(lines)
        if not errors and not self.recipients:
            errors["recipients"] = [ALL_PRESENT if self.present else NO_RECIPIENTS]
        if not errors and len(self.recipients) > MAX_SUPPLIERS:
            errors["recipients"] = [TOO_MANY_SUPPLIERS]
        if errors:
            raise InvalidError(fields=errors)
        return self.recipients


MAX_UNRELATED = 999
"""Matching organisations are counted up to this number."""
ALL_PRESENT = "All of these suppliers have this request already."


def resolve_recipients(*, actor: Actor, choice: RecipientChoice, request_id: int | None = None) -> Resolution:
    """Return the recipients of a choice with a fixed number of statements; changes nothing.

    With `request_id` the suppliers that have this request already are left out.
    """
    result = Resolution()
    present = _present(request_id)
    _add_named(actor, choice, result, present)
    _add_groups(actor, choice, result, present)
    pasted = addresses_of(choice.pasted)
    if len(pasted) > MAX_SUPPLIERS:
        result.errors["recipients.pasted"] = [TOO_MANY_LINES]
    else:
        _add_pasted(actor, pasted, result, present)
    _count_people(choice, result)
    return result


def named_users(user_ids: Sequence[int]) -> dict[int, list[User]]:
    """Return users by organisation; raise InvalidError if one of them cannot receive messages."""
    named = users_by_organisation(User.id.in_(user_ids))
    if sum(map(len, named.values())) != len(set(user_ids)):
        raise InvalidError(fields={"toUserIds": [UNKNOWN_USER]})
    return named


def users_by_organisation(condition: ColumnElement[bool]) -> dict[int, list[User]]:
    """Return the users of organisations that match the condition and are not suspended, by organisation."""
    users: dict[int, list[User]] = defaultdict(list)
    stmt = select(User).where(condition, User.type == UserType.USER, User.status != UserStatus.SUSPENDED)
    for user in db.session.execute(stmt.order_by(User.id)).scalars():
        users[user.organisation_id].append(user)
    return dict(users)


def problem_of_user(actor: Actor, user: User) -> str | None:
    """Return the sentence why a user whose address was entered gets no RFx, or None if one can be sent."""
    if user.organisation_id == actor.organisation_id:
        return COLLEAGUE.format(email=user.email, name=user.name)
    return NO_LONGER.format(email=user.email) if user.status == UserStatus.SUSPENDED else None


def _add_named(actor: Actor, choice: RecipientChoice, result: Resolution, present: "_Present") -> None:
    users = users_by_organisation(User.id.in_(choice.user_ids)) if choice.user_ids else {}
    if sum(map(len, users.values())) != len(set(choice.user_ids)):
        result.errors["recipients.userIds"] = [UNKNOWN_USER]
    ids = list(dict.fromkeys([*choice.organisation_ids, *users]))
    names = message_partners(actor=actor, ids=ids) if ids else {}
    for organisation_id in ids:
        name = names.get(organisation_id)
        if name is None:
            is_chosen = organisation_id in choice.organisation_ids
            key, sentence = (
                ("organisationIds", UNKNOWN_ORGANISATION) if is_chosen else ("userIds", UNKNOWN_USER)
            )
            result.errors[f"recipients.{key}"] = [sentence]
        elif organisation_id in present.organisation_ids:
            result.errors.setdefault("recipients.organisationIds", []).append(HAS_REQUEST.format(name=name))
        else:
            user_ids = [user.id for user in users.get(organisation_id, ())]
            result.organisations[organisation_id] = Recipient(name, organisation_id, user_ids)
    result.duplicates += len(choice.organisation_ids) - len(set(choice.organisation_ids))


def _add_groups(actor: Actor, choice: RecipientChoice, result: Resolution, present: "_Present") -> None:
    """Add the organisations of tags, levels and the filter, each as a whole."""
    filters = [OrganisationFilter(tags=[tag]) for tag in choice.tags]
    if choice.levels:
        filters.append(OrganisationFilter(levels=choice.levels))
    if choice.filter is not None:
        filters.append(choice.filter)
    for group in filters:
        partners = matching_partners(actor=actor, filters=group, limit=MAX_SUPPLIERS + 1)
        if group is choice.filter and len(partners) <= MAX_SUPPLIERS:
            matching = count_organisations(actor=actor, filters=group, cap=MAX_UNRELATED)
            result.unrelated = max(0, matching - len(partners))
        for organisation_id, name in partners.items():
            if organisation_id in present.organisation_ids:
                result.present += 1
            elif organisation_id in result.organisations:
                result.duplicates += 1
            else:
                result.organisations[organisation_id] = Recipient(name, organisation_id)


def _add_pasted(
    actor: Actor, pasted: Sequence[PastedAddress], result: Resolution, present: "_Present"
) -> None:
    addresses = {known_as(entry.guest.email) for entry in pasted if entry.guest is not None}
    users = _users_with_address(actor, addresses)
    seen: set[str] = set()
    chosen_as_whole = {row.organisation_id for row in result.organisations.values() if not row.user_ids}
    for entry in pasted:
        if entry.guest is None:
            result.problems.append(Problem(entry.line, entry.text, NO_ADDRESS))
            continue
        address = known_as(entry.guest.email)
        user = users.get(address)
        problem = problem_of_user(actor, user[0]) if user else None
        if problem is not None:
            result.problems.append(Problem(entry.line, entry.text, problem))
        elif address in seen:
            result.duplicates += 1
        elif user is not None:
            _add_user(*user, result, present, chosen_as_whole)
        elif address in present.addresses:
            result.present += 1
        else:
            result.guests[address] = Recipient(entry.guest.name, email=entry.guest.email)
        seen.add(address)


def _add_user(
    user: User,
    organisation: str,
    result: Resolution,
    present: "_Present",
    chosen_as_whole: Collection[int | None],
) -> None:
    """Address a user whose address was pasted, unless all users of the organisation are addressed."""
    organisation_id = user.organisation_id
    if organisation_id in present.organisation_ids:
        result.present += 1
        return
    recipient = result.organisations.get(organisation_id)
    if recipient is None:
        result.organisations[organisation_id] = Recipient(organisation, organisation_id, [user.id])
        return
    result.duplicates += 1
    if organisation_id not in chosen_as_whole and user.id not in recipient.user_ids:
        recipient.user_ids.append(user.id)


def _users_with_address(actor: Actor, addresses: Collection[str]) -> Mapping[str, tuple[User, str]]:
    """Return the colleagues and the users of the network with these addresses, with the name of the organisation.

    Users of other organisations are left out: whether an address has an account there is not shown.
    """
    if not addresses:
        return {}
    rows = db.session.execute(
        select(User, Organisation.name.label("organisation_name"))
        .join(Organisation, Organisation.id == User.organisation_id)
        .where(User.type == UserType.USER, func.lower(User.email).in_(addresses))
    ).all()
    ids = {row.User.organisation_id for row in rows}
    own_and_partners = (
        {actor.organisation_id, *message_partners(actor=actor, ids=list(ids))} if ids else set()
    )
    return {
        known_as(row.User.email): (row.User, row.organisation_name)
        for row in rows
        if row.User.organisation_id in own_and_partners
    }


def _count_people(choice: RecipientChoice, result: Resolution) -> None:
    """Count the addressed people, and mark the organisations where no one can receive messages."""
    whole = [row.organisation_id for row in result.organisations.values() if not row.user_ids]
    stmt = (
        select(User.organisation_id, func.count().label("number"))
        .where(
            User.organisation_id.in_(whole),
            User.type == UserType.USER,
            User.status != UserStatus.SUSPENDED,
        )
        .group_by(User.organisation_id)
    )
    counts = {row.organisation_id: row.number for row in db.session.execute(stmt)} if whole else {}
    for organisation_id, recipient in result.organisations.items():
        recipient.people = len(recipient.user_ids) or counts.get(organisation_id, 0)
        if recipient.people == 0:
            sentence = NO_USERS.format(name=recipient.name)
            if organisation_id in choice.organisation_ids:
                result.errors.setdefault("recipients.organisationIds", []).append(sentence)
            else:
                recipient.failure = sentence
                result.problems.append(Problem(None, recipient.name, sentence))


@dataclass(frozen=True, slots=True)
class _Present:
    """The organisations and addresses that a request goes to already. Failed recipients can be chosen again."""

    organisation_ids: frozenset[int] = frozenset()
    addresses: frozenset[str] = frozenset()


def _present(request_id: int | None) -> _Present:
    if request_id is None:
        return _Present()
    sent = db.session.execute(
        select(Rfx.with_organisation_id, User.email)
        .outerjoin(User, User.id == Rfx.guest_user_id)
        .where(Rfx.request_id == request_id)
    ).all()
    waiting = db.session.execute(
        select(RfxRequestRecipient.organisation_id, RfxRequestRecipient.email).where(
            RfxRequestRecipient.request_id == request_id,
            RfxRequestRecipient.rfx_id.is_(None),
            RfxRequestRecipient.failure.is_(None),
        )
    ).all()
    organisation_ids = {row.with_organisation_id for row in sent if row.email is None}
    organisation_ids |= {row.organisation_id for row in waiting if row.organisation_id is not None}
    addresses = {known_as(row.email) for row in (*sent, *waiting) if row.email is not None}
    return _Present(frozenset(organisation_ids), frozenset(addresses))
