"""Schemas of bundles and questions (specification section 3, DocFormBundle and RfxQuestion)."""

from marshmallow import fields, validate

from app.forms.document.field_checks import MAX_COLUMNS, MAX_OPTIONS, MAX_SCORING_RULES, TEXT_LIMITS
from app.forms.document.fields import ColumnType, FieldType, Operator, WritableBy
from app.forms.document.nodes import Attributes, NewNode
from app.forms.queries.questions import SORTS as QUESTION_SORTS
from app.forms.queries.questions import QuestionFilter
from app.forms.types import DocFormStatus, DocFormType
from app.kernel.db.merging import BasedOnSave
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Html, Id, Line, ListQuerySchema, SortBy, Words

QUESTION_INCLUDES = ("scoring", "field")
MAX_FORMS_IN_BUNDLE = 20
DESCRIPTION_LIMIT = 1_000
SECTION_LIMIT = 200


class BundleQuerySchema(ListQuerySchema):
    """Filters of the list of bundles; `type`: all its forms have one of these types, `sendable`: it can be sent."""

    search = Line(load_default="", blank=True)
    type = Words([t.value for t in DocFormType], load_default=list)
    sendable = fields.Boolean(load_default=False)


class BundleFormSchema(CamelSchema):
    """Form of a bundle, as its newest revision; `inUseId` is the revision that is sent, or null."""

    id = Id(required=True)
    title = fields.String(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(DocFormType)))
    status = fields.String(required=True, validate=validate.OneOf(list(DocFormStatus)))
    revision = fields.Integer(required=True)
    is_archived = fields.Boolean(required=True)
    in_use_id = Id(required=True, allow_none=True)


class DocFormBundleSchema(CamelSchema):
    """Named set of forms that are sent together, in this order."""

    id = Id(required=True)
    name = fields.String(required=True)
    description = fields.String(required=True)
    created = fields.AwareDateTime(required=True)
    updated = fields.AwareDateTime(required=True)
    doc_forms = fields.List(fields.Nested(BundleFormSchema), required=True)
    is_sendable = fields.Boolean(required=True)


class SavedBundleSchema(CamelSchema):
    """Bundle to create; the id of any revision identifies a form."""

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
    """Bundle to replace, and the version that it is based on."""

    based_on = BasedOnSave()


class QuestionQuerySchema(ListQuerySchema):
    """Filters of the library (specification section 7)."""

    search = Line(load_default="", blank=True)
    name_filter = Line(load_default="", blank=True)
    section_filter = Line(load_default="", blank=True)
    question_filter = Line(load_default="", blank=True)
    is_global = fields.Boolean(
        load_default=None,
        metadata={"description": "True: only standard questions; false: only own ones; by default both."},
    )
    archived = fields.Boolean(load_default=False)
    sort = SortBy(QUESTION_SORTS, first="topic")


class QuestionIncludesSchema(CamelSchema):
    """Parts of a question to include (`i`); all parts if it is empty."""

    i = Words(QUESTION_INCLUDES, load_default=list)


class OptionSchema(CamelSchema):
    """Option of a choice: `value` is stored, `label` is shown."""

    value = fields.String(required=True)
    label = fields.String(required=True)


class ColumnSchema(CamelSchema):
    """Column of a question of type TABLE."""

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
    """Rule that scores points if the answer meets it."""

    operator = fields.String(validate=validate.OneOf(list(Operator)), required=True)
    operand = fields.Raw(load_default=None, dump_default=None, allow_none=True)
    points = fields.Float(load_default=0, dump_default=0)
    follow_up = fields.String(load_default="", dump_default="")


def _attribute_text(name: str) -> fields.String:
    """Declare a text of a field; `field_checks` refuses longer ones."""
    return fields.String(load_default="", dump_default="", metadata={"maxLength": TEXT_LIMITS[name]})


class QuestionAttributesSchema(CamelSchema):
    """Attributes of a question other than its text, named as in a form's field."""

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
    document_type = _attribute_text("documentType")
    is_relationship_field = fields.Boolean(load_default=False, dump_default=False)
    show_in_summary = fields.Boolean(load_default=False, dump_default=False)


class SavedQuestionSchema(QuestionAttributesSchema):
    """Question to create. `isGlobal` is for platform administrators, and has no effect on later changes."""

    name = Line(required=True, limit=64)
    section = Line(load_default="", blank=True, limit=SECTION_LIMIT)
    html = Html(required=True)
    type = fields.String(validate=validate.OneOf(list(FieldType)), required=True)
    is_global = fields.Boolean(load_default=False)
    scoring = fields.List(
        fields.Nested(ScoringRuleSchema), load_default=list, validate=validate.Length(max=MAX_SCORING_RULES)
    )


class ReplacedQuestionSchema(SavedQuestionSchema):
    """Question to replace, and the version that it is based on."""

    based_on = BasedOnSave()


class QuestionRowSchema(QuestionAttributesSchema):
    """Question in the library (specification section 3, RfxQuestion).

    `section` is its topic, `label` the text of `html`, `valueType` the type of its answers. `canEdit` is true if the
    viewer may change it.
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
    """Question with its scoring rules, and the attributes of a field created from it (without `fid`)."""

    scoring = fields.List(fields.Nested(ScoringRuleSchema))
    field = fields.Dict()


def question_attributes(body: Attributes) -> NewNode:
    """Return the attributes in a request for a question, named as in a form's field."""
    dumped: NewNode = _WRITING.dump(body)
    return dumped


class _WritingSchema(QuestionAttributesSchema):
    type = fields.String()
    scoring = fields.List(fields.Nested(ScoringRuleSchema))


_WRITING = _WritingSchema()


def question_filter(query: Arguments) -> QuestionFilter:
    """Return the filters of the library from the parameters of `QuestionQuerySchema`."""
    return QuestionFilter(
        search=query["search"],
        name=query["name_filter"],
        section=query["section_filter"],
        question=query["question_filter"],
        is_global=query["is_global"],
        archived=query["archived"],
    )
