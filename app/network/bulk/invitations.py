"""The bulk action that invites several suppliers."""

from collections.abc import Sequence

from app.kernel.bulk.actions import Args, BulkAction, BulkRun, Forecast, Preview, RowResult, Selection, Target
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import InvalidError
from app.network.operations.invitations import invite_contact, invite_supplier
from app.network.schemas.invitations import InviteArgsSchema
from app.network.types import INVITE_ACTION

NOT_BY_SELECTION = "Suppliers are invited on their own page."


def resolve(_actor: Actor, _selection: Selection, _args: Args) -> Sequence[Target]:
    """Refuse a selection, because only the page of invitations starts this job."""
    raise InvalidError(NOT_BY_SELECTION)


def preview(_actor: Actor, targets: Sequence[Target], _args: Args) -> Preview:
    """Return a forecast for each supplier; the page has its own check."""
    return Preview([Forecast() for _ in targets], mails=len(targets))


def run_row(run: BulkRun, target: Target) -> RowResult:
    """Invite one supplier. The mail is a row of the same transaction, so a repeated batch sends none twice."""
    # Jobs that were started before contacts could be picked have no `userId`.
    user_id: int | None = target.data.get("userId")
    if user_id is not None:
        invited = invite_contact(actor=run.actor, user_id=user_id, message_html=run.args["message"])
    else:
        invited = invite_supplier(
            actor=run.actor,
            contact_name=target.data["contactName"],
            contact_email=target.data["contactEmail"],
            organisation_name=target.data["organisationName"],
            level=run.args["relationship_level"],
            is_test=run.args["test_supplier"],
            message_html=run.args["message"],
            save_message=False,
        )
    organisation_id = invited.relationship.with_organisation_id
    return RowResult(subject_id=organisation_id, url=f"/organisations/{organisation_id}")


INVITE = BulkAction(
    kind=INVITE_ACTION,
    title="Invite suppliers",
    rule=Permission.MANAGE_RELATIONSHIPS,
    resolve=resolve,
    preview=preview,
    run_row=run_row,
    args_schema=InviteArgsSchema,
)
