"""Serializers of the rounds of an RFx, in the form of the response, because a schema dump of 500 rows is slow."""

from dataclasses import asdict
from decimal import Decimal

from app.forms.public import FieldScore, PlacedField
from app.kernel.clock import optional_moment_text
from app.kernel.http.json_types import Json
from app.rounds.policies.comparing import Difference, DifferenceRow
from app.rounds.policies.score_moves import ScoreDifference
from app.rounds.queries.rounds import EarlierRound, EarlierRounds, RoundDifference
from app.rounds.types import RowKind


def serialize_round(earlier: EarlierRound) -> Json:
    """Serialize an earlier round (`EarlierRoundSchema`)."""
    return {
        "id": earlier.id,
        "title": earlier.title,
        "submitted": optional_moment_text(earlier.submitted),
    }


def serialize_rounds(earlier: EarlierRounds) -> Json:
    """Serialize the earlier rounds (`EarlierRoundsSchema`)."""
    return {
        "rounds": [serialize_round(each) for each in earlier.rounds],
        "haste": earlier.haste and asdict(earlier.haste),
    }


def serialize_difference(compared: RoundDifference | None) -> Json:
    """Serialize what changed (`DifferenceSchema`); without an earlier round it is empty."""
    if compared is None:
        return _body(None, Difference(rows=(), score=None, acceptable=()), may_accept=False)
    return _body(serialize_round(compared.earlier), compared.difference, may_accept=compared.may_accept)


def _body(earlier: Json | None, difference: Difference, *, may_accept: bool) -> Json:
    counts = difference.counts
    acceptable = difference.acceptable if may_accept else ()
    return {
        "earlier": earlier,
        "counts": {
            **{kind.value.lower(): counts[kind] for kind in RowKind},
            "scoreMoved": sum(row.is_score_moved for row in difference.rows),
            "confirmed": sum(row.is_confirmed for row in difference.rows),
        },
        "rows": [_row(row) for row in difference.rows],
        "score": None if difference.score is None else _score(difference.score),
        "acceptable": [{"field": key, "iteration": iteration} for key, iteration in acceptable],
    }


def _row(row: DifferenceRow) -> Json:
    former, placed = row.pair.old, row.pair.new
    shown = placed or former
    return {
        "key": placed and placed.key,
        "earlierKey": former and former.key,
        "label": placed and _label(placed),
        "earlierLabel": former and _label(former),
        "formTitle": row.form_title,
        "section": row.section,
        "type": shown.field.type.value if shown else None,
        "kind": row.kind.value,
        "question": row.pair.change.value,
        "earlier": row.then,
        "now": row.now,
        "pointsEarlier": _points(row.score_then),
        "pointsNow": _points(row.score_now),
        "isScoreMoved": row.is_score_moved,
        "isConfirmed": row.is_confirmed,
    }


def _label(placed: PlacedField) -> str:
    return placed.field.label or placed.field.name


def _points(score: FieldScore | None) -> Json | None:
    return None if score is None else {"points": _number(score.points), "most": _number(score.most)}


def _number(number: Decimal) -> float:
    return int(number) if number == number.to_integral_value() else float(number)


def _score(score: ScoreDifference) -> Json:
    return {
        "earlier": score.then,
        "now": score.now,
        "topics": [
            {"topic": each.topic, "earlier": each.then, "now": each.now, "move": each.move}
            for each in score.topics
        ],
    }
