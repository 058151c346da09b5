"""Rules of forms that need no database."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any
from uuid import uuid4

from app.forms.document.faults import Fault, Severity
from app.forms.document.fields import FIELD_NODES, Field, FieldType, Option
from app.forms.document.schema import SCHEMA_VERSION
from app.forms.document.walk import walk
from app.forms.models import DocForm, RfxQuestion
from app.forms.types import AUDIENCE_TYPES, Audience, DocFormType
from app.kernel.auth import Actor, Permission

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
"""What an answer to a field of each type is (`valueType` of a question)."""


def blank_document() -> dict[str, Any]:
    """The document of a form that is begun: one empty paragraph."""
    return {"schemaVersion": SCHEMA_VERSION, "doc": {"type": "doc", "content": [{"type": "paragraph"}]}}


def with_new_fids(payload: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a stored document for another form: all the same, except that its fields are new ones."""
    return {**payload, "doc": _renewed(payload["doc"])}


def _renewed(node: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(node)
    if node["type"] in FIELD_NODES:
        result["attrs"] = {**node["attrs"], "fid": str(uuid4())}
    if "content" in node:
        result["content"] = [_renewed(child) for child in node["content"]]
    return result


def is_editable(form: DocForm, actor: Actor) -> bool:
    """Whether `actor` may save this revision: the newest of a form that is not archived."""
    return actor.may(Permission.MANAGE_FORMS) and form.is_latest and not form.is_archived


def may_change_question(question: RfxQuestion, actor: Actor) -> bool:
    """Whether `actor` may change a question that it sees: everyone's only with the platform's authority."""
    return actor.may(Permission.MANAGE_FORMS) and (question.organisation_id is not None or actor.is_admin)


def frozen_faults(payload: Mapping[str, Any], published: Mapping[str, Field]) -> list[Fault]:
    """A fault for all that is stored of answers and is another than it was published with.

    Those are the name and type of a field, the value of an option, and name and type of a column: by them answers are
    kept, compared, scored and shown again. Words may change, options may come and go; but no word may pass from one
    value to another, since an option that was given another value cannot be told from that.
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
    where = f"of '{field.name}'"
    if field.type != before.type:
        yield f"The type {where} was published and can't change any more: add a new field."
        return
    yield from _moved_options(field.options, before.options, where)
    names, old_names = (
        [(each.label, each.name) for each in all_] for all_ in (field.columns, before.columns)
    )
    for label, name in _moved(names, old_names):
        yield f"Column '{label}' {where} was published as '{name}': its name can't change any more."
    published = {column.name: column for column in before.columns}
    for column in field.columns:
        same = published.get(column.name, column)
        within = f"of column '{column.label}' {where}"
        if column.type == same.type:
            yield from _moved_options(column.options, same.options, within)
        else:
            yield f"The type {within} was published and can't change any more: add a new column."


def _moved_options(options: Iterable[Option], before: Iterable[Option], where: str) -> Iterator[str]:
    now, then = ([(option.label, option.value) for option in each] for each in (options, before))
    for label, value in _moved(now, then):
        yield f"Option '{label}' {where} was published with the value '{value}', which can't change any more."


def _moved(now: Collection[tuple[str, str]], before: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Which of the pairs of a label and what is stored for it have the label still, but on something else."""
    labels = {label for label, _ in now}
    return [pair for pair in before if pair[0] in labels and pair not in now]


def pictures_in(payload: Mapping[str, Any]) -> list[int]:
    """The attachments that a document shows, each once."""
    return list(
        dict.fromkeys(
            node["attrs"]["attachmentId"] for node in _nodes(payload["doc"]) if node["type"] == "image"
        )
    )


def is_empty(payload: Mapping[str, Any]) -> bool:
    """Whether a stored document has neither words, nor fields, nor pictures."""
    telling = FIELD_NODES | {"text", "image"}
    return not any(node["type"] in telling for node in _nodes(payload["doc"]))


def types_for(types: Collection[str], audiences: Collection[Audience]) -> set[str] | None:
    """The types that filters ask for: any of `types`, read by any of `audiences`; None for all types."""
    if not types and not audiences:
        return None
    read = {t.value for audience in audiences for t in AUDIENCE_TYPES[audience]} or {
        t.value for t in DocFormType
    }
    return read & set(types) if types else read


def _nodes(node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield node
    for child in node.get("content") or ():
        yield from _nodes(child)
