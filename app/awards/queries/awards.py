"""One award with its lines, for users of the requester."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from sqlalchemy import select

from app.awards.models import Award, AwardEvent, AwardLine
from app.awards.policies.letters import LetterFacts, standard_text, write_letter
from app.awards.policies.ranking import Result
from app.awards.policies.states import NO_AWARD
from app.awards.queries.evaluations import demand_no_open_evaluation, results_of_request
from app.awards.types import AwardState, LetterState
from app.events.public import EventLog
from app.extensions import db
from app.kernel.db.statements import AnyRow
from app.kernel.files.cells import CellValue
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, ProblemError
from app.requests.public import (
    RequestContext,
    SupplierColumns,
    demand_open_seal,
    is_seal_closed,
    request_context,
)
from app.rfx.public import ComparedRfx, RequestState, RfxRequest, RfxStatus, compared_rfxs

NOT_SENT = "This request was not sent to suppliers."
MAX_EVENTS = 50
"""Number of events in the history of an award, the newest ones."""
EARLIEST_EVENT = timedelta(days=1)
"""No event of an award is older than the award by more than this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardContext:
    """A request with its award, None before the first save, and its suppliers.

    `results` has score and rank by id of the RFx; it is empty while the answers are sealed.
    """

    request: RfxRequest
    parent: RequestContext
    award: Award | None
    lines: Mapping[int, AwardLine]
    """By id of the RFx."""
    rfxs: Sequence[ComparedRfx]
    results: Mapping[int, Result] = field(default_factory=dict)

    @property
    def stored(self) -> Award:
        """Return the award; raises ConflictError if there is none yet."""
        if self.award is None:
            raise ConflictError(NO_AWARD)
        return self.award

    @property
    def awarded(self) -> list[tuple[ComparedRfx, AwardLine]]:
        """Return the awarded suppliers with their lines."""
        return [
            (rfx, self.lines[rfx.id])
            for rfx in self.rfxs
            if rfx.id in self.lines and self.lines[rfx.id].is_awarded
        ]

    @property
    def letter_rfxs(self) -> list[ComparedRfx]:
        """Return the suppliers that get a letter, or got one: all that have submitted a response."""
        if self.award is not None and self.award.state is AwardState.SENT:
            return [
                rfx
                for rfx in self.rfxs
                if rfx.id in self.lines and self.lines[rfx.id].letter_state is not None
            ]
        return [rfx for rfx in self.rfxs if rfx.status is RfxStatus.COMPLETED]

    def can_send_letter(self, rfx: ComparedRfx) -> bool:
        """Return True if the letters are sent, and this one was not delivered or the supplier responded later."""
        if self.award is None or self.award.state is not AwardState.SENT:
            return False
        line = self.lines.get(rfx.id)
        state = line.letter_state if line is not None else None
        return state is LetterState.FAILED or (state is None and rfx.status is RfxStatus.COMPLETED)

    def result(self, rfx_id: int) -> Result:
        """Return score and rank of a supplier; once the letters are sent, the stored ones."""
        line = self.lines.get(rfx_id)
        if line is not None and line.letter_state is not None:
            return Result(line.score, line.rank)
        return self.results.get(rfx_id, Result())

    def is_awarded(self, rfx_id: int) -> bool:
        """Return True if a supplier is chosen."""
        line = self.lines.get(rfx_id)
        return line is not None and line.is_awarded

    def standard_letter(self, rfx: ComparedRfx) -> str:
        """Return the letter to a supplier without changes for this supplier alone."""
        award, is_awarded = self.stored, self.is_awarded(rfx.id)
        result = self.result(rfx.id) if award.include_scores else Result()
        template = award.awarded_html if is_awarded else award.other_html
        return write_letter(
            template or standard_text(is_awarded=is_awarded),
            LetterFacts(
                supplier=rfx.addressee,
                request=self.request.title,
                standstill_until=award.standstill_until,
                score=result.score,
                rank=result.rank,
            ),
        )

    def has_outdated_letter(self, rfx: ComparedRfx) -> bool:
        """Return True if the letter was edited, and the award has changed what it would say since."""
        line = self.lines.get(rfx.id)
        return (
            line is not None
            and line.letter_state is None
            and line.letter_html is not None
            and line.letter_based_on != self.standard_letter(rfx)
        )


