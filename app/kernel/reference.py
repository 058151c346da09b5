"""Countries and currencies (specification section 3, Country and Currency)."""

import unicodedata
from dataclasses import dataclass
from functools import cache

import pycountry
from babel import Locale
from babel.core import get_global


@dataclass(frozen=True, slots=True)
class Country:
    """A country of ISO 3166 with its common name; stored as `alpha3` everywhere."""

    name: str
    alpha2: str
    alpha3: str


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency of ISO 4217 that is legal tender today."""

    code: str
    name: str


CURRENCY_NAMES = {
    "GBP": "Pound sterling",
    "USD": "United States dollar",
    "BAM": "Bosnia-Herzegovina convertible mark",
}
"""Names that differ from the locale data."""


@cache
def countries() -> tuple[Country, ...]:
    """Return all 249 countries, by name."""
    names = Locale("en").territories
    unsorted = [Country(names.get(c.alpha_2, c.name), c.alpha_2, c.alpha_3) for c in pycountry.countries]
    return tuple(sorted(unsorted, key=lambda c: _sort_key(c.name)))


@cache
def currencies() -> tuple[Currency, ...]:
    """Return the currencies that are legal tender, by code."""
    iso_codes = {currency.alpha_3 for currency in pycountry.currencies}
    names = Locale("en").currencies
    in_tender = {
        code
        for periods in get_global("territory_currencies").values()
        for code, _start, end, tender in periods
        if end is None and tender
    }
    return tuple(Currency(code, _currency_name(code, names[code])) for code in sorted(in_tender & iso_codes))


def is_country(alpha3: str) -> bool:
    """Return True if `alpha3` is a country code in capitals."""
    return alpha3 in _names_by_alpha3()


def country_name(alpha3: str) -> str:
    """Return the name of a country, or the code itself if it is unknown."""
    return _names_by_alpha3().get(alpha3, alpha3)


def is_currency(code: str) -> bool:
    """Return True if `code` is a currency code in capitals."""
    return code in _currency_codes()


@cache
def _names_by_alpha3() -> dict[str, str]:
    return {country.alpha3: country.name for country in countries()}


@cache
def _currency_codes() -> frozenset[str]:
    return frozenset(currency.code for currency in currencies())


def _currency_name(code: str, name: str) -> str:
    """Return the name of the locale data, with the unit in lower case, as in 'Swiss franc'."""
    head, space, unit = name.rpartition(" ")
    return CURRENCY_NAMES.get(code) or head + space + (unit.lower() if head else unit)


def _sort_key(name: str) -> str:
    """Return a sort key without accents: the Åland Islands are sorted under A."""
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c)).casefold()
