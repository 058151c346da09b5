"""Jobs of parts."""

from app.delegation.operations.ending import report_ended_parts


def report(*, rfx_id: int, user_id: int, period: int) -> None:
    """Mail the user who asked the parts that were done or returned in a period."""
    report_ended_parts(rfx_id=rfx_id, user_id=user_id, period=period)
