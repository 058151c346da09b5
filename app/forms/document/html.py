"""HTML of a form document, derived on saving for the API and for search.

Fields become `<dv-field name="..." type="..." ...>` elements. The HTML needs no sanitising, because it is built from
checked nodes and escaped here.
"""

import json
from collections.abc import Mapping
from html import escape

from app.forms.document.fields import FIELD_NODES
from app.forms.document.nodes import Attributes, Document, Node

_TAGS: Mapping[str, str] = {
    "paragraph": "p",
    "bulletList": "ul",
    "orderedList": "ol",
    "listItem": "li",
    "blockquote": "blockquote",
    "tableRow": "tr",
    "tableHeader": "th",
    "tableCell": "td",
}
_MARK_TAGS: Mapping[str, str] = {
    "bold": "strong",
    "italic": "em",
    "underline": "u",
    "strike": "s",
    "link": "a",
}
_NODE_ATTRIBUTES = ("start", "colspan", "rowspan")
_FIELD_ATTRIBUTES: Mapping[str, str] = {
    "fid": "fid",
    "name": "name",
    "type": "type",
    "label": "label",
    "hint": "hint",
    "required": "required",
    "prefix": "prefix",
    "suffix": "suffix",
    "min": "min",
    "max": "max",
    "maxLength": "max-length",
    "pattern": "pattern",
    "options": "options",
    "columns": "columns",
    "maxRows": "max-rows",
    "writableBy": "writable-by",
    "visibleWhen": "visible-when",
    "questionId": "question-id",
    "isRelationshipField": "is-relationship-field",
    "showInSummary": "show-in-summary",
    "topic": "topic",
    "documentType": "document-type",
    "sourceKey": "source-key",
}


def to_html(payload: Document) -> str:
    """Render a stored document as HTML, without weights and scoring rules because respondents can read it."""
    return _content(payload["doc"])


def _content(node: Node) -> str:
    return "".join(_html(child) for child in node.get("content") or ())


def _html(node: Node) -> str:
    kind, attrs = node["type"], node.get("attrs") or {}
    if kind in FIELD_NODES:
        return _marked(_field(kind, attrs), node)
    match kind:
        case "text":
            return _marked(escape(node["text"], quote=False), node)
        case "hardBreak":
            return "<br>"
        case "horizontalRule":
            return "<hr>"
        case "image":
            alt = escape(attrs.get("alt") or "")
            return f'<img data-attachment-id="{int(attrs["attachmentId"])}" alt="{alt}">'
        case "heading":
            level = int(attrs.get("level", 1))
            return f"<h{level}>{_content(node)}</h{level}>"
        case "table":
            return f"<table><tbody>{_content(node)}</tbody></table>"
        case _:
            extra = "".join(
                f' {name}="{int(attrs[name])}"' for name in _NODE_ATTRIBUTES if attrs.get(name) is not None
            )
            return f"<{_TAGS[kind]}{extra}>{_content(node)}</{_TAGS[kind]}>"


def _marked(html: str, node: Node) -> str:
    for mark in reversed(node.get("marks") or ()):
        tag = _MARK_TAGS[mark["type"]]
        href = f' href="{escape(mark["attrs"]["href"])}" rel="noopener noreferrer"' if tag == "a" else ""
        html = f"<{tag}{href}>{html}</{tag}>"
    return html


def _field(kind: str, attrs: Attributes) -> str:
    display = ' block="true"' if kind == "dvFieldBlock" else ""
    attributes = "".join(
        f' {attribute}="{escape(_text(attrs[name]))}"'
        for name, attribute in _FIELD_ATTRIBUTES.items()
        if attrs.get(name) is not None
    )
    return f"<dv-field{display}{attributes}></dv-field>"


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
