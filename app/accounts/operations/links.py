"""The links in mails."""

import secrets
from datetime import datetime, timedelta

from sqlalchemy import update

from app.accounts.models import MailLink
from app.accounts.queries import token_hash
from app.accounts.types import LinkPurpose
from app.extensions import db
from app.kernel.clock import now


def new_link(
    *,
    purpose: LinkPurpose,
    user_id: int,
    life: timedelta | None,
    invitation_id: int | None = None,
    guest_rfx_id: int | None = None,
    new_email: str | None = None,
) -> str:
    """Create a link for a mail and return its token, of which only the hash is stored."""
    token = secrets.token_urlsafe(32)
    db.session.add(
        MailLink(
            purpose=purpose,
            token_hash=token_hash(token),
            user_id=user_id,
            invitation_id=invitation_id,
            guest_rfx_id=guest_rfx_id,
            new_email=new_email,
            expires=now() + life if life else None,
        )
    )
    db.session.flush()
    return token


def expire_guest_links(*, user_id: int, rfx_id: int, expires: datetime | None) -> None:
    """Set the end of a guest's links to an RFx; None: they stay valid until the RFx is closed."""
    db.session.execute(
        update(MailLink)
        .where(
            MailLink.user_id == user_id,
            MailLink.purpose == LinkPurpose.GUEST,
            MailLink.guest_rfx_id == rfx_id,
        )
        .values(expires=expires)
    )
