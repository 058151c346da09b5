"""Bundles and questions in JSON (specification section 3, DocFormBundle and RfxQuestion)."""

from collections.abc import Mapping
from typing import Any

from marshmallow import fields, validate

from app.forms.document.field_checks import MAX_COLUMNS, MAX_OPTIONS, MAX_SCORING_RULES, TEXT_LIMITS
from app.forms.document.fields import ColumnType, FieldType, Operator, WritableBy
from app.forms.queries.questions import SORTS as QUESTION_SORTS
from app.forms.queries.questions import QuestionFilter
from app.forms.types import DocFormType
from app.kernel.merging import BasedOnSave
from app.kernel.schemas import CamelSchema, Html, Id, Line, ListQuerySchema, SortBy, Words

QUESTION_INCLUDES = ("scoring", "field")
MAX_FORMS_IN_BUNDLE = 20
DESCRIPTION_LIMIT = 1_000
SECTION_LIMIT = 200


class BundleQuerySchema(ListQuerySchema):
    """The filters of the list of bundles; `type`: all of its forms are of these types, `sendable`: it can be sent."""

    search = Line(load_default="", blank=True)
    type = Words([t.value for t in DocFormType], load_default=list)
    sendable = fields.Boolean(load_default=False)


class BundleFormSchema(CamelSchema):
    """A form of a bundle by its newest revision; `inUseId` is the revision that is sent, if there is one."""

    id = Id(required=True)
    title = fields.String(required=True)
    type = fields.String(required=True)
    status = fields.String(required=True)
    revision = fields.Integer(required=True)
    is_archived = fields.Boolean(required=True)
    in_use_id = Id(required=True, allow_none=True)


class DocFormBundleSchema(CamelSchema):
    """A named set of forms that are sent together, in this order."""

    id = Id(required=True)
    name = fields.String(required=True)
    description = fields.String(required=True)
    created = fields.AwareDateTime(required=True)
    updated = fields.AwareDateTime(required=True)
    doc_forms = fields.List(fields.Nested(BundleFormSchema), required=True)
    is_sendable = fields.Boolean(required=True)


class SavedBundleSchema(CamelSchema):
    """A bundle to make or to replace; the forms by the id of any of their revisions."""

    name = Line(required=True)
    description = Line(load_default="", blank=True, limit=DESCRIPTION_LIMIT)
    doc_form_ids = fields.List(
        Id(),
        load_default=list,
        validate=validate.Length(
            max=MAX_FORMS_IN_BUNDLE, error=f"A bundle can have at most {MAX_FORMS_IN_BUNDLE} forms."
        ),
    )


class ReplacedBundleSchema(SavedBundleSchema):
    """A bundle in place of the one that was loaded."""

    based_on = BasedOnSave()


class QuestionQuerySchema(ListQuerySchema):
    """The filters of the library (specification section 7)."""

    search = Line(load_default="", blank=True)
    name_filter = Line(load_default="", blank=True)
    section_filter = Line(load_default="", blank=True)
    question_filter = Line(load_default="", blank=True)
    is_global = fields.Boolean(
        load_default=None,
        metadata={"description": "True: standard questions alone; false: own ones alone; without it both."},
    )
    archived = fields.Boolean(load_default=False)
    sort = SortBy(QUESTION_SORTS, first="topic")


class QuestionIncludesSchema(CamelSchema):
    """What else of a question is wanted (`i`); all of it where nothing is named."""

    i = Words(QUESTION_INCLUDES, load_default=list)


class OptionSchema(CamelSchema):
    """One choice: `value` is stored, `label` is shown."""

    value = fields.String(required=True)
    label = fields.String(required=True)


class ColumnSchema(CamelSchema):
    """One column of a question that is answered by rows."""

    name = fields.String(required=True)
    label = fields.String(load_default="", dump_default="")
    type = fields.String(validate=validate.OneOf(list(ColumnType)), load_default="TEXT", dump_default="TEXT")
    required = fields.Boolean(load_default=False, dump_default=False)
    options = fields.List(
        fields.Nested(OptionSchema),
        load_default=list,
        dump_default=list,
        validate=validate.Length(max=MAX_OPTIONS),
    )


