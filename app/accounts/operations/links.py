"""The links in mails."""

import secrets
from datetime import timedelta

from app.accounts.models import AccessGrant, MailLink
from app.accounts.queries.links import token_hash
from app.accounts.types import LinkPurpose
from app.extensions import db
from app.kernel.clock import now


def new_link(
    *,
    purpose: LinkPurpose,
    user_id: int,
    life: timedelta | None,
    invitation_id: int | None = None,
    grant_id: int | None = None,
    new_email: str | None = None,
    identity_id: int | None = None,
    removes_factors: bool = False,
) -> str:
    """Create a link for a mail and return its token, of which only the hash is stored.

    A GUEST link needs a grant. It ends with the grant, like the earlier links of the grant.
    """
    grant = db.session.get_one(AccessGrant, grant_id) if grant_id is not None else None
    token = secrets.token_urlsafe(32)
    db.session.add(
        MailLink(
            purpose=purpose,
            token_hash=token_hash(token),
            user_id=user_id,
            invitation_id=invitation_id,
            grant_id=grant_id,
            guest_rfx_id=rfx_of_grant(grant) if grant else None,
            new_email=new_email,
            identity_id=identity_id,
            removes_factors=removes_factors,
            expires=now() + life if life else None,
        )
    )
    db.session.flush()
    return token


def rfx_of_grant(grant: AccessGrant) -> int | None:
    """Return the value of `MailLink.guest_rfx_id`: the RFx of a grant for one, None for other records."""
    return grant.subject_id if grant.subject_type == "RFX" else None
