"""Saved views for tests."""

from typing import Any

from app.accounts.models import User
from app.views.models import SavedView
from app.views.operations.saving import ViewValues, create_view
from tests.factories.accounts import actor_of


def make_view(
    user: User,
    list_name: str = "ncr",
    *,
    name: str = "Critical",
    params: dict[str, Any] | None = None,
    is_shared: bool = False,
    is_pinned: bool = False,
    is_start: bool = False,
) -> SavedView:
    """Save a view of `user`, by default critical non-conformances."""
    values = ViewValues(
        name=name,
        params={"critical": "true"} if params is None else params,
        is_shared=is_shared,
        is_pinned=is_pinned,
    )
    return create_view(actor=actor_of(user), list_name=list_name, values=values, is_start=is_start)
