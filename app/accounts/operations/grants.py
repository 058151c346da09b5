"""Grants: access of guests to single records."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert

from app.accounts.models import AccessGrant
from app.accounts.queries.links import is_grant_for, is_live_grant
from app.extensions import db
from app.kernel.clock import now
from app.kernel.registry import current_registry


def grant_access(
    *,
    user_id: int,
    subject_type: str,
    subject_id: int,
    created_by_user_id: int,
    scope: Mapping[str, Any] | None = None,
    expires: datetime | None = None,
    needs_code: bool = False,
) -> AccessGrant:
    """Give a guest access to a record, limited to `scope`, until `expires` (None: until it is revoked).

    With `needs_code`, a browser has to confirm its links with a mailed code.

    A guest has at most one grant for a record that is not revoked. A live one is returned unchanged, even if two
    requests create it at once. An expired one gets the new scope and end, so its links work again. Raises ValueError
    if no feature has registered `subject_type`.
    """
    if subject_type not in current_registry().grant_pages:
        raise ValueError(f"{subject_type} is not a registered subject of grants")
    values = {
        "scope": dict(scope or {}),
        "created_by_user_id": created_by_user_id,
        "expires": expires,
        "needs_code": needs_code,
    }
    db.session.execute(
        insert(AccessGrant)
        .values(user_id=user_id, subject_type=subject_type, subject_id=subject_id, created=now(), **values)
        .on_conflict_do_update(
            index_elements=[AccessGrant.subject_type, AccessGrant.subject_id, AccessGrant.user_id],
            index_where=AccessGrant.revoked.is_(None),
            set_=values,
            where=~is_live_grant(now()),
        )
    )
    grant: AccessGrant = db.session.execute(
        select(AccessGrant)
        .where(is_grant_for(user_id, subject_type, subject_id))
        .execution_options(populate_existing=True)
    ).scalar_one()
    return grant


def revoke_access(*, user_id: int, subject_type: str, subject_id: int) -> None:
    """End a guest's access to a record permanently: its links, and its sessions from the next request on."""
    db.session.execute(
        update(AccessGrant).where(is_grant_for(user_id, subject_type, subject_id)).values(revoked=now())
    )


def expire_access(*, user_id: int, subject_type: str, subject_id: int, expires: datetime | None) -> None:
    """Set the end of a guest's access to a record; None: until it is revoked."""
    db.session.execute(
        update(AccessGrant).where(is_grant_for(user_id, subject_type, subject_id)).values(expires=expires)
    )
