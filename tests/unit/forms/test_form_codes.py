"""The lists of countries and currencies are equal in the browser and on the server."""

import re
from pathlib import Path

from app.kernel.reference import countries, currencies

LIB = Path(__file__).parents[3] / "static_src" / "domain" / "questionnaire" / "rules"


def test_countries_are_the_same_in_the_browser() -> None:
    [lines] = re.findall(r"`([^`]+)`", (LIB / "countries.ts").read_text())
    rows = [(line[:3], line[4:]) for line in lines.split("\n")]
    assert rows == [(country.alpha3, country.name) for country in countries()]
    assert len(rows) >= 240


def test_currencies_are_the_same_in_the_browser() -> None:
    [codes] = re.findall(r"`([^`]+)`", (LIB / "currencies.ts").read_text())
    assert codes.split() == [currency.code for currency in currencies()]
    assert len(codes.split()) >= 150
