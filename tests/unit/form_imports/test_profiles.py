"""Profiles of known questionnaires, each on a tiny file that was made up for the test."""

from collections.abc import Mapping, Sequence

import pytest

from app.form_imports.policies.building import Built
from app.form_imports.policies.contents import Page
from app.form_imports.policies.planning import languages_in, plan_form, propose
from app.form_imports.policies.profiles import profiles
from app.kernel.files.layouts import Layout
from app.kernel.files.workbooks import Sheet

Sheets = Mapping[str, Sequence[Sequence[str | None]]]

FILES: dict[str, tuple[Sheets, list[tuple[str, str, str]], list[str]]] = {
    "caiq4": (
        {
            "Introduction": [["How to fill it in"]],
            "CAIQv4": [
                ["A questionnaire of a made-up alliance"],
                ["Question ID", "Question", "CSP CAIQ Answer", "SSRM Control Ownership", "CCM Control Title", "CCM Domain Title"],
                ["A&A-01.1", "Are audits planned?", None, None, "Audit plans", "Audit"],
                ["A&A-01.2", "Are audits repeated?", None, None, "Audit plans", "Audit"],
                ["CEK-01.1", "Are keys rotated?", None, None, "Keys", "Cryptography"],
            ],
        },
        [("A&A-01.1", "SINGLE_CHOICE", "Are audits planned?"), ("A&A-01.2", "SINGLE_CHOICE", "Are audits repeated?"),
         ("CEK-01.1", "SINGLE_CHOICE", "Are keys rotated?")],
        ["Audit", "Audit plans", "Cryptography", "Keys"],
    ),
    "hecvat4": (
        {
            "Organization": [
                ["ID", "Question", "Answer", "Additional Information", "Guidance"],
                ["COMP-01", "Describe the organisation.", None, None, "Two sentences are enough."],
                ["COMP-02", "Is there a plan?", None, None, None],
            ],
            "Product": [
                ["ID", "Question", "Answer", "Additional Information", "Guidance"],
                ["PROD-01", "Is there a test system?", None, None, None],
            ],
        },
        [("COMP-01", "TEXTAREA", "Describe the organisation."), ("COMP-02", "TEXTAREA", "Is there a plan?"),
         ("PROD-01", "TEXTAREA", "Is there a test system?")],
        ["Organization", "Product"],
    ),
    "sig": (
        {"A. Governance": [
            ["Ques Num", "Question/Request", "Response", "Additional Information", "Domain"],
            ["A.1", "Is there a made-up policy?", None, None, "Governance"],
            ["A.1.1", "Is it reviewed?", None, None, "Governance"],
        ]},
        [("A.1", "SINGLE_CHOICE", "Is there a made-up policy?"), ("A.1.1", "SINGLE_CHOICE", "Is it reviewed?")],
        ["Governance"],
    ),
    "vsa": (
        {"Service Overview": [
            ["#", "Question", "Answer", "Notes"], ["1", "What does the service do?", None, None], ["2", "Who runs it?", None, None],
        ]},
        [("1", "TEXTAREA", "What does the service do?"), ("2", "TEXTAREA", "Who runs it?")],
        [],
    ),
    "vda_isa": (
        {"Information Security": [
            ["ISA New", "Control question", "Objective", "Requirements (must)", "Maturity level"],
            ["1.1.1", "How far is a made-up policy in place?", "Everyone knows it.", "It is written.", None],
            ["1.1.2", "How far is it managed?", None, None, None],
        ]},
        [("1.1.1", "SINGLE_CHOICE", "How far is a made-up policy in place?"), ("1.1.2", "SINGLE_CHOICE", "How far is it managed?")],
        [],
    ),
    "redcap": (
        {"Dictionary": [
            ["Variable / Field Name", "Section Header", "Field Type", "Field Label", "Choices, Calculations, OR Slider Labels",
             "Text Validation Type OR Show Slider Number", "Branching Logic (Show field only if...)", "Question Number (surveys only)"],
            ["fence", "Yard", "yesno", "Is there a fence?", None, None, None, "1"],
            ["built", None, "text", "When was it built?", None, "date_ymd", "[fence] = '1'", "2"],
            ["story", None, "notes", "Which story has it?", None, None, None, "3"],
        ]},
        [("1", "YESNO", "Is there a fence?"), ("2", "DATE", "When was it built?"), ("3", "TEXTAREA", "Which story has it?")],
        ["Yard"],
    ),
    "saq": (
        {"Questionnaire": [
            ["Number", "Section", "Question", "Answer options", "Evidence"],
            ["1", "Company", "Does the site have a made-up manager?", "Yes\nNo", None],
            ["1a", "Company", "Which reports are published?", "None\nYearly\nQuarterly", None],
        ]},
        [("1", "YESNO", "Does the site have a made-up manager?"), ("1a", "SINGLE_CHOICE", "Which reports are published?")],
        ["Company"],
    ),
    "eramba": (
        {"questions": [
            ["Chapter Number", "Chapter Title", "Chapter Description", "Question Number", "Question Title", "Question Description", "Answers"],
            ["1", "Basics", "", "1.1", "Is there a policy?", "A written one", "Yes|No"],
            ["1", "Basics", "", "1.2", "Describe it.", "", ""],
        ]},
        [("1.1", "YESNO", "Is there a policy?"), ("1.2", "TEXTAREA", "Describe it.")],
        ["Basics"],
    ),
}  # fmt: skip


