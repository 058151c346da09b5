"""Valid documents, unfinished drafts, and the sentences for their problems."""

from typing import Any

import pytest

from app.forms.document.schema import check_document, find_faults, is_safe_link
from tests.unit.forms.documents import OPTIONS, document, field, paragraph

YESNO = field("yes", type="YESNO")
ANSWERED = {"field": "a", "operator": "answered"}
ANSWERED_B = {"field": "b", "operator": "answered"}
YES = {"field": "yes", "operator": "equals", "value": True}


def text(**node: Any) -> dict[str, Any]:
    return {"type": "paragraph", "content": [{"type": "text", "text": "x", **node}]}


REFUSED: list[tuple[Any, str]] = [
    (None, "A form is an object with schemaVersion and doc."),
    ({"doc": {}}, "A form is an object with schemaVersion and doc."),
    ({"schemaVersion": 2, "doc": {"type": "doc"}}, "The form's schemaVersion must be 1."),
    ({"schemaVersion": True, "doc": {"type": "doc"}}, "The form's schemaVersion must be 1."),
    ({"schemaVersion": 1, "doc": {"type": "paragraph"}}, "The form's doc must be a node of type 'doc'."),
    (document({"type": "iframe"}), "The form has an unknown node 'iframe'."),
    (document({"type": ["x"]}), "The form has an unknown node '['x']'."),
    (document({"type": "text", "text": "x"}), "A doc cannot hold the node text."),
    (
        document({"type": "bulletList", "content": [paragraph("x")]}),
        "A bulletList cannot hold the node paragraph.",
    ),
    (document({"type": "bulletList"}), "A bulletList is empty."),
    (document({"type": "paragraph", "content": "x"}), "A paragraph has content that is no list."),
    (document({"type": "paragraph", "style": "x"}), "A paragraph has an unknown property 'style'."),
    (
        document({"type": "paragraph", "attrs": {"style": "x"}}),
        "A paragraph has an unknown attribute 'style'.",
    ),
    (document({"type": "paragraph", "attrs": [1]}), "A paragraph has attributes that are no object."),
    (document({"type": "paragraph", "text": "x"}), "A paragraph has text of its own."),
    (
        document({"type": "paragraph", "marks": [{"type": "bold"}]}),
        "A paragraph has a text style where none can be.",
    ),
    (document(text(text="")), "A text node has no text."),
    (document(text(marks=[{"type": "font"}])), "The form has an unknown text style 'font'."),
    (
        document(text(marks=[{"type": "bold", "attrs": {"x": 1}}])),
        "The text style 'bold' has an unknown attribute 'x'.",
    ),
    (
        document(text(marks=[{"type": "link", "attrs": {"href": "javascript:alert(1)"}}])),
        "A link may lead only to an http, https or mailto address.",
    ),
    (document({"type": "heading", "attrs": {"level": 4}}), "A heading has a level other than 1, 2 or 3."),
    (
        document({"type": "image", "attrs": {"src": "x", "attachmentId": 1}}),
        "An image has an unknown attribute 'src'.",
    ),
    (document({"type": "image"}), "An image names no attachment."),
    (document(paragraph("a\x00b")), "The form has a character that cannot be kept. Remove it."),
    (document(field("")), "A field needs a name."),
    (document(field("__x")), "The name '__x' is reserved: names may not start with two underscores."),
    (
        document(field("a-b")),
        "The name 'a-b' may hold only letters, digits and underscores, at most 64 of them.",
    ),
    (document(field("é")), "The name 'é' may hold only letters, digits and underscores, at most 64 of them."),
    (
        document(field("a"), field("a", fid="another-id")),
        "Two fields have the name 'a'; names must differ.",
    ),
    (
        document(field("a", fid="same-field"), field("b", fid="same-field")),
        "Two fields have the fid 'same-field'; identifiers must differ.",
    ),
    (
        document(field(fid="short")),
        "Field 'q' needs an identifier (fid) of 8 to 36 letters, digits and hyphens.",
    ),
    (document(field(colour="red")), "Field 'q' has an unknown attribute 'colour'."),
    (document(field(type="COLOUR")), "Field 'q' has an unknown type 'COLOUR'."),
    (document(field(label=5)), "Field 'q' has label as something other than a text."),
    (document(field(label="x" * 2_001)), "Field 'q' has a label of more than 2,000 characters."),
    (document(field(required="yes")), "Field 'q' has required as something other than true or false."),
    (document(field(writableBy="ALL")), "Field 'q' has an unknown writableBy 'ALL'."),
    (document(field(min=True)), "Field 'q' has min as something other than a number or a text."),
    (document(field(maxLength=0)), "Field 'q' has a maxLength that is no whole number from 1 to 20,000."),
    (document(field(maxRows=201)), "Field 'q' has a maxRows that is no whole number from 1 to 200."),
    (document(field(weight=-1)), "Field 'q' has a weight that is no number from 0 to 1,000."),
    (
        document(field(questionId="7")),
        f"Field 'q' has a questionId that is no whole number from 1 to {2**53:,}.",
    ),
    (document(field(options=["a"])), "Field 'q' has options that are no list of objects with label, value."),
    (document(field(options=[{"value": "a"}] * 301)), "Field 'q' has more than 300 options."),
    (
        document(field(type="TABLE", columns=[{"name": "a b"}])),
        (
            "Field 'q' has a column that cannot be used. "
            "The name 'a b' may hold only letters, digits and underscores, at most 64 of them."
        ),
    ),
    (
        document(field(type="TABLE", columns=[{"name": "a", "type": "FILE"}])),
        "Field 'q' has a column of an unknown type 'FILE'.",
    ),
    (
        document(field(visibleWhen="yes")),
        "Field 'q' has a visibleWhen that is no condition (field, operator, value).",
    ),
    (
        document(field(visibleWhen={"field": "a", "operator": "between"})),
        "Field 'q' has a condition with an unknown operator 'between'.",
    ),
    (document(field(visibleWhen={"operator": "answered"})), "Field 'q' has a condition that names no field."),
    (
        document(field(visibleWhen={"all": [{"operator": "answered"}] * 2})),
        "Field 'q' has a condition that names no field.",
    ),
    (
        document(field(visibleWhen={"any": [ANSWERED]})),
        "Field 'q' has a visibleWhen whose 'any' is no list of 2 to 10 conditions.",
    ),
    (
        document(field(visibleWhen={"all": [ANSWERED] * 11})),
        "Field 'q' has a visibleWhen whose 'all' is no list of 2 to 10 conditions.",
    ),
    (
        document(field(visibleWhen={"all": None})),
        "Field 'q' has a visibleWhen whose 'all' is no list of 2 to 10 conditions.",
    ),
    (
        document(field(visibleWhen={"all": [ANSWERED] * 2, "any": [ANSWERED] * 2})),
        "Field 'q' has a visibleWhen with something in addition to 'all'.",
    ),
    (
        document(field(visibleWhen={"any": [ANSWERED, {"all": [ANSWERED] * 2}]})),
        "Field 'q' has 'all' or 'any' within another one; conditions cannot be nested.",
    ),
    (
        document(field(visibleWhen={"any": [ANSWERED, "a"]})),
        "Field 'q' has a visibleWhen that is no condition (field, operator, value).",
    ),
    (
        document(field(scoring=[{"operator": "contains", "points": 1}])),
        "Field 'q' has a scoring rule with an unknown operator 'contains'.",
    ),
    (
        document(field(scoring=[{"operator": "answered", "points": 5000}])),
        "Field 'q' has a scoring rule whose points are no number from -1,000 to 1,000.",
    ),
]

