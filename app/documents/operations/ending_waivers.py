"""The end of waivers: the earlier state returns, with the task that belongs to it."""

from datetime import timedelta

from app.documents.operations.asking import task_of_supplier
from app.documents.operations.submitting import open_review_task
from app.documents.queries.reminders import ended_waiver
from app.documents.types import ANSWER_DAYS, RequirementState
from app.extensions import db
from app.kernel.clock import now
from app.tasks.public import open_tasks


def end_waiver(requirement_id: int) -> bool:
    """Store the state before a waiver that has ended, which lists have shown since, and open its task again.

    Returns False if the waiver was changed meanwhile.
    """
    today = now().date()
    row = ended_waiver(requirement_id, today)
    if row is None:
        return False
    requirement = row.requirement
    requirement.state = requirement.state_before_waiver or RequirementState.MISSING
    requirement.state_before_waiver = requirement.waived_until = None
    if requirement.state in (RequirementState.ASKED, RequirementState.REJECTED):
        requirement.due = max(requirement.due or today, today + timedelta(days=ANSWER_DAYS))
        open_tasks(tasks=[task_of_supplier(requirement, row.type)])
    elif requirement.state == RequirementState.RECEIVED:
        open_review_task(row.requirement, row.type, row.asker)
    db.session.flush()
    return True
