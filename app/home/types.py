"""The charts and first steps of Home, and the values of live updates."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

from app.kernel.http.auth import Permission

COUNT_LIMIT = 100
"""The counts of the navigation stop here, because '99+' is enough."""
TASK_LIMIT = 1_000
"""Maximum number of tasks and notifications that are counted by type."""
EVENT_LIMIT = 10
"""Number of the latest events in an update."""
QUIET_EVENTS = (
    "user.login",
    "user.logout",
    "user.stepUp",
    "user.factorFailed",
    "user.companySignInFailed",
    "user.calendarFeedCreated",
    "user.calendarFeedRemoved",
    "user.viewed.organisation",
    "user.viewed.user",
    "user.viewed.assessment",
    "user.viewed.rfx.sent",
    "user.viewed.rfx.received",
)
"""Events that change nothing that other users see, so pages are not notified."""


class ChartKey(StrEnum):
    """The charts that a user can put on Home."""

    RFX_STATUS = "RFX_STATUS"
    SUPPLIER_LEVEL = "SUPPLIER_LEVEL"
    NCR_SEVERITY = "NCR_SEVERITY"


CHART_TITLES: Mapping[ChartKey, str] = {
    ChartKey.RFX_STATUS: "RFxs by status",
    ChartKey.SUPPLIER_LEVEL: "Suppliers by level",
    ChartKey.NCR_SEVERITY: "Open NCRs by severity and age",
}

DEFAULT_CHARTS = tuple(ChartKey)
"""The charts of users who have not chosen any."""


class StepKey(StrEnum):
    """The first steps of a new organisation: three of an invited supplier, three of a buyer."""

    PROFILE = "PROFILE"
    COLLEAGUE = "COLLEAGUE"
    ANSWERS = "ANSWERS"
    SUPPLIER = "SUPPLIER"
    QUESTIONNAIRE = "QUESTIONNAIRE"
    REQUEST = "REQUEST"


STEP_PERMISSIONS: Mapping[StepKey, Permission] = {
    StepKey.PROFILE: Permission.MANAGE_ORGANISATION,
    StepKey.COLLEAGUE: Permission.MANAGE_USERS,
    StepKey.ANSWERS: Permission.ANSWER_RFX,
    StepKey.SUPPLIER: Permission.MANAGE_RELATIONSHIPS,
    StepKey.QUESTIONNAIRE: Permission.MANAGE_FORMS,
    StepKey.REQUEST: Permission.SEND_RFX,
}
"""The permission that each step requires; users without it do not see the step."""
SUPPLIER_STEPS = (StepKey.PROFILE, StepKey.COLLEAGUE, StepKey.ANSWERS)
BUYER_STEPS = (StepKey.SUPPLIER, StepKey.QUESTIONNAIRE, StepKey.REQUEST)
REQUEST_LIMIT = 100
"""Number of the latest received RFxs that count for the first steps."""

AGES = (
    ("up to 7 days", timedelta(0)),
    ("8 to 30 days", timedelta(days=8)),
    ("31 to 90 days", timedelta(days=31)),
    ("older", timedelta(days=91)),
)
"""Age groups of open non-conformances: the label and the minimum age."""
