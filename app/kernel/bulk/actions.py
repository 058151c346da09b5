"""The interface between bulk jobs and the features that provide actions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import TypeAlias

from app.kernel.bulk.models import BulkJob, BulkOutcome
from app.kernel.db.pagination import ListQuery
from app.kernel.http.auth import Actor, Rule
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema

MAX_ROWS = 5_000
"""Maximum number of rows of a job. A resolver of filters may stop after one more."""
EVERY_ROW = ListQuery(page_size=MAX_ROWS + 1)
"""The page of a list with all rows of a job, for resolvers of filters."""
BATCH_ROWS = 100
UNDO_PERIOD = timedelta(hours=24)

Args: TypeAlias = Arguments
"""The arguments of an action, loaded by its schema."""


class NoArgs(CamelSchema):
    """Schema of an action without arguments."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The selected rows: their `ids`, or a `filter` loaded by the filter schema of the action."""

    ids: Sequence[int] | None = None
    filter: Arguments | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """One row of a job: the record and its name.

    In a selection by ids, `subject_id` is the selected id. It is None if the job creates the record from `data` (JSON).
    """

    label: str
    subject_id: int | None = None
    data: Arguments = field(default_factory=dict)
    url: str | None = None


class Effect(StrEnum):
    """The expected effect on a row."""

    CHANGES = "CHANGES"
    UNCHANGED = "UNCHANGED"
    IMPOSSIBLE = "IMPOSSIBLE"


@dataclass(frozen=True, slots=True)
class Forecast:
    """The expected effect on one row, with the reason if it does not change ('No contact.')."""

    effect: Effect = Effect.CHANGES
    reason: str = ""


@dataclass(frozen=True, slots=True)
class SampleMail:
    """One of the mails, as its recipient would read it."""

    to: str
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Preview:
    """The expected effects, one forecast for each target, and the number of people who get a mail.

    Without a `sample`, the preview shows the mail of the first row that changes.
    """

    rows: Sequence[Forecast]
    mails: int = 0
    sample: SampleMail | None = None


@dataclass(frozen=True, slots=True)
class BulkRun:
    """The context of a row in the worker. The permissions of `actor` are the current ones.

    `job_id` is part of dedupe keys: a recipient of several rows gets one mail.
    """

    job_id: int
    actor: Actor
    args: Args


@dataclass(frozen=True, slots=True)
class RowResult:
    """The result of a row that raised no error: DONE, or UNCHANGED with a `message`.

    `before` (JSON) is the argument of the undo. `subject_id` and `url` name a record that the row has created.
    """

    outcome: BulkOutcome = BulkOutcome.DONE
    message: str = ""
    before: Arguments | None = None
    subject_id: int | None = None
    url: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkAction:
    """An action on many rows.

    `resolve` returns the targets of a selection that the actor may see, in the order of the list; unknown ids are left
    out. `preview` forecasts all targets with few statements. `run_row` changes one row like the operation of a single
    record: it checks permissions and tenant, flushes, and raises a ProblemError with the sentence that the row shows;
    NotFoundError means that the row is gone. `undo_row` restores `before` in the same way; it raises ConflictError if
    the row was changed since.
    """

    kind: str
    title: str
    """The action in the imperative ('Send reminders'), shown on the page of the job."""
    rule: Rule
    resolve: Callable[[Actor, Selection, Args], Sequence[Target]]
    preview: Callable[[Actor, Sequence[Target], Args], Preview]
    run_row: Callable[[BulkRun, Target], RowResult]
    undo_row: Callable[[BulkRun, Target, Arguments], None] | None = None
    sample_row: Callable[[BulkRun, Target], None] | None = None
    """For the sample of an action whose mails are queued by a later job: like `run_row`, but it queues them itself."""
    args_schema: type[CamelSchema] = NoArgs
    filter_schema: type[CamelSchema] | None = None
    """The query schema of the list; None if rows are selected by id only."""
    run_rows: Callable[[BulkRun, Sequence[Target]], Sequence[RowResult]] | None = None
    """Change a batch of rows with few statements; the results are in the order of the targets.

    If it raises, nothing of the batch is changed, and `run_row` runs for each of its rows.
    """
    finish: Callable[[BulkJob], None] | None = None
    """Called once after the last row, in its transaction, also if the user of the job was suspended meanwhile."""
    finish_undo: Callable[[BulkJob], None] | None = None
    """Like `finish`, for the undo."""
    max_rows: int = MAX_ROWS
    """Maximum number of rows of a job that an operation starts."""
    batch_rows: int = BATCH_ROWS
    """Maximum number of rows in one transaction."""
    undo_period: timedelta = UNDO_PERIOD
    is_recorded: bool = True
    """False if the operation that started the job records its event already."""
