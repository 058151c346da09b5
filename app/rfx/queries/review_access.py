"""Access to the review of single answers, for colleagues of the requester who were asked for it."""

from collections.abc import Callable

from app.kernel.http.auth import Actor
from app.kernel.registry import current_registry

KeyFinder = Callable[[Actor, int], frozenset[str]]
"""Return the value keys that a user was asked to review in an RFx, by its id."""


class ReviewHooks:
    """Functions of the feature that assigns reviews."""

    def __init__(self) -> None:
        self.key_finders: list[KeyFinder] = []


def review_keys_of(actor: Actor, rfx_id: int) -> frozenset[str]:
    """Return the value keys of an RFx that `actor` was asked to review."""
    finders = current_registry().hooks(ReviewHooks).key_finders
    return frozenset().union(*(find(actor, rfx_id) for find in finders))
