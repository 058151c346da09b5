"""Schemas of files with all data."""

from marshmallow import fields

from app.data_export.types import DataExportStatus
from app.kernel.http.schemas import CamelSchema, Id


class DataExportSchema(CamelSchema):
    """A file with all data of the organisation."""

    id = Id(required=True)
    status = fields.Enum(DataExportStatus, by_value=True, required=True)
    progress = fields.Integer(required=True, metadata={"description": "0 to 100."})
    size = fields.Integer(required=True, allow_none=True, metadata={"description": "In bytes."})
    created = fields.DateTime(required=True)
    expires = fields.DateTime(required=True, allow_none=True)
    user_name = fields.String(required=True)
    url = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "Null unless the user requested it, and it is finished and not expired."},
    )
