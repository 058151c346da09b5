"""Background jobs of documents."""

from collections.abc import Sequence
from itertools import groupby

from app.accounts.public import User
from app.documents.mails import mail_asked
from app.documents.queries.parties import requirements_by_id
from app.documents.types import RequirementState
from app.extensions import db


def mail_suppliers(requirement_ids: Sequence[int], user_id: int, moment: str) -> None:
    """Mail the contacts of the suppliers that `user_id` asked; documents that arrived meanwhile are left out."""
    rows = [
        row for row in requirements_by_id(requirement_ids) if row.requirement.state == RequirementState.ASKED
    ]
    rows.sort(key=lambda row: row.requirement.with_organisation_id)
    asker = db.session.get_one(User, user_id)
    for _, group in groupby(rows, key=lambda row: row.requirement.with_organisation_id):
        mail_asked(list(group), asker=asker, moment=moment)
