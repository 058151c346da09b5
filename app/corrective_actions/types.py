"""Methods, steps, states and limits of corrective actions, with the one table of their transitions."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from enum import StrEnum

from app.ncr.public import NcrSeverity

CORRECTIVE_GRANT = "CORRECTIVE_ACTION"
"""Subject type of the grants of guests; the subject is the action."""
STEP_SUBJECT = "correctiveStep"
"""Subject type of the files of a step, and of reminders of it."""
ACTION_SUBJECT = "correctiveAction"
"""Subject type of the proof of a contested action."""
REMINDER_JOB = "correctiveActions.remind"

MAX_WHYS = 50
MAX_TASKS = 100
MAX_TEAM = 50
MAX_FILES = 30
"""Maximum number of files of one action, over all steps."""
MAX_GUESTS = 100
"""Maximum number of people that an organisation can ask by link in one day."""
MAX_DUE_DAYS = 365
MAX_VALUES = 500
"""Maximum number of fields in one save."""
MAX_KEY = 80
TEXT_LIMIT = 4_000
LINE_LIMIT = 200
MAX_COUNT = 1_000_000_000
REASON_LIMIT = 2_000
GUEST_PERIOD = timedelta(days=1)


class Method(StrEnum):
    """EIGHT_D: all steps. SHORT: without team and prevention. CONTAINMENT: the containment and the closing only."""

    EIGHT_D = "EIGHT_D"
    SHORT = "SHORT"
    CONTAINMENT = "CONTAINMENT"


class Step(StrEnum):
    """The steps of an 8D report."""

    D1 = "D1"
    D2 = "D2"
    D3 = "D3"
    D4 = "D4"
    D5 = "D5"
    D6 = "D6"
    D7 = "D7"
    D8 = "D8"


class StepState(StrEnum):
    """OPEN: not sent yet. SENT: waits for the buyer. RETURNED: to correct and send again. ACCEPTED: locked."""

    OPEN = "OPEN"
    SENT = "SENT"
    RETURNED = "RETURNED"
    ACCEPTED = "ACCEPTED"


class StepMove(StrEnum):
    """The moves of a step."""

    SEND = "send"
    ACCEPT = "accept"
    RETURN = "return"


class ActionState(StrEnum):
    """The state of an action, which follows from its accepted steps.

    CONTESTED: the supplier denies the fault, and the buyer decides. WITHDRAWN: the buyer agreed, so the
    non-conformance does not count. EFFECTIVE and REOPENED are results of the check of effectiveness.
    """

    ASKED = "ASKED"
    CONTAINED = "CONTAINED"
    ANALYSED = "ANALYSED"
    PLANNED = "PLANNED"
    IMPLEMENTED = "IMPLEMENTED"
    PREVENTED = "PREVENTED"
    CLOSED = "CLOSED"
    EFFECTIVE = "EFFECTIVE"
    REOPENED = "REOPENED"
    CONTESTED = "CONTESTED"
    WITHDRAWN = "WITHDRAWN"


class Move(StrEnum):
    """The moves of an action, other than the acceptance of a step. UPHOLD returns to the state before CONTEST."""

    CONTEST = "contest"
    UPHOLD = "uphold"
    WITHDRAW = "withdraw"
    CONFIRM = "confirm"
    REOPEN = "reopen"


class Decision(StrEnum):
    """The buyer's decision about a contested action."""

    UPHELD = "UPHELD"
    WITHDRAWN = "WITHDRAWN"


class Result(StrEnum):
    """The result of the check of effectiveness."""

    EFFECTIVE = "EFFECTIVE"
    NOT_EFFECTIVE = "NOT_EFFECTIVE"


A = ActionState
TRANSITIONS: Mapping[tuple[ActionState, Step | Move], ActionState] = {
    (A.ASKED, Step.D3): A.CONTAINED,
    (A.CONTAINED, Step.D4): A.ANALYSED,
    (A.REOPENED, Step.D4): A.ANALYSED,
    (A.ANALYSED, Step.D5): A.PLANNED,
    (A.PLANNED, Step.D6): A.IMPLEMENTED,
    (A.IMPLEMENTED, Step.D7): A.PREVENTED,
    (A.PREVENTED, Step.D8): A.CLOSED,
    # The methods with fewer steps.
    (A.IMPLEMENTED, Step.D8): A.CLOSED,
    (A.CONTAINED, Step.D8): A.CLOSED,
    **{(state, Move.CONTEST): A.CONTESTED for state in (A.ASKED, A.CONTAINED, A.ANALYSED)},
    (A.CONTESTED, Move.WITHDRAW): A.WITHDRAWN,
    (A.CLOSED, Move.CONFIRM): A.EFFECTIVE,
    (A.CLOSED, Move.REOPEN): A.REOPENED,
}
"""All transitions of an action, except UPHOLD: by the acceptance of a step, or by a move."""

