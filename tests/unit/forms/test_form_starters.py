"""The starter forms are complete, valid and identical on every machine."""

import re

import pytest

from app.forms.document.conditions import is_condition_met
from app.forms.document.fields import FieldType, WritableBy
from app.forms.document.html import to_html
from app.forms.document.normalise import normalise
from app.forms.document.rules import completion, validity, visible, writable_keys
from app.forms.document.schema import check_document
from app.forms.document.walk import walk
from app.forms.starters.building import Starter
from app.forms.starters.catalogue import STARTERS
from app.forms.types import DocFormType

BY_KEY = {starter.key: starter for starter in STARTERS}

MESSAGE_TEXTS = {DocFormType.PERFORMANCE_EMAIL, DocFormType.QUALIFICATION_EMAIL}

each_starter = pytest.mark.parametrize("starter", STARTERS, ids=BY_KEY)


@each_starter
def test_starter_can_be_published_unchanged(starter: Starter) -> None:
    assert check_document(starter.document) == []
    assert normalise(starter.document) == starter.document


@each_starter
def test_starter_texts_are_clean(starter: Starter) -> None:
    html = to_html(starter.document)
    assert (f"<h1>{starter.title}</h1>" in html) is (starter.form_type not in MESSAGE_TEXTS)
    assert not re.search(r"lorem|ipsum|todo|xxx", html, re.IGNORECASE)
    for placed in walk(starter.document):
        assert not placed.field.label.endswith((".", ":", " "))
        assert "  " not in placed.field.label + placed.field.hint


@each_starter
def test_every_option_of_a_scored_field_has_a_rule(starter: Starter) -> None:
    for placed in walk(starter.document):
        field = placed.field
        possible_values = {option.value for option in field.options} if field.options else {True, False}
        if field.scoring and field.type in (FieldType.SINGLE_CHOICE, FieldType.YESNO):
            scored = {
                value
                for value in possible_values
                if any(is_condition_met(field, r.operator, r.operand, value) for r in field.scoring)
            }
            assert scored == possible_values


def test_starters_have_their_form_types() -> None:
    assert {key: starter.form_type for key, starter in BY_KEY.items()} == {
        "supplier-qualification": DocFormType.RFI,
        "information-security": DocFormType.RFI,
        "mutual-nda": DocFormType.NDA,
        "performance-survey": DocFormType.INTERNAL_SURVEY,
        "custom-fields": DocFormType.CUSTOM_FIELDS,
        "performance-email": DocFormType.PERFORMANCE_EMAIL,
        "qualification-email": DocFormType.QUALIFICATION_EMAIL,
    }


def test_message_starters_have_no_fields_and_simple_markup() -> None:
    for key in ("performance-email", "qualification-email"):
        assert walk(BY_KEY[key].document) == []
        assert set(re.findall(r"<(\w+)", to_html(BY_KEY[key].document))) <= {"p", "ul", "li"}


def test_qualification_has_seven_sections_and_every_field_type() -> None:
    fields = walk(BY_KEY["supplier-qualification"].document)
    assert len(fields) >= 64
    assert list(dict.fromkeys(placed.section_title for placed in fields)) == [
        "1. Company",
        "2. Insurance",
        "3. Quality management",
        "4. Information security",
        "5. Health and safety",
        "6. Environment",
        "7. Modern slavery",
    ]
    assert {placed.field.type for placed in fields} == set(FieldType)
    assert [placed.key for placed in fields if placed.field.type is FieldType.FORMSIGNATURE] == [
        fields[-1].key
    ]
    assert {placed.field.required for placed in fields} == {True, False}
    assert sum(placed.field.visible_when is not None for placed in fields) >= 2
    assert any(rule.follow_up for placed in fields for rule in placed.field.scoring)
    assert any(placed.field.weight != 1 for placed in fields)


def test_qualification_asks_for_a_certificate_only_if_certified() -> None:
    fields = walk(BY_KEY["supplier-qualification"].document)
    assert "qms_certificate" in visible(fields, {"qms_certified": "yes"})
    assert "qms_certificate" not in visible(fields, {"qms_certified": "progress"})


def test_security_questionnaire_has_at_least_40_fields() -> None:
    assert len(walk(BY_KEY["information-security"].document)) >= 40


def test_each_party_of_the_nda_fills_in_its_own_half() -> None:
    fields = walk(BY_KEY["mutual-nda"].document)
    requester_keys = writable_keys(fields, WritableBy.REQUESTER)
    respondent_keys = writable_keys(fields, WritableBy.RESPONDENT)
    signatures = {placed.key for placed in fields if placed.field.type is FieldType.FORMSIGNATURE}
    assert signatures & requester_keys == {"requester_signature"}
    assert signatures & respondent_keys == {"respondent_signature"}
    assert requester_keys & respondent_keys == {"purpose"}
    values = {
        "respondent_name": "Bergmann Präzision GmbH",
        "respondent_number": "HRB 4711",
        "respondent_address": "Lindenstraße 8, 89077 Ulm, Germany",
        "purpose": "Supply of turned parts",
        "respondent_signatory": "Jana Bergmann, managing director",
        "respondent_signature": {"name": "Jana Bergmann", "strokes": []},
    }
    assert completion(fields, values, respondent_keys).percent == 100
    assert validity(fields, values, respondent_keys).valid
    assert not validity(fields, values, requester_keys).valid


def test_survey_is_scored_from_one_to_five() -> None:
    ratings = [
        p.field
        for p in walk(BY_KEY["performance-survey"].document)
        if p.field.type is FieldType.SINGLE_CHOICE
    ]
    assert len(ratings) >= 10
    for rating in ratings:
        assert {rule.operand: rule.points for rule in rating.scoring} == {str(n): n for n in range(1, 6)}


def test_field_ids_are_the_same_on_every_machine() -> None:
    assert walk(BY_KEY["custom-fields"].document)[0].field.fid == "cc24df55-ec45-5c1d-8d1c-ee768715feef"
