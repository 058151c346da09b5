"""The sending of one RFx of a request: a thread and an RFx for one organisation or guest."""

from collections.abc import Sequence

from sqlalchemy import select

from app.accounts.public import Organisation, User, create_guest, guest_organisation, known_as
from app.compose.operations.recipients import users_by_organisation
from app.compose.types import NO_USERS, UNKNOWN_ORGANISATION
from app.extensions import db
from app.forms.public import DocForm
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.messages.public import MessageThread, ThreadType, start_thread
from app.network.public import may_message
from app.rfx.public import RfxContext, RfxRequest, RfxRequestRecipient, create_rfx, last_submitted


def send_rfx(
    *,
    actor: Actor,
    request: RfxRequest,
    forms: Sequence[DocForm],
    attachment_ids: Sequence[int],
    organisation_id: int,
    users: Sequence[User],
    previous_rfx_id: int | None = None,
) -> tuple[MessageThread, RfxContext]:
    """Send an RFx of a request in a separate thread, so that suppliers do not see each other.

    `users` are the addressed users of the organisation, or one guest. The caller has checked that the actor may write
    to them. The RFx offers the answers of `previous_rfx_id`.
    """
    thread = start_thread(
        actor=actor,
        organisation_id=organisation_id,
        user_ids=[user.id for user in users],
        type=ThreadType.RFI,
        subject=request.title,
        html=request.message_html,
        attachment_ids=attachment_ids,
        notify=False,
    )
    context = create_rfx(
        actor=actor,
        to=users,
        thread_id=thread.id,
        title=request.title,
        forms=forms,
        deadline=request.deadline,
        bundle_name=request.bundle_name,
        attachment_ids=attachment_ids,
        message_html=request.message_html,
        request=request,
        previous_rfx_id=previous_rfx_id,
    )
    return thread, context


def send_to_recipient(
    *,
    actor: Actor,
    request: RfxRequest,
    recipient: RfxRequestRecipient,
    forms: Sequence[DocForm],
    attachment_ids: Sequence[int],
) -> RfxContext:
    """Send a stored recipient its RFx. Raises InvalidError with a sentence if no one there can receive messages."""
    if recipient.email is not None:
        organisation_id = guest_organisation().id
        users: Sequence[User] = [create_guest(name=recipient.name, email=recipient.email)]
    else:
        organisation_id, users = _users_of(actor, recipient)
    _, context = send_rfx(
        actor=actor,
        request=request,
        forms=forms,
        attachment_ids=attachment_ids,
        organisation_id=organisation_id,
        users=users,
        previous_rfx_id=recipient.previous_rfx_id or _last_round(actor, request, recipient, forms),
    )
    recipient.rfx_id, recipient.failure = context.rfx.id, None
    return context


def _last_round(
    actor: Actor, request: RfxRequest, recipient: RfxRequestRecipient, forms: Sequence[DocForm]
) -> int | None:
    """Return the last submitted RFx of a recipient with one of the forms; None if the request starts blank."""
    if not request.carries_answers:
        return None
    rounds = last_submitted(
        actor=actor,
        series_ids=[form.series_id for form in forms],
        organisation_ids=[] if recipient.organisation_id is None else [recipient.organisation_id],
        emails=[] if recipient.email is None else [known_as(recipient.email)],
    )
    return next(iter(rounds.values()), None)


def _users_of(actor: Actor, recipient: RfxRequestRecipient) -> tuple[int, Sequence[User]]:
    """Return the organisation of a recipient and the addressed users who can still receive messages."""
    organisation = db.session.execute(
        select(Organisation).where(Organisation.id == recipient.organisation_id)
    ).scalar_one()
    if not may_message(actor, organisation.id):
        raise InvalidError(UNKNOWN_ORGANISATION)
    condition = User.organisation_id == organisation.id
    if recipient.user_ids:
        condition &= User.id.in_(recipient.user_ids)
    users = users_by_organisation(condition).get(organisation.id)
    if not users:
        raise InvalidError(NO_USERS.format(name=organisation.name))
    return organisation.id, users
