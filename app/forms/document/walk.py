"""Fields of a form, or of all forms of an RFx, in document order.

The twin is static_src/domain/questionnaire/rules/walk.ts.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.forms.document.fields import FIELD_NODES, Field, field_from_attrs
from app.forms.document.nodes import Document, Node
from app.forms.document.text import collapsed

_SECTION_LEVEL = 2


@dataclass(frozen=True, slots=True)
class PlacedField:
    """Field with its position.

    `key` is the key of its value: the field's name, or `{form_id}.{name}` if another form of the RFx has the same name.
    `section_index` counts the form's level 2 headings from 1; before the first one it is 0 with an empty title. `index`
    is the position among all fields of the walk, `form_index` the position of the form.
    """

    field: Field
    key: str
    index: int
    form_id: int | None
    form_index: int
    section_index: int
    section_title: str


def walk(payload: Document) -> list[PlacedField]:
    """Return the fields of one stored document (`{schemaVersion, doc}`); the keys are the names."""
    return walk_forms([(None, payload)])


def walk_forms(forms: Sequence[tuple[int | None, Document]]) -> list[PlacedField]:
    """Return the fields of several forms, passed as (form id, stored document) in the order of sending."""
    entries = [
        (form_id, form_index, section_index, section_title, field)
        for form_index, (form_id, payload) in enumerate(forms)
        for section_index, section_title, field in _fields_of(payload)
    ]
    forms_with_name = Counter(name for _, name in {(entry[1], entry[4].name) for entry in entries})
    return [
        PlacedField(
            field=field,
            key=field.name if forms_with_name[field.name] == 1 else f"{form_id}.{field.name}",
            index=index,
            form_id=form_id,
            form_index=form_index,
            section_index=section_index,
            section_title=section_title,
        )
        for index, (form_id, form_index, section_index, section_title, field) in enumerate(entries)
    ]


def _fields_of(payload: Document) -> Iterator[tuple[int, str, Field]]:
    section_index, section_title = 0, ""
    for node in nodes_of(payload.get("doc") or {}):
        if node.get("type") == "heading" and (node.get("attrs") or {}).get("level", 1) == _SECTION_LEVEL:
            section_index, section_title = section_index + 1, text_of(node)
        elif node.get("type") in FIELD_NODES:
            yield section_index, section_title, field_from_attrs(node.get("attrs") or {})


def nodes_of(node: Node) -> Iterator[Node]:
    """Yield a node and its descendants, in the order of the document."""
    yield node
    for child in node.get("content") or ():
        yield from nodes_of(child)


def text_of(node: Node) -> str:
    """Return the text of a node and its descendants with collapsed white space; fields have no text."""
    return collapsed(
        "".join(
            part.get("text") or ""
            if part.get("type") == "text"
            else " "
            if part.get("type") == "hardBreak"
            else ""
            for part in nodes_of(node)
        )
    )
