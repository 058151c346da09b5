"""Announcing, uploading and attaching files."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from io import BytesIO
from math import ceil
from pathlib import PurePath
from tempfile import TemporaryFile
from typing import BinaryIO

import structlog
from sqlalchemy import delete, exists, literal, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from app.extensions import db
from app.files.models import Attachment, AttachmentUse
from app.files.policies import is_owned
from app.files.queries import attachment_info, own_attachment, readable_attachment, uploads_of
from app.files.signatures import content_type
from app.files.storage import CHUNK, storage
from app.files.types import (
    GUEST_UPLOADS,
    MAX_ATTACHMENTS,
    MAX_SIZE,
    PICTURES,
    PREVIEW,
    PREVIEWED,
    UNUSED_RETENTION,
    UPLOAD_PERIOD,
    USER_UPLOADS,
    AttachmentInfo,
    AttachmentKind,
    PictureRule,
    picture_version,
    preview_key,
    small_key,
)
from app.kernel.clock import now
from app.kernel.db.session import after_commit
from app.kernel.http.auth import Actor
from app.kernel.http.errors import (
    ConflictError,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    TooLargeError,
    TooManyError,
)
from app.kernel.http.schemas import NAME_LIMIT

log = structlog.get_logger(__name__)

TOO_LARGE_SENTENCE = "This file is too large: at most 25 MB are possible."
LONGEST_EXTENSION = 20
"""A longer text after the last full stop of a name does not count as an extension."""
GUEST_PICTURE_SENTENCE = "Guests can't upload profile pictures or logos."
TOO_MANY_SENTENCE = "You have uploaded a lot in the last hour. Please wait a little and try again."
WAITING_SENTENCE = (
    "Many of your files are not attached to anything yet. Attach some of them first, or wait: unused files are removed "
    "after a week."
)


def start_upload(*, actor: Actor, filename: str, size: int, kind: AttachmentKind) -> Attachment:
    """Announce a file of `size` bytes, whose upload follows.

    Raises InvalidError for an empty or too large file, and for a picture whose name its kind does not allow;
    ForbiddenError if a guest announces a picture of a person, an organisation or a form; TooManyError and
    ConflictError beyond the limits of uploads (`USER_UPLOADS`, `GUEST_UPLOADS`). Concurrent announcements do not count
    each other.
    """
    if size < 1:
        raise InvalidError(fields={"size": ["This file is empty."]})
    if size > MAX_SIZE:
        raise InvalidError(fields={"size": [TOO_LARGE_SENTENCE]})
    name = _short_name(PurePath(filename.replace("\\", "/")).name or "file")
    rule = PICTURES.get(kind)
    if rule and actor.is_guest:
        raise ForbiddenError(GUEST_PICTURE_SENTENCE)
    if rule and rule.suffixes and PurePath(name).suffix.lower() not in rule.suffixes:
        raise InvalidError(rule.refusal)
    _check_uploads(actor, size)
    attachment = Attachment(
        kind=kind,
        filename=name,
        size=size,
        organisation_id=actor.organisation_id,
        created_by_user_id=actor.user_id,
    )
    db.session.add(attachment)
    db.session.flush()
    return attachment


def _check_uploads(actor: Actor, size: int) -> None:
    limits = GUEST_UPLOADS if actor.is_guest else USER_UPLOADS
    uploads = uploads_of(actor.user_id)
    if uploads.files >= limits.files or uploads.size + size > limits.size:
        wait = (uploads.first or now()) + UPLOAD_PERIOD - now()
        raise TooManyError(TOO_MANY_SENTENCE, retry_after=ceil(wait.total_seconds()))
    if uploads.waiting_files >= limits.waiting_files or uploads.waiting_size + size > limits.waiting_size:
        raise ConflictError(WAITING_SENTENCE)


def receive_upload(*, actor: Actor, attachment_id: int, chunks: Iterable[bytes]) -> Attachment:
    """Store an announced file; `chunks` are its bytes as they arrive, so that few are in memory at once.

    Sending the same bytes again changes nothing. Raises NotFoundError for a file that `actor` did not announce,
    TooLargeError, InvalidError if the length differs from the announced one or a picture cannot be used, and
    ConflictError if other bytes were sent before.
    """
    announced = own_attachment(actor=actor, attachment_id=attachment_id)
    with TemporaryFile("w+b") as file:
        received = 0
        for chunk in chunks:
            received += len(chunk)
            if received > MAX_SIZE:
                raise TooLargeError(TOO_LARGE_SENTENCE)
            file.write(chunk)
        if announced.stored is None and received != announced.size:
            raise InvalidError("The file did not arrive as a whole. Please upload it again.")
        # Guests need only a link, so they cannot make the server decode pictures.
        _store(announced, file, previews=not actor.is_guest)
    return announced


def store_bytes(
    *,
    organisation_id: int,
    user_id: int,
    filename: str,
    content: bytes,
    kind: AttachmentKind,
    drawn: bool = False,
) -> Attachment:
    """Store `content` as an attachment of `user_id` of `organisation_id`; for generated files.

    A picture that was `drawn` here with the size and type of its kind is stored unchanged, because re-encoding would
    take longer than drawing it.
    """
    attachment = Attachment(
        kind=kind,
        filename=filename,
        size=len(content),
        organisation_id=organisation_id,
        created_by_user_id=user_id,
    )
    db.session.add(attachment)
    db.session.flush()
    _store(attachment, BytesIO(content), reencode=not drawn)
    return attachment


def attach(
    *,
    actor: Actor,
    attachment_ids: Sequence[int],
    subject_type: str,
    subject_id: int,
    limit: int = MAX_ATTACHMENTS,
    reuse: bool = False,
) -> dict[int, AttachmentInfo]:
    """Attach files to a subject, so that all users who may see it may read them; return their descriptions by id.

    The files must be the actor's own, stored, and attached to nothing or to this subject; with `reuse` also files of
    the actor's organisation (`FileHooks.owners`) that the actor may read and that are attached elsewhere. Otherwise raises InvalidError, as
    for more than `limit` files. Three statements, however many files.
    """
    ids = list(dict.fromkeys(attachment_ids))
    if not ids:
        return {}
    if len(ids) > limit:
        raise InvalidError(fields={"attachmentIds": [f"At most {limit} files can be attached."]})
    rows = db.session.execute(
        select(Attachment).where(Attachment.id.in_(ids), Attachment.stored.is_not(None)).with_for_update()
    ).scalars()
    attachments = {row.id: row for row in rows}
    uses: dict[int, set[tuple[str, int]]] = {}
    for use in db.session.execute(
        select(AttachmentUse).where(AttachmentUse.attachment_id.in_(ids))
    ).scalars():
        uses.setdefault(use.attachment_id, set()).add((use.subject_type, use.subject_id))
    new = [w for w in ids if (subject_type, subject_id) not in uses.get(w, set())]
    for attachment_id in new:
        attachment = attachments.get(attachment_id)
        subjects = uses.get(attachment_id, set())
        is_free = attachment and attachment.created_by_user_id == actor.user_id and not subjects
        if attachment is None or not (is_free or (reuse and _reusable(actor, attachment, subjects))):
            raise InvalidError(
                fields={"attachmentIds": ["One of the files is no longer there. Please add it again."]}
            )
    if new:
        db.session.execute(
            insert(AttachmentUse)
            .values(
                [{"attachment_id": w, "subject_type": subject_type, "subject_id": subject_id} for w in new]
            )
            .on_conflict_do_nothing()
        )
    return {row.id: attachment_info(row) for row in attachments.values()}


def attach_picture(
    *, actor: Actor, attachment_id: int, kind: AttachmentKind, subject_type: str, subject_id: int
) -> str:
    """Attach one picture, uploaded as `kind`, to its subject and return its version.

    Raises InvalidError as `attach` does.
    """
    attachment = db.session.get(Attachment, attachment_id)
    if attachment is None or attachment.kind != kind:
        raise InvalidError(fields={"attachmentId": ["This picture is no longer there. Please add it again."]})
    attach(actor=actor, attachment_ids=[attachment_id], subject_type=subject_type, subject_id=subject_id)
    return picture_version(attachment.sha256 or "")


def detach_others(*, subject_type: str, subject_id: int, keep: Sequence[int]) -> None:
    """Detach all files of a subject except `keep`; files that are then unattached are deleted later.

    The caller has checked that its actor may change the subject.
    """
    db.session.execute(
        delete(AttachmentUse).where(
            AttachmentUse.subject_type == subject_type,
            AttachmentUse.subject_id == subject_id,
            AttachmentUse.attachment_id.not_in(keep),
        )
    )


def attach_like(*, attachment_ids: Sequence[int], subject_type: str, source_id: int, subject_id: int) -> None:
    """Attach files of the subject `source_id` to `subject_id` of the same type too; others are left out.

    The caller has checked that the readers of the subject may read them.
    """
    if not attachment_ids:
        return
    of_source = select(AttachmentUse.attachment_id, literal(subject_type), literal(subject_id)).where(
        AttachmentUse.attachment_id.in_(attachment_ids),
        AttachmentUse.subject_type == subject_type,
        AttachmentUse.subject_id == source_id,
    )
    columns = ["attachment_id", "subject_type", "subject_id"]
    db.session.execute(insert(AttachmentUse).from_select(columns, of_source).on_conflict_do_nothing())


def attach_made(*, attachment_id: int, subject_type: str, subject_id: int) -> None:
    """Attach a generated file (`store_bytes`) to a subject."""
    values = {"attachment_id": attachment_id, "subject_type": subject_type, "subject_id": subject_id}
    db.session.execute(insert(AttachmentUse).values(values).on_conflict_do_nothing())


def delete_unused() -> None:
    """Delete files that were announced a week ago and never attached."""
    old = (
        select(Attachment)
        .where(
            Attachment.created < now() - UNUSED_RETENTION,
            ~exists().where(AttachmentUse.attachment_id == Attachment.id),
        )
        .order_by(Attachment.id)
        .limit(500)
        .with_for_update(skip_locked=True)
    )
    for attachment in db.session.execute(old).scalars().all():
        key = attachment.storage_key
        try:
            with db.session.begin_nested():
                db.session.delete(attachment)
        except IntegrityError:
            log.warning("unused_attachment_in_use", attachment_id=attachment.id)
            continue
        if key is not None:
            after_commit(_remover(key))


def make_small_pictures() -> None:
    """Create the small variants of up to 200 pictures without one, which were stored before variants existed."""
    kinds = [kind for kind, rule in PICTURES.items() if rule.small_edge is not None]
    rows = db.session.execute(
        select(Attachment)
        .where(
            Attachment.small_size.is_(None),
            Attachment.stored.is_not(None),
            Attachment.kind.in_(kinds),
        )
        .order_by(Attachment.id)
        .limit(200)
        .with_for_update(skip_locked=True)
    ).scalars()
    for attachment in rows:
        key, rule = attachment.storage_key or "", PICTURES[AttachmentKind(attachment.kind)]
        try:
            attachment.small_size = _store_small(key, storage().get(key), rule)
        except FileNotFoundError:
            attachment.small_size = 0
    db.session.flush()


def _short_name(name: str) -> str:
    """Cut `name` to the limit of names, before its extension, because that identifies the type."""
    if len(name) <= NAME_LIMIT:
        return name
    extension = PurePath(name).suffix
    if len(extension) > LONGEST_EXTENSION:
        extension = ""
    return name[: NAME_LIMIT - len(extension)].rstrip() + extension


def _store(attachment: Attachment, file: BinaryIO, *, reencode: bool = True, previews: bool = True) -> None:
    """Write `file` to the storage, re-encoding pictures if `reencode`, and record its type, size and digest.

    With `previews`, a picture of a kind in `PREVIEWED` gets its preview.
    """
    detected_type = content_type(file, attachment.filename)
    rule = PICTURES.get(AttachmentKind(attachment.kind))
    if rule is not None and reencode:
        # Imported with the first uploaded picture, because most web processes never receive one.
        from app.files.pictures import remake

        file = BytesIO(remake(file, detected_type, rule))
        detected_type = rule.content_type
    digest, size = _digest_and_size(file)
    if attachment.stored is not None:
        if digest != attachment.sha256:
            raise ConflictError("This file was uploaded before. Please add the changed file again.")
        return
    key = f"attachments/{attachment.id}"
    storage().put_file(key, file)
    if rule is not None and rule.small_edge is not None:
        file.seek(0)
        attachment.small_size = _store_small(key, file.read(), rule)
    elif previews and attachment.kind in PREVIEWED and detected_type in PREVIEW.accepts:
        attachment.small_size = _store_preview(key, file, detected_type)
    attachment.size, attachment.content_type, attachment.sha256 = size, detected_type, digest
    attachment.storage_key, attachment.stored = key, now()
    if rule is not None:
        attachment.filename = str(PurePath(attachment.filename).with_suffix(f".{rule.format.lower()}"))
    db.session.flush()


def _store_small(key: str, content: bytes, rule: PictureRule) -> int:
    """Store the small variant of the picture at `key`; return its size in bytes, or 0 if it is not a picture."""
    from app.files.pictures import shrink

    try:
        small = shrink(content, rule)
    except OSError:
        return 0
    storage().put(small_key(key), small)
    return len(small)


def _store_preview(key: str, file: BinaryIO, detected_type: str) -> int:
    """Store the preview and the small variant of the picture at `key`; return the bytes of the small one.

    Returns 0 for a picture that is damaged or too large to decode: the file is stored all the same.
    """
    from app.files.pictures import remake

    try:
        preview = remake(file, detected_type, PREVIEW)
    except InvalidError:
        return 0
    size = _store_small(key, preview, PREVIEW)
    if size:
        storage().put(preview_key(key), preview)
    return size


def _digest_and_size(file: BinaryIO) -> tuple[str, int]:
    digest, size = hashlib.sha256(), 0
    file.seek(0)
    while chunk := file.read(CHUNK):
        digest.update(chunk)
        size += len(chunk)
    return digest.hexdigest(), size


def _reusable(actor: Actor, attachment: Attachment, subjects: Collection[tuple[str, int]]) -> bool:
    is_own = attachment.organisation_id == actor.organisation_id or is_owned(actor, subjects=subjects)
    if actor.is_guest or not is_own:
        return False
    try:
        readable_attachment(actor=actor, attachment_id=attachment.id)
    except NotFoundError:
        return False
    return True


def _remover(key: str) -> Callable[[], None]:
    def remove() -> None:
        storage().delete(key)
        storage().delete(small_key(key))
        storage().delete(preview_key(key))

    return remove
