"""Suppliers of an evaluation: those that have submitted, with their scores."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.evaluations.models import EvaluationCriterion
from app.evaluations.queries.access import EvaluationAccess
from app.evaluations.types import CriterionSource
from app.requests.public import form_scores, scored_sections
from app.rfx.public import ComparedRfx, RfxStatus, compared_rfxs


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatedRfxs:
    """RFxs of a request in the order of sending. Only submitted ones are evaluated."""

    all: Sequence[ComparedRfx]
    submitted: Sequence[ComparedRfx]


def evaluated_rfxs(access: EvaluationAccess) -> EvaluatedRfxs:
    """Return the RFxs of a request, in one statement."""
    every = compared_rfxs(actor=access.reader, request_id=access.request.id)
    return EvaluatedRfxs(all=every, submitted=[rfx for rfx in every if rfx.status is RfxStatus.COMPLETED])


def criterion_scores(
    access: EvaluationAccess, criteria: Sequence[EvaluationCriterion], rfxs: Sequence[ComparedRfx]
) -> dict[int, Mapping[int, int]]:
    """Return the scores in whole percent by RFx and by criterion that takes a score."""
    scored = [criterion for criterion in criteria if criterion.source is CriterionSource.SCORE]
    sections = scored_sections(access.context) if any(each.section_id for each in scored) else []
    scores = form_scores(sections, rfxs)
    return {
        rfx.id: {
            criterion.id: scores[rfx.id][criterion.section_id]
            for criterion in scored
            if criterion.section_id in scores[rfx.id]
        }
        for rfx in rfxs
    }
