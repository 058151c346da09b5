"""The results that an award is based on: of the evaluation of the request if there is one, else of the forms' scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.awards.policies.ranking import Result, ranked_by_score
from app.kernel.errors import ConflictError
from app.rfx.public import ComparedRfx, RequestState, RfxRequest

FORM_SCORES = "The scores are those of the questionnaires, in percent."
EVALUATING = "The evaluation of this request is open. Close it before you award the request."


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationPaper:
    """The evaluation as the report prints it; `source` says where the scores come from.

    The first row of `criteria` has the headings.
    """

    source: str = FORM_SCORES
    has_evaluation: bool = False
    criteria: Sequence[Sequence[str]] = ()
    missing: Sequence[str] = ()
    conflicts: Sequence[str] = ()
    settled: Sequence[str] = ()

    @property
    def texts(self) -> list[str]:
        """Return all texts, which decide the fonts of the report."""
        return [
            *(text for row in self.criteria for text in row), *self.missing, *self.conflicts, *self.settled
        ]  # fmt: skip


def evaluation_paper(request: RfxRequest, rfxs: Sequence[ComparedRfx]) -> EvaluationPaper:
    """Return the evaluation of a request for its report. The caller has checked that the seal is open."""
    return EvaluationPaper()


def results_of_request(request: RfxRequest, rfxs: Sequence[ComparedRfx]) -> Mapping[int, Result]:
    """Return score and rank of the submitted RFxs by id. The caller has checked that the seal is open."""
    return ranked_by_score(rfxs)


def conflicted_user_ids(request_id: int) -> frozenset[int]:
    """Return the users who evaluate the request and have declared a conflict of interest."""
    return frozenset()


def demand_no_open_evaluation(request: RfxRequest) -> None:
    """Raise ConflictError while the evaluation of the request is open."""
    if request.state is RequestState.EVALUATING:
        raise ConflictError(EVALUATING, code="evaluationOpen")
