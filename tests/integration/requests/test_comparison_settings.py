"""Settings of a comparison: the better end of numbers, the currency and its exchange rates."""

from typing import Any

import pytest

from tests.factories.accounts import colleague_of
from tests.factories.compared import (
    SentRequest,
    answer,
    column,
    compare,
    eur,
    marks,
    put_direction,
    put_rates,
    question,
    rate,
    send_request,
)
from tests.factories.rfx import field
from tests.fixtures.people import SignedIn


def test_a_chosen_direction_ranks_numbers_for_the_whole_organisation(
    signed_in: SignedIn, answered: SentRequest
) -> None:
    assert put_direction(signed_in, answered, "capacity", "HIGHER").json == {
        "key": "capacity", "direction": "HIGHER",
    }  # fmt: skip
    colleague = signed_in(colleague_of(answered.sender)).get(f"{answered.path}/comparison").json
    assert question(colleague, "capacity")["direction"] == "HIGHER"
    assert marks(colleague, "capacity") == {"Delta": "BEST", "Calder": "WORST"}
    put_direction(signed_in, answered, "capacity", "LOWER")
    assert marks(compare(signed_in, answered), "capacity") == {"Calder": "BEST", "Delta": "WORST"}
    put_direction(signed_in, answered, "capacity", None)
    assert marks(compare(signed_in, answered), "capacity") == {}


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("unknown", "This request has no such question."),
        ("verdict", "This request has no such question."),
        ("site", "Only numbers and amounts have a better end."),
        ("weeks", "This question is scored: its points decide what is best."),
    ],
)
def test_questions_without_a_direction(
    signed_in: SignedIn, answered: SentRequest, key: str, sentence: str
) -> None:
    response = put_direction(signed_in, answered, key, "LOWER")
    assert (response.status_code, response.json["fields"]) == (422, {"key": [sentence]})


def test_a_direction_of_a_colleague_is_not_overwritten(signed_in: SignedIn, answered: SentRequest) -> None:
    put_direction(signed_in, answered, "capacity", "HIGHER", basedOn=None)
    stale = put_direction(signed_in, answered, "capacity", "LOWER", basedOn=None)
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    assert stale.json["now"] == {"direction": "HIGHER"}
    assert put_direction(signed_in, answered, "capacity", "HIGHER", basedOn=None).status_code == 200
    assert put_direction(signed_in, answered, "capacity", "LOWER", basedOn="HIGHER").status_code == 200


def test_amounts_are_converted_at_the_typed_rates(signed_in: SignedIn, answered: SentRequest) -> None:
    put_direction(signed_in, answered, "price", "LOWER")
    # Amounts in three currencies have no order without rates.
    before = compare(signed_in, answered)
    assert marks(before, "price") == {}
    assert before["currencies"] == ["EUR", "GBP", "SEK"]
    saved = put_rates(signed_in, answered, "EUR", rate("SEK", "0,0898"), rate("GBP", "1.17"))
    assert saved.status_code == 200, saved.text
    assert saved.json["rates"] == [
        {"currency": "GBP", "rate": "1.17", "date": "2026-01-05"},
        {"currency": "SEK", "rate": "0.0898", "date": "2026-01-05"},
    ]
    comparison = compare(signed_in, answered)
    cells = {
        name: question(comparison, "price")["cells"][column(comparison, name)]
        for name in ("Aurora", "Bergmann", "Calder")
    }
    assert (cells["Bergmann"]["text"], cells["Bergmann"]["converted"]) == ("SEK 512", "EUR 45.98")
    assert cells["Calder"]["converted"] == "EUR 46.80"
    assert (cells["Aurora"]["text"], "converted" in cells["Aurora"]) == ("EUR 46.10", False)
    assert marks(comparison, "price") == {"Bergmann": "BEST", "Calder": "WORST"}
    assert comparison["rates"]["enteredBy"] == answered.sender.name


def test_amounts_that_cannot_be_compared_have_a_sentence(signed_in: SignedIn) -> None:
    request = send_request("Aurora", "Bergmann", "Calder", blocks=(field("price", "CURRENCY_AMOUNT"),))
    answer(signed_in, request.rfxs[0], submit=False, price={"amount": "7", "currency": ""})
    answer(signed_in, request.rfxs[1], price=eur("9", "SEK"))
    answer(signed_in, request.rfxs[2], price=eur("8"))
    put_rates(signed_in, request, "EUR")
    put_direction(signed_in, request, "price", "LOWER")
    comparison = compare(signed_in, request)
    issues = {
        supplier["name"]: cell.get("issue")
        for supplier, cell in zip(comparison["suppliers"], comparison["questions"][0]["cells"], strict=True)
    }
    assert issues == {
        "Aurora": "Without a currency, this amount is not compared.",
        "Bergmann": "There is no rate for SEK yet, so this amount is not compared.",
        "Calder": None,
    }
    assert marks(comparison, "price") == {}


@pytest.mark.parametrize(
    ("base", "rates", "field_name", "sentence"),
    [
        ("EUR", [rate("SEK", "0")], "rates.0.rate", "Enter a rate above 0."),
        ("EUR", [rate("SEK", "-1.5")], "rates.0.rate", "Enter a rate above 0."),
        ("EUR", [rate("SEK", "cheap")], "rates.0.rate", "Enter a rate, such as 1.0825."),
        ("EUR", [rate("SEK", "1,085")], "rates.0.rate", "Write the rate with a point, such as 1.085, or without the comma."),
        ("EUR", [rate("XXX", "1")], "rates.0.currency", "Choose a currency from the list."),
        ("EUR", [rate("EUR", "1")], "rates.0.currency", "Amounts in EUR are not converted and need no rate."),
        ("EUR", [rate("SEK", "1"), rate("SEK", "2")], "rates.1.currency", "Enter one rate for each currency."),
        ("EUR", [rate("SEK", "1", "2126-01-05")], "rates.0.date", "Choose a day that is not in the future."),
        ("XXX", [], "baseCurrency", "Choose a currency from the list."),
        (None, [rate("SEK", "1")], "baseCurrency", "Choose the currency to convert into."),
    ],
)  # fmt: skip
def test_wrong_rates_have_a_sentence_and_change_nothing(
    signed_in: SignedIn,
    answered: SentRequest,
    base: str | None,
    rates: list[Any],
    field_name: str,
    sentence: str,
) -> None:
    response = put_rates(signed_in, answered, base, *rates)
    assert (response.status_code, response.json["fields"]) == (422, {field_name: [sentence]})
    assert compare(signed_in, answered)["rates"]["enteredBy"] is None


def test_rates_of_a_colleague_are_not_overwritten(signed_in: SignedIn, answered: SentRequest) -> None:
    loaded = compare(signed_in, answered)["rates"]["updated"]
    first = put_rates(signed_in, answered, "EUR", rate("SEK", "0.09"), basedOn=loaded)
    assert first.status_code == 200
    stale = put_rates(signed_in, answered, "GBP", basedOn=loaded)
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    # A repeated save, whose response was lost, is no conflict.
    assert put_rates(signed_in, answered, "EUR", rate("SEK", "0.09"), basedOn=loaded).status_code == 200
    assert put_rates(signed_in, answered, "GBP", basedOn=stale.json["now"]["updated"]).status_code == 200
    assert put_rates(signed_in, answered, None).json["baseCurrency"] is None
