"""Difference between two rounds: rows, scores and answers to accept."""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.forms.public import FieldChange, FieldType, percentage, walk_forms
from app.rfx.public import CarriedDecision, CarriedState, ComparedAnswer
from app.rounds.policies.comparing import Difference, Round, compare_rounds
from app.rounds.policies.haste import Haste, haste_of
from app.rounds.policies.score_moves import whole_moves
from app.rounds.types import RowKind
from tests.factories.rfx import Node, field, form_document, heading

ACCEPTED = datetime(2026, 3, 3, tzinfo=UTC)
LEVELS = [{"value": value, "label": value.upper()} for value in "abc"]


def level(name: str, topic: str, weight: float = 1, **attrs: Any) -> Node:
    """Return a question that scores 10 points for a, 5 for b and 0 for c."""
    scoring = [
        {"operator": "equals", "operand": value, "points": points} for value, points in zip("abc", (10, 5, 0), strict=True)
    ]  # fmt: skip
    return field(name, "SINGLE_CHOICE", options=LEVELS, topic=topic, weight=weight, scoring=scoring, **attrs)


def round_of(
    *blocks: Node, form_id: int = 1, accepted: Collection[str] = (), is_finished: bool = True, **values: Any
) -> Round:
    return Round(
        fields=walk_forms([(form_id, form_document(*blocks))]),
        revisions=[(form_id, "series")],
        titles={form_id: "Qualification"},
        answers={
            key: ComparedAnswer(value, 3, ACCEPTED if key in accepted else None, FieldType.TEXT)
            for key, value in values.items()
        },
        is_finished=is_finished,
    )


def kinds(difference: Difference) -> dict[str, str]:
    rows = ((row.pair.new or row.pair.old, row.kind) for row in difference.rows)
    return {placed.key: kind.value for placed, kind in rows if placed}


def test_kinds_of_rows_and_their_answers() -> None:
    then = round_of(
        field("same"), field("changed"), field("cleared"), field("empty"), field("gone"),
        same="A", changed="B", cleared="C", gone="D",
    )  # fmt: skip
    now = round_of(
        field("same"), field("changed", label="Another label"), field("cleared"), field("empty"), field("added"),
        form_id=2, same="A", changed="B2", added="E",
    )  # fmt: skip
    difference = compare_rounds(then, now)
    assert kinds(difference) == {
        "same": "SAME", "changed": "CHANGED", "cleared": "CHANGED", "empty": "SAME", "added": "NEW", "gone": "REMOVED",
    }  # fmt: skip
    assert difference.counts == {RowKind.SAME: 2, RowKind.CHANGED: 2, RowKind.NEW: 1, RowKind.REMOVED: 1}
    assert [(row.then, row.now, row.pair.change) for row in difference.rows] == [
        ("A", "A", FieldChange.SAME),
        ("B", "B2", FieldChange.REWORDED),
        ("C", "", FieldChange.SAME),
        ("", "", FieldChange.SAME),
        (None, "E", FieldChange.NEW),
        ("D", None, FieldChange.REMOVED),
    ]


def test_hidden_question_counts_as_not_asked() -> None:
    blocks = (
        field("iso", "YESNO"),
        field("level", visibleWhen={"field": "iso", "operator": "equals", "value": True}),
        field("never", visibleWhen={"field": "iso", "operator": "unanswered"}),
        field("verdict", writableBy="REQUESTER"),
    )
    difference = compare_rounds(
        round_of(*blocks, iso=True, level="Gold", verdict="Good"), round_of(*blocks, iso=False, level="Gold")
    )
    assert kinds(difference) == {"iso": "CHANGED", "level": "REMOVED"}


def test_removed_question_stays_in_its_section() -> None:
    then = round_of(
        heading("One"), field("a"), field("gone"), heading("Two"), field("b"), heading("Three"), field("c")
    )
    now = round_of(heading("One"), field("a"), heading("Two"), field("b"))
    assert list(kinds(compare_rounds(then, now))) == ["a", "gone", "b", "c"]


def test_moves_of_the_topics_add_up_to_the_overall_move() -> None:
    blocks = (
        level("s1", "Information security", weight=2),
        level("s2", "Information security"),
        level("e1", "Environment"),
    )
    then = round_of(*blocks, s1="b", s2="a", e1="a")
    # 75 %: (2 x 0.5 + 1 + 1) / 4. 87.5 %: (2 + 1 + 0.5) / 4, of which 75 are of security and 12.5 of environment.
    score = compare_rounds(then, round_of(*blocks, s1="a", s2="a", e1="b")).score
    assert score is not None
    assert (score.then, score.now) == (75, 88)
    assert [(each.topic, each.then, each.now, each.move) for each in score.topics] == [
        ("Information security", 67, 100, 25),
        ("Environment", 100, 50, -12),
    ]
    # 70 %: (2 + 1 + 0.5 + 0) / 5. Security has 60 of 50, environment 10 of 25, the new topic nothing.
    wider = compare_rounds(
        then, round_of(*blocks, level("q1", "Quality"), form_id=2, s1="a", s2="a", e1="b", q1="c")
    )
    assert wider.score is not None
    assert (wider.score.then, wider.score.now) == (75, 70)
    assert [(each.topic, each.then, each.now, each.move) for each in wider.score.topics] == [
        ("Information security", 67, 100, 10),
        ("Environment", 100, 50, -15),
        ("Quality", None, 0, 0),
    ]
    assert {row.pair.new.key for row in wider.rows if row.is_score_moved and row.pair.new} == {
        "s1", "e1", "q1",
    }  # fmt: skip


