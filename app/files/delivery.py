"""Files as responses: nothing that somebody uploaded runs in a page of ours."""

import unicodedata
from collections.abc import Iterable
from urllib.parse import quote

from flask import Response, request
from flask.typing import ResponseReturnValue

from app.files.models import Attachment
from app.files.storage import storage
from app.files.types import PDF, PICTURES, UNKNOWN, picture_version
from app.kernel.errors import NotFoundError

SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'self'"
PICTURE_KEPT = 86_400
"""Seconds that a browser keeps a picture; a new picture has a new id."""
VERSION_KEPT = 31_536_000
"""Seconds that it keeps one whose address has the picture's version."""


def deliver_attachment(attachment: Attachment, *, to_other_sites: bool = False) -> ResponseReturnValue:
    """The bytes of a stored attachment, which the viewer was found to be allowed to read.

    Only pictures that were made anew and PDFs open in the browser; all else is saved. Pages of other sites
    (mail programs in the browser) can show it with `to_other_sites` alone.
    """
    picture = attachment.kind in PICTURES
    response = Response(mimetype=attachment.content_type or UNKNOWN)
    response.set_etag(attachment.sha256 or "")
    response.cache_control.private = True
    response.cache_control.max_age = PICTURE_KEPT if picture else 0
    if picture and request.args.get("v") == picture_version(attachment.sha256 or ""):
        response.cache_control.max_age = VERSION_KEPT
        response.cache_control.immutable = True
    if request.if_none_match.contains(attachment.sha256 or ""):
        response.status_code = 304
        return _guarded(response, to_other_sites=to_other_sites)
    response.response = _chunks(attachment.storage_key)
    response.content_length = attachment.size
    inline = picture or attachment.content_type == PDF
    response.headers.set(
        "Content-Disposition", "inline" if inline else "attachment", **_names(attachment.filename)
    )
    return _guarded(response, to_other_sites=to_other_sites)


def deliver_download(content: bytes, *, filename: str, content_type: str) -> ResponseReturnValue:
    """Bytes that we made, to be saved under `filename`."""
    response = Response(content, mimetype=content_type)
    response.cache_control.private = True
    response.cache_control.no_store = True
    response.headers.set("Content-Disposition", "attachment", **_names(filename))
    return _guarded(response)


def _names(filename: str) -> dict[str, str]:
    """The name in ASCII for old programs, and as it is where that differs (RFC 6266)."""
    if filename.isascii():
        return {"filename": filename}
    plain = unicodedata.normalize("NFKD", filename).encode("ascii", "ignore").decode() or "file"
    return {"filename": plain, "filename*": f"UTF-8''{quote(filename, safe='')}"}


def _chunks(key: str | None) -> Iterable[bytes]:
    if key is None:
        raise NotFoundError
    try:
        return storage().stream(key)
    except FileNotFoundError as error:
        raise NotFoundError from error


def _guarded(response: Response, *, to_other_sites: bool = False) -> Response:
    response.headers["Content-Security-Policy"] = SANDBOX
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin" if to_other_sites else "same-origin"
    return response
