"""Background jobs of documents."""

from collections.abc import Sequence
from itertools import groupby

from app.accounts.public import User
from app.documents.mails import mail_asked
from app.documents.operations import reading
from app.documents.operations.ending_waivers import end_waiver
from app.documents.operations.reminding import remind_guest_of_requests, remind_of
from app.documents.queries.parties import requirements_by_id
from app.documents.queries.reminders import ended_waivers, guests_to_remind, requirements_to_remind
from app.documents.types import RequirementState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.session import commit


def mail_suppliers(requirement_ids: Sequence[int], user_id: int, moment: str) -> None:
    """Mail the contacts of the suppliers that `user_id` asked; documents that arrived meanwhile are left out."""
    rows = [
        row for row in requirements_by_id(requirement_ids) if row.requirement.state == RequirementState.ASKED
    ]
    rows.sort(key=lambda row: row.requirement.with_organisation_id)
    asker = db.session.get_one(User, user_id)
    for _, group in groupby(rows, key=lambda row: row.requirement.with_organisation_id):
        mail_asked(list(group), asker=asker, moment=moment)


def read_file(attachment_id: int) -> None:
    """Read the details of an uploaded file."""
    reading.read_file(attachment_id)


def remind() -> None:
    """End waivers, remind of documents that come to their end, then of requests by link, one in each transaction.

    So a killed worker repeats at most one.
    """
    for requirement_id in ended_waivers(now().date()):
        end_waiver(requirement_id)
        commit()
    for requirement_id in requirements_to_remind(now().date()):
        remind_of(requirement_id)
        commit()
    for user_id, relationship_id in guests_to_remind(now().date()):
        remind_guest_of_requests(user_id=user_id, relationship_id=relationship_id)
        commit()