UNFINISHED: list[tuple[Any, str]] = [
    (document(field(label=" ")), "Field 'q' needs a label."),
    (document(field(type="SINGLE_CHOICE")), "Field 'q' needs options to choose from."),
    (
        document(field(type="MULTI_CHOICE", options=[*OPTIONS, {"value": "a", "label": "C"}])),
        "Field 'q' has the option value 'a' more than once.",
    ),
    (
        document(field(type="MULTI_CHOICE", options=[{"label": "C"}])),
        "Field 'q' has an option without a value.",
    ),
    (
        document(field(type="MULTI_CHOICE", options=[{"value": "c"}])),
        "Field 'q' has an option without a label.",
    ),
    (
        document(field(type="MULTI_CHOICE", options=OPTIONS, min="3")),
        "Field 'q' asks for at least 3 choices and has 2 options.",
    ),
    (document(field(type="TABLE")), "Field 'q' needs columns."),
    (
        document(field(type="TABLE", columns=[{"name": "a", "label": "A"}] * 2)),
        "Field 'q' has the column 'a' more than once.",
    ),
    (
        document(field(type="TABLE", columns=[{"name": "a", "label": "A"}], min="3", maxRows=2)),
        "Field 'q' asks for at least 3 rows and allows 2.",
    ),
    (
        document(field(type="NUMBER", min=5, max="4")),
        "Field 'q' has a lowest value (5) above its highest (4).",
    ),
    (document(field(type="NUMBER", min="low")), "Field 'q' has a min 'low' that is no number."),
    (document(field(type="DATE", max="soon")), "Field 'q' has a max 'soon' that is no date (YYYY-MM-DD)."),
    (document(field(type="FILE", min="1.5")), "Field 'q' has a min '1.5' that is no whole number."),
    (document(field(type="FILE", max=21)), "Field 'q' may take at most 20 files."),
    (document(field(maxLength=2001)), "Field 'q' may be at most 2,000 characters long."),
    (
        document(field(pattern="(?=a)")),
        (
            "Field 'q' has a pattern that cannot be used. "
            "Only plain groups ( ) are supported, not those that begin with (?."
        ),
    ),
    (
        document(field(visibleWhen={"field": "gone", "operator": "answered"})),
        "Field 'q' depends on the field 'gone', which the form does not have.",
    ),
    (
        document(YESNO, field(visibleWhen={"field": "yes", "operator": "equals", "value": "yes"})),
        "Field 'q' has a condition that cannot be used. Compare with true or false.",
    ),
    (
        document(YESNO, field(visibleWhen={"field": "yes", "operator": "greaterThan", "value": 1})),
        "Field 'q' has a condition that cannot be used. 'greaterThan' does not suit the type YESNO.",
    ),
    (
        document(
            field("c", type="SINGLE_CHOICE", options=OPTIONS),
            field(visibleWhen={"field": "c", "operator": "in", "value": ["x"]}),
        ),
        "Field 'q' has a condition that cannot be used. 'x' is not among the options of 'c'.",
    ),
    (
        document(field(visibleWhen={"field": "q", "operator": "answered"})),
        "Field 'q' depends on itself: q > q.",
    ),
    (
        document(
            field("a", visibleWhen={"field": "b", "operator": "answered"}),
            field("b", visibleWhen={"field": "a", "operator": "answered"}),
        ),
        "Field 'a' depends on itself: a > b > a.",
    ),
    (
        document(
            field("a", visibleWhen={"any": [{"field": "free", "operator": "answered"}, ANSWERED_B]}),
            field("b", visibleWhen={"all": [{"field": "free", "operator": "answered"}, ANSWERED]}),
            field("free"),
        ),
        "Field 'a' depends on itself: a > b > a.",
    ),
    (
        document(YESNO, field(visibleWhen={"all": [YES, {"field": "gone", "operator": "answered"}]})),
        "Field 'q' depends on the field 'gone', which the form does not have.",
    ),
    (
        document(field(type="NUMBER", scoring=[{"operator": "between", "operand": [5, 1], "points": 1}])),
        "Field 'q' has a scoring rule that cannot be used. The lower value is above the upper one.",
    ),
    (
        document(field(type="FILE", scoring=[{"operator": "equals", "operand": "x", "points": 1}])),
        "Field 'q' has a scoring rule that cannot be used. 'equals' does not suit the type FILE.",
    ),
]


