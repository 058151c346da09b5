"""Corrective actions in the merge of two suppliers."""

from sqlalchemy import select

from app.accounts.public import User, UserType
from app.corrective_actions.models import CorrectiveAction
from app.network.public import Merge, MergeHooks, Moves, Reference


def register_merging(hooks: MergeHooks) -> None:
    """Register the columns of corrective actions. The links of guests open an action, so they stay valid."""
    hooks.references.append(
        Reference(
            column=CorrectiveAction.with_organisation_id,
            nouns=("corrective action", "corrective actions"),
            owner=CorrectiveAction.organisation_id,
        )
    )
    hooks.staying["corrective_action.organisation_id"] = "the organisation that asked for it"
    hooks.steps.append(_release_responsible)


def _release_responsible(moves: Moves, merge: Merge) -> None:
    """Ask all users of the survivor if the responsible user stays behind."""
    if merge.moves_people:
        return
    staying = select(User.id).where(User.organisation_id == merge.gone_id, User.type == UserType.USER)
    moves.update(
        CorrectiveAction,
        (CorrectiveAction.with_organisation_id == merge.gone_id)
        & CorrectiveAction.assigned_user_id.in_(staying),
        {"assigned_user_id": None},
    )
