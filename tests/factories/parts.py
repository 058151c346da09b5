"""Parts of RFxs for tests."""

from datetime import date
from typing import Any

from app.accounts.models import AccessGrant, User
from app.accounts.public import grant_for
from app.delegation.operations.asking import NewPart, ask_for_part
from app.delegation.operations.assignees import Person
from app.extensions import db
from app.kernel.mail.outbox import discard_mails
from app.rfx.models import RfxPart
from app.rfx.types import RFX_PART
from tests.factories.accounts import actor_of
from tests.factories.rfx import SentRfx

MONEY = ("turnover", "colour", "papers", "remarks", "scored")
"""Keys of the section Money of FIELDS that a part of it has."""


def make_part(sent: SentRfx, *, to: User | None = None, asker: User | None = None, **new: Any) -> RfxPart:
    """Assign a part of an RFx to a colleague, or by e-mail to Milos; by default its section Money."""
    person = Person(user_id=to.id) if to else Person(name="Milos Petrov", email="milos@lab.example")
    values: dict[str, Any] = {
        "person": person, "title": "", "sections": [], "keys": list(MONEY), "note": "", "due": None, "sees_all": False,
    }  # fmt: skip
    with discard_mails():
        return ask_for_part(
            actor=actor_of(asker or sent.respondent), rfx_id=sent.id, new=NewPart(**(values | new))
        )


def delegate_of(part: RfxPart) -> tuple[User, AccessGrant]:
    """Return the guest of a part with the grant."""
    grant = grant_for(user_id=part.assignee_user_id, subject_type=RFX_PART, subject_id=part.id)
    assert grant is not None
    return db.session.get_one(User, part.assignee_user_id), grant


def part_body(*, due: date | str | None = None, **values: Any) -> dict[str, Any]:
    """Return the body of a request for a part of the section Money to a person by e-mail."""
    return {
        "name": "Milos Petrov", "email": "milos@lab.example", "keys": list(MONEY),
        "due": str(due) if due else None,
    } | values  # fmt: skip
