"""Content of a download of an RFx: facts, visible questions in document order, files."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from app.accounts.public import GUEST_SAFE_NAME
from app.files.public import AttachmentInfo, attachments_of
from app.forms.public import (
    Completion,
    FieldType,
    PlacedField,
    answered,
    parse_date,
    parse_decimal,
    value_text,
)
from app.kernel.clock import UTC, now
from app.kernel.dates import time_text
from app.kernel.http.auth import Actor
from app.kernel.sanitise import text_of
from app.rfx.models import Rfx
from app.rfx.policies.access import demand_unsealed
from app.rfx.policies.answers import Progress, outdated_signatures, progress_of
from app.rfx.policies.states import status_now
from app.rfx.queries.answers import named_answers_of
from app.rfx.queries.rfxs import RfxContext, documents_of, responses_of, rfx_context
from app.rfx.queries.rows import DocumentRow, NamedAnswerRow
from app.rfx.queries.scores import StoredSection, rfx_results
from app.rfx.types import STATUS_INFO, ViewerRole
from app.tasks.public import RFX_SUBJECT, TaskStatus, TaskType, tasks_of

UNSAFE_IN_NAMES = re.compile(r"[^\w .()-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One question with its answer, formatted for display.

    `number` or `day` is set if the answer is a number or a date; `unit` is the unit or currency of a number.
    """

    placed: PlacedField
    form_title: str
    number_in_form: int
    question: str
    value: Any
    number: Decimal | None
    day: date | None
    unit: str
    answered_by: str
    organisation: str
    answered_at: datetime | None

    @property
    def shown_number(self) -> int | str:
        """Return the number of the standard that the question comes from, else its number in the form."""
        return self.placed.field.source_key or self.number_in_form

    @property
    def text(self) -> str:
        """Return the answer as text, empty without one. It is not cached, because long tables give long texts."""
        return value_text(self.placed.field, self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A form of the RFx with its visible questions."""

    row: DocumentRow
    lines: Sequence[Line]


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUpLine:
    """A follow-up task, formatted for display."""

    key: str
    question: str
    asked: str
    asked_by: str
    asked_of: str
    created: datetime
    due: date | None
    status: str
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """Content of an RFx that a user downloads."""

    context: RfxContext
    facts: Sequence[tuple[str, str]]
    documents: Sequence[Document]
    attachments: Sequence[AttachmentInfo]
    outdated: frozenset[str]
    sections: Sequence[StoredSection] = ()
    """Scores of the answers; empty for everyone except the requester."""
    follow_ups: Sequence[FollowUpLine] = ()
    completion: Completion
    score: int | None = None
    """Whole percentage, for the requester only."""
    zone: ZoneInfo = UTC
    """Time zone of all times in text; cells of times are in UTC."""

    @property
    def lines(self) -> Iterator[Line]:
        for document in self.documents:
            yield from document.lines

    def filename(self, suffix: str) -> str:
        """Return a file name that is valid on every operating system."""
        return f"{file_stem(self.context.rfx)}.{suffix}"


def file_stem(rfx: Rfx) -> str:
    """Return the name of files of an RFx without suffix, valid on every operating system."""
    title = UNSAFE_IN_NAMES.sub(" ", rfx.title)
    return f"RFx {rfx.id} {' '.join(title.split())[:80]}".strip()


def content_of(*, actor: Actor, rfx_id: int) -> Content:
    """Load the content of a download that `actor` may see; raises NotFoundError if they may not see the RFx.

    Hidden questions are omitted even if they are answered (product decisions, the form is one document).
    """
    zone = actor.zone
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    demand_unsealed(context.role, context.rfx)
    answers, documents = named_answers_of(context, streamed=True), documents_of(context)
    values = answers.values
    progress = progress_of(answers.fields, values)
    by_form: dict[int, list[Line]] = {document.id: [] for document in documents}
    titles = {document.id: document.title for document in documents}
    for placed in answers.fields:
        if placed.key in progress.visible_keys and placed.form_id is not None:
            lines = by_form[placed.form_id]
            lines.append(
                _line(
                    context, placed, titles[placed.form_id], len(lines) + 1, answers.current.get(placed.key)
                )
            )
    answer_file_ids = {
        int(file["attachmentId"])
        for lines in by_form.values()
        for line in lines
        if line.placed.field.type is FieldType.FILE and line.text
        for file in line.value
    }
    is_requester = context.role is ViewerRole.REQUESTER
    result = rfx_results([rfx_id], answers={rfx_id: values})[rfx_id] if is_requester else None
    facts = _facts(context, actor, progress, zone)
    if result is not None and result.percent is not None:
        facts.append(("Score", f"{result.percent}%"))
    attachments = attachments_of(RFX_SUBJECT, [rfx_id])[rfx_id]
    return Content(
        context=context,
        facts=facts,
        documents=[Document(row=document, lines=by_form[document.id]) for document in documents],
        attachments=[info for info in attachments if info.id in answer_file_ids],
        outdated=frozenset(outdated_signatures(answers.fields, values)),
        sections=result.sections if result else (),
        follow_ups=_follow_ups(context),
        completion=progress.total.completion,
        score=result.percent if result else None,
        zone=zone,
    )


def _follow_ups(context: RfxContext) -> list[FollowUpLine]:
    rows = tasks_of(subject_type=RFX_SUBJECT, subject_ids=[context.rfx.id], type=TaskType.FOLLOW_UP)
    return [
        FollowUpLine(
            key=task.field_key or "",
            question=task.title,
            asked=text_of(task.description_html or ""),
            asked_by=asker.name if asker else context.requester_name,
            asked_of=assignee.name if assignee else f"Anyone at {context.respondent_label}",
            created=task.created,
            due=task.due,
            status=task.status.capitalize(),
            is_open=task.status != TaskStatus.CLOSED,
        )
        for task, _organisation, assignee, asker, _messages in rows
    ]


def _line(
    context: RfxContext, placed: PlacedField, form_title: str, number: int, row: NamedAnswerRow | None
) -> Line:
    field, value = placed.field, row.value if row else None
    is_answered = answered(field, value)
    number_value, unit = measured(placed, value) if is_answered else (None, "")
    answered_by, organisation = _answered_by(context, row) if row and is_answered else ("", "")
    return Line(
        placed=placed,
        form_title=form_title,
        number_in_form=number,
        question=field.label or field.name,
        value=value,
        number=number_value,
        day=parse_date(str(value)) if is_answered and field.type is FieldType.DATE else None,
        unit=unit,
        answered_by=answered_by,
        organisation=organisation,
        answered_at=row.updated if row and is_answered else None,
    )


def _answered_by(context: RfxContext, row: NamedAnswerRow) -> tuple[str, str]:
    """Return author and organisation. The placeholder organisation of guests has no name for display."""
    if context.to_guest and row.organisation_name == context.respondent_name:
        return context.respondent_label, GUEST_SAFE_NAME
    return row.by_name, row.organisation_name


def measured(placed: PlacedField, value: object) -> tuple[Decimal | None, str]:
    """Return the number of an answer, or None, and its unit or currency."""
    field = placed.field
    if field.type is FieldType.NUMBER and isinstance(value, str):
        return parse_decimal(value.strip()), " ".join(part for part in (field.prefix, field.suffix) if part)
    if field.type is FieldType.CURRENCY_AMOUNT and isinstance(value, dict):
        return parse_decimal(str(value.get("amount") or "").strip()), str(value.get("currency") or "")
    return None, ""


def _facts(context: RfxContext, actor: Actor, progress: Progress, zone: ZoneInfo) -> list[tuple[str, str]]:
    rfx, completion = context.rfx, progress.total.completion
    facts = [
        ("Ref", f"#{rfx.id}"),
        ("Title", rfx.title),
        ("Status", STATUS_INFO[status_now(rfx)]["label"]),
        ("From", f"{context.creator_name}, {context.requester_name}"),
        ("To", context.respondent_label),
        *([("About", context.about[1])] if context.about else []),
        ("Sent", time_text(rfx.sent_date, zone)),
        ("Deadline", time_text(rfx.deadline, zone) or "none"),
        ("Answered", f"{completion.answered} of {completion.total} ({completion.percent}%)"),
    ]
    for response in responses_of(context):
        is_requester = response.organisation_id == rfx.organisation_id
        party = context.requester_name if is_requester else context.respondent_label
        if response.submitted is not None:
            # A guest has no organisation, so name it once.
            by = party if context.to_guest and not is_requester else f"{response.submitted_by_name}, {party}"
            facts.append(("Submitted", f"{time_text(response.submitted, zone)} by {by}"))
    if rfx.decline_reason:
        facts.append(("Declined because", rfx.decline_reason))
    facts.append(("Downloaded", f"{time_text(now(), zone)} by {actor.name}"))
    return facts
