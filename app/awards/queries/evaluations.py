"""The results that an award is based on: of the closed evaluation of the request, else of the forms' scores."""

from collections.abc import Mapping, Sequence

from app.awards.policies.ranking import Result, ranked_by_score
from app.evaluations.public import EvaluationState, results_of, stored_evaluation
from app.kernel.http.errors import ConflictError
from app.rfx.public import ComparedRfx, RfxRequest

EVALUATING = "The evaluation of this request is open. Close it before you award the request."


def results_of_request(request: RfxRequest, rfxs: Sequence[ComparedRfx]) -> Mapping[int, Result]:
    """Return score and rank of the suppliers by id of the RFx. The caller has checked that the seal is open."""
    evaluated = results_of(request.id)
    if evaluated is None:
        return ranked_by_score(rfxs)
    return {result.rfx_id: Result(result.score, result.rank) for result in evaluated.results}


def demand_no_open_evaluation(request: RfxRequest) -> None:
    """Raise ConflictError while the evaluation of the request is open."""
    evaluation = stored_evaluation(request.id)
    if evaluation is not None and evaluation.state == EvaluationState.OPEN:
        raise ConflictError(EVALUATING, code="evaluationOpen")
