"""Earlier answers: the history of one field of an RFx, and answers of the respondent's organisation to the same
question in other RFxs.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased

from app.accounts.public import Organisation, User
from app.extensions import db
from app.forms.public import (
    Field,
    FieldType,
    PlacedField,
    answered,
    rule_errors,
    types_like,
    value_parts,
    value_text,
    visible,
)
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.rfx.models import CarriedAnswer, FormValue, Rfx
from app.rfx.policies.access import demand_unsealed, is_own_answer, may_reuse, writable_now
from app.rfx.queries.answers import Answers, answers_of
from app.rfx.queries.rfxs import Requester, RfxContext, rfx_context
from app.rfx.queries.rows import EarlierAnswerRow, HistoryRow
from app.rfx.types import AnswerSource, ViewerRole

MAX_HISTORY = 200
"""Maximum number of answers in a history; the newest are returned."""


@dataclass(frozen=True, slots=True)
class CarriedFrom:
    """The RFx of the earlier round that a confirmed answer is from, and the time of that answer."""

    rfx_id: int
    answered: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One iteration of an answer; `parts` is empty if the answer was cleared."""

    iteration: int
    parts: list[str]
    by_id: int
    by_name: str
    organisation_name: str
    updated: datetime
    source: AnswerSource
    accepted: datetime | None
    accepted_by: str | None
    carried: CarriedFrom | None


def history_of(*, actor: Actor, rfx_id: int, key: str) -> list[Change]:
    """Return the answers to one field of an RFx, newest first, for its requester and for users of the respondent.

    Raises NotFoundError if `actor` may not see the RFx or this answer: only the party that answered sees a hidden
    field. The acceptance of an answer is returned to the requester only. Raises ConflictError while the answers are
    sealed for `actor`.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    demand_unsealed(context.role, context.rfx)
    answers = answers_of(context)
    placed = next((placed for placed in answers.fields if placed.key == key), None)
    if placed is None:
        raise NotFoundError
    is_visible = key in visible(answers.fields, answers.values)
    accepter = aliased(User)
    rows = db.session.execute(
        select(
            FormValue.iteration, FormValue.value, FormValue.updated, FormValue.organisation_id,
            FormValue.created_by_user_id, FormValue.source, FormValue.accepted, User.name.label("by_name"),
            Organisation.name.label("organisation_name"), accepter.name.label("accepted_by"),
            CarriedAnswer.from_rfx_id, CarriedAnswer.answered,
        )
        .join(User, User.id == FormValue.created_by_user_id)
        .join(Organisation, Organisation.id == FormValue.organisation_id)
        .outerjoin(accepter, accepter.id == FormValue.accepted_by_user_id)
        .outerjoin(
            CarriedAnswer,
            and_(
                FormValue.source == AnswerSource.CARRIED,
                CarriedAnswer.rfx_id == FormValue.rfx_id,
                CarriedAnswer.key == FormValue.key,
            ),
        )
        .where(FormValue.rfx_id == rfx_id, FormValue.key == key, _fits(placed.field))
        .order_by(FormValue.iteration.desc())
        .limit(MAX_HISTORY)
    ).all()  # fmt: skip
    is_requester = context.role is ViewerRole.REQUESTER
    visible_rows = [
        row
        for row in rows
        if is_visible
        or is_own_answer(
            actor,
            context.role,
            context.rfx,
            organisation_id=row.organisation_id,
            user_id=row.created_by_user_id,
        )
    ]
    if not is_visible and not visible_rows:
        raise NotFoundError
    return [_change(row, placed.field, is_requester=is_requester) for row in visible_rows]


def _fits(field: Field) -> ColumnElement[bool]:
    """Return the condition for answers of the type of `field`: an earlier revision may have had another one."""
    return or_(FormValue.value.is_(None), FormValue.type.in_(types_like(field.type)))


def _change(row: HistoryRow, field: Field, *, is_requester: bool) -> Change:
    return Change(
        iteration=row.iteration,
        parts=value_parts(field, row.value),
        by_id=row.created_by_user_id,
        by_name=row.by_name,
        organisation_name=row.organisation_name,
        updated=row.updated,
        source=row.source,
        accepted=row.accepted if is_requester else None,
        accepted_by=row.accepted_by if is_requester else None,
        carried=None
        if row.from_rfx_id is None
        else CarriedFrom(row.from_rfx_id, row.answered or row.updated),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierAnswer:
    """An answer of the actor's organisation to the same library question in another RFx."""

    value: object
    text: str
    updated: datetime
    rfx_id: int
    rfx_title: str
    requester_name: str


def earlier_answers(
    *, actor: Actor, context: RfxContext, answers: Answers, offered: Collection[str] = ()
) -> dict[str, EarlierAnswer]:
    """Return the answers that the respondent may reuse, by value key: for each library question that is not answered
    here, the newest answer in another RFx (product decisions, Re-use).

    Only answers of the actor's organisation, to any requester; guests, who share one placeholder organisation, get
    none. Answers that are not valid here, such as an option that this form does not have, are omitted, and so are the
    questions `offered`, which have an answer of an earlier round to confirm. Runs one statement, or none if no field
    has a question.
    """
    if not may_reuse(actor, context.role, context.rfx):
        return {}
    values = answers.values
    writable = writable_now(actor, context.role, context.rfx, answers.fields, values)
    open_fields = [
        placed
        for placed in answers.fields
        if placed.field.question_id is not None
        and placed.key in writable
        and placed.key not in offered
        and placed.field.type is not FieldType.FORMSIGNATURE
        and not answered(placed.field, values.get(placed.key))
    ]
    if not open_fields:
        return {}
    newest = {(row.question_id, row.type): row for row in _newest(actor, context.rfx.id, open_fields)}
    answers_by_key = {}
    for placed in open_fields:
        row = newest.get((placed.field.question_id, placed.field.type.value))
        if row is None or not answered(placed.field, row.value) or rule_errors(placed.field, row.value):
            continue
        answers_by_key[placed.key] = EarlierAnswer(
            value=row.value,
            text=value_text(placed.field, row.value),
            updated=row.updated,
            rfx_id=row.rfx_id,
            rfx_title=row.title,
            requester_name=row.requester_name,
        )
    return answers_by_key


def _newest(actor: Actor, rfx_id: int, fields: Sequence[PlacedField]) -> Sequence[EarlierAnswerRow]:
    questions = {placed.field.question_id for placed in fields}
    return db.session.execute(
        select(
            FormValue.question_id, FormValue.type, FormValue.value, FormValue.updated, FormValue.rfx_id, Rfx.title,
            Requester.name.label("requester_name"),
        )
        .join(Rfx, Rfx.id == FormValue.rfx_id)
        .join(Requester, Requester.id == Rfx.organisation_id)
        .where(
            FormValue.organisation_id == actor.organisation_id,
            FormValue.question_id.in_(questions),
            FormValue.is_current,
            FormValue.value.is_not(None),
            FormValue.rfx_id != rfx_id,
            Rfx.with_organisation_id == actor.organisation_id,
        )
        .ext(distinct_on(FormValue.question_id, FormValue.type))
        .order_by(FormValue.question_id, FormValue.type, FormValue.updated.desc())
    ).all()  # fmt: skip
