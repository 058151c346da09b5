"""Personal data of an erased user in corrective actions."""

from sqlalchemy import update

from app.corrective_actions.models import CorrectiveAction
from app.extensions import db
from app.kernel.clock import now


def release_actions(user_id: int) -> None:
    """Leave the open actions of an erased user to all users of the supplier, so that their reminders reach a person."""
    db.session.execute(
        update(CorrectiveAction)
        .where(CorrectiveAction.assigned_user_id == user_id, CorrectiveAction.next_due.is_not(None))
        .values(assigned_user_id=None, updated=now())
    )
