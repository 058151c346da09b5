"""Periodic jobs of requests: sending at the chosen time, and opening seals. Each request has its own transactions."""

from collections.abc import Callable, Sequence

import structlog

from app.kernel.db.session import commit, rollback
from app.requests.operations import scheduled

log = structlog.get_logger(__name__)


def send_scheduled() -> None:
    """Send the scheduled requests that are due."""
    _for_each(scheduled.requests_to_send(), _send)


def open_seals() -> None:
    """Open the answers of sealed requests whose deadline has passed, RFx by RFx."""
    _for_each(scheduled.seals_to_open(), _open)


def _for_each(request_ids: Sequence[int], work: Callable[[int], None]) -> None:
    """Run the work for each request. A failure does not stop the others and is retried at the next run."""
    for request_id in request_ids:
        try:
            work(request_id)
        except Exception:
            rollback()
            log.exception("request_job_failed", request_id=request_id)


def _send(request_id: int) -> None:
    scheduled.send_at_its_time(request_id=request_id)
    commit()


def _open(request_id: int) -> None:
    is_sealed = True
    while is_sealed:
        is_sealed = scheduled.open_next(request_id=request_id)
        commit()
