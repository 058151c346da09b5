"""Record the users whose contact details an organisation sees because it invited them or they replied to it."""

from collections.abc import Iterable

from sqlalchemy.dialects.postgresql import insert

from app.extensions import db
from app.network.models import KnownContact


def mark_as_known(*, user_ids: Iterable[int], to_organisation_id: int) -> None:
    """Show the contact details of these users to an organisation from now on; one idempotent statement."""
    rows = [{"organisation_id": to_organisation_id, "user_id": user_id} for user_id in sorted(set(user_ids))]
    if rows:
        db.session.execute(insert(KnownContact).values(rows).on_conflict_do_nothing())
