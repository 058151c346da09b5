"""Files as responses: nothing that somebody uploaded runs in a page of ours."""

import unicodedata
from collections.abc import Iterable
from pathlib import PurePath
from urllib.parse import quote

from flask import Response, request
from flask.typing import ResponseReturnValue

from app.files.models import Attachment
from app.files.storage import storage
from app.files.types import PDF, PICTURES, SMALL_TYPE, UNKNOWN, picture_version, small_key
from app.kernel.errors import NotFoundError

SANDBOX = "sandbox; default-src 'none'; frame-ancestors 'self'"
PICTURE_KEPT = 86_400
"""Seconds that a browser keeps a picture; a new picture has a new id."""
VERSION_KEPT = 31_536_000
"""Seconds that it keeps one whose address has the picture's version."""


def deliver_attachment(attachment: Attachment, *, to_other_sites: bool = False) -> ResponseReturnValue:
    """The bytes of a stored attachment, which the viewer was found to be allowed to read.

    With `size=small` in the address a picture's small variant, or the picture while there is none.
    Only pictures that were made anew and PDFs open in the browser; all else is saved. Pages of other sites
    (mail programs in the browser) can show it with `to_other_sites` alone.
    """
    picture = attachment.kind in PICTURES
    asks_small = picture and request.args.get("size") == "small"
    is_small = asks_small and bool(attachment.small_size)
    etag = f"{attachment.sha256}-small" if is_small else attachment.sha256 or ""
    response = Response(mimetype=SMALL_TYPE if is_small else attachment.content_type or UNKNOWN)
    response.set_etag(etag)
    response.cache_control.private = True
    response.cache_control.max_age = PICTURE_KEPT if picture else 0
    is_version = picture and request.args.get("v") == picture_version(attachment.sha256 or "")
    # The small variant of an old picture may still have to be made.
    if is_version and is_small == asks_small:
        response.cache_control.max_age = VERSION_KEPT
        response.cache_control.immutable = True
    if request.if_none_match.contains(etag):
        response.status_code = 304
        return _guarded(response, to_other_sites=to_other_sites)
    key = attachment.storage_key
    response.response = _chunks(small_key(key) if is_small and key else key)
    response.content_length = (attachment.small_size if is_small else None) or attachment.size
    inline = picture or attachment.content_type == PDF
    name = str(PurePath(attachment.filename).with_suffix(".webp")) if is_small else attachment.filename
    response.headers.set("Content-Disposition", "inline" if inline else "attachment", **_names(name))
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
