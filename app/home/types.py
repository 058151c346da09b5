"""What Home can show beside its lists, and how live updates are asked for."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

COUNT_LIMIT = 100
"""The counts of the navigation stop here: '99+' says as much."""
EVENTS_TOLD = 10
"""How many of the latest events an update names."""
QUIET_EVENTS = (
    "user.login",
    "user.logout",
    "user.viewed.organisation",
    "user.viewed.user",
    "user.viewed.assessment",
    "user.viewed.rfx.sent",
    "user.viewed.rfx.received",
)
"""What changes nothing that others look at: no page is told of it."""


class ChartKey(StrEnum):
    """The charts that a user can put on Home."""

    RFX_STATUS = "RFX_STATUS"
    SUPPLIER_LEVEL = "SUPPLIER_LEVEL"
    NCR_SEVERITY = "NCR_SEVERITY"


CHART_TITLES: Mapping[ChartKey, str] = {
    ChartKey.RFX_STATUS: "RFXs by status",
    ChartKey.SUPPLIER_LEVEL: "Suppliers by level",
    ChartKey.NCR_SEVERITY: "Open NCRs by severity and age",
}

DEFAULT_CHARTS = tuple(ChartKey)
"""What Home shows until a user chooses."""

AGES = (
    ("up to 7 days", timedelta(0)),
    ("8 to 30 days", timedelta(days=8)),
    ("31 to 90 days", timedelta(days=31)),
    ("older", timedelta(days=91)),
)
"""Age groups of open non-conformances: the label, and the age from which on one belongs there."""