def pages_of(sheets: Sheets) -> list[Page]:
    return [Page(Sheet(name, rows), Layout()) for name, rows in sheets.items()]


def planned(sheets: Sheets) -> tuple[str, Built]:
    pages = pages_of(sheets)
    mapping = propose(pages, {})
    return mapping.profile, plan_form(pages, mapping, {}, import_id=1)


@pytest.mark.parametrize("code", FILES)
def test_a_file_is_recognised_and_read_by_its_profile(code: str) -> None:
    sheets, questions, headings = FILES[code]
    profile, built = planned(sheets)
    assert profile == code
    assert [(q.attrs["sourceKey"], q.attrs["type"], q.attrs["label"]) for q in built.asked] == questions
    content = built.document["doc"]["content"]
    assert [node["content"][0]["text"] for node in content if node["type"] == "heading"] == headings
    assert built.extracted.issues == []


def test_each_profile_but_that_of_xlsforms_has_a_file_above() -> None:
    assert set(FILES) == set(profiles()) - {"xlsform"}


def test_answers_of_a_standard_have_its_choices() -> None:
    _, built = planned(FILES["vda_isa"][0])
    attrs = built.questions[0].attrs
    assert [option["label"] for option in attrs["options"]] == ["0", "1", "2", "3", "4", "5", "na"]
    assert attrs["hint"] == "Everyone knows it.\nIt is written."


def test_another_list_with_similar_headings_is_not_taken_for_a_standard() -> None:
    profile, built = planned(
        {"Audit": [["ID", "Question", "Additional Information"], ["1", "Is it so?", None]]}
    )
    assert profile == ""
    assert len(built.asked) == 1


XLSFORM: Sheets = {
    "survey": [
        ["type", "name", "label::English (en)", "label::Deutsch (de)", "hint", "required", "relevant", "constraint", "appearance"],
        ["start", "start", None, None, None, None, None, None, None],
        ["begin_group", "company", "Company", "Firma", None, None, None, None, None],
        ["text", "firm", "Name", "Name der Firma", "As registered", "yes", None, None, None],
        ["integer", "people", "Employees", None, None, None, None, ". >= 1 and . <= 5000", None],
        ["select_one yes_no", "iso", "Certified?", "Zertifiziert?", None, "true()", None, None, None],
        ["select_one level", "level", "Level", None, None, None, "${iso} = 'yes'", None, None],
        ["select_multiple level or_other", "levels", "Levels", None, None, None, "selected(${level}, 'high')", None, None],
        ["end_group", None, None, None, None, None, None, None, None],
        ["note", "thanks", "Thank you.", "Danke.", None, None, None, None, None],
        ["begin_repeat", "sites", "Sites", "Standorte", None, None, None, None, None],
        ["text", "city", "City", None, None, None, None, None, None],
        ["date", "since", "Since", None, None, None, None, None, None],
        ["end_repeat", None, None, None, None, None, None, None, None],
        ["text", "story", "Story", None, None, None, None, "regex(., 'x')", "multiline"],
        ["hologram", "odd", "Odd", None, None, None, None, None, None],
    ],
    "choices": [
        ["list_name", "name", "label::English (en)", "label::Deutsch (de)"],
        ["yes_no", "yes", "Yes", "Ja"], ["yes_no", "no", "No", "Nein"],
        ["level", "low", "Low", "Niedrig"], ["level", "high", "High", "Hoch"],
    ],
    "settings": [["form_title", "form_id"], ["Supplier survey", "s1"]],
}  # fmt: skip


