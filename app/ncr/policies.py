"""Access rules, status transitions and checks of non-conformances, without the database, and the hooks for features above."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.files.public import AttachmentInfo
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError
from app.kernel.http.json_types import Json
from app.ncr.models import DefectCode, NonConformance
from app.ncr.types import (
    MAX_OCCURRENCE,
    MOVES,
    ORDINALS,
    STATUS_INFO,
    FigureFilter,
    NcrMove,
    NcrStatus,
)

ONLY_RAISER = "Only the organisation that raised this non-conformance can do that."
DELETED_SENTENCE = "This non-conformance is deleted. Restore it first."
NOT_DELETED = "This non-conformance is not deleted."
NO_REASON = "Please say why it is reopened."
STALE = "{who} has changed this non-conformance in the meantime, so nothing was saved."
NO_REASON_TO_RESOLVE = "Please say why it is resolved although the corrective action is not closed."
ASKED_TOO_EARLY = "Only a non-conformance that is in progress can be resolved."


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportTable:
    """Table of a report; `widths` are percentages of its columns."""

    headings: Sequence[str]
    widths: Sequence[int]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportBlock:
    """Part of a section: answers as (question, text), a table and files, each of them optional."""

    heading: str = ""
    table: ReportTable | None = None
    answers: Sequence[tuple[str, str]] = ()
    files: Sequence[AttachmentInfo] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportSection:
    """A step of a corrective action: its state with people and times, and its content."""

    heading: str
    notes: Sequence[str]
    blocks: Sequence[ReportBlock]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionReport:
    """The corrective action of a non-conformance for its PDF."""

    name: str
    result: str
    facts: Sequence[tuple[str, str]]
    sections: Sequence[ReportSection]


@dataclass(frozen=True, slots=True, kw_only=True)
class StageFigure:
    """The accepted steps of a stage; the median of the days from the request is None if there are none."""

    name: str
    accepted: int
    median_days: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PunctualityFigure:
    """The steps that were sent in time, of those that were sent or are late."""

    name: str
    counted: int
    on_time: int

    @property
    def share(self) -> float | None:
        """Return the share from 0 to 1; None without counted steps."""
        return round(self.on_time / self.counted, 4) if self.counted else None


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionFigure:
    """Figures of corrective actions; withdrawn ones do not count."""

    count: int
    stages: Sequence[StageFigure] = ()
    punctuality: Sequence[PunctualityFigure] = ()
    with_sent_step: int = 0
    returns: int = 0

    @property
    def returns_per_action(self) -> float | None:
        """Return the returned steps for each action with a sent step; None without one."""
        return round(self.returns / self.with_sent_step, 2) if self.with_sent_step else None


@dataclass
class NcrHooks:
    """Functions of the feature of corrective actions, which is above this one."""

    is_unfinished: Callable[[int], bool] = lambda _ncr_id: False
    """Return True if a corrective action was asked for the non-conformance with this id and is not closed."""
    find_action: Callable[[NonConformance], Json | None] = lambda _ncr: None
    """Return the corrective action of a non-conformance (`CorrectiveActionBriefSchema`); None without one."""
    report_action: Callable[[Actor, int], ActionReport | None] = lambda _actor, _ncr_id: None
    """Return what the actor may see of the corrective action of the non-conformance with this id; None without one."""
    figure_actions: Callable[[Actor, FigureFilter], ActionFigure] = lambda _actor, _filters: ActionFigure(
        count=0
    )
    """Return the figures of the corrective actions of the counted non-conformances."""


def is_raiser(actor: Actor, ncr: NonConformance) -> bool:
    """Return True if the actor belongs to the organisation that raised it."""
    return ncr.organisation_id == actor.organisation_id


def may_edit(actor: Actor, ncr: NonConformance) -> bool:
    """Return True if the actor may edit the fields, delete and restore: only for the raising organisation."""
    return is_raiser(actor, ncr) and actor.may(Permission.MANAGE_NCRS)


def demand_raiser(actor: Actor, ncr: NonConformance) -> None:
    """Raise ForbiddenError unless the actor belongs to the raising organisation and may manage NCRs."""
    actor.demand(Permission.MANAGE_NCRS)
    if not is_raiser(actor, ncr):
        raise ForbiddenError(ONLY_RAISER)


def move_between(before: str, after: str) -> NcrMove:
    """Return the transition from one status to another; raises ConflictError with a sentence if it is not allowed."""
    move = MOVES.get((NcrStatus(before), NcrStatus(after)))
    if move is None:
        if before == NcrStatus.DELETED:
            raise ConflictError(DELETED_SENTENCE, code="deleted")
        if before == after:
            raise ConflictError(f"This non-conformance is {_label(before)} already.")
        raise ConflictError(f"This non-conformance is {_label(before)}: it can't become {_label(after)}.")
    return move


def moves_of(actor: Actor, ncr: NonConformance) -> list[NcrStatus]:
    """Return the statuses that a progress update of the actor may set now, except DELETED."""
    if not actor.may(Permission.MANAGE_NCRS):
        return []
    next_statuses = [
        after for (before, after) in MOVES if before == ncr.status and after != NcrStatus.DELETED
    ]
    actor_is_raiser = is_raiser(actor, ncr)
    return [status for status in next_statuses if actor_is_raiser or ncr.status == NcrStatus.PENDING]


def may_ask_resolution(actor: Actor, ncr: NonConformance) -> bool:
    """Return True if the actor may ask the raiser to resolve it: for the supplier, while it is open."""
    return (
        actor.may(Permission.MANAGE_NCRS)
        and not is_raiser(actor, ncr)
        and ncr.status in {NcrStatus.PENDING, NcrStatus.INPROGRESS}
    )


def may_ask_action(actor: Actor, ncr: NonConformance) -> bool:
    """Return True if the actor may ask the supplier for a corrective action, unless there is one already."""
    return may_edit(actor, ncr) and ncr.status in {NcrStatus.PENDING, NcrStatus.INPROGRESS}


class Occurrence(Protocol):
    """A non-conformance with its defect and the number of the occurrence (`NcrContext`)."""

    @property
    def ncr(self) -> NonConformance: ...
    @property
    def defect_code(self) -> DefectCode | None: ...
    @property
    def occurrence(self) -> int: ...


def ordinal_text(number: int) -> str:
    """Return "Third" for 3, and "11th" from 11 to the highest number that is counted."""
    if number <= len(ORDINALS):
        return ORDINALS[number - 1]
    ending = "th" if number % 100 in {11, 12, 13} else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}{' or later' if number >= MAX_OCCURRENCE else ''}"


def recurrence_text(subject: Occurrence) -> str | None:
    """Return "Third time: part 4711, defect 'Burr'", or None for a first occurrence."""
    if subject.occurrence < 2 or subject.defect_code is None:
        return None
    return series_text(
        subject.occurrence, part=subject.ncr.part_number or "", defect=subject.defect_code.name
    )


def series_text(count: int, *, part: str, defect: str) -> str:
    """Return the sentence about the latest of `count` occurrences of a defect of a part."""
    return f"{ordinal_text(count)} time: part {part}, defect '{defect}'"


def quantity_fault(
    *, delivered: int | None, checked: int | None, defective: int | None
) -> tuple[str, str] | None:
    """Return (name, sentence) of the first quantity that is more than the one that it is a part of; None without a fault."""
    if checked is not None and delivered is not None and checked > delivered:
        return "quantity_checked", f"Checked {checked} is more than delivered {delivered}."
    whole, name = (checked, "checked") if checked is not None else (delivered, "delivered")
    if defective is not None and whole is not None and defective > whole:
        return "quantity_defective", f"Defective {defective} is more than {name} {whole}."
    return None


def _label(status: str) -> str:
    return STATUS_INFO[status]["label"]
