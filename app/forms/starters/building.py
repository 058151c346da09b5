"""Builder functions for the documents of starter forms: each call returns a block or a field."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias
from uuid import NAMESPACE_URL, uuid5

from app.forms.document.fields import FIELD_NODES
from app.forms.document.nodes import Document, NewNode
from app.forms.document.normalise import normalise
from app.forms.document.schema import SCHEMA_VERSION
from app.forms.types import DocFormType

Node: TypeAlias = NewNode
Rule: TypeAlias = NewNode

NO_QUESTIONS: Mapping[str, int] = {}


@dataclass(frozen=True, slots=True)
class Starter:
    """Form that every new organisation gets. `key` identifies it permanently; `document` is stored."""

    key: str
    title: str
    form_type: DocFormType
    document: Document


def starter(
    key: str,
    title: str,
    form_type: DocFormType,
    *blocks: Node | Iterable[Node],
    questions: Mapping[str, int] = NO_QUESTIONS,
    headed: bool = True,
) -> Starter:
    """Build a starter from its title and blocks. Its fields get the same identifiers on every installation.

    `questions` maps the names of fields to the ids of standard questions. With `headed=False` the document has no
    title, because it is inserted into a message.
    """
    content = [*([heading(1, title)] if headed else []), *_flat(blocks)]
    for node in _fields(content):
        name = node["attrs"]["name"]
        node["attrs"]["fid"] = str(uuid5(NAMESPACE_URL, f"assay/starter/{key}/{name}"))
        if name in questions:
            node["attrs"]["questionId"] = questions[name]
    document = normalise({"schemaVersion": SCHEMA_VERSION, "doc": {"type": "doc", "content": content}})
    return Starter(key=key, title=title, form_type=form_type, document=document)


def section(number: int, title: str, intro: str, *blocks: Node | Iterable[Node]) -> list[Node]:
    """Build a numbered section with a heading, an introduction and blocks. The title is the topic of its fields."""
    content = list(_flat(blocks))
    for node in _fields(content):
        node["attrs"].setdefault("topic", title)
    return [heading(2, f"{number}. {title}"), paragraph(intro), *content]


def heading(level: int, title: str) -> Node:
    """Build a heading: level 1 is the form's title, level 2 starts a section, level 3 a part of a section."""
    return {"type": "heading", "attrs": {"level": level}, "content": [words(title)]}


def paragraph(*parts: str | Node) -> Node:
    """Build a paragraph of texts and inline nodes."""
    return {
        "type": "paragraph",
        "content": [words(part) if isinstance(part, str) else part for part in parts],
    }


def words(text: str, *marks: str) -> Node:
    """Build a text node with these styles."""
    node: Node = {"type": "text", "text": text}
    if marks:
        node["marks"] = [{"type": mark} for mark in marks]
    return node


def link(text: str, href: str) -> Node:
    """Build a text node that is a link."""
    return {"type": "text", "text": text, "marks": [{"type": "link", "attrs": {"href": href}}]}


def bullets(*items: str) -> Node:
    """Build a bullet list."""
    return {"type": "bulletList", "content": [_item(item) for item in items]}


def clauses(*items: str | Node) -> Node:
    """Build a numbered list; an item is a text or a paragraph."""
    return {"type": "orderedList", "content": [_item(item) for item in items]}


def grid(head: Iterable[str], *rows: Iterable[str]) -> Node:
    """Build a table of texts with a heading row."""
    cells = [
        [("tableHeader", text) for text in head],
        *[[("tableCell", text) for text in row] for row in rows],
    ]
    return {
        "type": "table",
        "content": [
            {
                "type": "tableRow",
                "content": [{"type": kind, "content": [paragraph(text)]} for kind, text in row],
            }
            for row in cells
        ],
    }


def field(kind: str, name: str, label: str, **attrs: object) -> Node:
    """Build a block field; `attrs` are further attributes by their stored names."""
    return {"type": "dvFieldBlock", "attrs": {"type": kind, "name": name, "label": label, **attrs}}


def inline(kind: str, name: str, label: str, **attrs: object) -> Node:
    """Build an inline field."""
    return {**field(kind, name, label, **attrs), "type": "dvField"}


def options(choices: Mapping[str, str]) -> list[dict[str, str]]:
    """Build options from a mapping of values to labels."""
    return [{"value": value, "label": label} for value, label in choices.items()]


def column(name: str, label: str, kind: str = "TEXT", **attrs: object) -> NewNode:
    """Build a column of a TABLE field."""
    return {"name": name, "label": label, "type": kind, **attrs}


def when(name: str, operator: str = "equals", value: object = None) -> NewNode:
    """Build the condition under which a field is visible."""
    return {"field": name, "operator": operator, "value": value}


def when_any(*conditions: NewNode) -> NewNode:
    """Build the condition of a field that is visible while at least one of 2 to 10 conditions is met."""
    return {"any": list(conditions)}


def points(operator: str, operand: object, number: float, follow_up: str = "") -> Rule:
    """Build a scoring rule, with the text of the follow-up task that it creates."""
    return {"operator": operator, "operand": operand, "points": number, "followUp": follow_up}


def yes_is_right(follow_up: str = "") -> list[Rule]:
    """Build the rules that score 10 points for Yes, 0 for No."""
    return [
        points("equals", operand=True, number=10),
        points("equals", operand=False, number=0, follow_up=follow_up),
    ]


def no_is_right(follow_up: str = "") -> list[Rule]:
    """Build the rules that score 10 points for No, 0 for Yes."""
    return [
        points("equals", operand=False, number=10),
        points("equals", operand=True, number=0, follow_up=follow_up),
    ]


def certified(name: str, label: str, follow_up: str, **attrs: object) -> Node:
    """Build a question about a certification, with the options yes, no and in progress."""
    return field(
        "SINGLE_CHOICE",
        name,
        label,
        options=options({"yes": "Yes", "no": "No", "progress": "In progress"}),
        scoring=[
            points("equals", "yes", 10),
            points("equals", "progress", 5),
            points("equals", "no", 0, follow_up),
        ],
        **attrs,
    )


def share(name: str, label: str, **attrs: object) -> Node:
    """Build a field for a percentage from 0 to 100."""
    return field("NUMBER", name, label, suffix="%", min="0", max="100", **attrs)


def _item(item: str | Node) -> Node:
    return {"type": "listItem", "content": [paragraph(item) if isinstance(item, str) else item]}


def _flat(blocks: Iterable[Node | Iterable[Node]]) -> Iterator[Node]:
    for block in blocks:
        if isinstance(block, dict):
            yield block
        else:
            yield from block


def _fields(nodes: Iterable[Node]) -> Iterator[Node]:
    for node in nodes:
        if node["type"] in FIELD_NODES:
            yield node
        yield from _fields(node.get("content", ()))
