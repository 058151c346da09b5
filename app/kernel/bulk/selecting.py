"""The rows that were selected for a bulk action."""

from collections.abc import Callable, Sequence
from operator import attrgetter

from app.kernel.bulk.actions import EVERY_ROW, Selection
from app.kernel.db.list_kinds import ListKind
from app.kernel.db.statements import AnyRow
from app.kernel.http.auth import Actor


def selected_ids(
    actor: Actor,
    selection: Selection,
    kind: ListKind,
    *,
    id_of: Callable[[AnyRow], int] = attrgetter("id"),
) -> Sequence[int]:
    """Return the selected ids, or the ids of the rows of the list that match the filter, in the order of the list.

    `id_of` returns the id of a row of the list. The list restricts its rows to those that the actor may see; ids that
    were selected are returned as they are. At most one id more than a job may have.
    """
    if selection.filter is None:
        return selection.ids or ()
    return [id_of(row) for row in kind.fetch(actor, selection.filter, EVERY_ROW).rows]
