"""Pictures and thumbnails of a form, attached to the revision so that all its readers may see them."""

from datetime import timedelta

from app.extensions import db
from app.files.public import attach, attach_made, detach_others
from app.forms.document.nodes import Document
from app.forms.models import DocForm
from app.forms.policies import pictures_in
from app.forms.types import DOC_FORM_FILE, DRAW_THUMBNAIL
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError
from app.kernel.jobs.queue import enqueue

MAX_PICTURES = 200
TOO_MANY = f"A form may show at most {MAX_PICTURES} pictures."
PICTURE_DELETED = "One of the pictures is no longer there. Please add it again."
THUMBNAIL_DELAY = timedelta(seconds=10)
"""Delay of the thumbnail job: the editor saves every second, so the picture is drawn after the typing stops."""
NOT_A_PICTURE = "'{name}' is no picture that a form can show."


def attach_pictures(*, actor: Actor, form_id: int, doc: Document) -> None:
    """Attach the pictures of the stored document `doc` to the revision `form_id`.

    Raises InvalidError for pictures that the actor did not upload and that no form of the actor's organisation shows.
    """
    attachment_ids = pictures_in(doc)
    if not attachment_ids:
        return
    if len(attachment_ids) > MAX_PICTURES:
        raise InvalidError(fields={"doc": [TOO_MANY]})
    try:
        infos = attach(
            actor=actor,
            attachment_ids=attachment_ids,
            subject_type=DOC_FORM_FILE,
            subject_id=form_id,
            limit=MAX_PICTURES,
            reuse=True,
        )
    except InvalidError as error:
        raise InvalidError(fields={"doc": [PICTURE_DELETED]}) from error
    for info in infos.values():
        if not info.content_type.startswith("image/"):
            raise InvalidError(fields={"doc": [NOT_A_PICTURE.format(name=info.filename)]})


def enqueue_thumbnail(form: DocForm) -> None:
    """Enqueue the job that draws the form's thumbnail, for the current version, after a delay.

    A delayed job does not wake the worker, so mails and exports that users wait for run first.
    """
    enqueue(DRAW_THUMBNAIL, run_at=now() + THUMBNAIL_DELAY, form_id=form.id, version=form.version)


def set_thumbnail(*, form: DocForm, attachment_id: int) -> None:
    """Set the thumbnail of `form`, and detach the previous one and pictures that the form no longer shows."""
    keep = [*pictures_in(form.doc), attachment_id]
    detach_others(subject_type=DOC_FORM_FILE, subject_id=form.id, keep=keep)
    attach_made(attachment_id=attachment_id, subject_type=DOC_FORM_FILE, subject_id=form.id)
    form.thumbnail_id = attachment_id
    db.session.flush()
