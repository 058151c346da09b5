"""Inviting several suppliers at once, in a bulk job."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.accounts.public import known_as
from app.kernel.bulk.actions import Target
from app.kernel.bulk.models import BulkJob
from app.kernel.bulk.operations import CONFIRMED_MAILS, start_job
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.kernel.registry import current_registry
from app.network.operations.invitations import ALREADY_INVITED, save_template
from app.network.policies import company_key
from app.network.queries.matching import Invitee, Match, likely_matches, taken_addresses
from app.network.queries.not_invited import UninvitedContact, uninvited_among
from app.network.types import INVITE_ACTION, RelationshipLevel

SAME_ADDRESS = "This address is in row {row} too."


@dataclass(frozen=True, slots=True)
class NewSupplier:
    """A supplier to invite, as typed; with `user_id`, a contact of the own network that has not been invited."""

    contact_name: str
    contact_email: str
    organisation_name: str
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class CheckedSupplier:
    """A row as it will be sent, its sentences by field, a likely match, and an earlier row with the same company.

    `contact` is the contact of the own network, not invited yet, whose address was typed.
    """

    supplier: NewSupplier
    contact: UninvitedContact | None
    faults: Mapping[str, str]
    match: Match | None
    same_as_row: int | None


def check_suppliers(
    *, actor: Actor, rows: Sequence[NewSupplier], email_faults: Sequence[str | None]
) -> list[CheckedSupplier]:
    """Check the rows before they are sent, with a fixed number of statements. `email_faults` has the errors of format.

    Contacts that were picked, or whose addresses were typed, are checked with their stored names and addresses.
    """
    ids = {row.user_id for row in rows if row.user_id is not None}
    typed_addresses = {known_as(row.contact_email) for row in rows if row.user_id is None}
    picked = uninvited_among(actor=actor, user_ids=ids, addresses=typed_addresses)
    by_address = {known_as(contact.email): contact for contact in picked.values()}
    contacts = [by_address.get(known_as(row.contact_email)) if row.user_id is None else None for row in rows]
    rows = [
        _stored(replace(row, user_id=contact.id) if contact else row, picked)
        for row, contact in zip(rows, contacts, strict=True)
    ]
    addresses = [known_as(row.contact_email) for row in rows]
    taken = taken_addresses([address for address in addresses if address])
    matches = likely_matches(actor=actor, invitees=[_invitee(row, picked) for row in rows])
    first_rows: dict[str, int] = {}
    first_companies: dict[str, int] = {}
    checked = []
    for n, (row, contact, address, fault, match) in enumerate(
        zip(rows, contacts, addresses, email_faults, matches, strict=True)
    ):
        faults = {}
        is_typed = row.user_id is None
        if is_typed and not row.contact_name:
            faults["contact_name"] = "A contact name is required."
        if is_typed and not row.organisation_name:
            faults["organisation_name"] = "An organisation name is required."
        if not is_typed and row.user_id not in picked:
            faults["contact_email"] = ALREADY_INVITED
        elif is_typed and fault:
            faults["contact_email"] = fault
        elif first_rows.setdefault(address, n) != n:
            faults["contact_email"] = SAME_ADDRESS.format(row=first_rows[address] + 1)
        elif is_typed and (address in taken or (match is not None and match.has_email)):
            faults["contact_email"] = "Email address already in use."
        company = company_key(row.organisation_name)
        earlier = first_companies.setdefault(company, n) if company else n
        checked.append(CheckedSupplier(row, contact, faults, match, earlier if earlier != n else None))
    return checked


def _stored(row: NewSupplier, picked: Mapping[int, UninvitedContact]) -> NewSupplier:
    contact = picked.get(row.user_id or 0)
    if contact is None:
        return row
    return NewSupplier(contact.name, contact.email, contact.organisation_name, row.user_id)


def _invitee(row: NewSupplier, picked: Mapping[int, UninvitedContact]) -> Invitee:
    contact = picked.get(row.user_id or 0)
    return Invitee(row.contact_email, row.organisation_name, contact.organisation_id if contact else None)


def start_invitations(
    *,
    actor: Actor,
    rows: Sequence[NewSupplier],
    email_faults: Sequence[str | None],
    level: RelationshipLevel,
    is_test: bool,
    message_html: str | None,
    save_message: bool,
    confirmed_mails: int | None,
) -> BulkJob:
    """Start the job that invites the suppliers, one mail each.

    Raises InvalidError for a row with an error, the level None, and more than 200 mails whose number was not confirmed.
    """
    if level is RelationshipLevel.NONE:
        raise InvalidError(fields={"relationshipLevel": ["Choose a level above None."]})
    checked = check_suppliers(actor=actor, rows=rows, email_faults=email_faults)
    for n, each in enumerate(checked):
        if each.faults:
            raise InvalidError(f"Row {n + 1}: {next(iter(each.faults.values()))}")
    if len(rows) > CONFIRMED_MAILS and confirmed_mails != len(rows):
        raise InvalidError(
            fields={"confirmedMails": [f"Type {len(rows)}, the number of people who get an e-mail."]}
        )
    if save_message and message_html:
        save_template(actor, message_html)
    targets = [
        Target(
            row.organisation_name,
            data={
                "contactName": row.contact_name,
                "contactEmail": row.contact_email,
                "organisationName": row.organisation_name,
                "userId": row.user_id,
            },
        )
        for row in (each.supplier for each in checked)
    ]
    args = {"relationship_level": level, "test_supplier": is_test, "message": message_html}
    return start_job(
        actor=actor, action=current_registry().bulk_actions[INVITE_ACTION], targets=targets, args=args
    )
