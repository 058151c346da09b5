"""Queries for the answers of one RFx; the caller has checked the access."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import BigInteger, Select, bindparam, select, tuple_

from app.accounts.public import Organisation, User
from app.extensions import db
from app.forms.public import PlacedField, fields_of_forms
from app.kernel.db.statements import PLANNED_ONCE, shared_statement
from app.rfx.models import FormValue
from app.rfx.policies.parts import readable_keys
from app.rfx.queries.rfxs import RfxContext
from app.rfx.queries.rows import AnswerRow, NamedAnswerRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """Fields of an RFx in document order, and the row of the current answer by value key."""

    fields: Sequence[PlacedField]
    current: Mapping[str, AnswerRow]
    unreadable_saves: int = 0
    """Number of saved iterations of answers that are left out, because the viewer may not read them."""

    @property
    def values(self) -> dict[str, object]:
        return {key: row.value for key, row in self.current.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedAnswers(Answers):
    """Answers with the names of their authors and organisations."""

    current: Mapping[str, NamedAnswerRow]


def save_count(answers: Answers) -> int:
    """Return the number of saved iterations of all answers, which every save increases (`live.LiveRow`)."""
    return answers.unreadable_saves + sum(row.iteration for row in answers.current.values())


def answers_of(context: RfxContext) -> Answers:
    """Return the answers of an RFx as rows of (key, value, iteration, updated), none while they are sealed."""
    if context.is_sealed:
        return Answers(fields=fields_of_forms(context.revisions), current={})
    rows = db.session.execute(
        select(FormValue.key, FormValue.value, FormValue.iteration, FormValue.updated).where(
            FormValue.rfx_id == context.rfx.id, FormValue.is_current
        )
    ).all()
    return Answers(fields=fields_of_forms(context.revisions), current={row.key: row for row in rows})


def accepted_keys(rfx_id: int) -> frozenset[str]:
    """Return the value keys of the current answers that the requester has accepted."""
    stmt = select(FormValue.key).where(
        FormValue.rfx_id == rfx_id, FormValue.is_current, FormValue.accepted.is_not(None)
    )
    return frozenset(db.session.execute(stmt).scalars())


BATCH_SIZE = 100
"""Number of answers that a streaming query reads at once, because answers may be large."""


def named_answers_of(context: RfxContext, *, streamed: bool = False) -> NamedAnswers:
    """Return the answers of an RFx with the names of their authors and organisations.

    There are none while they are sealed. `streamed` reads them in batches, so that raw rows and parsed values of all
    answers are never in memory at once.
    """
    if context.is_sealed:
        return NamedAnswers(fields=fields_of_forms(context.revisions), current={})
    rows = db.session.execute(
        _named_answers(),
        {"of": context.rfx.id},
        execution_options={"yield_per": BATCH_SIZE} if streamed else {},
    )
    return NamedAnswers(fields=fields_of_forms(context.revisions), current={row.key: row for row in rows})


def readable_answers(context: RfxContext, answers: NamedAnswers) -> NamedAnswers:
    """Return the fields and answers that the viewer may read: for a delegate only its part (`readable_keys`)."""
    part = context.part
    if part is None or part.reads_all:
        return answers
    keys = readable_keys(answers.fields, part)
    return NamedAnswers(
        fields=[
            placed if placed.key in part.keys else replace(placed, section_title="")
            for placed in answers.fields
            if placed.key in keys
        ],
        current={key: row for key, row in answers.current.items() if key in keys},
        unreadable_saves=sum(row.iteration for key, row in answers.current.items() if key not in keys),
    )


@shared_statement
def _named_answers() -> Select[*tuple[object, ...]]:
    return (
        select(
            FormValue.id, FormValue.key, FormValue.value, FormValue.iteration, FormValue.type, FormValue.updated,
            FormValue.question_id, FormValue.organisation_id, Organisation.name.label("organisation_name"),
            FormValue.created_by_user_id, User.name.label("by_name"), FormValue.accepted,
        )
        .join(User, User.id == FormValue.created_by_user_id)
        .join(Organisation, Organisation.id == FormValue.organisation_id)
        .where(FormValue.rfx_id == bindparam("of", type_=BigInteger), FormValue.is_current)
        .execution_options(**PLANNED_ONCE)
    )  # fmt: skip


def former_values(rfx_id: int, iterations: Collection[tuple[str, int]]) -> dict[tuple[str, int], object]:
    """Return the values of saved answers by (value key, iteration), also of keys of an earlier revision."""
    rows = db.session.execute(
        select(FormValue.key, FormValue.iteration, FormValue.value).where(
            FormValue.rfx_id == rfx_id, tuple_(FormValue.key, FormValue.iteration).in_(iterations)
        )
    )
    return {(row.key, row.iteration): row.value for row in rows}


def authors_of(context: RfxContext, keys: Collection[str]) -> dict[str, str]:
    """Return the names of the authors of the current answers, by value key."""
    rows = db.session.execute(
        select(FormValue.key, User.name)
        .join(User, User.id == FormValue.created_by_user_id)
        .where(FormValue.rfx_id == context.rfx.id, FormValue.is_current, FormValue.key.in_(keys))
    )
    return {row.key: row.name for row in rows}
