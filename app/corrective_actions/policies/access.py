"""Access to corrective actions, without the database."""

from app.corrective_actions.models import CorrectiveAction
from app.corrective_actions.types import CORRECTIVE_GRANT
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ForbiddenError

ONLY_SUPPLIER = "Only the supplier can do that."
ONLY_BUYER = "Only the organisation that asked for the corrective action can do that."


def granted_action_id(guest: Actor) -> int | None:
    """Return the action that the guest's link opens; None for grants for other records."""
    grant = guest.grant
    return grant.subject_id if grant is not None and grant.subject_type == CORRECTIVE_GRANT else None


def guest_path(token: str, action_id: int) -> str:
    """Return the path of a guest's page, by the token of the link."""
    return f"/guest/{token}/correctiveAction/{action_id}"


def page_path(ncr_id: int) -> str:
    """Return the path of the page for users."""
    return f"/ncr/{ncr_id}/correctiveAction"


def is_buyer(actor: Actor, action: CorrectiveAction) -> bool:
    """Return True if the actor belongs to the organisation that asked."""
    return not actor.is_guest and actor.organisation_id == action.organisation_id


def may_write(actor: Actor, action: CorrectiveAction) -> bool:
    """Return True if the actor may write and send steps: the guest of the link, and users of the supplier."""
    if actor.is_guest:
        return granted_action_id(actor) == action.id
    return actor.organisation_id == action.with_organisation_id and actor.may(Permission.MANAGE_NCRS)


def may_decide(actor: Actor, action: CorrectiveAction) -> bool:
    """Return True if the actor may accept and return steps, and decide."""
    return is_buyer(actor, action) and actor.may(Permission.MANAGE_NCRS)


def demand_writer(actor: Actor, action: CorrectiveAction) -> None:
    """Raise ForbiddenError unless the actor may write and send steps."""
    if not may_write(actor, action):
        raise ForbiddenError(ONLY_SUPPLIER if is_buyer(actor, action) else None)


def demand_decider(actor: Actor, action: CorrectiveAction) -> None:
    """Raise ForbiddenError unless the actor may accept and return steps, and decide."""
    if not may_decide(actor, action):
        raise ForbiddenError(None if is_buyer(actor, action) else ONLY_BUYER)
