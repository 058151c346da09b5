"""Acceptance of answers by the requester. It lapses when the answer changes."""

from collections.abc import Mapping

from sqlalchemy import tuple_, update

from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.rfx.models import FormValue
from app.rfx.operations.reviewing import continue_review
from app.rfx.policies.access import demand_reviewer, demand_unsealed
from app.rfx.queries.rfxs import RfxContext, rfx_context

CHANGED = "One of these answers has changed since. Look at it again."


def accept_answers(*, actor: Actor, rfx_id: int, iterations: Mapping[str, int], accepted: bool) -> RfxContext:
    """Accept answers, identified by value key and iteration, or withdraw their acceptance; for reviewers of the requester.

    Raises ConflictError without any change if one of them is no longer the current answer.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id, lock=True)
    demand_reviewer(actor, context.role, keys=iterations, review_keys=context.review_keys)
    demand_unsealed(context.role, context.rfx)
    updated_ids = db.session.execute(
        update(FormValue)
        .where(
            FormValue.rfx_id == rfx_id,
            FormValue.is_current,
            FormValue.value.is_not(None),
            tuple_(FormValue.key, FormValue.iteration).in_(iterations.items()),
        )
        .values(accepted=now() if accepted else None, accepted_by_user_id=actor.user_id if accepted else None)
        .returning(FormValue.id)
        .execution_options(synchronize_session=False)
    ).all()
    if len(updated_ids) != len(iterations):
        raise ConflictError(CHANGED, code="answerChanged")
    if accepted:
        continue_review(actor=actor, context=context)
    return context
