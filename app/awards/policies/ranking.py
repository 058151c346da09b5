"""Scores and ranks of the suppliers of a request. Needs no database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from app.forms.public import percentage
from app.rfx.public import ComparedRfx, RfxStatus


@dataclass(frozen=True, slots=True)
class Result:
    """Score of 0 to 100 and rank of a supplier; equal scores share a rank. None without a score."""

    score: Decimal | None = None
    rank: int | None = None


def ranked_by_score(rfxs: Sequence[ComparedRfx]) -> dict[int, Result]:
    """Return the results of the submitted RFxs by id, from the scores of their forms in whole percent."""
    scores = {
        rfx.id: Decimal(percentage(rfx.overall))
        for rfx in rfxs
        if rfx.status is RfxStatus.COMPLETED and rfx.overall is not None
    }
    return _ranked(scores)


def _ranked(scores: Mapping[int, Decimal]) -> dict[int, Result]:
    return {
        rfx_id: Result(score, 1 + sum(other > score for other in scores.values()))
        for rfx_id, score in scores.items()
    }
