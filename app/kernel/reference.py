"""Countries and currencies (specification section 3, Country and Currency)."""

import unicodedata
from dataclasses import dataclass
from functools import cache

import pycountry
from babel import Locale
from babel.core import get_global


@dataclass(frozen=True, slots=True)
class Country:
    """A country of ISO 3166 under the name that people use; kept everywhere by `alpha3`."""

    name: str
    alpha2: str
    alpha3: str


@dataclass(frozen=True, slots=True)
class Currency:
    """A currency of ISO 4217 that is legal tender somewhere today."""

    code: str
    name: str


CURRENCY_NAMES = {
    "GBP": "Pound sterling",
    "USD": "United States dollar",
    "BAM": "Bosnia-Herzegovina convertible mark",
}
"""Names that differ from the locale data's."""


@cache
def countries() -> tuple[Country, ...]:
    """All 249 countries, by name."""
    names = Locale("en").territories
    found = [Country(names.get(c.alpha_2, c.name), c.alpha_2, c.alpha_3) for c in pycountry.countries]
    return tuple(sorted(found, key=lambda c: _sort_key(c.name)))


@cache
def currencies() -> tuple[Currency, ...]:
    """The currencies in tender, by code."""
    known = {currency.alpha_3 for currency in pycountry.currencies}
    names = Locale("en").currencies
    in_tender = {
        code
        for used in get_global("territory_currencies").values()
        for code, _start, end, tender in used
        if end is None and tender
    }
    return tuple(Currency(code, _currency_name(code, names[code])) for code in sorted(in_tender & known))


def is_country(alpha3: str) -> bool:
    """Whether `alpha3` is the code of a country, in capitals."""
    return alpha3 in _names_by_alpha3()


def country_name(alpha3: str) -> str:
    """The name of a country; the code itself where there is no such country."""
    return _names_by_alpha3().get(alpha3, alpha3)


def is_currency(code: str) -> bool:
    """Whether `code` is a currency in tender, in capitals."""
    return code in _names_by_code()


def currency_name(code: str) -> str:
    """The name of a currency; the code itself where there is no such currency."""
    return _names_by_code().get(code, code)


@cache
def _names_by_alpha3() -> dict[str, str]:
    return {country.alpha3: country.name for country in countries()}


@cache
def _names_by_code() -> dict[str, str]:
    return {currency.code: currency.name for currency in currencies()}


def _currency_name(code: str, name: str) -> str:
    """The locale data's name with a small unit, as in 'Swiss franc'."""
    head, space, unit = name.rpartition(" ")
    return CURRENCY_NAMES.get(code) or head + space + (unit.lower() if head else unit)


def _sort_key(name: str) -> str:
    """Accents don't count: the Åland Islands stand among the A."""
    return "".join(c for c in unicodedata.normalize("NFD", name) if not unicodedata.combining(c)).casefold()
