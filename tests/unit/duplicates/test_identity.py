from typing import Any

import pytest

from app.duplicates.policies.identity import (
    SIMILAR_NAMES,
    Identity,
    Reason,
    compact,
    compact_duns,
    compact_lei,
    compact_tax_number,
    compare,
    split_name,
    tax_number_fault,
)


def named(name: str, **values: Any) -> Identity:
    key, form = split_name(name)
    return Identity(name=key, legal_form=form, **values)


@pytest.mark.parametrize(
    ("name", "key", "form"),
    [
        ("Acme Inc.", "acme", "inc"),
        ("ACME GmbH", "acme", "gmbh"),
        ("Müller & Söhne GmbH & Co. KG", "muller & sohne", "gmbh&cokg"),
        ("Müller und Söhne", "muller & sohne", ""),
        ("AB Volvo", "volvo", "ab"),
        ("Société Générale S.A.", "societe generale", "sa"),
        ("GmbH", "gmbh", ""),
        ("", "", ""),
    ],
)
def test_name_key_has_no_case_accents_and_legal_form(name: str, key: str, form: str) -> None:
    assert split_name(name) == (key, form)


def test_names_with_different_legal_forms_are_proposed_and_never_certain() -> None:
    likeness = compare(named("Acme Inc"), named("Acme GmbH"))
    assert likeness is not None
    assert likeness.reasons == (Reason.NAME,)
    assert not likeness.is_certain
    assert likeness.similarity < 100


def test_misspelled_name_in_the_same_country_is_proposed() -> None:
    one = named("Calder & Sons Coating", country="GBR")
    likeness = compare(one, named("Calder & Sons Coatings Ltd", country="GBR"))
    assert likeness is not None
    assert likeness.similarity >= SIMILAR_NAMES
    assert compare(one, named("Calder & Sons Coatings", country="DEU")) is None
    assert compare(one, named("Bergmann Tools", country="GBR")) is None


def test_same_tax_number_is_certain_for_different_names() -> None:
    number = compact_tax_number("DE 136 695 976", "DEU")
    likeness = compare(
        named("Acme", tax_number=number), named("Zeta", tax_number=compact_tax_number("136695976", "DEU"))
    )
    assert likeness is not None
    assert likeness.reasons == (Reason.TAX_NUMBER,)
    assert likeness.is_certain


def test_different_tax_numbers_rule_out_domain_and_name() -> None:
    domains = frozenset({"acme.example"})
    one = named("Acme", tax_number="DE136695976", domains=domains)
    assert compare(one, named("Acme", tax_number="DE811569869", domains=domains)) is None
    likeness = compare(one, named("Acme", domains=domains))
    assert likeness is not None
    assert likeness.reasons == (Reason.DOMAIN, Reason.NAME)


def test_registration_number_counts_within_one_country_and_for_related_names() -> None:
    one = named("Acme Works", registration_number="HRB12345", country="DEU")
    likeness = compare(one, named("Acme Werke", registration_number="HRB12345", country="DEU"))
    assert likeness is not None
    assert not likeness.is_certain
    assert compare(one, named("Acme Werke", registration_number="HRB12345", country="AUT")) is None
    assert compare(one, named("Zeta", registration_number="HRB12345", country="DEU")) is None


def test_domain_is_certain_only_with_the_name() -> None:
    domains = frozenset({"bergmann.example"})
    one = named("Bergmann Plastics GmbH", domains=domains)
    of_group = compare(one, named("Bergmann Optics GmbH", domains=domains))
    twin = compare(one, named("Bergmann Plastic GmbH", domains=domains))
    assert of_group is not None
    assert twin is not None
    assert (of_group.is_certain, twin.is_certain) == (False, True)
    assert twin.score > of_group.score


def test_numbers_are_compacted_and_invalid_ones_identify_nothing() -> None:
    assert compact(" HRB 12-345 ") == "HRB12345"
    assert compact("n/a") == compact("none given") == compact(None) == ""
    assert compact_duns("15-048-3782") == "150483782"
    assert compact_duns("1234") == ""
    assert compact_lei("5493 001K JTII GC8Y 1R12") == "5493001KJTIIGC8Y1R12"
    assert compact_lei("5493001KJTIIGC8Y1R13") == ""


def test_tax_number_with_wrong_check_digit_has_a_sentence() -> None:
    assert tax_number_fault("DE136695976", "DEU") is None
    assert tax_number_fault("DE136695977", "DEU") == "This is not a tax number of Germany. Check its digits."
    assert tax_number_fault("12-3456789", "USA") is None
    assert tax_number_fault("", "DEU") is None
