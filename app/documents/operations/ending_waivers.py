"""The end of waivers: the earlier state returns, with the task that belongs to it."""

from datetime import timedelta

from app.documents.operations.asking import task_of_supplier
from app.documents.operations.submitting import open_review_task
from app.documents.queries.parties import guest_asked
from app.documents.queries.reminders import ended_waiver
from app.documents.types import ANSWER_DAYS, ASKED_JOB, RequirementState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.jobs.queue import enqueue
from app.tasks.public import open_tasks


def end_waiver(requirement_id: int) -> bool:
    """Store the state before a waiver that has ended, which lists have shown since, and open its task again; a guest
    is asked again by mail.

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
        if guest_asked(requirement.asked_of_user_id) is None:
            open_tasks(tasks=[task_of_supplier(requirement, row.type)])
        elif requirement.asked_by_user_id is not None:
            enqueue(
                ASKED_JOB,
                requirement_ids=[requirement.id],
                user_id=requirement.asked_by_user_id,
                moment=now().isoformat(),
            )
    elif requirement.state == RequirementState.RECEIVED:
        open_review_task(row.requirement, row.type, row.asker)
    db.session.flush()
    return True
