"""Schemas of forms (specification section 3, DocForm) and their preview values."""

from collections.abc import Mapping

from marshmallow import ValidationError, fields, validate

from app.forms.policies import types_for
from app.forms.queries.forms import SORTS as FORM_SORTS
from app.forms.queries.forms import (
    FormFilter,
)
from app.forms.schemas.library import ColumnSchema, OptionSchema
from app.forms.types import Audience, DocFormStatus, DocFormType
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id, Line, ListQuerySchema, SortBy, Words

LIST_INCLUDES = ("bundles", "html")
MAX_VALUES = 2_000
MAX_NAME = 200

TYPE_FLAGS = {f"filter_type_{t.lower()}": t for t in DocFormType}
AUDIENCE_FLAGS = {f"filter_audience_{audience.lower()}": audience for audience in Audience}


class DocFormQuerySchema(ListQuerySchema):
    """Filters of the list of forms (specification section 7).

    The type flags (`filterTypeRfi`, ...) and `type` select types, the audience flags select readers. Values of the same
    kind are combined with OR, types and audiences with AND.
    """

    search = Line(load_default="", blank=True)
    title = Line(load_default="", blank=True)
    type = Words([t.value for t in DocFormType], load_default=list)
    status = fields.String(load_default=None, validate=validate.OneOf([s.value for s in DocFormStatus]))
    is_latest = fields.Boolean(load_default=True)
    in_use = fields.Boolean(
        load_default=False,
        metadata={"description": "Only revisions that are sent; overrides isLatest."},
    )
    archived = fields.Boolean(load_default=False)
    sort = SortBy(FORM_SORTS, first="title")
    filter_type_rfi = fields.Boolean(load_default=False)
    filter_type_nda = fields.Boolean(load_default=False)
    filter_type_generic = fields.Boolean(load_default=False)
    filter_type_internal_survey = fields.Boolean(load_default=False)
    filter_type_self_survey = fields.Boolean(load_default=False)
    filter_type_performance_email = fields.Boolean(load_default=False)
    filter_type_qualification_email = fields.Boolean(load_default=False)
    filter_type_custom_fields = fields.Boolean(load_default=False)
    filter_audience_supplier = fields.Boolean(load_default=False)
    filter_audience_internal = fields.Boolean(load_default=False)
    i = Words(
        LIST_INCLUDES,
        load_default=list,
        metadata={"description": "Which of bundles and html to include; by default both."},
    )


class QuestionCountQuerySchema(CamelSchema):
    """Forms that are to be sent together."""

    doc_form_ids = fields.List(Id(), required=True, validate=validate.Length(min=1, max=20))


class QuestionCountSchema(CamelSchema):
    """Number of questions of several forms."""

    questions = fields.Integer(
        required=True,
        metadata={"description": "Questions that the recipient sees before the first answer."},
    )


class ThumbnailSchema(CamelSchema):
    """Picture of a form's first page, at /files/{id}."""

    id = Id(required=True)


class BundleRefSchema(CamelSchema):
    """Bundle that contains a form."""

    id = Id(required=True)
    name = fields.String(required=True)
    description = fields.String(required=True)


class DocFormRowSchema(CamelSchema):
    """Form in a list (specification section 3, DocForm).

    `hasOldPromise` is true for users who manage forms if this revision, in use or the newest one, contains the outdated
    sentence about who sees the answers of a survey.
    """

    id = Id(required=True)
    series_id = fields.String(required=True)
    title = fields.String(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(DocFormType)))
    status = fields.String(required=True, validate=validate.OneOf(list(DocFormStatus)))
    revision = fields.Integer(required=True)
    version = fields.Integer(required=True)
    is_latest = fields.Boolean(required=True)
    is_in_use = fields.Boolean(required=True)
    is_archived = fields.Boolean(required=True)
    created = fields.AwareDateTime(required=True)
    updated = fields.AwareDateTime(required=True)
    thumbnail = fields.Nested(ThumbnailSchema, required=True, allow_none=True)
    has_old_promise = fields.Boolean(required=True)
    bundles = fields.List(fields.Nested(BundleRefSchema))
    html = fields.String()


class SavedBySchema(CamelSchema):
    """User who saved a revision last."""

    id = Id(required=True)
    name = fields.String(required=True)


