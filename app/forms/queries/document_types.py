"""Types of documents that file questions can ask for. The feature with the types registers the query."""

from collections.abc import Callable, Collection

from app.forms.document.fields import FIELD_NODES, Field
from app.forms.document.nodes import Document, NewNode, Node, StoredDocument
from app.forms.document.walk import walk
from app.kernel.registry import current_registry

TypeFinder = Callable[[int | None, Collection[str]], Collection[str]]
"""Return those keys that are types of an organisation, or shipped types; with None only the shipped ones.

A key is the value of `Field.document_type`.
"""


class FormHooks:
    """Functions of the feature that has the types of documents."""

    def __init__(self) -> None:
        self.find_types: TypeFinder | None = None


def unknown_types(organisation_id: int | None, keys: Collection[str]) -> set[str]:
    """Return those keys that are no type of document that the organisation can use; one statement, if there are any."""
    wanted = {key for key in keys if key}
    find = current_registry().hooks(FormHooks).find_types
    return wanted.difference(find(organisation_id, wanted)) if wanted and find else wanted


def fields_with_unknown_type(organisation_id: int, doc: Document) -> list[Field]:
    """Return the fields whose type of document the organisation can't use."""
    fields = [placed.field for placed in walk(doc) if placed.field.document_type]
    unknown = unknown_types(organisation_id, [field.document_type for field in fields])
    return [field for field in fields if field.document_type in unknown]


def without_unknown_types(organisation_id: int, doc: StoredDocument) -> StoredDocument:
    """Copy a stored document without the types of documents that the organisation can't use."""
    unknown = {field.document_type for field in fields_with_unknown_type(organisation_id, doc)}
    return {**doc, "doc": _without_types(doc["doc"], unknown)} if unknown else doc


def _without_types(node: Node, types: Collection[str]) -> NewNode:
    result = dict(node)
    if node["type"] in FIELD_NODES and node["attrs"].get("documentType") in types:
        result["attrs"] = {name: value for name, value in node["attrs"].items() if name != "documentType"}
    if "content" in node:
        result["content"] = [_without_types(child, types) for child in node["content"]]
    return result
