"""New Message: a thread for each organisation and guest and, for RFI and NDA, its RFx."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import func, select

from app.accounts.public import Organisation, User, UserType, create_guest, guest_organisation, known_as
from app.compose.operations.documents import Documents, chosen_documents
from app.compose.operations.recipients import (
    UNKNOWN_USER,
    named_users,
    problem_of_user,
    users_by_organisation,
)
from app.compose.operations.sending import send_rfx
from app.compose.policies import needed_permission, takes_forms
from app.compose.types import NO_RECIPIENTS, NO_USERS, UNKNOWN_ORGANISATION, NewGuest, NewMessageType
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.messages.public import MessageThread, ThreadType, start_thread
from app.network.public import may_message
from app.rfx.public import RequestType, RfxContext, RfxRequest, create_request

MAX_RECIPIENTS = 50
"""The maximum number of organisations and guests of one message."""

TOO_MANY = f"A message can go to at most {MAX_RECIPIENTS} recipients at once."
GUESTS_ONLY_RFX = "Only an RFI or an NDA can be sent to an e-mail address."
NO_FORMS_HERE = "A plain message carries no documents."
NO_DEADLINE_HERE = "A plain message has no deadline."
PAST_DEADLINE = "The deadline must be in the future."


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMessage:
    """The input of the New Message form (specification section 3, New thread payload fields)."""

    type: NewMessageType
    subject: str
    html: str
    to_organisation_ids: Sequence[int] = ()
    to_user_ids: Sequence[int] = ()
    to_guests: Sequence[NewGuest] = ()
    doc_form_ids: Sequence[int] = ()
    doc_form_bundle_id: int | None = None
    attachment_ids: Sequence[int] = ()
    deadline: datetime | None = None


@dataclass(slots=True)
class Sent:
    """The started threads, in the order of the recipients, and their RFxs with the request that groups them."""

    request: RfxRequest | None = None
    threads: list[MessageThread] = field(default_factory=list)
    rfxs: list[RfxContext] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Recipient:
    """An organisation with its addressed users, or one guest."""

    organisation_id: int
    users: Sequence[User]


def send_new_message(*, actor: Actor, message: NewMessage) -> Sent:
    """Send a message to each organisation in a separate thread, so that suppliers do not see each other.

    An organisation of which no user is named is addressed as a whole. Raises ForbiddenError without the
    permission, InvalidError with sentences for the fields.
    """
    actor.demand(needed_permission(message.type))
    if takes_forms(message.type):
        # The endpoint belongs to the messages; an API key for these alone must not send an RFx.
        actor.demand_scope("rfx:write")
    documents = _documents(actor, message)
    recipients = _recipients(actor, message)
    if documents is None:
        return Sent(threads=[_send_message(actor, message, recipient) for recipient in recipients])
    request = create_request(
        actor=actor,
        type=RequestType(message.type),
        title=message.subject,
        message_html=message.html,
        forms=documents.forms,
        bundle_name=documents.bundle_name,
        deadline=message.deadline,
    )
    sent = Sent(request=request)
    for recipient in recipients:
        thread, context = send_rfx(
            actor=actor,
            request=request,
            forms=documents.forms,
            attachment_ids=message.attachment_ids,
            organisation_id=recipient.organisation_id,
            users=recipient.users,
        )
        sent.threads.append(thread)
        sent.rfxs.append(context)
    return sent


def _send_message(actor: Actor, message: NewMessage, recipient: _Recipient) -> MessageThread:
    return start_thread(
        actor=actor,
        organisation_id=recipient.organisation_id,
        user_ids=[user.id for user in recipient.users],
        type=ThreadType.GENERAL,
        subject=message.subject,
        html=message.html,
        attachment_ids=message.attachment_ids,
    )


def _documents(actor: Actor, message: NewMessage) -> Documents | None:
    """Return the documents to send; raise InvalidError if they or the deadline do not fit the type."""
    if not takes_forms(message.type):
        if message.doc_form_ids or message.doc_form_bundle_id:
            raise InvalidError(fields={"docFormIds": [NO_FORMS_HERE]})
        if message.deadline is not None:
            raise InvalidError(fields={"deadline": [NO_DEADLINE_HERE]})
        return None
    documents = chosen_documents(
        actor=actor,
        type=message.type,
        doc_form_ids=message.doc_form_ids,
        bundle_id=message.doc_form_bundle_id,
    )
    if message.deadline is not None and message.deadline <= now():
        raise InvalidError(fields={"deadline": [PAST_DEADLINE]})
    return documents


def _recipients(actor: Actor, message: NewMessage) -> list[_Recipient]:
    """Return the organisations, in the order of the request, then the guests."""
    if message.to_guests and not takes_forms(message.type):
        raise InvalidError(fields={"toEmails": [GUESTS_ONLY_RFX]})
    named = named_users(message.to_user_ids)
    ids = list(dict.fromkeys([*message.to_organisation_ids, *named]))
    guests = _guests_without_account(actor, message.to_guests, named, ids)
    if not ids and not message.to_guests:
        raise InvalidError(fields={"toOrganisationIds": [NO_RECIPIENTS]})
    if len(ids) + len(message.to_guests) > MAX_RECIPIENTS:
        raise InvalidError(fields={"toOrganisationIds": [TOO_MANY]})
    for organisation_id in ids:
        if organisation_id == actor.organisation_id or not may_message(actor, organisation_id):
            is_chosen = organisation_id in message.to_organisation_ids
            errors = (
                {"toOrganisationIds": [UNKNOWN_ORGANISATION]} if is_chosen else {"toUserIds": [UNKNOWN_USER]}
            )
            raise InvalidError(fields=errors)
    unnamed = [organisation_id for organisation_id in ids if organisation_id not in named]
    people = named | users_by_organisation(User.organisation_id.in_(unnamed))
    return [
        *(_Recipient(organisation_id, _addressed_users(people, organisation_id)) for organisation_id in ids),
        *_guest_recipients(guests),
    ]


def _guests_without_account(
    actor: Actor, guests: Sequence[NewGuest], named: dict[int, list[User]], organisation_ids: Sequence[int]
) -> list[NewGuest]:
    """Return the guests without an account at the addressed organisations, one for each address.

    A guest with an account is added to `named`, unless that organisation is addressed as a whole. Raises InvalidError
    with a sentence for each colleague, and for each suspended user.
    """
    by_address = {known_as(guest.email): guest for guest in reversed(guests)}
    stmt = select(User).where(
        User.type == UserType.USER,
        func.lower(User.email).in_(by_address),
        User.organisation_id.in_([actor.organisation_id, *organisation_ids]),
    )
    with_account = (
        {known_as(user.email): user for user in db.session.execute(stmt).scalars()} if guests else {}
    )
    errors = [error for user in with_account.values() if (error := problem_of_user(actor, user))]
    if errors:
        raise InvalidError(fields={"toEmails": errors})
    for user in with_account.values():
        people = named.get(user.organisation_id)
        if people is not None and user not in people:
            people.append(user)
    return [guest for email, guest in reversed(by_address.items()) if email not in with_account]


def _addressed_users(people: dict[int, list[User]], organisation_id: int) -> Sequence[User]:
    if organisation_id not in people:
        name = db.session.get_one(Organisation, organisation_id).name
        raise InvalidError(fields={"toUserIds": [NO_USERS.format(name=name)]})
    return people[organisation_id]


def _guest_recipients(guests: Sequence[NewGuest]) -> list[_Recipient]:
    """Create a separate guest for each address, so that guests never see each other."""
    if not guests:
        return []
    placeholder = guest_organisation().id
    return [_Recipient(placeholder, [create_guest(name=guest.name, email=guest.email)]) for guest in guests]