def test_unfinished_round_has_no_score_and_no_points_of_open_questions() -> None:
    blocks = (level("s1", "Security"), level("s2", "Security"))
    difference = compare_rounds(
        round_of(*blocks, s1="a", s2="a"), round_of(*blocks, is_finished=False, s1="b")
    )
    assert difference.score is None
    assert [row.score_now and row.score_now.points for row in difference.rows] == [5, None]
    assert compare_rounds(round_of(field("a")), round_of(field("a"))).score is None, "nothing is scored"


def test_only_unchanged_answers_to_unchanged_questions_can_be_accepted_again() -> None:
    names = ("same", "changed", "reworded", "seen", "queried", "blank", "never")
    then = round_of(*map(field, names), accepted=set(names) - {"never"}, **dict.fromkeys(names, "A"))
    now = round_of(
        *(field(name, label="Other text") if name == "reworded" else field(name) for name in names),
        accepted={"seen"},
        **dict.fromkeys(names, "A") | {"changed": "B", "blank": " "},
    )
    assert compare_rounds(then, now, queried={"queried"}).acceptable == [("same", 3)]


fractions = st.fractions(-1, 1, max_denominator=1_000)


@given(st.lists(fractions, min_size=1, max_size=12), fractions)
def test_whole_moves_always_add_up_and_stay_near(moves: list[Fraction], start: Fraction) -> None:
    exact = {str(index): move for index, move in enumerate(moves)}
    total = percentage(start + sum(moves)) - percentage(start)
    rounded = whole_moves(exact, total)
    assert sum(rounded.values()) == total
    assert all(abs(rounded[topic] - move * 100) < 2 for topic, move in exact.items())


def test_offers_of_the_earlier_round_are_unconfirmed_until_they_are_confirmed() -> None:
    shown = {"visibleWhen": {"field": "iso", "operator": "equals", "value": True}}
    blocks = (field("iso", "YESNO"), field("body", **shown), field("name"), field("town"), field("port"))
    then = round_of(*blocks, iso=True, body="DEKRA", name="Ann", town="Ulm", port="Kiel")
    now = round_of(*blocks, is_finished=False, name="Ann", town="Bonn")
    states = {
        "iso": CarriedState.OFFERED, "body": CarriedState.OFFERED, "name": CarriedState.CONFIRMED,
        "town": CarriedState.REPLACED, "port": CarriedState.REPLACED,
    }  # fmt: skip
    carried = {
        key: CarriedDecision(state, then.values[key], None if state is CarriedState.OFFERED else ACCEPTED)
        for key, state in states.items()
    }
    rows = {row.pair.new.key: row for row in compare_rounds(then, now, carried=carried).rows if row.pair.new}
    assert {key: row.kind for key, row in rows.items()} == {
        "iso": RowKind.UNCONFIRMED, "body": RowKind.UNCONFIRMED, "name": RowKind.SAME, "town": RowKind.CHANGED,
        "port": RowKind.CHANGED,
    }  # fmt: skip
    assert [key for key, row in rows.items() if row.is_confirmed] == ["name"]
    assert (rows["body"].then, rows["body"].now) == ("DEKRA", "")


def decisions(confirmed: int, replaced: int, seconds: int) -> list[CarriedDecision]:
    """Return decisions of which the first and the last confirmation are `seconds` apart."""
    last = ACCEPTED + timedelta(seconds=seconds)
    times = [last if number else ACCEPTED for number in range(confirmed)]
    return [CarriedDecision(CarriedState.CONFIRMED, "x", time) for time in times] + [
        CarriedDecision(CarriedState.REPLACED, "x", last)
    ] * replaced


@pytest.mark.parametrize(
    ("confirmed", "replaced", "seconds", "warns"),
    [(204, 2, 179, True), (204, 2, 180, False), (98, 2, 10, False), (99, 1, 10, True), (19, 0, 1, False)],
)
def test_reviewers_are_warned_above_98_percent_in_under_3_minutes(
    confirmed: int, replaced: int, seconds: int, warns: bool
) -> None:
    haste = haste_of(decisions(confirmed, replaced, seconds))
    assert haste == (Haste(confirmed, confirmed + replaced, seconds) if warns else None)
