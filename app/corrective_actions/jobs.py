"""Background jobs of corrective actions."""

from app.corrective_actions.operations.reminding import remind_of
from app.corrective_actions.queries.reminders import steps_to_remind
from app.kernel.clock import now
from app.kernel.db.session import commit


def remind() -> None:
    """Remind of steps that are due or late, one in each transaction, so that a killed worker repeats at most one."""
    for due in steps_to_remind(now().date()):
        remind_of(due)
        commit()
