"""Excerpt of a form: some of its fields with their sections, for readers who may not see the others."""

from collections.abc import Collection, Iterator

from app.forms.document.fields import FIELD_NODES
from app.forms.document.nodes import Document, NewNode, Node, StoredDocument

_SECTION_LEVEL = 2
OTHER_SECTION = "Answered in other sections"
_CELLS = frozenset({"tableHeader", "tableCell"})


def excerpt(payload: Document, *, own: Collection[str], also: Collection[str] = ()) -> StoredDocument:
    """Copy a stored document with the fields whose fid is in `own` or `also`, and without the other fields.

    A section (a heading of level 2 and what follows) keeps its texts and pictures if it contains a field of `own`, else
    only the blocks with fields of `also`, below a neutral heading. Sections without any of these fields are left out.
    """
    included = frozenset(own) | frozenset(also)
    blocks: list[NewNode] = []
    for section in _sections(payload["doc"].get("content") or ()):
        fids = {fid for block in section for fid in _fids(block)}
        if fids.isdisjoint(included):
            continue
        keeps_texts = not fids.isdisjoint(own)
        for block in section:
            if keeps_texts or not included.isdisjoint(_fids(block)):
                blocks += _pruned(block, included)
            elif _is_section_heading(block):
                blocks.append(_heading(OTHER_SECTION))
    return {**payload, "doc": {**payload["doc"], "content": blocks}}


def _heading(text: str) -> NewNode:
    return {
        "type": "heading",
        "attrs": {"level": _SECTION_LEVEL},
        "content": [{"type": "text", "text": text}],
    }


def _sections(blocks: Collection[Node]) -> list[list[Node]]:
    sections: list[list[Node]] = [[]]
    for block in blocks:
        if _is_section_heading(block):
            sections.append([])
        sections[-1].append(block)
    return sections


def _is_section_heading(block: Node) -> bool:
    level = (block.get("attrs") or {}).get("level", 1)
    return bool(block["type"] == "heading" and level == _SECTION_LEVEL)


def _fids(node: Node) -> Iterator[str]:
    if node["type"] in FIELD_NODES:
        yield str((node.get("attrs") or {}).get("fid"))
    for child in node.get("content") or ():
        yield from _fids(child)


def _pruned(node: Node, included: frozenset[str]) -> list[NewNode]:
    """Return the node without the other fields; nothing if it contains only other fields.

    Rows of tables keep all their cells, so that the columns stay in place.
    """
    fids = set(_fids(node))
    if fids and fids.isdisjoint(included) and node["type"] not in _CELLS:
        return []
    content = node.get("content")
    if not fids or content is None:
        return [dict(node)]
    children = [child for each in content for child in _pruned(each, included)]
    if node["type"] in _CELLS and not children:
        children = [{"type": "paragraph"}]
    return [{**node, "content": children}]
