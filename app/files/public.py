"""What other features use of files."""

from app.files.operations import attach, attach_made, attach_picture, detach_others, store_bytes
from app.files.policies import AccessCheck, AskedFile, register_access, register_file_access
from app.files.queries import attachments_of, contents_of, picture_path
from app.files.schemas import AttachmentSchema, ExportSchema
from app.files.storage import bind
from app.files.types import MAX_ATTACHMENTS, PICTURES, AttachmentInfo, AttachmentKind, picture_version
from app.kernel import exports, health

__all__ = [
    "MAX_ATTACHMENTS",
    "PICTURES",
    "AccessCheck",
    "AskedFile",
    "AttachmentInfo",
    "AttachmentKind",
    "AttachmentSchema",
    "ExportSchema",
    "attach",
    "attach_made",
    "attach_picture",
    "attachments_of",
    "bind_storage",
    "contents_of",
    "detach_others",
    "picture_path",
    "picture_version",
    "register_access",
    "register_file_access",
    "store_bytes",
]


def bind_storage(url: str) -> None:
    """Keep files and exports at `url` (a folder, or `s3://bucket/prefix`), and have /readyz look at it."""
    storage = bind(url)
    exports.bind_store(storage)
    health.register_check("storage", storage.check)
