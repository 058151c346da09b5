"""Endpoints for attachments and for downloads that a worker prepares."""

from collections.abc import Iterator

from flask import request
from flask.typing import ResponseReturnValue
from flask.views import MethodView

from app.extensions import limiter
from app.files import operations, queries
from app.files.delivery import deliver_attachment
from app.files.models import Attachment
from app.files.schemas import AttachmentSchema, ExportSchema, StartUploadBody, StartUploadSchema, UploadSchema
from app.kernel.http.auth import SIGNED_IN, current_actor, requires
from app.kernel.http.calls import Blueprint
from app.kernel.jobs.exports import Export, own_export

blueprint = Blueprint("files_api", __name__, url_prefix="/api", description="Attachments and downloads")

CHUNK = 64 * 1024


def _user_key() -> str:
    return f"upload:{current_actor().user_id}"


@blueprint.route("/attachment/start")
class StartUpload(MethodView):
    """The first step of an upload."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.arguments(StartUploadSchema)
    @blueprint.response(201, UploadSchema)
    def post(self, body: StartUploadBody) -> dict[str, object]:
        """Announce a file; its bytes are then PUT to `uploadUrl`."""
        attachment = operations.start_upload(actor=current_actor(), **body)
        return {"id": attachment.id, "upload_url": f"/api/attachment/{attachment.id}/content"}


@blueprint.route("/attachment/<int:attachment_id>/content")
class UploadContent(MethodView):
    """The second step of an upload."""

    @requires(SIGNED_IN, guests=True)
    # Twice the hourly number of announced files, because a picture that is sent again is decoded again.
    @limiter.limit("600 per hour", key_func=_user_key)
    @blueprint.doc(
        requestBody={
            "required": True,
            "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        }
    )
    @blueprint.response(200, AttachmentSchema)
    def put(self, attachment_id: int) -> Attachment:
        """Send the raw bytes of an announced file: at most 25 MB."""
        return operations.receive_upload(
            actor=current_actor(), attachment_id=attachment_id, chunks=_body_in_chunks()
        )


@blueprint.route("/attachment/<int:attachment_id>")
class AttachmentContent(MethodView):
    """A stored file."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, content_type="*/*", schema={"type": "string", "format": "binary"})
    @blueprint.alt_response(304, description="The file matches If-None-Match.")
    def get(self, attachment_id: int) -> ResponseReturnValue:
        """Return the bytes of a file to users who may see its subject."""
        return deliver_attachment(
            queries.readable_attachment(actor=current_actor(), attachment_id=attachment_id)
        )


@blueprint.route("/export/<int:export_id>")
class ExportState(MethodView):
    """A download that a worker prepares."""

    @requires(SIGNED_IN, guests=True)
    @blueprint.response(200, ExportSchema)
    def get(self, export_id: int) -> Export:
        """Return the progress of a download to its requester."""
        return own_export(actor=current_actor(), export_id=export_id)


def _body_in_chunks() -> Iterator[bytes]:
    while chunk := request.stream.read(CHUNK):
        yield chunk
