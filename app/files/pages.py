"""Files by link, with the cookie or a bearer token: the addresses in pages, mails and API responses."""

from collections.abc import Callable
from typing import TypeVar

from flask import Blueprint
from flask.typing import ResponseReturnValue

from app.files import queries
from app.files.delivery import deliver_attachment, deliver_download
from app.kernel.http.auth import PUBLIC, SIGNED_IN, Actor, current_actor, guest_actor, page_requires
from app.kernel.http.errors import NotFoundError
from app.kernel.jobs.exports import export_content, own_export

blueprint = Blueprint("files_pages", __name__)

T = TypeVar("T")


@blueprint.get("/files/<int:attachment_id>")
@page_requires(SIGNED_IN, guests=True, programs=True)
def file(attachment_id: int) -> ResponseReturnValue:
    """Return a file to users who may see its subject."""
    return deliver_attachment(
        _find_for_user_or_guest(
            lambda actor: queries.readable_attachment(actor=actor, attachment_id=attachment_id)
        )
    )


@blueprint.get("/files/picture/<int:attachment_id>/<string(length=64):digest>")
@page_requires(PUBLIC)
def picture(attachment_id: int, digest: str) -> ResponseReturnValue:
    """Return a logo or profile picture in a mail or an invitation, whose readers have no sign-in."""
    return deliver_attachment(
        queries.picture_by_digest(attachment_id=attachment_id, digest=digest), to_other_sites=True
    )


@blueprint.get("/files/export/<int:export_id>")
@page_requires(SIGNED_IN, guests=True, programs=True)
def export(export_id: int) -> ResponseReturnValue:
    """Return a finished download to its requester."""
    download = _find_for_user_or_guest(lambda actor: own_export(actor=actor, export_id=export_id))
    return deliver_download(
        export_content(download), filename=download.filename or "", content_type=download.content_type or ""
    )


def _find_for_user_or_guest(find: Callable[[Actor], T]) -> T:
    """Call `find` for the signed-in user, then for the guest whose link was opened in the same browser."""
    actor = current_actor()
    try:
        return find(actor)
    except NotFoundError:
        guest = None if actor.is_guest else guest_actor()
        if guest is None:
            raise
        return find(guest)
