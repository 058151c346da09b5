"""Answers of an earlier round that a new RFx offers: vectors, and the numbers of the mail."""

from typing import Any

import pytest

from app.forms.public import walk_forms
from app.rfx.policies.carrying import Carried, numbers_of, offers_of
from tests.factories.rfx import field, form_document
from tests.fixtures.vectors import vectors


@pytest.mark.parametrize("case", [pytest.param(case, id=case["what"]) for case in vectors("carried-answers")])
def test_offers_of_an_earlier_round(case: dict[str, Any]) -> None:
    offers = offers_of(
        walk_forms(case["old"]), walk_forms(case["new"]), forms=dict(case["forms"]), values=case["values"]
    )
    assert [
        [offer.key, offer.outcome.value, offer.state.value, offer.former_text, offer.fault]
        for offer in offers
    ] == case["expected"]


def test_changed_new_and_unanswered_questions_are_to_be_looked_at() -> None:
    old = walk_forms([(1, form_document(*(field(name) for name in "abcd")))])
    new = walk_forms(
        [(2, form_document(field("a"), field("b", label="Other"), field("c"), field("d"), field("e")))]
    )
    values = {"a": "1", "b": "2", "c": "3"}
    offers = offers_of(old, new, forms={1: 2}, values=values)
    assert numbers_of(new, offers, values) == Carried(offered=3, to_look_at=3)


@pytest.mark.parametrize(
    ("carried", "total", "sentence"),
    [
        (Carried(184, 22), 206, "Most answers are there already: about 22 to look at."),
        (Carried(40, 166), 206, "40 answers are there already."),
        (Carried(1, 9), 10, "1 answer is there already."),
    ],
)
def test_the_mail_says_how_much_is_there(carried: Carried, total: int, sentence: str) -> None:
    assert carried.sentence(total) == sentence
