"""Stored form of a document: without defaults, nulls and attributes that the field type does not use."""

from collections.abc import Mapping

from app.forms.document.fields import (
    AFFIXED_TYPES,
    ATTRIBUTE_DEFAULTS,
    CHOICE_TYPES,
    FIELD_NODES,
    RANGED_TYPES,
    TEXT_TYPES,
    FieldType,
    bound_text,
)
from app.forms.document.nodes import Attributes, Document, NewNode, Node, StoredDocument
from app.forms.document.schema import EDITOR_ATTRIBUTES, SCHEMA_VERSION

_ALWAYS_STORED = frozenset({"fid", "name", "type"})
_TYPES_WITH: Mapping[str, frozenset[FieldType]] = {
    "prefix": AFFIXED_TYPES,
    "suffix": AFFIXED_TYPES,
    "min": RANGED_TYPES,
    "max": RANGED_TYPES - {FieldType.TABLE},
    "maxLength": TEXT_TYPES,
    "pattern": TEXT_TYPES,
    "options": CHOICE_TYPES,
    "columns": frozenset({FieldType.TABLE}),
    "maxRows": frozenset({FieldType.TABLE}),
    "documentType": frozenset({FieldType.FILE}),
}
_NODE_DEFAULTS: Mapping[str, Mapping[str, object]] = {
    "orderedList": {"start": 1},
    "tableCell": {"colspan": 1, "rowspan": 1},
    "tableHeader": {"colspan": 1, "rowspan": 1},
    "image": {"alt": ""},
}
_COLUMN_DEFAULTS: Mapping[str, object] = {"type": "TEXT", "required": False, "options": []}
_RULE_DEFAULTS: Mapping[str, object] = {"operand": None, "points": 0, "followUp": ""}


def normalise(payload: Document) -> StoredDocument:
    """Copy a document into its stored form; `check_document` must have accepted it, at least as a draft.

    The function is idempotent and does not change how answers are checked or scored.
    """
    return {"schemaVersion": SCHEMA_VERSION, "doc": _node(payload["doc"])}


def without_scoring(payload: Document) -> StoredDocument:
    """Copy a stored document without weights, scoring rules and follow-up texts, which respondents never see."""
    return {**payload, "doc": _without_scoring(payload["doc"])}


def _node(node: Node) -> NewNode:
    kind = node["type"]
    attrs = node.get("attrs") or {}
    attributes = (
        _field_attrs(attrs) if kind in FIELD_NODES else _attrs(kind, attrs, _NODE_DEFAULTS.get(kind, {}))
    )
    result: NewNode = {"type": kind}
    if kind == "heading":
        attributes.setdefault("level", 1)
    if attributes:
        result["attrs"] = attributes
    if content := node.get("content"):
        result["content"] = [_node(child) for child in content]
    if marks := node.get("marks"):
        result["marks"] = [_mark(mark) for mark in marks]
    if kind == "text":
        result["text"] = node["text"]
    return result


def _mark(mark: Attributes) -> NewNode:
    attrs = _attrs(mark["type"], mark.get("attrs") or {}, {})
    return {"type": mark["type"], "attrs": attrs} if attrs else {"type": mark["type"]}


def _attrs(kind: str, attrs: Attributes, defaults: Mapping[str, object]) -> NewNode:
    editor = EDITOR_ATTRIBUTES.get(kind, frozenset())
    return {name: value for name, value in _without_defaults(attrs, defaults).items() if name not in editor}


def _field_attrs(attrs: Attributes) -> NewNode:
    kind = FieldType(attrs.get("type") or FieldType.TEXT)
    stored = {
        name: value
        for name, value in attrs.items()
        if name in ATTRIBUTE_DEFAULTS and kind in _TYPES_WITH.get(name, (kind,))
    }
    stored["type"] = str(kind)
    for name in ("min", "max"):
        stored[name] = bound_text(stored.get(name))
    stored["options"] = [_option(option) for option in stored.get("options") or ()]
    stored["columns"] = [_column(column) for column in stored.get("columns") or ()]
    stored["scoring"] = [_without_defaults(rule, _RULE_DEFAULTS) for rule in stored.get("scoring") or ()]
    if visible_when := stored.get("visibleWhen"):
        stored["visibleWhen"] = _visible_when(visible_when)
    present = _without_defaults(stored, ATTRIBUTE_DEFAULTS)
    ordered = {name: present[name] for name in ATTRIBUTE_DEFAULTS if name in present}
    return {**{name: stored[name] for name in ATTRIBUTE_DEFAULTS if name in _ALWAYS_STORED}, **ordered}


def _visible_when(stored: Attributes) -> NewNode:
    for name in ("all", "any"):
        if name in stored:
            return {name: [_without_defaults(condition, {}) for condition in stored[name]]}
    return _without_defaults(stored, {})


def _option(option: Attributes) -> dict[str, str]:
    return {"value": option.get("value") or "", "label": option.get("label") or ""}


def _column(column: Attributes) -> NewNode:
    values = {**column, "options": [_option(option) for option in column.get("options") or ()]}
    if (column.get("type") or "TEXT") != "SINGLE_CHOICE":
        values["options"] = []
    return _without_defaults({**values, "label": column.get("label") or ""}, _COLUMN_DEFAULTS)


def _without_defaults(values: Mapping[str, object], defaults: Mapping[str, object]) -> NewNode:
    """Drop null values and values that equal their default. Types are compared too, because False equals 0."""
    return {
        name: value
        for name, value in values.items()
        if value is not None and not (name in defaults and _is_same(value, defaults[name]))
    }


def _is_same(value: object, default: object) -> bool:
    return value == default and isinstance(value, bool) == isinstance(default, bool)


def _without_scoring(node: Node) -> NewNode:
    result = dict(node)
    if node["type"] in FIELD_NODES:
        result["attrs"] = {k: v for k, v in node["attrs"].items() if k not in ("weight", "scoring")}
    if "content" in node:
        result["content"] = [_without_scoring(child) for child in node["content"]]
    return result
