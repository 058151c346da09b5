"""Starting and undoing bulk jobs: the preview, the limits, and the rows that the worker processes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from marshmallow import ValidationError
from sqlalchemy import exists, func, insert, select

from app.extensions import db
from app.kernel.bulk.actions import (
    MAX_ROWS,
    UNDO_PERIOD,
    Args,
    BulkAction,
    Effect,
    Forecast,
    Preview,
    Selection,
    Target,
)
from app.kernel.bulk.mails import sample_mail
from app.kernel.bulk.models import OPEN_STATES, BulkJob, BulkRow, BulkState
from app.kernel.bulk.queries import own_job
from app.kernel.clock import now
from app.kernel.http.auth import Actor, check_rule
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError
from app.kernel.http.json_types import Arguments
from app.kernel.http.schema_faults import schema_error
from app.kernel.http.schemas import CamelSchema
from app.kernel.jobs.queue import enqueue
from app.kernel.registry import current_registry

CONFIRMED_MAILS = 200
"""A job that sends mails to more people starts only if the request repeats their number."""
NO_LONGER_THERE = "No longer there."
_LOCK = 0x62756C6B << 32
"""Separates the advisory locks of bulk jobs from others."""


@dataclass(frozen=True, slots=True)
class Request:
    """A requested action: `ids` or a `filter` of its list, and its arguments, all as sent."""

    kind: str
    ids: Sequence[int] | None
    filter: Arguments | None
    args: Arguments


@dataclass(frozen=True, slots=True)
class ResolvedRequest:
    """A request with its targets and what will happen to them, target by target."""

    action: BulkAction
    args: Args
    targets: Sequence[Target]
    preview: Preview

    def forecasts(self, effect: Effect) -> list[tuple[Target, Forecast]]:
        """Return the targets with this effect."""
        pairs = zip(self.targets, self.preview.rows, strict=True)
        return [(target, forecast) for target, forecast in pairs if forecast.effect == effect]


def resolve_request(*, actor: Actor, request: Request, with_sample: bool = False) -> ResolvedRequest:
    """Return the targets of a request and their forecasts, and a sample of the mails; changes nothing.

    Raises InvalidError for an unknown kind, wrong arguments and more than MAX_ROWS rows, ForbiddenError without the
    permission of the action, and NotFoundError if none of the ids is known.
    """
    action = current_registry().bulk_actions.get(request.kind)
    if action is None:
        raise InvalidError(fields={"kind": ["There is no such bulk action."]})
    check_rule(actor, action.rule, guests=False)
    args = _load(action.args_schema, request.args, "args")
    selection = _selection(action, request)
    targets = action.resolve(actor, selection, args)
    if len(targets) > MAX_ROWS:
        raise InvalidError(f"At most {MAX_ROWS:,} rows can be changed at once. Narrow the filter.")
    if selection.ids is not None and not targets:
        raise NotFoundError
    ids = {target.subject_id for target in targets}
    missing = [Target(f"#{row_id}", row_id) for row_id in selection.ids or () if row_id not in ids]
    preview = action.preview(actor, targets, args)
    forecasts = [*preview.rows, *(Forecast(Effect.IMPOSSIBLE, NO_LONGER_THERE) for _ in missing)]
    sample = preview.sample
    if with_sample and preview.mails and sample is None:
        sample = sample_mail(action, actor, _first_changing(targets, preview), args)
    return ResolvedRequest(action, args, [*targets, *missing], Preview(forecasts, preview.mails, sample))


def _first_changing(targets: Sequence[Target], preview: Preview) -> Target | None:
    pairs = zip(targets, preview.rows, strict=True)
    return next((target for target, forecast in pairs if forecast.effect is Effect.CHANGES), None)


def start_requested(*, actor: Actor, request: Request, total: int, confirmed_mails: int | None) -> BulkJob:
    """Start the job of a request whose preview had `total` rows.

    Raises ConflictError `stale` if the number of rows has changed, and InvalidError if more than CONFIRMED_MAILS
    people get a mail and `confirmed_mails` is not their number.
    """
    resolved = resolve_request(actor=actor, request=request)
    count = len(resolved.targets)
    if count != total:
        raise ConflictError(
            f"The list has changed: {count:,} rows match now instead of {total:,}. Check the preview again.",
            code="stale",
        )
    mails = resolved.preview.mails
    if mails > CONFIRMED_MAILS and confirmed_mails != mails:
        raise InvalidError(
            fields={"confirmedMails": [f"Type {mails}, the number of people who get an e-mail."]}
        )
    selection = {"filter": dict(request.filter or {})} if request.ids is None else {"ids": list(request.ids)}
    return start_job(
        actor=actor,
        action=resolved.action,
        targets=resolved.targets,
        args=resolved.args,
        selection=selection,
    )


def start_job(
    *,
    actor: Actor,
    action: BulkAction,
    targets: Sequence[Target],
    args: Args,
    selection: Arguments | None = None,
) -> BulkJob:
    """Start a job for `targets`; for operations that start a job as a part of their work.

    Raises InvalidError without targets or with more than the action allows, and ConflictError while the actor has another job.
    """
    if not targets:
        raise InvalidError("Nothing is selected.")
    if len(targets) > action.max_rows:
        raise InvalidError(f"At most {action.max_rows:,} rows can be changed at once.")
    _await_turn(actor)
    job = BulkJob(
        organisation_id=actor.organisation_id,
        user_id=actor.user_id,
        kind=action.kind,
        selection=dict(selection or {}),
        args=action.args_schema().dump(args),
        total=len(targets),
        done=0,
        state=BulkState.QUEUED,
        created=now(),
    )
    db.session.add(job)
    db.session.flush()
    rows = [
        {
            "job_id": job.id,
            "position": position,
            "subject_id": target.subject_id,
            "label": target.label,
            "data": dict(target.data),
            "url": target.url,
            "message": "",
        }
        for position, target in enumerate(targets)
    ]
    db.session.execute(insert(BulkRow), rows)
    enqueue("kernel.bulk", bulk_job_id=job.id)
    return job


def undo_job(*, actor: Actor, job_id: int) -> BulkJob:
    """Start to restore the rows that a job has changed; possible once, within the period of the action. Raises ConflictError."""
    job = own_job(actor=actor, job_id=job_id, lock=True)
    if job.state in {BulkState.UNDOING, BulkState.UNDONE}:
        raise ConflictError("This has been undone already.")
    if job.state != BulkState.DONE:
        raise ConflictError("This is still running. It can be undone when it has finished.")
    if job.undo_until is None:
        raise ConflictError("This can't be undone.")
    if job.undo_until <= now():
        raise ConflictError(f"The {_undo_period(job)} in which this could be undone are over.")
    _await_turn(actor)
    job.state, job.done = BulkState.UNDOING, 0
    enqueue("kernel.bulk", bulk_job_id=job.id)
    return job


def _undo_period(job: BulkJob) -> str:
    action = current_registry().bulk_actions.get(job.kind)
    hours = (action.undo_period if action else UNDO_PERIOD) // timedelta(hours=1)
    return f"{hours // 24} days" if hours > 24 else f"{hours} hours"


def _await_turn(actor: Actor) -> None:
    """Raise ConflictError while the actor has an open job. Concurrent requests wait for each other here."""
    db.session.execute(select(func.pg_advisory_xact_lock(_LOCK + actor.user_id)))
    is_open = exists().where(BulkJob.user_id == actor.user_id, BulkJob.state.in_(OPEN_STATES))
    if db.session.execute(select(is_open)).scalar():
        raise ConflictError(
            "Another of your bulk changes is still running. Start this one when it has finished."
        )


def _selection(action: BulkAction, request: Request) -> Selection:
    if request.ids is not None:
        return Selection(ids=list(dict.fromkeys(request.ids)))
    if action.filter_schema is None:
        raise InvalidError(fields={"ids": ["Select the rows one by one."]})
    return Selection(filter=_load(action.filter_schema, request.filter or {}, "filter"))


def _load(schema: type[CamelSchema], values: Arguments, name: str) -> Arguments:
    """Load a part of the request with a schema of the action; raise InvalidError with the fields below `name`."""
    try:
        loaded: Arguments = schema().load(values)
    except ValidationError as error:
        raise schema_error({"messages": {"json": {name: error.messages}}}) from error
    return loaded
