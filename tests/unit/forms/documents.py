"""Builders and hypothesis strategies of form documents, for the tests of this package."""

from typing import Any

from hypothesis import strategies as st

from app.forms.document.fields import ColumnType, FieldType, WritableBy

OPTIONS = [{"value": "a", "label": "A"}, {"value": "b", "label": "B"}]


def document(*content: dict[str, Any]) -> dict[str, Any]:
    return {"schemaVersion": 1, "doc": {"type": "doc", "content": list(content)}}


def field(name: str = "q", **attrs: Any) -> dict[str, Any]:
    defaults = {"fid": f"the-field-{name}"[:36], "name": name, "label": "A question", "type": "TEXT"}
    return {"type": "dvFieldBlock", "attrs": defaults | attrs}


def paragraph(*texts: str) -> dict[str, Any]:
    return {"type": "paragraph", "content": [{"type": "text", "text": text} for text in texts]}


def heading(level: int, text: str) -> dict[str, Any]:
    return {"type": "heading", "attrs": {"level": level}, "content": [{"type": "text", "text": text}]}


words = st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\x00"), min_size=1, max_size=30)
labels = words.filter(lambda text: text.strip() != "" and any(c.isalnum() for c in text))
option_lists = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=5, unique=True).map(
    lambda values: [{"value": value, "label": value.upper()} for value in values]
)

columns = st.lists(st.sampled_from(ColumnType), min_size=1, max_size=4).map(
    lambda kinds: [
        {
            "name": f"c{index}",
            "label": f"Column {index}",
            "type": str(kind),
            "required": index == 0,
            "options": [{"value": "a", "label": "A"}] if kind is ColumnType.SINGLE_CHOICE else [],
        }
        for index, kind in enumerate(kinds)
    ]
)


@st.composite
def field_attrs(draw: st.DrawFn, name: str) -> dict[str, Any]:
    kind = draw(st.sampled_from(FieldType))
    attrs: dict[str, Any] = {
        "fid": f"fid-{name}-0000",
        "name": name,
        "type": str(kind),
        "label": draw(labels),
        "hint": draw(st.one_of(st.just(""), st.none(), words)),
        "required": draw(st.booleans()),
        "writableBy": str(draw(st.sampled_from(WritableBy))),
        "weight": draw(st.sampled_from([0, 1, 1.0, 2.5])),
        "topic": draw(st.sampled_from(["", "Quality"])),
        "questionId": draw(st.sampled_from([None, 7])),
        "sourceKey": draw(st.sampled_from(["", f"A&A-{name}"])),
        "showInSummary": draw(st.booleans()),
        "scoring": draw(
            st.sampled_from([[], [{"operator": "answered", "points": 2, "operand": None, "followUp": ""}]])
        ),
    }
    match kind:
        case FieldType.NUMBER | FieldType.CURRENCY_AMOUNT:
            attrs |= draw(st.sampled_from([{}, {"min": 0}, {"min": "0.5", "max": 10}, {"max": "99"}]))
        case FieldType.DATE:
            attrs |= draw(st.sampled_from([{}, {"min": "2020-01-01"}, {"max": "2030-12-31"}]))
        case FieldType.TEXT | FieldType.TEXTAREA:
            attrs |= draw(st.sampled_from([{}, {"maxLength": 20}, {"pattern": "[A-Z]{2}[0-9]+"}]))
        case FieldType.SINGLE_CHOICE | FieldType.MULTI_CHOICE:
            attrs["options"] = draw(option_lists)
            if kind is FieldType.MULTI_CHOICE:
                attrs |= draw(st.sampled_from([{}, {"min": 1}, {"max": "2"}]))
        case FieldType.FILE:
            attrs |= draw(st.sampled_from([{}, {"min": "1"}, {"max": 20}, {"documentType": "ISO9001"}]))
        case FieldType.TABLE:
            attrs |= {"columns": draw(columns), "maxRows": draw(st.sampled_from([None, 3]))}
    return attrs


def visible_when(names: list[str]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw one condition on a field of `names`, or all or any of several."""
    condition = st.builds(
        lambda name, operator: {"field": name, "operator": operator},
        st.sampled_from(names),
        st.sampled_from(["answered", "unanswered"]),
    )
    groups = st.lists(condition, min_size=2, max_size=4)
    return condition | st.builds(lambda kind, group: {kind: group}, st.sampled_from(["all", "any"]), groups)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Draw valid documents with up to 12 fields, some with conditions."""
    names = [f"q{index}" for index in range(draw(st.integers(0, 12)))]
    content: list[dict[str, Any]] = []
    for index, name in enumerate(names):
        attrs = draw(field_attrs(name))
        if index and draw(st.booleans()):
            attrs["visibleWhen"] = draw(visible_when(names[:index]))
        block = {"type": "dvFieldBlock", "attrs": attrs}
        inline = {"type": "paragraph", "content": [{"type": "dvField", "attrs": attrs}]}
        content.append(draw(st.sampled_from([block, inline])))
        if draw(st.booleans()):
            content.append(
                draw(st.sampled_from([heading(2, "Section"), heading(3, "Part"), {"type": "horizontalRule"}]))
            )
        if draw(st.booleans()):
            content.append(paragraph(draw(words)))
    return document(*content)


answers: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(
        ["a", "2026-11-03", "31/02/2027", "12.5", "GBR", "jana@bergmann.example", "https://a.io"]
    ),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["c0", "c1", "currency", "amount", "name", "strokes"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)