class RevisionSchema(CamelSchema):
    """Revision of a form, in its history."""

    id = Id(required=True)
    revision = fields.Integer(required=True)
    version = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(list(DocFormStatus)))
    is_latest = fields.Boolean(required=True)
    is_in_use = fields.Boolean(required=True)
    created = fields.AwareDateTime(required=True)
    updated = fields.AwareDateTime(required=True)
    saved_by = fields.Nested(SavedBySchema, required=True, allow_none=True)


class FaultSchema(CamelSchema):
    """Fault of a document: a sentence, at the field `fid` if it concerns a field.

    A document with UNFINISHED faults cannot be published; one with REFUSED faults cannot be saved.
    """

    fid = fields.String(required=True, allow_none=True)
    sentence = fields.String(required=True)
    severity = fields.String(required=True)


class FrozenFieldSchema(CamelSchema):
    """Published field: its name, type and the stored values of its options and columns can't change; labels can."""

    fid = fields.String(required=True)
    options = fields.List(fields.Nested(OptionSchema), required=True)
    columns = fields.List(fields.Nested(ColumnSchema), required=True)


class DocFormSchema(DocFormRowSchema):
    """Revision of a form, for the editor.

    `doc` is the stored document, `{schemaVersion, doc}`. The attribute `visibleWhen` of a field is one condition
    `{field, operator, value}`, or `{all: [...]}` or `{any: [...]}` of 2 to 10 of them. The published attributes in `frozenFields` can't change.
    `canEdit` is true if the viewer may save this revision.
    """

    doc = fields.Dict(required=True)
    html = fields.String(required=True)
    bundles = fields.List(fields.Nested(BundleRefSchema), required=True)
    saved_by = fields.Nested(SavedBySchema, required=True, allow_none=True)
    revisions = fields.List(fields.Nested(RevisionSchema), required=True)
    can_edit = fields.Boolean(required=True)
    frozen_fields = fields.List(fields.Nested(FrozenFieldSchema), required=True)
    note_id = Id(
        required=True,
        allow_none=True,
        metadata={
            "description": "The note on the form (specification section 3). Always null, because forms have no notes."
        },
    )
    faults = fields.List(fields.Nested(FaultSchema), required=True)


class NewDocFormSchema(CamelSchema):
    """New form: blank with `title` and `type`, from a `starter`, or as a copy (`copyOf`)."""

    title = Line(load_default="", blank=True)
    type = fields.Enum(DocFormType, by_value=True, load_default=None)
    starter = Line(load_default=None, limit=60)
    copy_of = Id(load_default=None)


class SavedDocFormSchema(CamelSchema):
    """Document to save, and the version that it is based on."""

    version = fields.Integer(required=True, strict=True, validate=validate.Range(min=1, max=2**31 - 1))
    title = Line(required=True)
    doc = fields.Raw(required=True, metadata={"type": "object", "description": "{schemaVersion, doc}"})


class PublishSchema(CamelSchema):
    """Version to publish; without it the current one."""

    version = fields.Integer(load_default=None, strict=True, validate=validate.Range(min=1, max=2**31 - 1))


class ArchivedSchema(CamelSchema):
    """Archived state to set."""

    archived = fields.Boolean(required=True)


class PreviewQuerySchema(CamelSchema):
    """Form whose preview values are requested."""

    doc_form_id = Id(required=True)


def _check_values(values: Mapping[str, object]) -> None:
    if len(values) > MAX_VALUES:
        raise ValidationError(f"At most {MAX_VALUES:,} values can be kept.")
    if any(len(name) > MAX_NAME or not name.isprintable() for name in values):
        raise ValidationError("One of the fields has a name that no field can have.")


class PreviewSchema(CamelSchema):
    """Preview values of the viewer, by field name; values of file fields are lists of objects with `filename`."""

    doc_form_id = Id(required=True)
    values = fields.Dict(
        keys=fields.String(), values=fields.Raw(allow_none=True), required=True, validate=_check_values
    )
    updated = fields.AwareDateTime(dump_only=True, allow_none=True)


class PreviewPdfSchema(CamelSchema):
    """Empty request body; the PDF shows the saved document."""


def form_filter(query: Arguments) -> FormFilter:
    """Return the filters of the list from the parameters of `DocFormQuerySchema`."""
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
