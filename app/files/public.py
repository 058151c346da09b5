"""The names of files that other features use."""

from app.files.delivery import deliver_stored
from app.files.models import Attachment, AttachmentUse
from app.files.operations import attach, attach_like, attach_made, attach_picture, detach_others, store_bytes
from app.files.policies import AskedFile, FileHooks
from app.files.queries import (
    attachment_name,
    attachments_of,
    contents_of,
    previews_of,
    uploads_of_actor,
)
from app.files.schemas import AttachmentSchema, ExportSchema
from app.files.types import MAX_ATTACHMENTS, PICTURES, AttachmentInfo, AttachmentKind, picture_version

__all__ = [
    "MAX_ATTACHMENTS",
    "PICTURES",
    "AskedFile",
    "Attachment",
    "AttachmentInfo",
    "AttachmentKind",
    "AttachmentSchema",
    "AttachmentUse",
    "ExportSchema",
    "FileHooks",
    "attach",
    "attach_like",
    "attach_made",
    "attach_picture",
    "attachment_name",
    "attachments_of",
    "contents_of",
    "deliver_stored",
    "detach_others",
    "picture_version",
    "previews_of",
    "store_bytes",
    "uploads_of_actor",
]
