"""Serializers of forms, bundles and questions."""

from collections.abc import Collection, Mapping, Sequence

from app.forms.document.fields import ATTRIBUTE_DEFAULTS, FieldType
from app.forms.document.nodes import Attributes
from app.forms.document.schema import find_faults
from app.forms.models import DocForm, DocFormBundle, PreviewValues, RfxQuestion
from app.forms.operations.editing import fault_body
from app.forms.operations.questions import field_attributes
from app.forms.policies import VALUE_TYPES, is_editable, may_change_question, needs_correction
from app.forms.queries.bundles import BundleFormRow, BundleRow, forms_of_bundles
from app.forms.queries.forms import (
    BundleRef,
    FormRow,
    RevisionRow,
    bundles_of,
    own_form,
    published_fields,
    revisions_of,
)
from app.forms.schemas.library import QUESTION_INCLUDES, QuestionAttributesSchema
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Json


def serialize_form_row(
    row: FormRow | DocForm, bundles: Mapping[str, Sequence[BundleRef]] | None = None
) -> Json:
    """Serialize a form for `DocFormRowSchema`."""
    body: Json = {
        "id": row.id,
        "series_id": row.series_id,
        "title": row.title,
        "type": row.type,
        "status": row.status,
        "revision": row.revision,
        "version": row.version,
        "is_latest": row.is_latest,
        "is_in_use": row.is_in_use,
        "is_archived": row.is_archived,
        "created": row.created,
        "updated": row.updated,
        "thumbnail": {"id": row.thumbnail_id} if row.thumbnail_id else None,
    }
    if bundles is not None:
        body["bundles"] = bundles[row.series_id]
    if row.html is not None:
        body["html"] = row.html
    return body


def serialize_form(form: DocForm, *, actor: Actor) -> Json:
    """Serialize a form for `DocFormSchema` with three statements; the caller checks that `actor` may see it."""
    revisions = [_revision(row) for row in revisions_of(form.series_id)]
    current = next(revision for revision in revisions if revision["id"] == form.id)
    faults = [fault_body(fault) for fault in find_faults(form.doc)]
    return {
        **serialize_form_row(form, bundles_of([form.series_id])),
        "doc": form.doc,
        "saved_by": current["saved_by"],
        "revisions": revisions,
        "can_edit": is_editable(form, actor),
        "frozen_fields": [field for _, field in sorted(published_fields(form.series_id).items())],
        "note_id": None,
        "faults": faults,
        "has_old_promise": needs_correction(form, actor),
    }


def serialize_preview(form_id: int, preview: PreviewValues | None, values: Mapping[str, object]) -> Json:
    """Serialize preview values for `PreviewSchema`."""
    return {"doc_form_id": form_id, "values": values, "updated": preview.updated if preview else None}


def _revision(row: RevisionRow) -> Json:
    saved_by = {"id": row.saved_by_id, "name": row.saved_by_name} if row.saved_by_id else None
    return {**row._asdict(), "saved_by": saved_by}


def serialize_bundle(row: BundleRow | DocFormBundle, forms: Sequence[BundleFormRow]) -> Json:
    """Serialize a bundle for `DocFormBundleSchema`."""
    return {
        "id": row.id,
        "name": row.name,
        "description": row.description,
        "created": row.created,
        "updated": row.updated,
        "doc_forms": forms,
        "is_sendable": bool(forms) and all(form.in_use_id and not form.is_archived for form in forms),
    }


def serialize_question_row(question: RfxQuestion, *, actor: Actor) -> Json:
    """Serialize a question for `QuestionRowSchema`."""
    return {
        **{_SNAKE[name]: value for name, value in question.attrs.items() if name in _SNAKE},
        "id": question.id,
        "name": question.name,
        "section": question.section,
        "html": question.html,
        "label": question.label,
        "type": question.type,
        "value_type": VALUE_TYPES[FieldType(question.type)],
        "is_global": question.organisation_id is None,
        "is_archived": question.is_archived,
        "can_edit": may_change_question(question, actor),
        "created": question.created,
        "updated": question.updated,
    }


def serialize_question(question: RfxQuestion, *, actor: Actor, includes: Collection[str] = ()) -> Json:
    """Serialize a question for `QuestionSchema`, with the parts in `includes`; all parts if it is empty."""
    body = serialize_question_row(question, actor=actor)
    parts = includes or QUESTION_INCLUDES
    if "scoring" in parts:
        body["scoring"] = [_scoring_rule(rule) for rule in question.attrs.get("scoring", ())]
    if "field" in parts:
        body["field"] = field_attributes(question)
    return body


def _scoring_rule(rule: Attributes) -> Json:
    return {**rule, "follow_up": rule.get("followUp", "")}


_SNAKE = {
    field.data_key or name: name
    for name, field in QuestionAttributesSchema().fields.items()
    if (field.data_key or name) in ATTRIBUTE_DEFAULTS
}


def serialize_form_by_id(*, actor: Actor, form_id: int) -> Json:
    """Load and serialize a form for `DocFormSchema`; NotFoundError for forms of other organisations."""
    return serialize_form(own_form(actor=actor, form_id=form_id), actor=actor)


def serialize_form_rows(rows: Sequence[FormRow], *, bundles: bool = True) -> list[Json]:
    """Serialize the forms of a list for `DocFormRowSchema`, with one statement for all their bundles."""
    bundles_by_series = bundles_of([row.series_id for row in rows]) if bundles else None
    return [
        {**serialize_form_row(row, bundles_by_series), "has_old_promise": row.has_old_promise} for row in rows
    ]


def serialize_bundle_rows(rows: Sequence[BundleRow | DocFormBundle]) -> list[Json]:
    """Serialize bundles for `DocFormBundleSchema`, with one statement for all their forms."""
    forms = forms_of_bundles([row.id for row in rows])
    return [serialize_bundle(row, forms[row.id]) for row in rows]
