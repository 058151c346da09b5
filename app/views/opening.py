"""The views on the pages of lists."""

from typing import NamedTuple

from flask import redirect, request
from flask.typing import ResponseReturnValue

from app.kernel.db.list_kinds import list_kind
from app.kernel.http.auth import Actor, current_actor
from app.views.policies import may_share
from app.views.queries.views import all_views, views_of
from app.views.serializers import dump_views


def pinned_views(actor: Actor) -> list[dict[str, object]]:
    """Return the views that Home shows, without their counts, which the page loads afterwards."""
    return dump_views(all_views(actor=actor, is_pinned=True), actor=actor)


class OpenedList(NamedTuple):
    """The props of the page of a list and, if the list opens with another address, the redirection to it."""

    props: dict[str, object]
    elsewhere: ResponseReturnValue | None


def open_list(name: str) -> OpenedList:
    """Load the views of a list for its page, with one statement.

    A page whose address has no filters redirects to the start view of the user. Links with filters, and `?view=all`,
    stay as they are.
    """
    actor = current_actor()
    views = dump_views(views_of(actor=actor, list_name=name), actor=actor)
    has_filters = set(request.args) - {"tab"}
    start = next((view for view in views if view["isStart"]), None)
    elsewhere = redirect(str(start["href"])) if start and not has_filters else None
    shared = {"rows": views, "mayShare": may_share(actor, list_kind(name))}
    return OpenedList({"views": shared}, elsewhere)