@pytest.mark.parametrize(("payload", "sentence"), REFUSED)
def test_invalid_document_is_rejected_even_as_a_draft(payload: object, sentence: str) -> None:
    assert sentence in check_document(payload, draft=True)
    assert sentence in check_document(payload)


@pytest.mark.parametrize(("payload", "sentence"), UNFINISHED)
def test_unfinished_document_is_accepted_as_a_draft_only(payload: object, sentence: str) -> None:
    assert check_document(payload) == [sentence]
    assert check_document(payload, draft=True) == []


def test_problem_names_its_field_for_the_editor() -> None:
    [fault] = find_faults(document(field(label="")))
    assert fault.fid == "the-field-q"


def test_form_has_at_most_2000_fields() -> None:
    fields = [field(f"q{number}", fid=f"field-{number:04}") for number in range(2001)]
    assert check_document(document(*fields[:2000])) == []
    assert check_document(document(*fields)) == ["A form may have at most 2,000 fields. This has 2,001."]


def test_depth_is_limited_without_exhausting_the_stack() -> None:
    node: dict[str, Any] = paragraph("x")
    for _ in range(25):
        node = {"type": "blockquote", "content": [node]}
    assert check_document(document(node)) == ["The form nests more than 24 levels."]
    for _ in range(50_000):
        node = {"type": "blockquote", "content": [node]}
    assert check_document(document(node)) == [
        "The form nests too deeply: take a list, a quotation or a table out of another one."
    ]


