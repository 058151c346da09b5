"""Queries of attachments."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress

from sqlalchemy import exists, func, select

from app.extensions import db
from app.files.models import Attachment, AttachmentUse
from app.files.policies import AskedFile, may_read
from app.files.storage import storage
from app.files.types import (
    PICTURES,
    PREVIEWED,
    UNUSED_RETENTION,
    UPLOAD_PERIOD,
    AttachmentInfo,
    AttachmentKind,
    Uploads,
    preview_key,
)
from app.kernel.clock import now
from app.kernel.db.statements import PLANNED_ONCE
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError


def own_attachment(*, actor: Actor, attachment_id: int) -> Attachment:
    """Return the attachment that `actor` announced, locked for its upload; raise NotFoundError for others."""
    attachment: Attachment | None = db.session.execute(
        select(Attachment)
        .where(Attachment.id == attachment_id, Attachment.created_by_user_id == actor.user_id)
        .with_for_update()
    ).scalar()
    if attachment is None:
        raise NotFoundError
    return attachment


def attachment_name(attachment_id: int) -> str | None:
    """Return the file name of a stored attachment; None if it is not stored. The caller has checked the access."""
    attachment = _stored(attachment_id)
    return attachment.filename if attachment is not None else None


def uploads_of(user_id: int) -> Uploads:
    """Count a user's recent announcements, arrived or not. One statement."""
    moment = now()
    recent = Attachment.created > moment - UPLOAD_PERIOD
    waiting = ~exists().where(AttachmentUse.attachment_id == Attachment.id)
    row = db.session.execute(
        select(
            func.count().filter(recent).label("files"),
            func.coalesce(func.sum(Attachment.size).filter(recent), 0).label("size"),
            func.min(Attachment.created).filter(recent).label("first"),
            func.count().filter(waiting).label("waiting_files"),
            func.coalesce(func.sum(Attachment.size).filter(waiting), 0).label("waiting_size"),
        ).where(Attachment.created_by_user_id == user_id, Attachment.created > moment - UNUSED_RETENTION)
    ).one()
    return Uploads(
        files=row.files,
        size=int(row.size),
        first=row.first,
        waiting_files=row.waiting_files,
        waiting_size=int(row.waiting_size),
    )


def uploads_of_actor(*, actor: Actor, attachment_ids: Collection[int]) -> set[int]:
    """Return the ids of these attachments that `actor` uploaded."""
    own = select(Attachment.id).where(
        Attachment.id.in_(attachment_ids), Attachment.created_by_user_id == actor.user_id
    )
    return set(db.session.execute(own).scalars())


def readable_attachment(*, actor: Actor, attachment_id: int) -> Attachment:
    """Return a stored attachment that `actor` may read; otherwise raise NotFoundError, as if it did not exist."""
    attachment = _stored(attachment_id)
    if attachment is None or not may_read(
        actor,
        file=AskedFile(id=attachment_id, uploaded_by=attachment.created_by_user_id),
        subjects=_subjects([attachment_id]).get(attachment_id, {}),
    ):
        raise NotFoundError
    return attachment


def picture_by_digest(*, attachment_id: int, digest: str) -> Attachment:
    """Return a logo or profile picture by digest, for readers of a mail; raise NotFoundError if it does not match."""
    attachment = _stored(attachment_id)
    if attachment is None or attachment.sha256 != digest or attachment.kind not in PICTURES:
        raise NotFoundError
    return attachment


def picture_path(attachment_id: int | None) -> str | None:
    """Return the path of a logo or profile picture for readers without a sign-in (mails, invitations).

    It contains the digest of the picture, which only recipients of the path know. Returns None for None.
    """
    attachment = _stored(attachment_id) if attachment_id is not None else None
    if attachment is None or AttachmentKind(attachment.kind) not in PICTURES:
        return None
    return f"/files/picture/{attachment.id}/{attachment.sha256}"


def attachments_of(subject_type: str, subject_ids: Sequence[int]) -> dict[int, list[AttachmentInfo]]:
    """Return the attachments of each subject, in the order of attaching; one statement.

    The caller has checked that its viewer may see the subjects.
    """
    by_subject: dict[int, list[AttachmentInfo]] = {subject_id: [] for subject_id in subject_ids}
    if not by_subject:
        return by_subject
    rows = db.session.execute(
        select(AttachmentUse.subject_id, Attachment)
        .join(Attachment, Attachment.id == AttachmentUse.attachment_id)
        .where(AttachmentUse.subject_type == subject_type, AttachmentUse.subject_id.in_(by_subject))
        .order_by(AttachmentUse.id)
        .execution_options(**PLANNED_ONCE)
    )
    for subject_id, attachment in rows:
        by_subject[subject_id].append(attachment_info(attachment))
    return by_subject


def contents_of(attachment_ids: Sequence[int]) -> dict[int, bytes]:
    """Return the bytes of stored attachments, for generated files; attachments without content are left out.

    The caller has checked that its viewer may see their subjects.
    """
    if not attachment_ids:
        return {}
    rows = db.session.execute(
        select(Attachment.id, Attachment.storage_key).where(
            Attachment.id.in_(attachment_ids), Attachment.stored.is_not(None)
        )
    )
    contents: dict[int, bytes] = {}
    for attachment_id, key in rows:
        with suppress(FileNotFoundError):
            contents[attachment_id] = storage().get(key or "")
    return contents


def previews_of(attachment_ids: Sequence[int]) -> Iterator[tuple[int, bytes]]:
    """Yield (id, preview) of the attachments that have a preview, for generated files; one statement.

    Each is read when it is asked for, so that one is in memory at a time. The caller has checked the access.
    """
    rows = db.session.execute(
        select(Attachment.id, Attachment.storage_key).where(
            Attachment.id.in_(attachment_ids), Attachment.small_size > 0, Attachment.kind.in_(PREVIEWED)
        )
    ).all()
    for attachment_id, key in rows:
        with suppress(FileNotFoundError):
            yield attachment_id, storage().get(preview_key(key or ""))


def attachment_info(attachment: Attachment) -> AttachmentInfo:
    """Return the description of a stored attachment for lists."""
    return AttachmentInfo(
        id=attachment.id,
        filename=attachment.filename,
        size=attachment.size,
        content_type=attachment.content_type or "",
        sha256=attachment.sha256 or "",
        created=attachment.created,
        has_preview=attachment.has_preview,
    )


def _stored(attachment_id: int) -> Attachment | None:
    attachment: Attachment | None = db.session.execute(
        select(Attachment).where(Attachment.id == attachment_id, Attachment.stored.is_not(None))
    ).scalar()
    return attachment


def _subjects(attachment_ids: Sequence[int]) -> dict[int, dict[str, list[int]]]:
    """Return the subjects of each attachment: ids by type."""
    subjects: dict[int, dict[str, list[int]]] = {}
    rows = db.session.execute(
        select(AttachmentUse.attachment_id, AttachmentUse.subject_type, AttachmentUse.subject_id).where(
            AttachmentUse.attachment_id.in_(attachment_ids)
        )
    )
    for attachment_id, subject_type, subject_id in rows:
        subjects.setdefault(attachment_id, {}).setdefault(subject_type, []).append(subject_id)
    return subjects
