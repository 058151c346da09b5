"""Rules of forms that need no database."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from uuid import uuid4

from app.forms.document.faults import Fault, Severity
from app.forms.document.fields import FIELD_NODES, Field, FieldType, Option
from app.forms.document.nodes import Document, NewNode, Node, StoredDocument
from app.forms.document.schema import SCHEMA_VERSION
from app.forms.document.walk import nodes_of, walk
from app.forms.models import DocForm, RfxQuestion
from app.forms.starters.survey_promise import has_old_promise
from app.forms.types import AUDIENCE_TYPES, Audience, DocFormType
from app.kernel.http.auth import Actor, Permission

EMPTY_FAULT = Fault("The form is empty. Write something or add a field first.", Severity.UNFINISHED)

VALUE_TYPES: Mapping[FieldType, str] = {
    FieldType.TEXT: "string",
    FieldType.TEXTAREA: "string",
    FieldType.NUMBER: "decimal",
    FieldType.DATE: "date",
    FieldType.YESNO: "boolean",
    FieldType.SINGLE_CHOICE: "string",
    FieldType.MULTI_CHOICE: "list",
    FieldType.COUNTRY: "country",
    FieldType.CURRENCY_AMOUNT: "amount",
    FieldType.EMAIL: "string",
    FieldType.URL: "string",
    FieldType.FILE: "files",
    FieldType.TABLE: "rows",
    FieldType.FORMSIGNATURE: "signature",
}
"""Type of the answer to a field of each type (`valueType` of a question)."""


def blank_document() -> StoredDocument:
    """Build the document of a new form: one empty paragraph."""
    return {"schemaVersion": SCHEMA_VERSION, "doc": {"type": "doc", "content": [{"type": "paragraph"}]}}


def with_new_fids(payload: Document) -> StoredDocument:
    """Copy a stored document for another form, with new `fid`s for its fields."""
    return {**payload, "doc": _with_new_fids(payload["doc"])}


def _with_new_fids(node: Node) -> NewNode:
    result = dict(node)
    if node["type"] in FIELD_NODES:
        result["attrs"] = {**node["attrs"], "fid": str(uuid4())}
    if "content" in node:
        result["content"] = [_with_new_fids(child) for child in node["content"]]
    return result


def is_editable(form: DocForm, actor: Actor) -> bool:
    """True if `actor` may save this revision: the newest one of a form that is not archived."""
    return actor.may(Permission.MANAGE_FORMS) and form.is_latest and not form.is_archived


def needs_correction(form: DocForm, actor: Actor) -> bool:
    """True if `actor` manages forms and this revision, which is in use or the newest one, has an outdated promise."""
    return (
        actor.may(Permission.MANAGE_FORMS)
        and not form.is_archived
        and (form.is_in_use or form.is_latest)
        and has_old_promise(form.doc)
    )


def may_change_question(question: RfxQuestion, actor: Actor) -> bool:
    """True if `actor` may change a visible question; global questions only as a platform administrator."""
    return actor.may(Permission.MANAGE_FORMS) and (question.organisation_id is not None or actor.is_admin)


def frozen_faults(payload: Document, published: Mapping[str, Field]) -> list[Fault]:
    """Return a fault for each change to a published field that stored answers depend on.

    These are the name and type of a field, the value of an option, and the name and type of a column: answers are
    stored, compared, scored and displayed by them. Labels may change, and options may be added or removed. A label may
    not move from one value to another, because this cannot be distinguished from changing the value of an option.
    """
    return [
        Fault(sentence, fid=placed.field.fid)
        for placed in walk(payload)
        if placed.field.fid in published
        for sentence in _changes(placed.field, published[placed.field.fid])
    ]


def _changes(field: Field, before: Field) -> Iterator[str]:
    if field.name != before.name:
        yield f"Field '{field.name}' was published as '{before.name}': its name can't change any more."
    of_field = f"of '{field.name}'"
    if field.type != before.type:
        yield f"The type {of_field} was published and can't change any more: add a new field."
        return
    yield from _relabelled_options(field.options, before.options, of_field)
    names, old_names = (
        [(column.label, column.name) for column in columns] for columns in (field.columns, before.columns)
    )
    for label, name in _relabelled(names, old_names):
        yield f"Column '{label}' {of_field} was published as '{name}': its name can't change any more."
    published = {column.name: column for column in before.columns}
    for column in field.columns:
        published_column = published.get(column.name, column)
        of_column = f"of column '{column.label}' {of_field}"
        if column.type == published_column.type:
            yield from _relabelled_options(column.options, published_column.options, of_column)
        else:
            yield f"The type {of_column} was published and can't change any more: add a new column."


def _relabelled_options(options: Iterable[Option], before: Iterable[Option], of_field: str) -> Iterator[str]:
    now, then = ([(option.label, option.value) for option in group] for group in (options, before))
    for label, value in _relabelled(now, then):
        yield f"Option '{label}' {of_field} was published with the value '{value}', which can't change any more."


def _relabelled(now: Collection[tuple[str, str]], before: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the pairs of `before` (label, stored value) whose label now has another stored value."""
    labels = {label for label, _ in now}
    return [pair for pair in before if pair[0] in labels and pair not in now]


def pictures_in(payload: Document) -> list[int]:
    """Return the ids of the pictures in a document, without duplicates."""
    return list(
        dict.fromkeys(
            node["attrs"]["attachmentId"] for node in nodes_of(payload["doc"]) if node["type"] == "image"
        )
    )


def is_empty(payload: Document) -> bool:
    """True if a stored document has no text, fields or pictures."""
    content_types = FIELD_NODES | {"text", "image"}
    return not any(node["type"] in content_types for node in nodes_of(payload["doc"]))


def types_for(types: Collection[str], audiences: Collection[Audience]) -> set[str] | None:
    """Return the types in `types` that any of `audiences` reads; an empty filter matches all, None means all types."""
    if not types and not audiences:
        return None
    types_read = {t.value for audience in audiences for t in AUDIENCE_TYPES[audience]} or {
        t.value for t in DocFormType
    }
    return types_read & set(types) if types else types_read
