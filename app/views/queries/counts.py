"""The numbers of rows of several views."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from app.kernel.db.counting import count_lists
from app.kernel.db.list_kinds import ListKind
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ProblemError
from app.kernel.registry import current_registry
from app.views.models import SavedView
from app.views.types import COUNT_CAP


def counts_of(*, actor: Actor, views: Sequence[SavedView]) -> Mapping[int, int]:
    """Return the number of rows that the actor sees in each view, by id, up to COUNT_CAP + 1. One statement.

    Filters that a list no longer accepts are left out, as on its page.
    """
    kinds = current_registry().list_kinds
    lists: dict[int, Callable[[], object]] = {}
    for view in views:
        if view.list in kinds:
            lists[view.id] = partial(_fetch, kinds[view.list], actor, view)
    return dict(zip(lists, count_lists(list(lists.values()), cap=COUNT_CAP), strict=True))


def _fetch(kind: ListKind, actor: Actor, view: SavedView) -> object:
    params, _dropped = kind.current(view.params)
    query = ListQuery(page_size=1)
    try:
        return kind.fetch(actor, kind.load(params), query)
    except ProblemError:
        # A value that only the list itself refuses, such as a kind of due record that was removed.
        return kind.fetch(actor, kind.load({}), query)
