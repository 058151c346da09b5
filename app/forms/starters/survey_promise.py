"""Sentences of a survey about who sees its answers.

The first version of the performance survey said that the supplier sees the averages of all answers. That was wrong: the
supplier gets a report only from three respondents on, and the internal report names the respondents. Published forms
can't be changed, so their owners get a notice and can create a corrected draft.
"""

from collections.abc import Sequence

from app.forms.document.nodes import Document, NewNode, Node, StoredDocument

OLD_PROMISE = "The supplier sees the means of all answers in the report, not who gave which."
NEW_PROMISE = (
    "Suppliers never see who gave which mark. If results are shared with the supplier, they contain averages and comments "
    "without names, and only if at least three people have answered. Our internal report shows your name with your marks "
    "and comments."
)


def has_old_promise(payload: Document) -> bool:
    """True if a paragraph of a stored document contains `OLD_PROMISE`, also if words of it are formatted."""
    return _contains(payload.get("doc") or {})


def with_new_promise(payload: Document) -> StoredDocument:
    """Copy a stored document with `NEW_PROMISE` in place of each `OLD_PROMISE`; the rest stays unchanged."""
    return {**payload, "doc": _replaced(payload["doc"])}


def _contains(node: Node) -> bool:
    content = node.get("content") or ()
    return OLD_PROMISE in _text(content) or any(_contains(child) for child in content)


def _replaced(node: Node) -> NewNode:
    content = node.get("content")
    if not content:
        return dict(node)
    children = [_replaced(child) for child in content]
    while (start := _text(children).find(OLD_PROMISE)) >= 0:
        children = _with_new_text(children, start)
    return {**node, "content": children}


def _text(nodes: Sequence[Node]) -> str:
    """Return the text of the text nodes; each other node counts as one character, so that no sentence spans it."""
    return "".join(node.get("text") or "" if node.get("type") == "text" else "\n" for node in nodes)


def _with_new_text(nodes: Sequence[Node], start: int) -> list[NewNode]:
    """Replace the old sentence at the offset `start`. The new one has the format of its first word."""
    end = start + len(OLD_PROMISE)
    result: list[NewNode] = []
    first = 0
    for node in nodes:
        last = first + len(_text([node]))
        if last <= start or first >= end:
            result.append(dict(node))
        else:
            text = node["text"]
            sentence = NEW_PROMISE if first <= start else ""
            if changed := text[: max(0, start - first)] + sentence + text[max(0, end - first) :]:
                result.append({**node, "text": changed})
        first = last
    return result
