"""Schemas of attachments and exports."""

from typing import TypedDict

from marshmallow import fields, validate

from app.files.models import Attachment
from app.files.types import LONGEST_PATH, AttachmentInfo, AttachmentKind
from app.kernel.http.schemas import CamelSchema, Id, Line
from app.kernel.jobs.exports import Export


class StartUploadSchema(CamelSchema):
    """The announcement of a file."""

    filename = Line(
        required=True,
        limit=LONGEST_PATH,
        metadata={"description": "Names of more than 200 characters are cut before the extension."},
    )
    size = fields.Integer(
        required=True,
        strict=True,
        validate=validate.Range(min=0, max=2**40, error="This is no size of a file."),
        metadata={"description": "In bytes; at most 25 MB."},
    )
    kind = fields.Enum(AttachmentKind, by_value=True, required=True)


class StartUploadBody(TypedDict):
    filename: str
    size: int
    kind: AttachmentKind


class UploadSchema(CamelSchema):
    """The address for the file's content."""

    id = Id(required=True)
    upload_url = fields.String(
        required=True, metadata={"description": "The address to PUT the bytes to, with the bearer token."}
    )


class AttachmentSchema(CamelSchema):
    """A stored file."""

    id = Id(required=True)
    filename = fields.String(required=True)
    size = fields.Integer(required=True, metadata={"description": "In bytes."})
    content_type = fields.String(
        required=True, metadata={"description": "Detected from the content of the file."}
    )
    created = fields.AwareDateTime(required=True)
    url = fields.Method(
        "_url",
        required=True,
        metadata={"description": "Opens or downloads it, with the cookie or the access token."},
    )

    thumbnail_url = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "A picture of at most 320 pixels; null for files that are no pictures."},
    )
    preview_url = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "A picture of at most 1600 pixels; null for files that are no pictures."},
    )

    def _url(self, attachment: Attachment | AttachmentInfo) -> str:
        return f"/files/{attachment.id}"


class ExportSchema(CamelSchema):
    """The progress of a download."""

    id = Id(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["QUEUED", "RUNNING", "DONE", "FAILED"]))
    progress = fields.Integer(required=True, metadata={"description": "0 to 100."})
    url = fields.Method(
        "_url", required=True, allow_none=True, metadata={"description": "Null until the status is DONE."}
    )

    def _url(self, export: Export) -> str | None:
        return f"/files/export/{export.id}" if export.status == "DONE" else None
