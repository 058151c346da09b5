"""Reading attachments."""

from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import exists, func, select

from app.extensions import db
from app.files.models import Attachment, AttachmentUse
from app.files.policies import AskedFile, may_read
from app.files.storage import storage
from app.files.types import (
    PICTURES,
    UNUSED_KEPT,
    UPLOAD_PERIOD,
    AttachmentInfo,
    AttachmentKind,
    Uploads,
)
from app.kernel.auth import Actor
from app.kernel.clock import now
from app.kernel.errors import NotFoundError


def own_attachment(*, actor: Actor, attachment_id: int) -> Attachment:
    """The attachment that `actor` announced, locked for its upload; else NotFoundError."""
    found: Attachment | None = db.session.execute(
        select(Attachment)
        .where(Attachment.id == attachment_id, Attachment.created_by_user_id == actor.user_id)
        .with_for_update()
    ).scalar()
    if found is None:
        raise NotFoundError
    return found


def uploads_of(user_id: int) -> Uploads:
    """Count what a user has announced lately, whether or not it has arrived. One statement."""
    moment = now()
    recent = Attachment.created > moment - UPLOAD_PERIOD
    waiting = ~exists().where(AttachmentUse.attachment_id == Attachment.id)
    row = db.session.execute(
        select(
            func.count().filter(recent),
            func.coalesce(func.sum(Attachment.size).filter(recent), 0),
            func.min(Attachment.created).filter(recent),
            func.count().filter(waiting),
            func.coalesce(func.sum(Attachment.size).filter(waiting), 0),
        ).where(Attachment.created_by_user_id == user_id, Attachment.created > moment - UNUSED_KEPT)
    ).one()
    return Uploads(
        files=row[0], size=int(row[1]), first=row[2], waiting_files=row[3], waiting_size=int(row[4])
    )


def readable_attachment(*, actor: Actor, attachment_id: int) -> Attachment:
    """A stored attachment that `actor` may read; else NotFoundError, the same as for one that does not exist."""
    found = _stored(attachment_id)
    if found is None or not may_read(
        actor,
        file=AskedFile(id=attachment_id, uploaded_by=found.created_by_user_id),
        subjects=_subjects([attachment_id]).get(attachment_id, {}),
    ):
        raise NotFoundError
    return found


def picture_by_digest(*, attachment_id: int, digest: str) -> Attachment:
    """A logo or profile picture for those who know its digest, such as readers of a mail; else NotFoundError."""
    found = _stored(attachment_id)
    if found is None or found.sha256 != digest or found.kind not in PICTURES:
        raise NotFoundError
    return found


def picture_path(attachment_id: int | None) -> str | None:
    """The path of a logo or profile picture for readers who have no sign-in (mails, invitations).

    It holds the digest of the picture, which only those know who were given the path. None for None.
    """
    found = _stored(attachment_id) if attachment_id is not None else None
    if found is None or AttachmentKind(found.kind) not in PICTURES:
        return None
    return f"/files/picture/{found.id}/{found.sha256}"


def attachments_of(subject_type: str, subject_ids: Sequence[int]) -> dict[int, list[AttachmentInfo]]:
    """What is attached to each of the subjects, in the order in which it was attached; one statement.

    The caller has checked that its viewer may see the subjects.
    """
    found: dict[int, list[AttachmentInfo]] = {subject_id: [] for subject_id in subject_ids}
    if not found:
        return found
    rows = db.session.execute(
        select(AttachmentUse.subject_id, Attachment)
        .join(Attachment, Attachment.id == AttachmentUse.attachment_id)
        .where(AttachmentUse.subject_type == subject_type, AttachmentUse.subject_id.in_(found))
        .order_by(AttachmentUse.id)
    )
    for subject_id, attachment in rows:
        found[subject_id].append(attachment_info(attachment))
    return found


def contents_of(attachment_ids: Sequence[int]) -> dict[int, bytes]:
    """The bytes of stored attachments, for files that we make of them; those that are gone are left out.

    The caller has checked that its viewer may see what they are attached to.
    """
    if not attachment_ids:
        return {}
    rows = db.session.execute(
        select(Attachment.id, Attachment.storage_key).where(
            Attachment.id.in_(attachment_ids), Attachment.stored.is_not(None)
        )
    )
    found: dict[int, bytes] = {}
    for attachment_id, key in rows:
        with suppress(FileNotFoundError):
            found[attachment_id] = storage().get(key or "")
    return found


def attachment_info(attachment: Attachment) -> AttachmentInfo:
    """A stored attachment as lists show it."""
    return AttachmentInfo(
        id=attachment.id,
        filename=attachment.filename,
        size=attachment.size,
        content_type=attachment.content_type or "",
        sha256=attachment.sha256 or "",
        created=attachment.created,
    )


def _stored(attachment_id: int) -> Attachment | None:
    found: Attachment | None = db.session.execute(
        select(Attachment).where(Attachment.id == attachment_id, Attachment.stored.is_not(None))
    ).scalar()
    return found


def _subjects(attachment_ids: Sequence[int]) -> dict[int, dict[str, list[int]]]:
    """What each of the attachments is attached to: ids by type."""
    found: dict[int, dict[str, list[int]]] = {}
    rows = db.session.execute(
        select(AttachmentUse.attachment_id, AttachmentUse.subject_type, AttachmentUse.subject_id).where(
            AttachmentUse.attachment_id.in_(attachment_ids)
        )
    )
    for attachment_id, subject_type, subject_id in rows:
        found.setdefault(attachment_id, {}).setdefault(subject_type, []).append(subject_id)
    return found
