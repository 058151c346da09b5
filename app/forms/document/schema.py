"""Validation of a form document before it is stored or published.

A stored document is `{"schemaVersion": 1, "doc": {...}}`; `doc` is ProseMirror JSON of the nodes below. Editor,
responder, read-only view and PDF all render it, so only nodes and attributes that all of them support are allowed.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from app.forms.document.faults import Fault, Report, Severity
from app.forms.document.field_checks import (
    check_attribute_types,
    check_consistency,
    name_fault,
    operand_fault,
)
from app.forms.document.fields import FIELD_NODES, Field, field_from_attrs
from app.forms.document.nodes import Attributes, Node
from app.forms.document.text import is_email, is_storable
from app.kernel.sanitise import is_harmless_mailto

SCHEMA_VERSION = 1
MAX_FIELDS = 2_000
MAX_DEPTH = 24
MAX_FAULTS = 100

_MAX_JSON_DEPTH = 64
_MAX_JSON_VALUES = 200_000
_MAX_CHARACTERS = 2_000_000

_BLOCKS = frozenset(
    {
        "heading",
        "paragraph",
        "bulletList",
        "orderedList",
        "blockquote",
        "horizontalRule",
        "table",
        "image",
        "dvFieldBlock",
    }
)
_INLINE = frozenset({"text", "hardBreak", "dvField"})
_NOTHING: frozenset[str] = frozenset()
_CONTENT: Mapping[str, frozenset[str]] = {
    "doc": _BLOCKS,
    "heading": _INLINE,
    "paragraph": _INLINE,
    "bulletList": frozenset({"listItem"}),
    "orderedList": frozenset({"listItem"}),
    "listItem": _BLOCKS,
    "blockquote": _BLOCKS,
    "horizontalRule": _NOTHING,
    "table": frozenset({"tableRow"}),
    "tableRow": frozenset({"tableHeader", "tableCell"}),
    "tableHeader": _BLOCKS,
    "tableCell": _BLOCKS,
    "image": _NOTHING,
    "text": _NOTHING,
    "hardBreak": _NOTHING,
    "dvField": _NOTHING,
    "dvFieldBlock": _NOTHING,
}
_NEVER_EMPTY = frozenset(
    {"bulletList", "orderedList", "listItem", "blockquote", "table", "tableRow", "tableHeader", "tableCell"}
)
_MARKS = frozenset({"bold", "italic", "underline", "strike", "link"})
_NODE_KEYS = frozenset({"type", "attrs", "content", "marks", "text"})

# The editor library adds these attributes. They have no meaning here, and `normalise` drops them.
EDITOR_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "link": frozenset({"target", "rel", "class", "title"}),
    "orderedList": frozenset({"type"}),
    "tableCell": frozenset({"colwidth"}),
    "tableHeader": frozenset({"colwidth"}),
}

_WEB_LINK = re.compile(r"[Hh][Tt][Tt][Pp][Ss]?://[^\x00-\x20\x7f<>\"]{1,1990}")
_MAIL_LINK = re.compile(
    r"[Mm][Aa][Ii][Ll][Tt][Oo]:([^\x00-\x20\x7f<>\"?]+)(?:\?[^\x00-\x20\x7f<>\"]{0,1000})?"
)


def check_document(payload: object, *, draft: bool = False) -> list[str]:
    """Return a plain sentence for each fault of a document from a client.

    A `draft` may be unfinished (a choice without options, a condition on a deleted field), but it must be safe to store
    and to render. To be published, a document must have no faults.
    """
    return [
        fault.sentence for fault in find_faults(payload) if not draft or fault.severity is Severity.REFUSED
    ]


def find_faults(payload: object) -> list[Fault]:
    """Return the faults of a document, at most 100, REFUSED first; the editor shows each at its field."""
    if fault := _size_fault(payload):
        return [fault]
    if not isinstance(payload, dict) or set(payload) != {"schemaVersion", "doc"}:
        return [Fault("A form is an object with schemaVersion and doc.")]
    if payload["schemaVersion"] != SCHEMA_VERSION or isinstance(payload["schemaVersion"], bool):
        return [Fault(f"The form's schemaVersion must be {SCHEMA_VERSION}.")]
    if not isinstance(payload["doc"], dict) or payload["doc"].get("type") != "doc":
        return [Fault("The form's doc must be a node of type 'doc'.")]
    faults = list(_node_faults(payload["doc"], 0))
    if not faults:
        faults = _field_faults(payload["doc"])
    faults.sort(key=lambda fault: fault.severity is not Severity.REFUSED)
    return faults[:MAX_FAULTS]


def is_safe_link(href: object) -> bool:
    """True if a document may contain the link: http, https or a harmless mailto, without control characters."""
    if not isinstance(href, str):
        return False
    if match := _MAIL_LINK.fullmatch(href):
        return is_email(match[1]) and is_harmless_mailto(href)
    return _WEB_LINK.fullmatch(href) is not None


def _size_fault(payload: object) -> Fault | None:
    """Check size and depth without recursion, so that the later checks can recurse safely."""
    values = characters = 0
    stack: list[tuple[object, int]] = [(payload, 0)]
    while stack:
        value, depth = stack.pop()
        values += 1
        if depth > _MAX_JSON_DEPTH:
            return Fault("The form nests too deeply: take a list, a quotation or a table out of another one.")
        texts = [value] if isinstance(value, str) else list(value) if isinstance(value, dict) else []
        for text in texts:
            if not isinstance(text, str) or not is_storable(text):
                return Fault("The form has a character that cannot be kept. Remove it.")
            characters += len(text)
        if values > _MAX_JSON_VALUES or characters > _MAX_CHARACTERS:
            return Fault("The form is too large. Split it into several forms.")
        children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
        stack.extend((child, depth + 1) for child in children)
    return None


def _node_faults(node: Node, depth: int) -> Iterator[Fault]:
    """Yield the structural faults of `node`, which has a valid type, and of its descendants."""
    kind = node["type"]
    if depth > MAX_DEPTH:
        yield Fault(f"The form nests more than {MAX_DEPTH} levels.")
        return
    for key in sorted(set(node) - _NODE_KEYS):
        yield Fault(f"{_with_article(kind)} has an unknown property '{key}'.")
    attrs = node.get("attrs")
    if attrs is not None and not isinstance(attrs, dict):
        yield Fault(f"{_with_article(kind)} has attributes that are no object.")
    elif kind not in FIELD_NODES:
        yield from _attribute_faults(kind, attrs or {})
    yield from _mark_faults(kind, node.get("marks"))
    text = node.get("text")
    if kind == "text" and (not isinstance(text, str) or not text):
        yield Fault("A text node has no text.")
    if kind != "text" and text is not None:
        yield Fault(f"{_with_article(kind)} has text of its own.")
    yield from _content_faults(kind, node.get("content"), depth)


def _content_faults(kind: str, content: object, depth: int) -> Iterator[Fault]:
    if content is not None and not isinstance(content, list):
        yield Fault(f"{_with_article(kind)} has content that is no list.")
        return
    if not content and kind in _NEVER_EMPTY:
        yield Fault(f"{_with_article(kind)} is empty.")
    for child in content or ():
        child_kind = child.get("type") if isinstance(child, dict) else None
        if not isinstance(child_kind, str) or child_kind not in _CONTENT:
            yield Fault(f"The form has an unknown node '{str(child_kind)[:60]}'.")
        elif child_kind not in _CONTENT[kind]:
            yield Fault(f"{_with_article(kind)} cannot hold the node {child_kind}.")
        else:
            yield from _node_faults(child, depth + 1)


def _attribute_faults(kind: str, attrs: Mapping[str, object]) -> Iterator[Fault]:
    values = {
        name: value
        for name, value in attrs.items()
        if value is not None and name not in EDITOR_ATTRIBUTES.get(kind, ())
    }
    allowed: set[str] = set()
    if kind == "heading":
        allowed = {"level"}
        if not _is_whole(values.get("level", 1), 1, 3):
            yield Fault("A heading has a level other than 1, 2 or 3.")
    elif kind == "orderedList":
        allowed = {"start"}
        if not _is_whole(values.get("start", 1), 0, 9_999):
            yield Fault("A numbered list starts with something other than a number from 0 to 9,999.")
    elif kind in ("tableCell", "tableHeader"):
        allowed = {"colspan", "rowspan"}
        if not all(_is_whole(values.get(name, 1), 1, 50) for name in allowed):
            yield Fault("A table cell spans something other than 1 to 50 rows or columns.")
    elif kind == "image":
        allowed = {"attachmentId", "alt"}
        if not _is_whole(values.get("attachmentId"), 1, 2**53):
            yield Fault("An image names no attachment.")
        if not isinstance(values.get("alt", ""), str) or len(str(values.get("alt", ""))) > 500:
            yield Fault("An image has a description that is no text of at most 500 characters.")
    for name in sorted(set(values) - allowed):
        yield Fault(f"{_with_article(kind)} has an unknown attribute '{name[:60]}'.")


def _mark_faults(kind: str, marks: object) -> Iterator[Fault]:
    if marks is None:
        return
    if not isinstance(marks, list) or (marks and kind not in _INLINE):
        yield Fault(f"{_with_article(kind)} has a text style where none can be.")
        return
    for mark in marks:
        mark_kind = mark.get("type") if isinstance(mark, dict) else None
        if not isinstance(mark_kind, str) or mark_kind not in _MARKS or not set(mark) <= {"type", "attrs"}:
            yield Fault(f"The form has an unknown text style '{str(mark_kind)[:60]}'.")
            continue
        attrs = mark.get("attrs") or {}
        if not isinstance(attrs, dict):
            yield Fault(f"The text style '{mark_kind}' has attributes that are no object.")
            continue
        allowed = {"href"} | EDITOR_ATTRIBUTES["link"] if mark_kind == "link" else set()
        for name in sorted(set(attrs) - allowed):
            yield Fault(f"The text style '{mark_kind}' has an unknown attribute '{name[:60]}'.")
        if mark_kind == "link" and not is_safe_link(attrs.get("href")):
            yield Fault("A link may lead only to an http, https or mailto address.")


def _field_faults(doc: Node) -> list[Fault]:
    """Return the faults of each field, or else the faults between fields."""
    faults: list[Fault] = []
    attrs_of_fields = list(_field_attrs(doc))
    if len(attrs_of_fields) > MAX_FIELDS:
        return [Fault(f"A form may have at most {MAX_FIELDS:,} fields. This has {len(attrs_of_fields):,}.")]
    for attrs in attrs_of_fields:
        if fault := name_fault(attrs.get("name")):
            faults.append(Fault(fault, fid=_fid(attrs)))
        check_attribute_types(attrs, _reporter(attrs, faults))
    for attribute, values in (("name", "names"), ("fid", "identifiers")):
        counts = Counter(str(attrs.get(attribute)) for attrs in attrs_of_fields if attrs.get(attribute))
        for value in sorted(value for value, count in counts.items() if count > 1):
            fid = next(_fid(attrs) for attrs in attrs_of_fields if attrs.get(attribute) == value)
            faults.append(
                Fault(f"Two fields have the {attribute} '{value[:60]}'; {values} must differ.", fid=fid)
            )
    if faults:
        return faults
    fields = [field_from_attrs(attrs) for attrs in attrs_of_fields]
    for attrs, field in zip(attrs_of_fields, fields, strict=True):
        check_consistency(field, _reporter(attrs, faults))
    return faults + list(_condition_faults({field.name: field for field in fields}))


def _condition_faults(fields: Mapping[str, Field]) -> Iterator[Fault]:
    def unfinished(field: Field, sentence: str) -> Fault:
        return Fault(f"Field '{field.name}' {sentence}", Severity.UNFINISHED, field.fid)

    for field in fields.values():
        for condition in field.conditions:
            depends_on = fields.get(condition.field)
            if depends_on is None:
                yield unfinished(
                    field, f"depends on the field '{condition.field[:60]}', which the form does not have."
                )
            elif fault := operand_fault(depends_on, condition.operator, condition.value):
                yield unfinished(field, f"has a condition that cannot be used. {fault}")
    for circle in _circles({name: [c.field for c in field.conditions] for name, field in fields.items()}):
        yield unfinished(fields[circle[0]], f"depends on itself: {' > '.join(circle[:10])}.")


def _circles(depends_on: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Yield the circular dependencies as names that begin and end with the same field, at most one for each field."""
    settled: set[str] = set()
    for start in depends_on:
        trail: dict[str, None] = {}
        branches = [iter([start])]
        while branches:
            name = next(branches[-1], None)
            if name is None:
                branches.pop()
                if trail:
                    settled.add(trail.popitem()[0])
            elif name in trail:
                names = list(trail)
                yield [*names[names.index(name) :], name]
                branches[-1] = iter(())
            elif name in depends_on and name not in settled:
                trail[name] = None
                branches.append(iter(depends_on[name]))


def _field_attrs(node: Node) -> Iterator[Node]:
    if node["type"] in FIELD_NODES:
        yield node.get("attrs") or {}
    for child in node.get("content") or ():
        yield from _field_attrs(child)


def _reporter(attrs: Attributes, faults: list[Fault]) -> Report:
    name = attrs.get("name")
    subject = f"Field '{name[:64]}'" if isinstance(name, str) and name else "A field without a name"

    def report(sentence: str, severity: Severity) -> None:
        faults.append(Fault(f"{subject} {sentence}", severity, _fid(attrs)))

    return report


def _with_article(kind: str) -> str:
    return f"An {kind}" if kind[0] in "aeiou" else f"A {kind}"


def _fid(attrs: Attributes) -> str | None:
    fid = attrs.get("fid")
    return fid if isinstance(fid, str) else None


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
