"""Query for the answers of an earlier round that an open RFx offers to its respondent."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, Select, bindparam, select

from app.accounts.public import User
from app.extensions import db
from app.kernel.db.statements import shared_alias, shared_statement
from app.kernel.http.auth import Actor
from app.rfx.models import CarriedAnswer, Rfx
from app.rfx.policies.access import writable_now
from app.rfx.queries.answers import Answers
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import CarriedOutcome, CarriedState, ViewerRole

Previous = shared_alias(Rfx, "previous")


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedOffer:
    """An earlier answer that waits for its confirmation, or the reason (`fault`) why there is none."""

    value: object
    is_offered: bool
    answered: datetime | None
    author: str | None
    outcome: CarriedOutcome
    former_text: str | None
    fault: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CarriedRound:
    """The earlier round of an open RFx. `offered` counts all its offers, also those that were confirmed or replaced."""

    title: str
    submitted: datetime | None
    offered: int
    offers: Mapping[str, CarriedOffer]

    @property
    def open_keys(self) -> Collection[str]:
        """Return the value keys that wait for a confirmation."""
        return {key for key, offer in self.offers.items() if offer.is_offered}


def carried_round(*, actor: Actor, context: RfxContext, answers: Answers) -> CarriedRound | None:
    """Return what an earlier round offers for the fields that `actor` may write now; None without an earlier round.

    Runs one statement, or none for the requester and for RFxs that began blank.
    """
    if context.rfx.previous_rfx_id is None or context.role is ViewerRole.REQUESTER:
        return None
    writable = writable_now(
        actor, context.role, context.rfx, answers.fields, answers.values, part=context.part
    )
    readable = {placed.key for placed in answers.fields} & writable
    rows = [
        row for row in db.session.execute(_carried(), {"of": context.rfx.id}).all() if row.key in readable
    ]
    if not rows:
        return None
    return CarriedRound(
        title=rows[0].title,
        submitted=rows[0].closed,
        offered=sum(row.state is not CarriedState.DROPPED for row in rows),
        offers={
            row.key: CarriedOffer(
                value=row.value,
                is_offered=row.state is CarriedState.OFFERED,
                answered=row.answered,
                author=row.author,
                outcome=row.outcome,
                former_text=row.former_text,
                fault=row.fault,
            )
            for row in rows
            if row.state in (CarriedState.OFFERED, CarriedState.DROPPED) and row.key not in _answered(answers)
        },
    )


def _answered(answers: Answers) -> Collection[str]:
    return {key for key, row in answers.current.items() if row.value is not None}


@shared_statement
def _carried() -> Select[*tuple[object, ...]]:
    return (
        select(
            CarriedAnswer.key, CarriedAnswer.value, CarriedAnswer.state, CarriedAnswer.answered,
            CarriedAnswer.outcome, CarriedAnswer.former_text, CarriedAnswer.fault, User.name.label("author"),
            Previous.title, Previous.closed,
        )
        .join(Previous, Previous.id == CarriedAnswer.from_rfx_id)
        .outerjoin(User, User.id == CarriedAnswer.answered_by_user_id)
        .where(CarriedAnswer.rfx_id == bindparam("of", type_=BigInteger))
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CarriedDecision:
    """State of an answer that an earlier round has for a question, and the time of the respondent's decision."""

    state: CarriedState
    value: object
    decided: datetime | None


def carried_decisions(*, rfx_id: int, from_rfx_id: int) -> dict[str, CarriedDecision]:
    """Return what became of the answers that an RFx offered from an earlier one, by value key; the caller has checked
    the access.
    """
    rows = db.session.execute(
        select(CarriedAnswer.key, CarriedAnswer.state, CarriedAnswer.value, CarriedAnswer.decided).where(
            CarriedAnswer.rfx_id == rfx_id,
            CarriedAnswer.from_rfx_id == from_rfx_id,
            CarriedAnswer.state != CarriedState.DROPPED,
        )
    )
    return {row.key: CarriedDecision(row.state, row.value, row.decided) for row in rows}