class ScoringRuleSchema(CamelSchema):
    """Points for an answer that compares true."""

    operator = fields.String(validate=validate.OneOf(list(Operator)), required=True)
    operand = fields.Raw(load_default=None, dump_default=None, allow_none=True)
    points = fields.Float(load_default=0, dump_default=0)
    follow_up = fields.String(load_default="", dump_default="")


def _attribute_text(name: str) -> fields.String:
    """Declare a text of a field; `field_checks` refuses longer ones."""
    return fields.String(load_default="", dump_default="", metadata={"maxLength": TEXT_LIMITS[name]})


class QuestionAttributesSchema(CamelSchema):
    """What a question has besides its words, by the names of a form's field."""

    hint = _attribute_text("hint")
    required = fields.Boolean(load_default=False, dump_default=False)
    prefix = _attribute_text("prefix")
    suffix = _attribute_text("suffix")
    min = fields.String(load_default=None, dump_default=None, allow_none=True)
    max = fields.String(load_default=None, dump_default=None, allow_none=True)
    max_length = fields.Integer(load_default=None, dump_default=None, allow_none=True, strict=True)
    pattern = _attribute_text("pattern")
    options = fields.List(
        fields.Nested(OptionSchema),
        load_default=list,
        dump_default=list,
        validate=validate.Length(max=MAX_OPTIONS),
    )
    columns = fields.List(
        fields.Nested(ColumnSchema),
        load_default=list,
        dump_default=list,
        validate=validate.Length(max=MAX_COLUMNS),
    )
    max_rows = fields.Integer(load_default=None, dump_default=None, allow_none=True, strict=True)
    writable_by = fields.String(
        validate=validate.OneOf(list(WritableBy)), load_default="RESPONDENT", dump_default="RESPONDENT"
    )
    weight = fields.Float(load_default=1, dump_default=1)
    is_relationship_field = fields.Boolean(load_default=False, dump_default=False)
    show_in_summary = fields.Boolean(load_default=False, dump_default=False)


class SavedQuestionSchema(QuestionAttributesSchema):
    """A question to keep. `isGlobal` counts when it is made: for administrators of the platform."""

    name = Line(required=True, limit=64)
    section = Line(load_default="", blank=True, limit=SECTION_LIMIT)
    html = Html(required=True)
    type = fields.String(validate=validate.OneOf(list(FieldType)), required=True)
    is_global = fields.Boolean(load_default=False)
    scoring = fields.List(
        fields.Nested(ScoringRuleSchema), load_default=list, validate=validate.Length(max=MAX_SCORING_RULES)
    )


class ReplacedQuestionSchema(SavedQuestionSchema):
    """A question in place of the one that was loaded."""

    based_on = BasedOnSave()


class QuestionRowSchema(QuestionAttributesSchema):
    """A question in the library (specification section 3, RfxQuestion).

    `section` is its topic, `label` the words of `html`; `valueType` says what an answer is. `canEdit`: this viewer may
    change it.
    """

    id = Id(required=True)
    name = fields.String(required=True)
    section = fields.String(required=True)
    html = fields.String(required=True)
    label = fields.String(required=True)
    type = fields.String(validate=validate.OneOf(list(FieldType)), required=True)
    value_type = fields.String(required=True)
    is_global = fields.Boolean(required=True)
    is_archived = fields.Boolean(required=True)
    can_edit = fields.Boolean(required=True)
    created = fields.AwareDateTime(required=True)
    updated = fields.AwareDateTime(required=True)


class QuestionSchema(QuestionRowSchema):
    """A question with its scoring rules, and the attributes of a form's field made from it (all but `fid`)."""

    scoring = fields.List(fields.Nested(ScoringRuleSchema))
    field = fields.Dict()


def question_attributes(body: Mapping[str, Any]) -> dict[str, Any]:
    """What was sent of a question, by the names of a form's field."""
    dumped: dict[str, Any] = _WRITING.dump(body)
    return dumped


class _WritingSchema(QuestionAttributesSchema):
    type = fields.String()
    scoring = fields.List(fields.Nested(ScoringRuleSchema))


_WRITING = _WritingSchema()


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
