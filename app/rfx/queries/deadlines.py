"""RFxs whose deadline has passed or is near, for periodic jobs."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from sqlalchemy import and_, func, or_, select

from app.extensions import db
from app.rfx.models import Rfx
from app.rfx.types import OPEN_STATUSES


def due_to_expire(moment: datetime) -> list[int]:
    """Return the ids of open RFxs whose deadline has passed, at most 500 per call."""
    stmt = (
        select(Rfx.id)
        .where(Rfx.status.in_(OPEN_STATUSES), Rfx.deadline <= moment)
        .order_by(Rfx.deadline)
        .limit(500)
    )
    return list(db.session.execute(stmt).scalars())


def due_for_reminder(moment: datetime, *, steps: Sequence[int]) -> list[int]:
    """Return the ids of open, not ignored RFxs that were neither sent nor reminded since their last step, at most 2,000.

    `steps` are numbers of days before the deadline.
    """
    last_mail = func.greatest(
        func.coalesce(Rfx.sent_date, Rfx.created), func.coalesce(Rfx.reminder_sent_date, Rfx.created)
    )
    days = [timedelta(days=step) for step in (0, *sorted(steps))]
    is_due = or_(
        *(
            and_(
                Rfx.deadline > moment + later, Rfx.deadline <= moment + step, last_mail <= Rfx.deadline - step
            )
            for later, step in pairwise(days)
        )
    )
    stmt = select(Rfx.id).where(Rfx.status.in_(OPEN_STATUSES), ~Rfx.ignored, is_due)
    return list(db.session.execute(stmt.order_by(Rfx.deadline).limit(2000)).scalars())
