"""Answers of one supplier as an evaluator reads them: without follow-ups, notes and the names of colleagues."""

from dataclasses import replace

from app.evaluations.policies.access import demand_state
from app.evaluations.queries.access import EvaluationAccess
from app.evaluations.types import EvaluationState
from app.kernel.http.errors import ForbiddenError, NotFoundError
from app.requests.public import comparison_of, serialize_comparison


def serialize_answers(access: EvaluationAccess, *, rfx_id: int) -> dict[str, object]:
    """Serialize the answers of a submitted supplier (`ComparisonSchema` with one supplier), whole answers included.

    Raises ForbiddenError for users who do not evaluate, ConflictError if the evaluation is not open, NotFoundError
    for suppliers that have not submitted.
    """
    if access.evaluator is None or access.evaluation is None:
        raise ForbiddenError
    demand_state(access.evaluation.state, EvaluationState.OPEN)
    comparison = comparison_of(actor=access.reader, request_id=access.request.id, only_submitted=True)
    page = next((index for index, rfx in enumerate(comparison.rfxs, start=1) if rfx.id == rfx_id), None)
    if page is None:
        raise NotFoundError
    readable = replace(
        comparison, follow_ups={}, note_counts={}, rates=replace(comparison.rates, entered_by=None)
    )
    return serialize_comparison(readable, page=page, page_size=1, clip_at=None)
