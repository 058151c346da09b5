"""What the sysadmin area gives to its own calls and pages."""

from typing import Any

from app.events.public import events_by_day, events_by_type
from app.sysadmin.queries import figures

DAYS = 30
PAGE_SIZE = 20


def dashboard() -> dict[str, Any]:
    """The figures of SysAdmin Home, as `DashboardSchema` dumps them. Three statements."""
    return {
        "events_created": [{"day": day, "count": count} for day, count in events_by_day(days=DAYS)],
        "top_types": [{"type": name, "count": count} for name, count in events_by_type(days=DAYS)],
        "figures": figures(),
    }
