"""Serializers of saved views."""

from collections.abc import Mapping, Sequence

from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json
from app.kernel.http.schemas import dumped_many
from app.kernel.registry import current_registry
from app.views.policies import may_change
from app.views.queries.views import ViewRow
from app.views.schemas import SavedViewSchema


def serialize_view(row: ViewRow, *, actor: Actor, count: int | None = None) -> Json | None:
    """Serialize a view for `SavedViewSchema`; None if its list does not exist any more."""
    view = row.view
    kind = current_registry().list_kinds.get(view.list)
    if kind is None:
        return None
    params, dropped = kind.current(view.params)
    return {
        "id": view.id,
        "list": view.list,
        "list_title": kind.title,
        "name": view.name,
        "params": params,
        "dropped": dropped,
        "href": kind.href(params, view=str(view.id)),
        "is_shared": view.is_shared,
        "is_pinned": view.is_pinned,
        "is_start": row.is_start,
        "is_own": view.owner_user_id == actor.user_id,
        "may_change": may_change(actor, view),
        "owner": {"id": view.owner_user_id, "name": row.owner_name} if row.owner_name else None,
        "position": view.position,
        "count": count,
    }


def serialize_views(
    rows: Sequence[ViewRow], *, actor: Actor, counts: Mapping[int, int] | None = None
) -> list[Json]:
    """Serialize views in their order, with their counts by id."""
    counts = counts or {}
    serialized = (serialize_view(row, actor=actor, count=counts.get(row.view.id)) for row in rows)
    return [view for view in serialized if view is not None]


def dump_views(rows: Sequence[ViewRow], *, actor: Actor) -> list[dict[str, object]]:
    """Dump views as the endpoint does, for the props of a page."""
    return dumped_many(SavedViewSchema, serialize_views(rows, actor=actor))
