"""The names of forms that other features use."""

from app.forms.document.answers import answered, canonical, column_field, measure
from app.forms.document.dates import medium_date, parse_date
from app.forms.document.excerpt import excerpt
from app.forms.document.export_text import table_rows, value_parts, value_text
from app.forms.document.fields import (
    FIELD_NODES,
    Condition,
    Field,
    FieldType,
    Operator,
    ScoringRule,
    WritableBy,
    field_from_attrs,
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
from app.forms.document.nodes import Node, StoredDocument
from app.forms.document.normalise import normalise, without_scoring
from app.forms.document.numbers import canonical_decimal, grouped, parse_decimal
from app.forms.document.pattern import pattern_fault
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
from app.forms.document.walk import PlacedField, walk, walk_forms
from app.forms.document.walk import text_of as text_of_node
from app.forms.exports.pictures import pictures_of
from app.forms.exports.printing import Cover, PrintedAnswer, PrintedForm, PrintedTable, print_forms
from app.forms.models import DocForm, RfxQuestion
from app.forms.operations.editing import add_draft, save_form
from app.forms.operations.making import add_published_form, give_starters
from app.forms.policies import with_new_fids
from app.forms.queries.bundles import BundleForms, bundle_forms
from app.forms.queries.document_types import FormHooks
from app.forms.queries.forms import (
    custom_fields_form,
    fields_of_forms,
    fields_of_many,
    forms_in_use,
    forms_of_series,
    has_own_questionnaire,
    latest_of,
    own_form,
    published_fields,
    published_revisions,
    select_custom_fields_form,
)
from app.forms.queries.questions import visible_question_ids, visible_questions
from app.forms.types import DOC_FORM_FILE, DRAW_THUMBNAIL, DocFormType

__all__ = [
    "DOC_FORM_FILE",
    "DRAW_THUMBNAIL",
    "FIELD_NODES",
    "BundleForms",
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
    "FormHooks",
    "Node",
    "Operator",
    "PlacedField",
    "PrintedAnswer",
    "PrintedForm",
    "PrintedTable",
    "RfxQuestion",
    "Scoring",
    "ScoringRule",
    "SectionScore",
    "StoredDocument",
    "WritableBy",
    "add_draft",
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
    "field_from_attrs",
    "fields_of_forms",
    "fields_of_many",
    "forms_in_use",
    "forms_of_series",
    "give_starters",
    "grouped",
    "has_own_questionnaire",
    "is_scored",
    "latest_of",
    "map_fields",
    "measure",
    "medium_date",
    "normalise",
    "own_form",
    "pair_forms",
    "parse_date",
    "parse_decimal",
    "pattern_fault",
    "percentage",
    "pictures_of",
    "print_forms",
    "published_fields",
    "published_revisions",
    "rule_errors",
    "rule_text",
    "save_form",
    "scoring_of",
    "select_custom_fields_form",
    "shape_error",
    "table_rows",
    "takes_same_answers",
    "text_of_node",
    "topic_of",
    "types_like",
    "validity",
    "value_parts",
    "value_text",
    "visible",
    "visible_question_ids",
    "visible_questions",
    "walk",
    "walk_forms",
    "weighted_mean",
    "with_new_fids",
    "without_scoring",
    "writable_keys",
]