def test_size_is_limited() -> None:
    huge = document(*[paragraph("x" * 1_000) for _ in range(2_100)])
    assert check_document(huge) == ["The form is too large. Split it into several forms."]
    assert check_document(document(*[{"type": "horizontalRule"}] * 300_000)) == [
        "The form is too large. Split it into several forms."
    ]


def test_fields_that_share_conditions_are_no_circle() -> None:
    condition = {"all": [{"field": "a", "operator": "answered"}, {"field": "b", "operator": "answered"}]}
    fields = [field("a"), field("b", visibleWhen=ANSWERED), field("c", visibleWhen=condition)]
    assert check_document(document(*fields)) == []


def test_circle_is_reported_at_one_of_its_fields() -> None:
    fields = [
        field("start", visibleWhen=ANSWERED),
        field("a", visibleWhen=ANSWERED_B),
        field("b", visibleWhen=ANSWERED),
    ]
    [fault] = find_faults(document(*fields))
    assert (fault.fid, fault.sentence) == ("the-field-a", "Field 'a' depends on itself: a > b > a.")


def test_chain_of_1000_conditions_is_valid() -> None:
    fields = [field("q0", fid="field-0000")]
    for number in range(1, 1000):
        condition = {"field": f"q{number - 1}", "operator": "answered"}
        fields.append(field(f"q{number}", fid=f"field-{number:04}", visibleWhen=condition))
    assert check_document(document(*fields)) == []


@pytest.mark.parametrize(
    ("href", "safe"),
    [
        ("https://a.example/x?y=1#z", True),
        ("http://intranet/page", True),
        ("mailto:jana@bergmann.example", True),
        ("mailto:jana@bergmann.example?subject=Hi", True),
        ("mailto:jana@bergmann.example?subject=a%20b&body=c", True),
        ("mailto:jana@bergmann.example?subject=x%0aBcc:eve@evil.example", False),
        ("mailto:jana@bergmann.example?subject=x%0Dy", False),
        ("mailto:jana@bergmann.example?bcc=eve@evil.example", False),
        ("mailto:jana@bergmann.example?subject=a&CC=eve@evil.example", False),
        ("mailto:jana@bergmann.example?subject=a;%63c=eve@evil.example", False),
        ("javascript:alert(1)", False),
        (" https://a.example", False),
        ("https://a.example/\n", False),
        ("java\tscript:alert(1)", False),
        ("//a.example", False),
        ("/relative", False),
        ("data:text/html,x", False),
        ('https://a.example/"onclick', False),
        ("mailto:nobody", False),
        (None, False),
    ],
)
def test_only_http_and_plain_mailto_links_are_safe(href: object, safe: bool) -> None:
    assert is_safe_link(href) is safe
