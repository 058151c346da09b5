"""The evaluation of a request as the report of its award prints it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.accounts.public import User
from app.awards.policies.letters import score_text
from app.evaluations.public import (
    CriterionSource,
    EvaluationResults,
    EvaluationState,
    conflicts_of,
    consensus_of,
    criteria_of,
    evaluators_of,
    results_of,
    stored_evaluation,
)
from app.rfx.public import ComparedRfx, RfxRequest

FORM_SCORES = "The scores are those of the questionnaires, in percent."
EVALUATION_SCORES = "The scores are those of the evaluation, from 0 to 100."
MAX_MISSING = 200
"""Missing marks that the report names; further ones are counted."""
COLUMNS_PER_TABLE = 5
"""Suppliers that fit next to the criteria; more suppliers continue in another table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CriteriaTable:
    """A part of the table of criteria by suppliers: the headings, and the rows with one text for each heading."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationPaper:
    """The evaluation in the report; `source` says where the scores come from."""

    source: str = FORM_SCORES
    has_evaluation: bool = False
    closing_reason: str = ""
    tables: Sequence[CriteriaTable] = ()
    missing: Sequence[str] = ()
    conflicts: Sequence[str] = ()
    settled: Sequence[str] = ()

    @property
    def texts(self) -> list[str]:
        """Return all texts, which decide the fonts of the report."""
        cells = [text for table in self.tables for row in (table.headings, *table.rows) for text in row]
        return [*cells, self.closing_reason, *self.missing, *self.conflicts, *self.settled]


def evaluation_paper(request: RfxRequest, rfxs: Sequence[ComparedRfx]) -> EvaluationPaper:
    """Return the closed evaluation of a request for its report. The caller has checked that the seal is open."""
    evaluation, results = stored_evaluation(request.id), results_of(request.id)
    if evaluation is None or evaluation.state != EvaluationState.CLOSED or results is None:
        return EvaluationPaper()
    names = {rfx.id: rfx.name for rfx in rfxs}
    return EvaluationPaper(
        source=EVALUATION_SCORES,
        has_evaluation=True,
        closing_reason=evaluation.closing_reason or "",
        tables=list(_tables(request.id, results, names)),
        missing=_first(list(_missing(request.id, results, names))),
        conflicts=list(_conflicts(request.id, names)),
        settled=list(_settled(request.id, names)),
    )


def _tables(request_id: int, results: EvaluationResults, names: Mapping[int, str]) -> Iterator[CriteriaTable]:
    """Yield criteria down and suppliers across, the best supplier first, with the total in the last row."""
    criteria = criteria_of(request_id)
    for start in range(0, len(results.results), COLUMNS_PER_TABLE):
        part = results.results[start : start + COLUMNS_PER_TABLE]
        percents = [{value.criterion_id: value.percent for value in result.values} for result in part]
        yield CriteriaTable(
            headings=["Criterion", "Weight", *(names.get(result.rfx_id, "") for result in part)],
            rows=[
                *(
                    [
                        criterion.name,
                        f"{criterion.weight}%",
                        *(_percent(each.get(criterion.id)) for each in percents),
                    ]
                    for criterion in criteria
                ),
                ["Total", "100%", *(_percent(result.score) for result in part)],
            ],
        )


def _missing(request_id: int, results: EvaluationResults, names: Mapping[int, str]) -> Iterator[str]:
    """Yield a line for each mark that an evaluator without a conflict of interest did not give."""
    conflicts = conflicts_of(request_id)
    marked = [criterion for criterion in criteria_of(request_id) if criterion.source is CriterionSource.MARKS]
    values = {
        (result.rfx_id, value.criterion_id): value.marks
        for result in results.results
        for value in result.values
    }
    for row in evaluators_of(request_id):
        for rfx_id in results.by_rfx:
            if rfx_id in conflicts.get(row.evaluator.id, ()):
                continue
            for criterion in marked:
                if row.evaluator.id not in values.get((rfx_id, criterion.id), {}):
                    yield f"No mark from {_name(row.user)} for {criterion.name}: {names.get(rfx_id, '')}"


def _first(lines: Sequence[str]) -> list[str]:
    more = len(lines) - MAX_MISSING
    return [*lines[:MAX_MISSING], *([f"And {more} more."] if more > 0 else [])]


def _conflicts(request_id: int, names: Mapping[int, str]) -> Iterator[str]:
    conflicts = conflicts_of(request_id)
    for row in evaluators_of(request_id):
        if rfx_ids := conflicts.get(row.evaluator.id):
            yield f"{_name(row.user)}: {', '.join(names.get(rfx_id, '') for rfx_id in sorted(rfx_ids))}"


def _settled(request_id: int, names: Mapping[int, str]) -> Iterator[str]:
    criteria = {criterion.id: criterion.name for criterion in criteria_of(request_id)}
    for (rfx_id, criterion_id), settled in sorted(consensus_of(request_id).items()):
        consensus = settled.consensus
        yield (
            f"{criteria.get(criterion_id, '')}, {names.get(rfx_id, '')}: {consensus.mark} of 10, "
            f"settled by {settled.user_name}. {consensus.reason}"
        )


def _name(user: User) -> str:
    """Return the name of an evaluator; a guest without one is named by the address."""
    return user.name or user.email


def _percent(value: Decimal | None) -> str:
    return "-" if value is None else score_text(value)
