"""Codes that a guest gets by mail to confirm a link. They guard against forwarded links."""

import secrets
from datetime import timedelta

from sqlalchemy.dialects.postgresql import insert

from app.accounts.mails import mail_link_code
from app.accounts.models import AccessGrant, LinkCode
from app.accounts.queries.links import GuestLink, live_guest_link, token_hash
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.purging import delete_in_batches
from app.kernel.http.errors import LINK_GONE, NotFoundError

CODE_LIFE = timedelta(minutes=10)
MAX_TRIES = 5
"""Number of wrong codes after which a code ends."""


def send_code(*, token: str) -> None:
    """Mail a new code to the guest of a link; it replaces an earlier one. Raises NotFoundError if the link has ended."""
    link = _guest_link(token)
    code = f"{secrets.randbelow(10**6):06}"
    values = {"code_hash": _code_hash(link.grant, code), "expires": now() + CODE_LIFE, "wrong_tries": 0}
    db.session.execute(
        insert(LinkCode)
        .values(grant_id=link.grant.id, **values)
        .on_conflict_do_update(index_elements=[LinkCode.grant_id], set_=values)
    )
    mail_link_code(guest=link.guest, code=code)


def use_code(*, token: str, code: str) -> AccessGrant | None:
    """Use the code of a link; return its grant, or None for a code that is wrong, used or expired.

    The caller commits a failure too, because a code ends after MAX_TRIES. Raises NotFoundError if the link has ended.
    """
    grant = _guest_link(token).grant
    row = db.session.get(LinkCode, grant.id, with_for_update=True, populate_existing=True)
    if row is None or row.expires <= now() or row.wrong_tries >= MAX_TRIES:
        return None
    if not secrets.compare_digest(row.code_hash, _code_hash(grant, code)):
        row.wrong_tries += 1
        return None
    db.session.delete(row)
    return grant


def delete_expired_codes() -> None:
    """Delete codes that have expired."""
    delete_in_batches(LinkCode.grant_id, LinkCode.expires < now())


def _guest_link(token: str) -> GuestLink:
    link = live_guest_link(token)
    if link is None:
        raise NotFoundError(LINK_GONE)
    return link


def _code_hash(grant: AccessGrant, code: str) -> str:
    return token_hash(f"{grant.id}:{code}")
