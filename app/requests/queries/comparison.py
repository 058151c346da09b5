"""The comparison of a request: its questions with the answers of all suppliers, in nine statements at most."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from sqlalchemy import select

from app.accounts.public import User
from app.extensions import db
from app.forms.public import PlacedField, WritableBy, fields_of_forms, is_scored, percentage, writable_keys
from app.kernel.http.auth import Actor
from app.requests.models import RequestComparison
from app.requests.policies.comparing import (
    ComparedQuestion,
    Rates,
    SectionScore,
    answers_of_type,
    compare_question,
    section_means,
    section_scores,
    visible_keys_of,
)
from app.requests.policies.sealing import demand_open_seal
from app.requests.queries.notes import note_counts
from app.requests.queries.requests import RequestContext, request_context
from app.requests.types import Direction
from app.rfx.public import (
    ComparedRfx,
    RfxStatus,
    compared_answers,
    compared_rfxs,
    open_follow_ups_of,
)

LEADING_NUMBER = re.compile(r"(\d{1,3})[.\s)]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedSection:
    """A section of the forms with its score for each supplier; the title of questions above a heading is the form's."""

    id: str
    title: str
    scores: Sequence[SectionScore | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredRate:
    """Exchange rate: the value of one unit of `currency` in the base currency, on a day."""

    currency: str
    rate: Decimal
    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class EnteredRates:
    """Exchange rates of a request.

    `updated` is the base of the next save, even before the first one; `entered_by` is None until then.
    """

    base: str | None
    rates: Sequence[EnteredRate]
    updated: datetime
    entered_by: str | None

    @property
    def by_value(self) -> Rates:
        return Rates(base=self.base, by_currency={rate.currency: rate.rate for rate in self.rates})


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Questions of a request by suppliers; the cells of each question are in the order of `rfxs`.

    `submitted_count` and `all_count` count the suppliers before the filter. `currencies` are the currencies of all amounts.
    """

    context: RequestContext
    rfxs: Sequence[ComparedRfx]
    answered_count: int
    submitted_count: int
    all_count: int
    sections: Sequence[ComparedSection]
    questions: Sequence[ComparedQuestion]
    rates: EnteredRates
    currencies: Sequence[str]
    follow_ups: Mapping[tuple[int, str], int]
    note_counts: Mapping[tuple[int, str], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlacedSection:
    id: str
    title: str
    number: str
    fields: list[PlacedField]


def comparison_of(*, actor: Actor, request_id: int, only_submitted: bool = False) -> Comparison:
    """Return the comparison of a request of the actor's organisation.

    Submitted RFxs are first, the highest score first, then those with answers, then the others. Raises NotFoundError
    for other requests, ConflictError while the request is sealed.
    """
    context = request_context(actor=actor, request_id=request_id)
    demand_open_seal(context.request)
    every = compared_rfxs(actor=actor, request_id=request_id)
    fields = fields_of_forms([(form.id, form.series_id) for form in context.forms])
    answers = answers_of_type(fields, compared_answers([rfx.id for rfx in every]))
    submitted = [rfx for rfx in every if rfx.status is RfxStatus.COMPLETED]
    rfxs = sorted(submitted if only_submitted else every, key=lambda rfx: _order(rfx, answers))
    rates, directions = _settings(context)
    visible_keys = visible_keys_of(fields, rfxs, answers)
    values = rates.by_value
    questions: list[ComparedQuestion] = []
    sections: list[ComparedSection] = []
    for section in _sections(fields, context):
        rows = [
            compare_question(
                placed,
                section_id=section.id,
                number=f"{section.number}.{index}",
                rfxs=rfxs,
                answers=answers,
                visible_keys=visible_keys,
                rates=values,
                direction=directions.get(placed.key),
            )
            for index, placed in enumerate(section.fields, start=1)
        ]
        questions += rows
        sections.append(
            ComparedSection(id=section.id, title=section.title, scores=section_scores(rows, rfxs))
        )
    return Comparison(
        context=context,
        rfxs=rfxs,
        answered_count=sum(bool(answers.get(rfx.id)) for rfx in every),
        submitted_count=len(submitted),
        all_count=len(every),
        sections=sections,
        questions=questions,
        rates=rates,
        currencies=sorted(
            {cell.currency for question in questions for cell in question.cells if cell.currency}
        ),
        follow_ups=open_follow_ups_of([rfx.id for rfx in rfxs]),
        note_counts=note_counts([rfx.id for rfx in rfxs]),
    )


def comparison_settings(request_id: int) -> RequestComparison | None:
    """Return the rates and directions of a request; None before the first save."""
    settings: RequestComparison | None = db.session.execute(
        select(RequestComparison).where(RequestComparison.request_id == request_id),
        execution_options={"populate_existing": True},
    ).scalar()
    return settings


def respondent_fields(context: RequestContext) -> list[PlacedField]:
    """Return the fields of the request's forms that respondents answer, in document order."""
    fields = fields_of_forms([(form.id, form.series_id) for form in context.forms])
    keys = writable_keys(fields, WritableBy.RESPONDENT)
    return [placed for placed in fields if placed.key in keys]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredSection:
    """A section with scored questions, with the keys of their values."""

    id: str
    title: str
    keys: Sequence[str]


def scored_sections(context: RequestContext) -> list[ScoredSection]:
    """Return the sections of the request's forms that have scored questions. Reads no answers."""
    fields = fields_of_forms([(form.id, form.series_id) for form in context.forms])
    sections = [
        ScoredSection(
            id=section.id,
            title=section.title,
            keys=[placed.key for placed in section.fields if is_scored(placed.field)],
        )
        for section in _sections(fields, context)
    ]
    return [section for section in sections if section.keys]


def form_scores(
    sections: Sequence[ScoredSection], rfxs: Sequence[ComparedRfx]
) -> dict[int, dict[str | None, int]]:
    """Return the scores of each RFx in whole percent: by section id, and of the whole RFx by None. Runs no statement."""
    scores: dict[int, dict[str | None, int]] = {
        rfx.id: {} if rfx.overall is None else {None: percentage(rfx.overall)} for rfx in rfxs
    }
    for section in sections:
        for rfx, mean in zip(rfxs, section_means(section.keys, rfxs), strict=True):
            if mean is not None:
                scores[rfx.id][section.id] = percentage(mean)
    return scores


def _order(rfx: ComparedRfx, answers: Mapping[int, object]) -> tuple[int, Decimal, str, int]:
    rank = 0 if rfx.status is RfxStatus.COMPLETED else 1 if answers.get(rfx.id) else 2
    return rank, -(rfx.overall if rfx.overall is not None else Decimal(-1000)), rfx.name.casefold(), rfx.id


def entered_rates(context: RequestContext) -> EnteredRates:
    """Return the exchange rates of a request."""
    return _settings(context)[0]


def _settings(context: RequestContext) -> tuple[EnteredRates, dict[str, Direction]]:
    request = context.request
    row = db.session.execute(
        select(RequestComparison, User.name)
        .outerjoin(User, User.id == RequestComparison.rates_by_user_id)
        .where(RequestComparison.request_id == request.id),
        execution_options={"populate_existing": True},
    ).one_or_none()
    if row is None:
        return EnteredRates(base=None, rates=(), updated=request.created, entered_by=None), {}
    stored: RequestComparison = row.RequestComparison
    rates = [
        EnteredRate(currency=currency, rate=Decimal(entry["rate"]), day=date.fromisoformat(entry["date"]))
        for currency, entry in sorted(stored.rates.items())
    ]
    directions = {key: Direction(direction) for key, direction in stored.directions.items()}
    updated = stored.rates_updated or request.created
    return EnteredRates(
        base=stored.base_currency, rates=rates, updated=updated, entered_by=row.name
    ), directions


def _sections(fields: Sequence[PlacedField], context: RequestContext) -> list[_PlacedSection]:
    """Group the respondent's fields by heading. A heading that begins with a number has this number, else its ordinal."""
    keys = writable_keys(fields, WritableBy.RESPONDENT)
    several_forms = len(context.forms) > 1
    sections: dict[str, _PlacedSection] = {}
    for placed in fields:
        if placed.key not in keys:
            continue
        section_id = f"{placed.form_index}.{placed.section_index}"
        if section_id not in sections:
            form_title = context.forms[placed.form_index].title
            title = placed.section_title or form_title
            leading = LEADING_NUMBER.match(title)
            sections[section_id] = _PlacedSection(
                id=section_id,
                title=f"{form_title}: {title}" if several_forms and title != form_title else title,
                number=leading[1] if leading and not several_forms else str(len(sections) + 1),
                fields=[],
            )
        sections[section_id].fields.append(placed)
    return list(sections.values())