S = StepState
STEP_TRANSITIONS: Mapping[tuple[StepState, StepMove], StepState] = {
    (S.OPEN, StepMove.SEND): S.SENT,
    (S.RETURNED, StepMove.SEND): S.SENT,
    (S.SENT, StepMove.ACCEPT): S.ACCEPTED,
    (S.SENT, StepMove.RETURN): S.RETURNED,
}
"""All transitions of a step."""

ACTIVE_STATES = frozenset(
    {A.ASKED, A.CONTAINED, A.ANALYSED, A.PLANNED, A.IMPLEMENTED, A.PREVENTED, A.REOPENED}
)
"""States in which the supplier works on the steps."""
UNFINISHED_STATES = ACTIVE_STATES | {A.CONTESTED}
"""States in which the non-conformance can be resolved with a reason only."""
WRITABLE = frozenset({S.OPEN, S.RETURNED})
"""States of a step in which the supplier can change it."""

STEPS: Mapping[Method, Sequence[Step]] = {
    Method.EIGHT_D: tuple(Step),
    Method.SHORT: (Step.D2, Step.D3, Step.D4, Step.D5, Step.D6, Step.D8),
    Method.CONTAINMENT: (Step.D2, Step.D3, Step.D8),
}
"""The steps of each method, in their order."""
TOGETHER = (Step.D1, Step.D2, Step.D3)
"""Steps that are sent together."""
REOPENED_FROM = Step.D4
"""The first step of a new loop."""

METHOD_LABELS: Mapping[str, str] = {
    Method.EIGHT_D: "8D",
    Method.SHORT: "Short",
    Method.CONTAINMENT: "Containment only",
}
STEP_LABELS: Mapping[str, str] = {
    Step.D1: "Team",
    Step.D2: "Problem",
    Step.D3: "Containment",
    Step.D4: "Causes",
    Step.D5: "Corrective actions",
    Step.D6: "Implementation",
    Step.D7: "Prevention",
    Step.D8: "Closing",
}
STATE_INFO: Mapping[str, dict[str, str]] = {
    A.ASKED: {"label": "Asked", "icon": "pending", "style": "wait"},
    A.CONTAINED: {"label": "Contained", "icon": "in-progress", "style": "info"},
    A.ANALYSED: {"label": "Analysed", "icon": "in-progress", "style": "info"},
    A.PLANNED: {"label": "Planned", "icon": "in-progress", "style": "info"},
    A.IMPLEMENTED: {"label": "Implemented", "icon": "in-progress", "style": "info"},
    A.PREVENTED: {"label": "Prevented", "icon": "in-progress", "style": "info"},
    A.CLOSED: {"label": "Closed", "icon": "completed", "style": "ok"},
    A.EFFECTIVE: {"label": "Effective", "icon": "completed", "style": "ok"},
    A.REOPENED: {"label": "Reopened", "icon": "pending", "style": "wait"},
    A.CONTESTED: {"label": "Contested", "icon": "pending", "style": "wait"},
    A.WITHDRAWN: {"label": "Withdrawn", "icon": "none", "style": "none"},
}
"""Label, icon and style of each state."""

DUE_DAYS: Mapping[str, Mapping[Step, int]] = {
    severity: dict(zip(Step, days, strict=True))
    for severity, days in {
        NcrSeverity.CRITICAL: (1, 1, 1, 7, 14, 14, 25, 30),
        NcrSeverity.MAJOR: (1, 1, 1, 7, 14, 14, 25, 30),
        NcrSeverity.MINOR: (3, 3, 3, 14, 21, 21, 35, 45),
    }.items()
}
"""Days from the request to the due day of each step, by severity; they can be changed in the request."""

REMINDER_DAYS = (1, -1)
"""Days before the due day of a step on which its responsible person is reminded; -1 is the day after it."""
ESCALATION_DAYS = -3
"""From this day on, a step that is late is reported to another contact of the supplier and to the buyer's owner."""
