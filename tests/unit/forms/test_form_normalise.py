"""The stored form of a document, and the HTML generated from it."""

from app.forms.document.html import to_html
from app.forms.document.normalise import normalise, without_scoring
from app.forms.document.schema import check_document
from tests.unit.forms.documents import OPTIONS, document, field, heading, paragraph


def test_attributes_added_by_the_editor_library_are_accepted_and_removed() -> None:
    link = {"href": "https://a.example", "target": "_blank", "rel": "noopener", "class": None}
    payload = document(
        {
            "type": "paragraph",
            "attrs": {"textAlign": None},
            "content": [{"type": "text", "text": "x", "marks": [{"type": "link", "attrs": link}]}],
        },
        {
            "type": "orderedList",
            "attrs": {"start": 1, "type": None},
            "content": [{"type": "listItem", "content": [paragraph("y")]}],
        },
    )
    assert check_document(payload) == []
    assert normalise(payload)["doc"]["content"] == [
        {
            "type": "paragraph",
            "content": [
                {
                    "type": "text",
                    "marks": [{"type": "link", "attrs": {"href": "https://a.example"}}],
                    "text": "x",
                }
            ],
        },
        {"type": "orderedList", "content": [{"type": "listItem", "content": [paragraph("y")]}]},
    ]


def test_only_file_fields_store_a_type_of_document() -> None:
    payload = document(
        field("a", type="FILE", documentType="ISO9001"),
        field("b", type="FILE", documentType=""),
        field("c", type="TEXT", documentType="ISO9001"),
    )
    assert check_document(payload) == []
    stored = [node["attrs"].get("documentType") for node in normalise(payload)["doc"]["content"]]
    assert stored == ["ISO9001", None, None]


def test_normalising_removes_defaults_and_unused_attributes() -> None:
    node = field(
        type="NUMBER",
        hint=None,
        required=False,
        weight=1,
        min="",
        max=100,
        suffix="%",
        options=OPTIONS,
        pattern="x",
        maxLength=5,
        visibleWhen=None,
        scoring=[{"operator": "answered", "points": 2, "operand": None}],
    )
    assert normalise(document(node))["doc"]["content"][0]["attrs"] == {
        "fid": "the-field-q",
        "name": "q",
        "type": "NUMBER",
        "label": "A question",
        "suffix": "%",
        "max": "100",
        "scoring": [{"operator": "answered", "points": 2}],
    }


def test_conditions_keep_their_form_and_lose_empty_values() -> None:
    single = {"field": "a", "operator": "answered"}
    equal = {"field": "b", "operator": "equals", "value": False}
    for stored in (single, {"all": [single, equal]}, {"any": [equal, single]}):
        payload = document(field(visibleWhen=stored))
        assert normalise(payload)["doc"]["content"][0]["attrs"]["visibleWhen"] == stored
    payload = document(field(visibleWhen={"any": [{**single, "value": None}, equal]}))
    assert normalise(payload)["doc"]["content"][0]["attrs"]["visibleWhen"] == {"any": [single, equal]}


def test_html_contains_all_conditions() -> None:
    html = to_html(document(field(visibleWhen={"any": [{"field": "a", "operator": "answered"}] * 2})))
    condition = "{&quot;field&quot;: &quot;a&quot;, &quot;operator&quot;: &quot;answered&quot;}"
    assert f'visible-when="{{&quot;any&quot;: [{condition}, {condition}]}}"' in html


def test_weight_of_zero_is_kept() -> None:
    assert normalise(document(field(weight=0)))["doc"]["content"][0]["attrs"]["weight"] == 0


def test_respondents_get_no_scoring() -> None:
    payload = document(field(weight=3, scoring=[{"operator": "answered", "points": 2, "followUp": "Why?"}]))
    attrs = without_scoring(payload)["doc"]["content"][0]["attrs"]
    assert "weight" not in attrs
    assert "scoring" not in attrs
    assert payload["doc"]["content"][0]["attrs"]["weight"] == 3


def test_html_is_escaped() -> None:
    link = {"type": "link", "attrs": {"href": "https://a.example/?a=1&b='2'"}}
    payload = document(
        heading(2, "<script>"),
        {
            "type": "paragraph",
            "content": [
                {"type": "text", "text": "a & b", "marks": [{"type": "bold"}, link]},
                {"type": "hardBreak"},
            ],
        },
        field(
            label='"><img onerror=alert(1)>', type="SINGLE_CHOICE", options=[{"value": "a", "label": "<b>"}]
        ),
        {"type": "image", "attrs": {"attachmentId": 7, "alt": '"x"'}},
        {
            "type": "table",
            "content": [
                {
                    "type": "tableRow",
                    "content": [{"type": "tableCell", "attrs": {"colspan": 2}, "content": [paragraph("c")]}],
                }
            ],
        },
    )
    assert to_html(payload) == (
        "<h2>&lt;script&gt;</h2>"
        '<p><strong><a href="https://a.example/?a=1&amp;b=&#x27;2&#x27;" rel="noopener noreferrer">a &amp; b</a>'
        "</strong><br></p>"
        '<dv-field block="true" fid="the-field-q" name="q" type="SINGLE_CHOICE"'
        ' label="&quot;&gt;&lt;img onerror=alert(1)&gt;"'
        ' options="[{&quot;value&quot;: &quot;a&quot;, &quot;label&quot;: &quot;&lt;b&gt;&quot;}]">'
        "</dv-field>"
        '<img data-attachment-id="7" alt="&quot;x&quot;">'
        '<table><tbody><tr><td colspan="2"><p>c</p></td></tr></tbody></table>'
    )
