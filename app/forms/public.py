"""The names of forms that other features use."""

from app.forms.document.answers import answered, canonical, column_field, measure
from app.forms.document.dates import medium_date, parse_date
from app.forms.document.excerpt import excerpt
from app.forms.document.export_text import table_rows, value_parts, value_text
from app.forms.document.fields import (
    Column,
    Condition,
    Field,
    FieldType,
    Operator,
    ScoringRule,
    WritableBy,
)
from app.forms.document.mapping import (
    FieldChange,
    FieldPair,
    answer_fault,
    map_fields,
    pair_forms,
    takes_same_answers,
    types_like,
)
from app.forms.document.normalise import without_scoring
from app.forms.document.numbers import canonical_decimal, grouped, parse_decimal
from app.forms.document.rule_text import rule_text
from app.forms.document.rules import Completion, completion, rule_errors, validity, visible, writable_keys
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
from app.forms.exports.printing import Cover, PrintedAnswer, PrintedForm, PrintedTable, print_forms
from app.forms.models import DocForm
from app.forms.operations.making import add_published_form, give_starters
from app.forms.queries.bundles import BundleForms, bundle_forms
from app.forms.queries.forms import (
    custom_fields_form,
    fields_of_forms,
    fields_of_many,
    forms_in_use,
    has_own_questionnaire,
    own_form,
    published_revisions,
    select_custom_fields_form,
)
from app.forms.types import DOC_FORM_FILE, DRAW_THUMBNAIL, DocFormType

__all__ = [
    "DOC_FORM_FILE",
    "DRAW_THUMBNAIL",
    "BundleForms",
    "Column",
    "Completion",
    "Condition",
    "Cover",
    "DocForm",
    "DocFormType",
    "Field",
    "FieldChange",
    "FieldPair",
    "FieldScore",
    "FieldType",
    "Operator",
    "PlacedField",
    "PrintedAnswer",
    "PrintedForm",
    "PrintedTable",
    "Scoring",
    "ScoringRule",
    "SectionScore",
    "WritableBy",
    "add_published_form",
    "answer_fault",
    "answered",
    "bundle_forms",
    "canonical",
    "canonical_decimal",
    "column_field",
    "completion",
    "custom_fields_form",
    "decimal_score",
    "excerpt",
    "fields_of_forms",
    "fields_of_many",
    "forms_in_use",
    "give_starters",
    "grouped",
    "has_own_questionnaire",
    "is_scored",
    "map_fields",
    "measure",
    "medium_date",
    "own_form",
    "pair_forms",
    "parse_date",
    "parse_decimal",
    "percentage",
    "pictures_of",
    "print_forms",
    "published_revisions",
    "rule_errors",
    "rule_text",
    "scoring_of",
    "select_custom_fields_form",
    "shape_error",
    "table_rows",
    "takes_same_answers",
    "topic_of",
    "types_like",
    "validity",
    "value_parts",
    "value_text",
    "visible",
    "walk_forms",
    "weighted_mean",
    "without_scoring",
    "writable_keys",
]
