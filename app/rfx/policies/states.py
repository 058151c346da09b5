"""Status of an RFx and its transitions."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Protocol

from app.kernel.clock import now
from app.kernel.http.errors import ConflictError
from app.rfx.types import OPEN_STATUSES, TRANSITIONS, RfxMove, RfxStatus

GUEST_LINK_LIFE = timedelta(days=90)
"""Lifetime of a guest's link after its RFx is closed (product decisions, RFx)."""


class RfxFacts(Protocol):
    """Attributes of an RFx that the rules read: a row or a model."""

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
    def is_sealed(self) -> bool: ...
    @property
    def withdrawn_reason(self) -> str | None: ...
    @property
    def reopened_fields(self) -> list[str] | None: ...


def status_now(rfx: RfxFacts) -> RfxStatus:
    """Return the current status of an RFx: EXPIRED from the deadline on, even before the periodic job stores it."""
    status = RfxStatus(rfx.status)
    return RfxStatus.EXPIRED if status in OPEN_STATUSES and has_passed(rfx.deadline, now()) else status


_CONFLICTS: Mapping[RfxStatus, str] = {
    RfxStatus.NEW: "This RFx has not been answered yet.",
    RfxStatus.PENDING: "This RFx has not been answered yet.",
    RfxStatus.INPROGRESS: "This RFx is still being answered.",
    RfxStatus.COMPLETED: "This RFx has already been submitted.",
    RfxStatus.DECLINED: "This RFx has been declined.",
    RfxStatus.EXPIRED: "The deadline of this RFx has passed.",
}


def status_after(status: str, move: RfxMove, *, before_expiry: str | None = None) -> RfxStatus:
    """Return the status after `move`; raises ConflictError with a sentence if the transition is not allowed.

    EXTEND returns an expired RFx to the status `before_expiry` and does not change the status of an open one.
    """
    current = RfxStatus(status)
    if move is RfxMove.EXTEND:
        if current is RfxStatus.EXPIRED:
            return RfxStatus(before_expiry or RfxStatus.NEW)
        if current in OPEN_STATUSES:
            return current
    elif (current, move) in TRANSITIONS:
        return TRANSITIONS[current, move]
    raise ConflictError(_CONFLICTS[current], code=f"rfx{current.value.title()}")


def has_passed(deadline: datetime | None, moment: datetime) -> bool:
    """Return True if there is a deadline and it has passed at `moment`."""
    return deadline is not None and deadline <= moment
