"""States of an RFx and the moves between them."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Protocol

from app.kernel.clock import now
from app.kernel.errors import ConflictError
from app.rfx.types import OPEN_STATUSES, TRANSITIONS, RfxMove, RfxStatus

GUEST_LINK_LIFE = timedelta(days=90)
"""How long a guest's link lives once its RFx is closed (product decisions, RFx)."""


class RfxFacts(Protocol):
    """What the rules look at in an RFx."""

    @property
    def status(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def organisation_id(self) -> int: ...
    @property
    def recipient_user_id(self) -> int | None: ...
    @property
    def assessment_closed(self) -> bool: ...
    @property
    def deadline(self) -> datetime | None: ...
    @property
    def reopened_fields(self) -> list[str] | None: ...


def status_now(rfx: RfxFacts) -> RfxStatus:
    """The state of an RFx at this moment: EXPIRED from the deadline on, even before the job that notes it."""
    status = RfxStatus(rfx.status)
    return RfxStatus.EXPIRED if status in OPEN_STATUSES and missed(rfx.deadline, now()) else status


_IMPOSSIBLE: Mapping[RfxStatus, str] = {
    RfxStatus.NEW: "This RFx has not been answered yet.",
    RfxStatus.PENDING: "This RFx has not been answered yet.",
    RfxStatus.INPROGRESS: "This RFx is still being answered.",
    RfxStatus.COMPLETED: "This RFx has already been submitted.",
    RfxStatus.DECLINED: "This RFx has been declined.",
    RfxStatus.EXPIRED: "The deadline of this RFx has passed.",
}


def status_after(status: str, move: RfxMove, *, before_expiry: str | None = None) -> RfxStatus:
    """The state that `move` leads to; raises ConflictError, with a sentence, where it is not possible.

    EXTEND takes an expired RFx back to the state `before_expiry`, and leaves an open one as it is.
    """
    current = RfxStatus(status)
    if move is RfxMove.EXTEND:
        if current is RfxStatus.EXPIRED:
            return RfxStatus(before_expiry or RfxStatus.NEW)
        if current in OPEN_STATUSES:
            return current
    elif (current, move) in TRANSITIONS:
        return TRANSITIONS[current, move]
    raise ConflictError(_IMPOSSIBLE[current], code=f"rfx{current.value.title()}")


def missed(deadline: datetime | None, moment: datetime) -> bool:
    """Whether a deadline, if there is one, has come."""
    return deadline is not None and deadline <= moment
