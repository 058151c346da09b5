"""What other features use of forms, and what their own calls and pages answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Row

from app.forms.document.answers import answered, canonical
from app.forms.document.dates import parse_date
from app.forms.document.export_text import table_rows, value_parts, value_text
from app.forms.document.fields import Field, FieldType, WritableBy
from app.forms.document.normalise import without_scoring
from app.forms.document.numbers import parse_decimal
from app.forms.document.rule_text import rule_text
from app.forms.document.rules import (
    Completion,
    Validity,
    completion,
    rule_errors,
    validity,
    visible,
    writable_keys,
)
from app.forms.document.scoring import (
    FieldScore,
    Scoring,
    SectionScore,
    decimal_score,
    is_scored,
    percentage,
    scoring_of,
    topic_of,
    weighted_mean,
)
from app.forms.document.shapes import shape_error
from app.forms.document.walk import PlacedField, walk_forms
from app.forms.exports.pictures import pictures_of
from app.forms.exports.printing import PrintedAnswer, PrintedForm, PrintedTable, print_forms
from app.forms.models import DocForm
from app.forms.operations.making import add_published_form, give_starters
from app.forms.policies import types_for
from app.forms.queries.bundles import BundleForms, bundle_forms, forms_of_bundles
from app.forms.queries.forms import (
    FormFilter,
    bundles_of,
    custom_fields_form,
    fields_of_forms,
    forms_in_use,
    own_form,
    select_custom_fields_form,
)
from app.forms.queries.questions import QuestionFilter
from app.forms.schemas.forms import AUDIENCE_FLAGS, TYPE_FLAGS, form_detail, form_row
from app.forms.schemas.library import bundle_body
from app.forms.types import DOC_FORM_FILE, DRAW_THUMBNAIL, DocFormType
from app.kernel.auth import Actor

__all__ = [
    "DOC_FORM_FILE", "DRAW_THUMBNAIL", "BundleForms", "Completion", "DocForm", "DocFormType", "Field", "FieldScore",
    "FieldType", "PlacedField", "PrintedAnswer", "PrintedForm", "PrintedTable", "Scoring", "SectionScore", "Validity",
    "WritableBy", "add_published_form", "answered", "bundle_forms", "canonical", "completion",
    "custom_fields_form", "decimal_score", "fields_of_forms", "form_body", "forms_in_use", "give_starters", "is_scored",
    "parse_date", "parse_decimal", "percentage", "pictures_of", "print_forms", "rule_errors", "rule_text", "scoring_of", "select_custom_fields_form",
    "shape_error", "table_rows", "topic_of", "validity", "value_parts", "value_text", "visible", "walk_forms",
    "weighted_mean", "without_scoring", "writable_keys",
]  # fmt: skip


def form_body(*, actor: Actor, form_id: int) -> dict[str, Any]:
    """A form as `DocFormSchema` dumps it; NotFoundError where it is not one of the actor's organisation."""
    return form_detail(own_form(actor=actor, form_id=form_id), actor=actor)


def form_filter(query: Mapping[str, Any]) -> FormFilter:
    """The filters of a list of forms, as `DocFormQuerySchema` reads them."""
    types = {*query["type"], *(t.value for flag, t in TYPE_FLAGS.items() if query[flag])}
    audiences = {audience for flag, audience in AUDIENCE_FLAGS.items() if query[flag]}
    return FormFilter(
        search=query["search"],
        title=query["title"],
        types=types_for(types, audiences),
        status=query["status"],
        is_latest=query["is_latest"],
        in_use=query["in_use"],
        archived=query["archived"],
    )


def form_rows(rows: Sequence[Row[Any]], *, bundles: bool = True) -> list[dict[str, Any]]:
    """Forms of a list as `DocFormRowSchema` dumps them; one statement for all their bundles."""
    found = bundles_of([row.series_id for row in rows]) if bundles else None
    return [form_row(row, found) for row in rows]


def bundle_rows(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Bundles as `DocFormBundleSchema` dumps them; one statement for all their forms."""
    forms = forms_of_bundles([row.id for row in rows])
    return [bundle_body(row, forms[row.id]) for row in rows]


def question_filter(query: Mapping[str, Any]) -> QuestionFilter:
    """The filters of the question library, as `QuestionQuerySchema` reads them."""
    return QuestionFilter(
        search=query["search"],
        name=query["name_filter"],
        section=query["section_filter"],
        question=query["question_filter"],
        is_global=query["is_global"],
        archived=query["archived"],
    )
