"""Forms in JSON."""

from typing import Any

from marshmallow import fields, validate
from sqlalchemy import Row

from app.forms.types import DocFormStatus, DocFormType
from app.kernel.schemas import NAME_LIMIT, CamelSchema, Id, Line, ListQuerySchema, Words


class DocFormQuerySchema(ListQuerySchema):
    """The filters of the list of forms (specification section 7)."""

    search = Line(load_default="", blank=True)
    title = Line(load_default="", blank=True)
    type = Words([t.value for t in DocFormType], load_default=list)
    status = fields.String(load_default=None, validate=validate.OneOf([s.value for s in DocFormStatus]))
    is_latest = fields.Boolean(load_default=True)
    in_use = fields.Boolean(
        load_default=False,
        metadata={"description": "Only revisions that are sent; isLatest then does not count."},
    )
    archived = fields.Boolean(load_default=False)


class DocFormRowSchema(CamelSchema):
    """A form in a list (specification section 3, DocForm)."""

    id = Id(required=True)
    title = fields.String(required=True, validate=validate.Length(max=NAME_LIMIT))
    type = fields.String(required=True)
    status = fields.String(required=True)
    revision = fields.Integer(required=True)
    is_latest = fields.Boolean(required=True)
    in_use = fields.Boolean(required=True)
    is_archived = fields.Boolean(required=True)
    created = fields.DateTime(required=True)
    updated = fields.DateTime(required=True)


def form_row(row: Row[Any]) -> dict[str, Any]:
    """A form as `DocFormRowSchema` dumps it."""
    return {
        "id": row.id,
        "title": row.title,
        "type": row.type,
        "status": row.status,
        "revision": row.revision,
        "is_latest": row.is_latest,
        "in_use": row.is_in_use,
        "is_archived": row.is_archived,
        "created": row.created,
        "updated": row.updated,
    }