def test_an_xlsform_is_read_with_groups_choices_conditions_and_settings() -> None:
    profile, built = planned(XLSFORM)
    assert profile == "xlsform"
    assert built.extracted.title == "Supplier survey"
    attrs = {each.attrs["name"]: each.attrs for each in built.questions}
    assert {name: each["type"] for name, each in attrs.items()} == {
        "firm": "TEXT", "people": "NUMBER", "iso": "YESNO", "level": "SINGLE_CHOICE", "levels": "MULTI_CHOICE",
        "sites": "TABLE", "story": "TEXTAREA", "odd": "TEXT",
    }  # fmt: skip
    assert (attrs["people"]["min"], attrs["people"]["max"]) == ("1", "5000")
    assert attrs["firm"]["required"] is True
    assert attrs["level"]["visibleWhen"] == {"field": "iso", "operator": "equals", "value": True}
    assert attrs["levels"]["visibleWhen"] == {"field": "level", "operator": "equals", "value": "high"}
    assert [option["value"] for option in attrs["levels"]["options"]] == ["low", "high", "other"]
    assert [column["type"] for column in attrs["sites"]["columns"]] == ["TEXT", "DATE"]
    sentences = [issue.sentence for issue in built.extracted.issues]
    assert sentences == [
        "“survey”: 1 row that asks nothing (such as a calculation) is left out.",
        "“survey”, row 15: the rule “regex(., 'x')” is not taken over: a form can't check it.",
        "“survey”, row 16: the type “hologram” is not known. The question asks for a text.",
    ]


def test_questions_of_an_xlsform_have_the_conditions_of_their_groups_and_their_rules() -> None:
    survey = [
        ["type", "name", "label", "relevant", "constraint"],
        ["select_one yes_no", "agrees", "Do you agree?", None, None],
        ["select_one yes_no", "owns", "Do you own a phone?", None, None],
        ["begin_group", "about", "About you", "${agrees} = 'yes'", None],
        ["text", "code", "Code", None, "regex(., '^[A-Z]{2}[0-9]+$')"],
        ["text", "odd", "Odd code", None, "regex(., '(?<=a)b')"],
        ["begin_group", "phone", "Phone", "${owns} = 'yes'", None],
        ["integer", "calls", "Calls", "${code} != ''", ". > 0 and . < 30"],
        ["decimal", "hours", "Hours", None, ". > 0"],
        ["end_group", None, None, None, None],
        ["note", "warning", "Only for owners.", "${owns} = 'yes'", None],
        ["end_group", None, None, None, None],
        ["text", "end", "Anything else?", None, None],
    ]
    _, built = planned({"survey": survey, "choices": XLSFORM["choices"]})
    attrs = {each.attrs["name"]: each.attrs for each in built.questions}
    agrees = {"field": "agrees", "operator": "equals", "value": True}
    owns = {"field": "owns", "operator": "equals", "value": True}
    assert attrs["code"]["visibleWhen"] == agrees
    assert attrs["calls"]["visibleWhen"] == {
        "all": [agrees, owns, {"field": "code", "operator": "answered", "value": None}]
    }
    assert "visibleWhen" not in attrs["end"]
    assert [attrs[name]["pattern"] for name in ("code", "odd")] == ["[A-Z]{2}[0-9]+", ""]
    assert (attrs["calls"]["min"], attrs["calls"]["max"], attrs["hours"]["min"]) == ("1", "29", "0")
    assert [issue.sentence for issue in built.extracted.issues] == [
        "“survey”, row 6: the rule “regex(., '(?<=a)b')” is not taken over: a form can't check it.",
        "“survey”, row 9: the rule “. > 0” now includes 0, because a form can't exclude a bound.",
        "“survey”, row 11: the text is always shown. Only questions can depend on answers.",
    ]


def test_an_xlsform_is_read_in_a_language() -> None:
    pages = pages_of(XLSFORM)
    mapping = propose(pages, {})
    assert languages_in(pages, mapping) == ["de", "en"]
    german = type(mapping)(mapping.sheets, "de", mapping.profile)
    built = plan_form(pages, german, {}, import_id=1)
    labels = [each.attrs["label"] for each in built.questions]
    assert labels[:3] == ["Name der Firma", "Employees", "Zertifiziert?"]
    level = next(each.attrs for each in built.questions if each.attrs["name"] == "level")
    assert [option["label"] for option in level["options"]] == ["Niedrig", "Hoch"]
    assert level["options"][0]["value"] == "low"
