"""The hourly job of schedules. Each schedule has its own transaction, so a killed worker repeats at most one."""

from collections.abc import Callable, Sequence

import structlog

from app.kernel.db.session import commit, rollback
from app.schedules.operations.running import end_without_relationship, plan_closed_rounds, run_if_due
from app.schedules.queries.due import opening_schedules, schedules_without_relationship

log = structlog.get_logger(__name__)


def run() -> None:
    """End schedules without a relationship, plan rounds after a closed one, and send the rounds that are due."""
    _for_each(schedules_without_relationship(), end_without_relationship)
    plan_closed_rounds()
    commit()
    _for_each(opening_schedules(), run_if_due)


def _for_each(schedule_ids: Sequence[int], work: Callable[[int], object]) -> None:
    """Run the work for each schedule. A failure does not stop the others and is retried at the next run."""
    for schedule_id in schedule_ids:
        try:
            work(schedule_id)
            commit()
        except Exception:
            rollback()
            log.exception("schedule_failed", schedule_id=schedule_id)
