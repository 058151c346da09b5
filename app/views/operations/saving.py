"""Saving, changing, ordering, deleting and restoring views."""

from dataclasses import dataclass

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert

from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.list_kinds import Params, list_kind, load_filters
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.views.models import SavedView, StartView
from app.views.policies import NOT_SHARED, may_change, may_share
from app.views.queries.views import has_name, number_of_views, view_for
from app.views.types import MAX_VIEWS, RESTORABLE

NAME_IN_USE = "You already have a view with this name."
OWNER_HAS_NAME = "The owner of this view has another one with this name."
TOO_MANY = f"Your organisation has {MAX_VIEWS} views of this list. Delete one first."
_LOCK = 0x76696577 << 32
"""Separates the advisory locks of views from others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewValues:
    """Values of a view: its name, the filters as in the address of the list, who sees it, and if Home shows it."""

    name: str
    params: Params
    is_shared: bool
    is_pinned: bool


def create_view(*, actor: Actor, list_name: str, values: ViewValues, is_start: bool = False) -> SavedView:
    """Save a view, as the last one of its owner.

    Raises NotFoundError for an unknown list, InvalidError for filters that the list refuses and for a name in use,
    ForbiddenError if the actor may not share it, and ConflictError if the organisation has 100 views of the list.
    """
    kind = list_kind(list_name)
    load_filters(kind, actor=actor, params=values.params, name="params")
    if values.is_shared and not may_share(actor, kind):
        raise ForbiddenError(NOT_SHARED)
    _lock(actor.organisation_id)
    _demand_room(actor, list_name)
    if has_name(owner_user_id=actor.user_id, list_name=list_name, name=values.name):
        raise InvalidError(fields={"name": [NAME_IN_USE]})
    last = db.session.execute(
        select(func.max(SavedView.position)).where(
            SavedView.owner_user_id == actor.user_id, SavedView.list == list_name
        )
    ).scalar()
    view = SavedView(
        organisation_id=actor.organisation_id,
        owner_user_id=actor.user_id,
        list=list_name,
        name=values.name,
        params=dict(values.params),
        is_shared=values.is_shared,
        is_pinned=values.is_pinned,
        position=0 if last is None else last + 1,
    )
    db.session.add(view)
    db.session.flush()
    if is_start:
        _set_start(actor, view)
    return view


def change_view(*, actor: Actor, view_id: int, values: ViewValues, position: int | None = None) -> SavedView:
    """Change a view; with `position` also move it among the views of its owner. Errors as in `create_view`.

    Raises ForbiddenError for a shared view of a colleague, unless the actor manages the organisation.
    """
    _lock(actor.organisation_id)
    view = view_for(actor=actor, view_id=view_id, lock=True)
    if not may_change(actor, view):
        raise ForbiddenError
    kind = list_kind(view.list)
    load_filters(kind, actor=actor, params=values.params, name="params")
    if values.is_shared and not view.is_shared and not may_share(actor, kind):
        raise ForbiddenError(NOT_SHARED)
    if has_name(owner_user_id=view.owner_user_id, list_name=view.list, name=values.name, other_than=view.id):
        is_own = view.owner_user_id == actor.user_id
        raise InvalidError(fields={"name": [NAME_IN_USE if is_own else OWNER_HAS_NAME]})
    if view.is_shared and not values.is_shared:
        db.session.execute(
            delete(StartView).where(StartView.view_id == view.id, StartView.user_id != view.owner_user_id)
        )
    view.name, view.params = values.name, dict(values.params)
    view.is_shared, view.is_pinned = values.is_shared, values.is_pinned
    if position is not None:
        _move(view, position)
    db.session.flush()
    return view


def set_start(*, actor: Actor, view_id: int, is_start: bool) -> SavedView:
    """Open the list with this view for the actor from now on, or no longer."""
    view = view_for(actor=actor, view_id=view_id)
    if is_start:
        _set_start(actor, view)
    else:
        db.session.execute(
            delete(StartView).where(StartView.user_id == actor.user_id, StartView.view_id == view.id)
        )
    return view


def delete_view(*, actor: Actor, view_id: int) -> None:
    """Delete a view; it can be restored for a day. Raises ForbiddenError like `change_view`."""
    view = view_for(actor=actor, view_id=view_id, lock=True)
    if not may_change(actor, view):
        raise ForbiddenError
    view.deleted = now()
    _purge(actor.organisation_id)
    db.session.flush()


def restore_view(*, actor: Actor, view_id: int) -> SavedView:
    """Restore a deleted view in its place. Raises ConflictError if its name or the last place was taken since."""
    _lock(actor.organisation_id)
    view = view_for(actor=actor, view_id=view_id, lock=True, deleted=True)
    if not may_change(actor, view):
        raise ForbiddenError
    _demand_room(actor, view.list)
    if has_name(owner_user_id=view.owner_user_id, list_name=view.list, name=view.name):
        raise ConflictError(NAME_IN_USE)
    view.deleted = None
    db.session.flush()
    return view


def _lock(organisation_id: int) -> None:
    """Let the views of an organisation be saved one after the other, for their limit and their names."""
    db.session.execute(select(func.pg_advisory_xact_lock(_LOCK + organisation_id)))


def _demand_room(actor: Actor, list_name: str) -> None:
    if number_of_views(organisation_id=actor.organisation_id, list_name=list_name) >= MAX_VIEWS:
        raise ConflictError(TOO_MANY)


def _set_start(actor: Actor, view: SavedView) -> None:
    db.session.execute(
        insert(StartView)
        .values(user_id=actor.user_id, list=view.list, view_id=view.id)
        .on_conflict_do_update(index_elements=["user_id", "list"], set_={"view_id": view.id})
    )


def _move(view: SavedView, position: int) -> None:
    """Number the views of the owner again, with `view` at `position`."""
    others = list(
        db.session.execute(
            select(SavedView)
            .where(
                SavedView.owner_user_id == view.owner_user_id,
                SavedView.list == view.list,
                SavedView.id != view.id,
                SavedView.deleted.is_(None),
            )
            .order_by(SavedView.position, SavedView.id)
        ).scalars()
    )
    others.insert(position, view)
    for place, each in enumerate(others):
        each.position = place


def _purge(organisation_id: int) -> None:
    """Remove views that can no longer be restored."""
    db.session.execute(
        delete(SavedView).where(
            SavedView.organisation_id == organisation_id, SavedView.deleted < now() - RESTORABLE
        )
    )