def award_context(*, actor: Actor, request_id: int, lock: bool = False) -> AwardContext:
    """Return the award of a request of the actor's organisation; `lock` locks the request and its award.

    The number of statements does not depend on the number of suppliers. Raises NotFoundError for other requests.
    """
    parent = request_context(actor=actor, request_id=request_id, lock=lock)
    award = stored_award(request_id, lock=lock)
    lines: dict[int, AwardLine] = {}
    if award is not None:
        rows = select(AwardLine).where(AwardLine.award_id == award.id).order_by(AwardLine.id)
        stored = db.session.execute(rows, execution_options={"populate_existing": True}).scalars()
        lines = {line.rfx_id: line for line in stored}
    rfxs = compared_rfxs(actor=actor, request_id=request_id)
    return AwardContext(
        request=parent.request,
        parent=parent,
        award=award,
        lines=lines,
        rfxs=rfxs,
        results={} if is_seal_closed(parent.request) else results_of_request(parent.request, rfxs),
    )


def stored_award(request_id: int, *, lock: bool = False) -> Award | None:
    """Return the award of a request, or None; the caller has checked the access."""
    stmt = select(Award).where(Award.request_id == request_id)
    award: Award | None = db.session.execute(
        stmt.with_for_update() if lock else stmt, execution_options={"populate_existing": True}
    ).scalar()
    return award


def demand_awardable(request: RfxRequest) -> None:
    """Raise ConflictError with a sentence if the request was not sent, is sealed or is still evaluated."""
    if request.state in (RequestState.SCHEDULED, RequestState.CANCELLED):
        raise ConflictError(NOT_SENT)
    demand_open_seal(request)
    demand_no_open_evaluation(request)


def refusal_of(request: RfxRequest) -> str | None:
    """Return the sentence of the reason why the request cannot be awarded now, or None."""
    try:
        demand_awardable(request)
    except ProblemError as error:
        return error.sentence
    return None


def history_of(award: Award) -> Sequence[EventLog]:
    """Return the latest events of an award, newest first, at most MAX_EVENTS."""
    stmt = (
        select(EventLog)
        .join(AwardEvent, AwardEvent.event_id == EventLog.id)
        # The time leaves out the older partitions of the log.
        .where(AwardEvent.award_id == award.id, EventLog.created > award.created - EARLIEST_EVENT)
        .order_by(AwardEvent.event_id.desc())
        .limit(MAX_EVENTS)
    )
    return db.session.execute(stmt).scalars().all()


def award_columns(request: RfxRequest, rfxs: Sequence[ComparedRfx]) -> SupplierColumns:
    """Return the columns of the comparison's workbook about rank and award; none before an award is written."""
    rows = db.session.execute(
        select(AwardLine, Award.state)
        .join(Award, Award.id == AwardLine.award_id)
        .where(Award.request_id == request.id, Award.state != AwardState.CANCELLED)
    ).all()
    if not rows:
        return SupplierColumns()
    results, lines = results_of_request(request, rfxs), {row.AwardLine.rfx_id: row for row in rows}
    return SupplierColumns(
        headings=(("Score of 100", 14), ("Rank", 10), ("Award", 16), ("Reason of the award", 50)),
        values={
            rfx.id: [*_result_cells(rfx.id, lines.get(rfx.id), results), *_award_cells(lines.get(rfx.id))]
            for rfx in rfxs
        },
    )


def _result_cells(rfx_id: int, row: AnyRow | None, results: Mapping[int, Result]) -> list[CellValue]:
    """Return score and rank; once the letters are sent, the stored ones."""
    result = results.get(rfx_id, Result())
    if row is not None and row.AwardLine.letter_state is not None:
        result = Result(row.AwardLine.score, row.AwardLine.rank)
    score = "" if result.score is None else float(result.score)
    return [score, "" if result.rank is None else result.rank]


def _award_cells(row: AnyRow | None) -> list[CellValue]:
    if row is None:
        return ["", ""]
    line, is_sent = row.AwardLine, row.state is AwardState.SENT
    if line.is_awarded:
        return ["Awarded" if is_sent else "Chosen", line.reason]
    return ["Not awarded" if is_sent else "", ""]
