"""Schemas of saved views and of the export of lists."""

from marshmallow import ValidationError, fields, validate

from app.kernel.http.schemas import CamelSchema, Id, Line, QuerySchema
from app.views.types import (
    MAX_EXPORTED_IDS,
    MAX_NAME,
    MAX_PARAM,
    MAX_PARAM_VALUES,
    MAX_PARAMS,
    MAX_VIEWS,
)

FORMATS = ("XLSX", "CSV")
PARAMS = "The filters as in the address of the list: texts, or lists of texts."


def validate_param(value: object) -> None:
    """Raise ValidationError unless a filter is a text or, for a repeated parameter, a list of texts."""
    values = value if isinstance(value, list) else [value]
    if len(values) > MAX_PARAM_VALUES:
        raise ValidationError(f"This must have at most {MAX_PARAM_VALUES} values.")
    for each in values:
        if not isinstance(each, str):
            raise ValidationError("This must be a text.")
        if len(each) > MAX_PARAM:
            raise ValidationError(f"This must have at most {MAX_PARAM} characters.")


class ViewQuerySchema(QuerySchema):
    """The views to return."""

    list = Line(
        load_default=None,
        limit=40,
        metadata={"description": "The resource of the list, such as `ncr`; by default all lists."},
    )
    pinned = fields.Boolean(
        load_default=False, metadata={"description": "Only the views that Home shows, with their counts."}
    )


class ViewSaveSchema(CamelSchema):
    """A view as its owner saves it."""

    name = Line(required=True, limit=MAX_NAME)
    params = fields.Dict(
        keys=fields.String(validate=validate.Length(min=1, max=40)),
        values=fields.Raw(validate=validate_param),
        required=True,
        validate=validate.Length(max=MAX_PARAMS),
        metadata={"description": PARAMS},
    )
    is_shared = fields.Boolean(
        load_default=False, metadata={"description": "The whole organisation sees it."}
    )
    is_pinned = fields.Boolean(
        load_default=False,
        metadata={"description": "Home shows it with its count to everyone who sees it."},
    )


class NewViewSchema(ViewSaveSchema):
    """A new view."""

    list = Line(
        required=True,
        limit=40,
        metadata={"description": "The resource of the list, such as `ncr`."},
    )
    is_start = fields.Boolean(
        load_default=False, metadata={"description": "The list opens with it for the user."}
    )


class ViewChangeSchema(ViewSaveSchema):
    """The new values of a view."""

    position = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=validate.Range(min=0, max=MAX_VIEWS),
        metadata={"description": "Its place among the views of its owner, from 0. Unchanged by default."},
    )


class ViewStartSchema(CamelSchema):
    """The choice of the start view."""

    is_start = fields.Boolean(required=True)


class ViewOwnerSchema(CamelSchema):
    """The user who saved a view."""

    id = Id(required=True)
    name = fields.String(required=True)


class SavedViewSchema(CamelSchema):
    """A saved view."""

    id = Id(required=True)
    list = fields.String(required=True)
    list_title = fields.String(required=True)
    name = fields.String(required=True)
    params = fields.Dict(
        keys=fields.String(),
        values=fields.Raw(),
        required=True,
        metadata={"description": "Texts or lists of texts; without the filters in `dropped`."},
    )
    dropped = fields.List(
        fields.String(),
        required=True,
        metadata={"description": "Names of filters that the list no longer has or accepts."},
    )
    href = fields.String(required=True)
    is_shared = fields.Boolean(required=True)
    is_pinned = fields.Boolean(required=True)
    is_start = fields.Boolean(required=True)
    is_own = fields.Boolean(required=True)
    may_change = fields.Boolean(required=True)
    owner = fields.Nested(
        ViewOwnerSchema,
        required=True,
        allow_none=True,
        metadata={"description": "Null after the owner was suspended."},
    )
    position = fields.Integer(required=True)
    count = fields.Integer(
        required=True,
        allow_none=True,
        metadata={
            "description": "With `pinned`: the rows that the user sees, up to 100, which means more than 99."
        },
    )


class ListExportSchema(CamelSchema):
    """The file of a list."""

    format = fields.String(required=True, validate=validate.OneOf(FORMATS))
    filter = fields.Dict(
        keys=fields.String(validate=validate.Length(min=1, max=40)),
        values=fields.Raw(validate=validate_param),
        load_default=dict,
        validate=validate.Length(max=MAX_PARAMS),
        metadata={"description": PARAMS},
    )
    ids = fields.List(
        Id(),
        load_default=None,
        allow_none=True,
        validate=validate.Length(min=1, max=MAX_EXPORTED_IDS),
        metadata={"description": "Only these rows of the list."},
    )
