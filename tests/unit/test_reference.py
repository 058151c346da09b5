"""Countries and currencies (specification section 3)."""

from app.kernel.reference import (
    countries,
    country_name,
    currencies,
    is_country,
    is_currency,
)


def test_all_countries_have_their_common_names() -> None:
    assert len(countries()) == 249
    assert country_name("GBR") == "United Kingdom"
    assert country_name("KOR") == "South Korea"
    assert len({c.alpha3 for c in countries()}) == len({c.alpha2 for c in countries()}) == 249


def test_accents_do_not_change_the_order() -> None:
    names = [c.name for c in countries()]
    assert names.index("Åland Islands") == names.index("Afghanistan") + 1


def test_currencies_have_the_specified_names() -> None:
    assert 150 <= len(currencies()) <= 185
    names = {currency.code: currency.name for currency in currencies()}
    assert [names[code] for code in ("GBP", "EUR", "USD")] == [
        "Pound sterling", "Euro", "United States dollar",
    ]  # fmt: skip
    assert names["CHF"] == "Swiss franc"
    assert not is_currency("DEM")


def test_codes_are_upper_case_and_unknown_codes_cause_no_error() -> None:
    assert is_country("DEU")
    assert not is_country("deu")
    assert not is_country("")
    assert country_name("XXX") == "XXX"
    assert is_currency("JPY")
    assert not is_currency("jpy")
