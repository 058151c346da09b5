"""Permissions to share and to change saved views."""

from app.kernel.db.list_kinds import ListKind
from app.kernel.http.auth import Actor, Permission
from app.views.models import SavedView

NOT_SHARED = "You don't have permission to share views of this list."


def may_share(actor: Actor, kind: ListKind) -> bool:
    """Return True if the actor may share views of a list with the organisation.

    These are the users who may change rows of the list, and those who manage the organisation.
    """
    return actor.may(Permission.MANAGE_ORGANISATION) or bool(kind.shared_by & actor.permissions)


def may_change(actor: Actor, view: SavedView) -> bool:
    """Return True if the actor may change or delete a view that they see: their own, or a shared one as a manager."""
    return view.owner_user_id == actor.user_id or actor.may(Permission.MANAGE_ORGANISATION)
