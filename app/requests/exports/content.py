"""The answers of the suppliers of a request, read supplier by supplier."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from itertools import groupby
from typing import Protocol

from sqlalchemy import select

from app.accounts.public import GUEST_SAFE_NAME, User
from app.extensions import db
from app.forms.public import (
    FieldType,
    PlacedField,
    answered,
    fields_of_forms,
    parse_date,
    percentage,
    types_like,
    value_text,
    visible,
)
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.requests.queries.progress import ProgressRow, supplier_rows
from app.requests.queries.requests import FormRow, request_context
from app.rfx.public import (
    SEALED,
    STATUS_INFO,
    FormValue,
    RfxStatus,
    measured,
    name_of_row,
    status_now,
)

UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")
BATCH_SIZE = 500
"""Number of answers that are read at once."""


class AnswerRow(Protocol):
    """A current answer with the name of its author; `value` is JSON."""

    @property
    def key(self) -> str: ...
    @property
    def type(self) -> FieldType: ...
    @property
    def value(self) -> object: ...
    @property
    def updated(self) -> datetime: ...
    @property
    def by_name(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplierAnswer:
    """An answer: its text, its number with the unit or currency, or its day."""

    text: str
    number: Decimal | None
    unit: str
    day: date | None
    by: str
    moment: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SupplierAnswers:
    """A supplier with its answers to the visible questions, by value key."""

    row: ProgressRow
    name: str
    status: str
    score: int | None
    visible_keys: frozenset[str]
    answers: dict[str, SupplierAnswer]

    @property
    def submitted(self) -> datetime | None:
        """Return the time of the submission."""
        return self.row.closed if self.row.status == RfxStatus.COMPLETED else None

    @property
    def completion(self) -> tuple[int, int]:
        """Return the numbers of answered questions and of all questions."""
        is_counted = self.row.answerable is not None
        return (self.row.answered, self.row.answerable or 0) if is_counted else (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestContent:
    """A request with its questions in document order and its suppliers."""

    title: str
    forms: Sequence[FormRow]
    fields: Sequence[PlacedField]
    rows: Sequence[ProgressRow]

    @property
    def filename(self) -> str:
        """Return a file name that is valid on every operating system."""
        title = UNSAFE_IN_NAMES.sub(" ", self.title)
        return f"Answers {' '.join(title.split())[:80]}".strip() + ".xlsx"

    def suppliers(self) -> Iterator[SupplierAnswers]:
        """Yield each supplier with its answers, which are read in batches with one statement."""
        by_id = {row.id: row for row in self.rows}
        # An RFx may have another revision of the form, in which the key has another type.
        types = {placed.key: types_like(placed.field.type) for placed in self.fields}
        stmt = (
            select(
                FormValue.rfx_id,
                FormValue.key,
                FormValue.type,
                FormValue.value,
                FormValue.updated,
                User.name.label("by_name"),
            )
            .join(User, User.id == FormValue.created_by_user_id)
            .where(FormValue.rfx_id.in_(by_id), FormValue.is_current)
            .order_by(FormValue.rfx_id)
        )
        values = db.session.execute(stmt, execution_options={"yield_per": BATCH_SIZE})
        groups = groupby(values, key=lambda value: value.rfx_id)
        group = next(groups, None)
        for rfx_id, row in by_id.items():
            answers: Sequence[AnswerRow] = ()
            if group is not None and group[0] == rfx_id:
                answers = [each for each in group[1] if each.type in types.get(each.key, ())]
                group = next(groups, None)
            yield self._supplier(row, answers)

    def _supplier(self, row: ProgressRow, answers: Sequence[AnswerRow]) -> SupplierAnswers:
        current = {answer.key: answer for answer in answers}
        values = {key: answer.value for key, answer in current.items()}
        visible_keys = visible(self.fields, values)
        status = status_now(row)
        is_scored = status is RfxStatus.COMPLETED and row.overall is not None
        return SupplierAnswers(
            row=row,
            name=name_of_row(row),
            status=STATUS_INFO[status]["label"] if row.withdrawn_reason is None else "Withdrawn",
            score=percentage(row.overall) if is_scored and row.overall is not None else None,
            visible_keys=visible_keys,
            answers={
                placed.key: _answer(placed, current[placed.key], to_guest=row.to_guest)
                for placed in self.fields
                if placed.key in visible_keys and answered(placed.field, values.get(placed.key))
            },
        )


def _answer(placed: PlacedField, row: AnswerRow, *, to_guest: bool) -> SupplierAnswer:
    number, unit = measured(placed, row.value)
    return SupplierAnswer(
        text=value_text(placed.field, row.value),
        number=number,
        unit=unit,
        day=parse_date(str(row.value)) if placed.field.type is FieldType.DATE else None,
        by=row.by_name if not to_guest or row.by_name else GUEST_SAFE_NAME,
        moment=row.updated,
    )


def request_content(*, actor: Actor, request_id: int, rfx_ids: Sequence[int]) -> RequestContent:
    """Return the content for RFxs of a request; raises ConflictError while its answers are sealed."""
    context = request_context(actor=actor, request_id=request_id)
    chosen = set(rfx_ids)
    rows = [row for row in supplier_rows(request_id).rfxs if row.id in chosen]
    if any(row.is_sealed for row in rows):
        raise ConflictError(SEALED, code="rfxSealed")
    fields = fields_of_forms([(form.id, form.series_id) for form in context.forms])
    return RequestContent(title=context.request.title, forms=context.forms, fields=fields, rows=rows)
