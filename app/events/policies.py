"""Rules of the event log: which events are personal, and which journals a viewer may read.

The features that journals belong to register the checks (`JournalHooks`); this feature knows none of them.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.kernel.registry import current_registry

VIEW_TYPES = (
    "user.viewed.organisation",
    "user.viewed.user",
    "user.viewed.assessment",
    "user.viewed.rfx.sent",
    "user.viewed.rfx.received",
)
"""The events of Recently Viewed (specification section 7, GET /api/eventLog)."""

FEED_IGNORES = ("user.login", "user.passwordReset.visited", "user.stepUp", *VIEW_TYPES)
"""Event types that the Activity Feed leaves out (specification section 2, Home): Recently Viewed lists views."""

PERSONAL_TYPES = (
    "user.login",
    "user.logout",
    "user.stepUp",
    "user.factorFailed",
    "user.companySignInFailed",
    "user.passwordReset.requested",
    "user.passwordReset.visited",
    "user.passwordReset.completed",
    *VIEW_TYPES,
)
"""Sign-ins and views: shown only to the user who caused them."""

Journal = Literal["relationship", "user"]
JournalCheck = Callable[[Actor, int], bool]
"""Returns True if the actor can read the journal of the relationship or user with this id."""


@dataclass
class JournalHooks:
    """The access checks for the journals of relationships and users."""

    checks: dict[Journal, JournalCheck] = field(default_factory=dict)


def demand_journal(actor: Actor, journal: Journal, subject_id: int) -> None:
    """Raise NotFoundError, as for a journal that does not exist, unless `actor` can read it."""
    if not current_registry().hooks(JournalHooks).checks[journal](actor, subject_id):
        raise NotFoundError
