"""The effect of a changed status of a non-conformance on its corrective action."""

from app.corrective_actions.operations.tasks import sync_tasks
from app.corrective_actions.queries.actions import load_action, newest_action
from app.kernel.http.auth import Actor
from app.ncr.public import NcrContext


def follow_status(*, actor: Actor, context: NcrContext) -> None:
    """Close or reopen the tasks of the corrective action after the non-conformance was resolved, deleted or reopened."""
    action = newest_action(context.ncr.id)
    if action is not None:
        loaded = load_action(ncr_id=context.ncr.id, action_id=action.id)
        sync_tasks(actor=actor, context=loaded)
