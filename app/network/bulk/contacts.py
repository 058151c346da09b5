"""Bulk action on the people of the list Contacts: mail invitations again."""

from collections.abc import Sequence

from app.accounts.public import UserStatus
from app.kernel.bulk.actions import (
    Args,
    BulkAction,
    BulkRun,
    Effect,
    Forecast,
    Preview,
    RowResult,
    Selection,
    Target,
)
from app.kernel.bulk.selecting import selected_ids
from app.kernel.http.auth import Actor, Permission
from app.network.list_kind import CONTACTS
from app.network.operations.invitations import resend_invitation
from app.network.queries.contacts import ContactDetails, contacts_among, invited_by_own
from app.network.schemas.people import ContactQuerySchema

NOT_INVITED = "Has accepted the invitation."
BY_OTHERS = "You can't mail this invitation again."


def _resolve(actor: Actor, selection: Selection, _args: Args) -> Sequence[Target]:
    ids = selected_ids(actor, selection, CONTACTS, id_of=lambda row: row.user.id)
    return [
        Target(contact.user.name, contact.user.id, url=f"/contacts/{contact.user.id}")
        for contact in contacts_among(actor=actor, ids=ids)
    ]


def _preview(actor: Actor, targets: Sequence[Target], _args: Args) -> Preview:
    contacts = {
        contact.user.id: contact
        for contact in contacts_among(actor=actor, ids=[target.subject_id or 0 for target in targets])
    }
    forecasts = [_forecast(actor, contacts[target.subject_id or 0]) for target in targets]
    return Preview(forecasts, mails=sum(forecast.effect is Effect.CHANGES for forecast in forecasts))


def _forecast(actor: Actor, contact: ContactDetails) -> Forecast:
    if contact.user.status != UserStatus.INVITED:
        return Forecast(Effect.IMPOSSIBLE, NOT_INVITED)
    if contact.organisation.id != actor.organisation_id and not invited_by_own(contact):
        return Forecast(Effect.IMPOSSIBLE, BY_OTHERS)
    return Forecast()


def _resend(run: BulkRun, target: Target) -> RowResult:
    resend_invitation(actor=run.actor, user_id=target.subject_id or 0)
    return RowResult()


RESEND_INVITATION = BulkAction(
    kind="contacts.resendInvitation",
    title="Mail invitations again",
    rule=Permission.MANAGE_USERS,
    filter_schema=ContactQuerySchema,
    resolve=_resolve,
    preview=_preview,
    run_row=_resend,
)
