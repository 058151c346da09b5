"""New Message: a thread for each organisation and guest and, for RFI and NDA, its RFx."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import ColumnElement, func, select

from app.accounts.public import (
    Organisation,
    User,
    UserStatus,
    UserType,
    create_guest,
    guest_organisation,
    known_as,
)
from app.compose.policies import FORM_TYPES, needed_permission, takes_forms
from app.compose.types import NewGuest, NewMessageType
from app.extensions import db
from app.forms.public import BundleForms, DocForm, bundle_forms, forms_in_use
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import InvalidError, NotFoundError
from app.messages.public import MessageThread, ThreadType, start_thread
from app.network.public import may_message
from app.rfx.public import RequestType, RfxContext, RfxRequest, create_request, create_rfx

MAX_RECIPIENTS = 50
"""The maximum number of organisations and guests of one message."""

NO_RECIPIENTS = "Choose at least one recipient."
TOO_MANY = f"A message can go to at most {MAX_RECIPIENTS} recipients at once."
NO_USERS = "There is nobody at {name} who could be written to."
UNKNOWN_ORGANISATION = "Messages need a relationship above None with this organisation."
UNKNOWN_USER = "One of the recipients can't be written to."
GUESTS_ONLY_RFX = "Only an RFI or an NDA can be sent to an e-mail address."
COLLEAGUE = "{email} is the address of {name}, a colleague. An RFI or NDA goes to other organisations."
NO_LONGER = "{email} can't be written to at the moment."
NO_FORM = "Choose a document."
WRONG_FORM = "Only published documents of type {types} can be sent with this message."
NO_BUNDLE = "This bundle is no longer there. Please choose again."
UNREADY_BUNDLE = "The bundle '{name}' can't be sent: a form in it is archived or not published yet."
CHANGED_BUNDLE = "The bundle '{name}' has been changed. Please choose it again."
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
    """Send a message to each organisation in a separate thread, so that suppliers do not learn of each other.

    An organisation of which no user is named is addressed as a whole. Raises ForbiddenError without the
    permission, InvalidError with sentences for the fields.
    """
    actor.demand(needed_permission(message.type))
    bundle = _bundle(actor, message)
    forms = _forms(actor, message, bundle)
    recipients = _recipients(actor, message)
    sent = Sent()
    if forms:
        sent.request = create_request(
            actor=actor,
            type=RequestType(message.type),
            title=message.subject,
            message_html=message.html,
            forms=forms,
            bundle_name=bundle.name if bundle else None,
            deadline=message.deadline,
        )
    for recipient in recipients:
        thread = start_thread(
            actor=actor,
            organisation_id=recipient.organisation_id,
            user_ids=[user.id for user in recipient.users],
            type=ThreadType.RFI if forms else ThreadType.GENERAL,
            subject=message.subject,
            html=message.html,
            attachment_ids=message.attachment_ids,
            notify=not forms,
        )
        sent.threads.append(thread)
        if forms:
            context = create_rfx(
                actor=actor,
                to=recipient.users,
                thread_id=thread.id,
                title=message.subject,
                forms=forms,
                deadline=message.deadline,
                bundle_name=bundle.name if bundle else None,
                attachment_ids=message.attachment_ids,
                message_html=message.html,
                request=sent.request,
            )
            sent.rfxs.append(context)
    return sent


def _bundle(actor: Actor, message: NewMessage) -> BundleForms | None:
    """Return the bundle to send, if one is chosen; raise InvalidError if it cannot be sent as a whole."""
    if message.doc_form_bundle_id is None or not takes_forms(message.type):
        return None
    try:
        bundle = bundle_forms(actor=actor, bundle_id=message.doc_form_bundle_id)
    except NotFoundError as error:
        raise InvalidError(fields={"docFormBundleId": [NO_BUNDLE]}) from error
    if not bundle.is_complete:
        raise InvalidError(fields={"docFormBundleId": [UNREADY_BUNDLE.format(name=bundle.name)]})
    if message.doc_form_ids and list(message.doc_form_ids) != [form.id for form in bundle.forms]:
        raise InvalidError(fields={"docFormBundleId": [CHANGED_BUNDLE.format(name=bundle.name)]})
    return bundle


def _forms(actor: Actor, message: NewMessage, bundle: BundleForms | None) -> list[DocForm]:
    """Return the documents to send; raise InvalidError if they or the deadline do not fit the type."""
    if not takes_forms(message.type):
        if message.doc_form_ids or message.doc_form_bundle_id:
            raise InvalidError(fields={"docFormIds": [NO_FORMS_HERE]})
        if message.deadline is not None:
            raise InvalidError(fields={"deadline": [NO_DEADLINE_HERE]})
        return []
    form_ids = [form.id for form in bundle.forms] if bundle else list(message.doc_form_ids)
    if not form_ids:
        raise InvalidError(fields={"docFormIds": [NO_FORM]})
    types = FORM_TYPES[message.type]
    forms = [form for form in forms_in_use(actor=actor, ids=form_ids) if form.type in types]
    if len(forms) != len(set(form_ids)):
        raise InvalidError(fields={"docFormIds": [WRONG_FORM.format(types=" or ".join(types))]})
    if message.deadline is not None and message.deadline <= now():
        raise InvalidError(fields={"deadline": [PAST_DEADLINE]})
    return forms


def _recipients(actor: Actor, message: NewMessage) -> list[_Recipient]:
    """Return the organisations, in the order of the request, then the guests."""
    if message.to_guests and not takes_forms(message.type):
        raise InvalidError(fields={"toEmails": [GUESTS_ONLY_RFX]})
    named = _named_users(message.to_user_ids)
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
    people = named | _users(User.organisation_id.in_(unnamed))
    return [
        *(_Recipient(organisation_id, _addressed_users(people, organisation_id)) for organisation_id in ids),
        *_guest_recipients(guests),
    ]


def _named_users(user_ids: Sequence[int]) -> dict[int, list[User]]:
    named = _users(User.id.in_(user_ids))
    if sum(map(len, named.values())) != len(set(user_ids)):
        raise InvalidError(fields={"toUserIds": [UNKNOWN_USER]})
    return named


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
    errors = [error for user in with_account.values() if (error := _guest_error(actor, user))]
    if errors:
        raise InvalidError(fields={"toEmails": errors})
    for user in with_account.values():
        people = named.get(user.organisation_id)
        if people is not None and user not in people:
            people.append(user)
    return [guest for email, guest in reversed(by_address.items()) if email not in with_account]


def _guest_error(actor: Actor, user: User) -> str | None:
    """Return the error of a user whose address was entered as a guest's, or None if an RFx can be sent to them."""
    if user.organisation_id == actor.organisation_id:
        return COLLEAGUE.format(email=user.email, name=user.name)
    return NO_LONGER.format(email=user.email) if user.status == UserStatus.SUSPENDED else None


def _users(condition: ColumnElement[bool]) -> dict[int, list[User]]:
    """Return the users of organisations that match the condition and are not suspended, by organisation."""
    users: dict[int, list[User]] = defaultdict(list)
    stmt = select(User).where(condition, User.type == UserType.USER, User.status != UserStatus.SUSPENDED)
    for user in db.session.execute(stmt.order_by(User.id)).scalars():
        users[user.organisation_id].append(user)
    return dict(users)


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
