"""Submitted responses and their review parts for tests."""

from dataclasses import replace
from typing import Any

from app.accounts.models import User
from app.delegation.models import RfxReviewPart
from app.delegation.operations.asking_reviews import NewReview, ask_for_review
from app.kernel.http.auth import Actor, Grant
from app.kernel.mail.outbox import discard_mails
from app.rfx.operations.submitting import submit_response
from app.rfx.operations.values import NewValue, save_values
from tests.factories.accounts import actor_of, grant_of
from tests.factories.rfx import ANSWERS, SentRfx

COMPANY = ANSWERS
"""Answers to the section Company of FIELDS, whose question about a certificate stays hidden."""
MONEY = {"colour": "r", "remarks": "None", "scored": "3"}
"""Answers to the section Money of FIELDS."""


def respondent_actor(sent: SentRfx) -> Actor:
    """Return the respondent as an actor; a guest as signed in by the link to the RFx."""
    actor = actor_of(sent.respondent)
    if sent.rfx.guest_user_id is None:
        return actor
    grant = grant_of(sent.respondent, sent.id)
    return replace(
        actor, grant=Grant(id=grant.id, subject_type=grant.subject_type, subject_id=grant.subject_id)
    )


def submit(sent: SentRfx, **answers: Any) -> None:
    """Answer an RFx for the respondent and submit it; by default with COMPANY and MONEY."""
    actor = respondent_actor(sent)
    values = answers or COMPANY | MONEY
    with discard_mails():
        save_values(
            actor=actor,
            rfx_id=sent.id,
            new_values={key: NewValue(value=value, base_iteration=0) for key, value in values.items()},
        )
        submit_response(actor=actor, rfx_id=sent.id)


def make_review(
    sent: SentRfx, *, to: User, asker: User | None = None, keys: tuple[str, ...] = tuple(MONEY), **new: Any
) -> RfxReviewPart:
    """Ask a colleague of the requester to review a part of a submitted RFx; by default the answers of MONEY."""
    values: dict[str, Any] = {"title": "", "sections": [], "note": "", "due": None} | new
    with discard_mails():
        return ask_for_review(
            actor=actor_of(asker or sent.sender),
            rfx_id=sent.id,
            new=NewReview(user_id=to.id, keys=list(keys), **values),
        )


def accept_body(*keys: str, accepted: bool = True, iteration: int = 1) -> dict[str, Any]:
    """Return the body of a request that accepts answers, or withdraws their acceptance."""
    return {"accepted": accepted, "answers": [{"field": key, "iteration": iteration} for key in keys]}
