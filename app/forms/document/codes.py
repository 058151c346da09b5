"""Country and currency codes that an answer may hold: ISO 3166 alpha-3, and ISO 4217 in tender today.

static_src/lib/form-document/codes.ts holds the same two lists; a test compares them.
"""

from functools import cache

import pycountry
from babel import Locale
from babel.numbers import get_territory_currencies

_LOCALE = Locale("en", "GB")


@cache
def country_names() -> dict[str, str]:
    """English name by alpha-3 code, in the order of the names."""
    names = {
        country.alpha_3: _LOCALE.territories.get(country.alpha_2, country.name)
        for country in pycountry.countries
    }
    return dict(sorted(names.items(), key=lambda entry: entry[1]))


@cache
def currency_codes() -> frozenset[str]:
    """The currencies that are in tender somewhere and that ISO 4217 still lists."""
    listed = {currency.alpha_3 for currency in pycountry.currencies}
    tender = {
        code
        for country in pycountry.countries
        for code in get_territory_currencies(country.alpha_2, tender=True, non_tender=False)
    }
    return frozenset(listed & tender)
