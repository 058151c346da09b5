"""The views that a user sees: their own ones, then the shared ones of colleagues."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Select,
    Text,
    and_,
    bindparam,
    false,
    func,
    or_,
    select,
)

from app.accounts.public import User, UserStatus
from app.extensions import db
from app.kernel.db.statements import shared_statement
from app.kernel.http.auth import VIEWER, VIEWER_USER, Actor
from app.kernel.http.errors import NotFoundError
from app.views.models import SavedView, StartView
from app.views.types import MAX_ON_HOME


class ViewRow(NamedTuple):
    """A view with its owner's name; None for a colleague who was suspended."""

    view: SavedView
    owner_name: str | None
    is_start: bool
    """True if the list opens with it for the viewer."""


def views_of(*, actor: Actor, list_name: str) -> Sequence[ViewRow]:
    """Return the views of a list that the actor sees: the own ones, then the shared ones of colleagues, each in their order."""
    if actor.is_guest:
        return []
    stmt = _views(of_list=True)
    rows = db.session.execute(stmt, {"of_list": list_name, **actor.parameters})
    return [ViewRow._make(row) for row in rows]


def all_views(*, actor: Actor, is_pinned: bool = False) -> Sequence[ViewRow]:
    """Return the views of all lists that the actor sees; with `is_pinned` the first ones that Home shows."""
    stmt = _views(of_list=False)
    if is_pinned:
        stmt = stmt.where(SavedView.is_pinned).limit(MAX_ON_HOME)
    return [ViewRow._make(row) for row in db.session.execute(stmt, actor.parameters)]


def view_for(*, actor: Actor, view_id: int, lock: bool = False, deleted: bool = False) -> SavedView:
    """Return a view that the actor sees, or with `deleted` a deleted one; raise NotFoundError for others."""
    stmt = select(SavedView).where(
        SavedView.id == view_id,
        SavedView.organisation_id == actor.organisation_id,
        or_(SavedView.owner_user_id == actor.user_id, SavedView.is_shared),
        SavedView.deleted.is_not(None) if deleted else SavedView.deleted.is_(None),
    )
    view: SavedView | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if view is None or actor.is_guest:
        raise NotFoundError
    return view


def row_for(*, actor: Actor, view_id: int) -> ViewRow:
    """Return one view as a row; raise NotFoundError if the actor does not see it."""
    stmt = _views(of_list=False).where(SavedView.id == view_id)
    row = db.session.execute(
        stmt, actor.parameters, execution_options={"populate_existing": True}
    ).one_or_none()
    if row is None:
        raise NotFoundError
    return ViewRow._make(row)


@shared_statement
def _views(*, of_list: bool) -> Select[SavedView, str | None, bool]:
    is_own = SavedView.owner_user_id == VIEWER_USER
    is_active = User.status != UserStatus.SUSPENDED
    conditions: list[ColumnElement[bool]] = [
        SavedView.organisation_id == VIEWER,
        SavedView.deleted.is_(None),
        or_(is_own, SavedView.is_shared),
    ]
    if of_list:
        conditions.append(SavedView.list == bindparam("of_list", type_=Text))
    return (
        select(
            SavedView,
            User.name.label("owner_name"),
            func.coalesce(StartView.view_id == SavedView.id, false(), type_=Boolean).label("is_start"),
        )
        .outerjoin(User, and_(User.id == SavedView.owner_user_id, is_active))
        .outerjoin(
            StartView,
            and_(
                StartView.user_id == VIEWER_USER,
                StartView.list == SavedView.list,
                StartView.view_id == SavedView.id,
            ),
        )
        .where(*conditions)
        .order_by(is_own.desc(), SavedView.list, SavedView.position, SavedView.id)
    )


def number_of_views(*, organisation_id: int, list_name: str) -> int:
    """Return the number of views of a list in an organisation."""
    stmt = select(func.count(type_=BigInteger)).where(
        SavedView.organisation_id == organisation_id, SavedView.list == list_name, SavedView.deleted.is_(None)
    )
    return db.session.execute(stmt).scalar_one()


def has_name(*, owner_user_id: int, list_name: str, name: str, other_than: int | None = None) -> bool:
    """Return True if the owner has another view of the list with this name, in any case."""
    stmt = select(SavedView.id).where(
        SavedView.owner_user_id == owner_user_id,
        SavedView.list == list_name,
        func.lower(SavedView.name) == func.lower(name),
        SavedView.deleted.is_(None),
    )
    if other_than is not None:
        stmt = stmt.where(SavedView.id != other_than)
    return db.session.execute(stmt.limit(1)).scalar() is not None
