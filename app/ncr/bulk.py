"""Bulk action on non-conformances that the actor's organisation has raised: assign. It can be undone."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Protocol

from marshmallow import fields
from sqlalchemy import func, select

from app.accounts.public import Role, User, UserStatus, UserType
from app.extensions import db
from app.kernel.bulk.actions import (
    Args,
    BulkAction,
    BulkRun,
    Effect,
    Forecast,
    Preview,
    RowResult,
    Selection,
    Target,
)
from app.kernel.bulk.mails import job_mail, with_others
from app.kernel.bulk.models import BulkOutcome
from app.kernel.bulk.selecting import selected_ids
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.kernel.http.json_types import Arguments
from app.kernel.http.schemas import CamelSchema, Id
from app.ncr.list_kind import NCRS
from app.ncr.models import NonConformance
from app.ncr.operations.saving import NO_ASSIGNEE, assign_ncr
from app.ncr.policies import DELETED_SENTENCE
from app.ncr.queries.ncrs import NcrContext, is_ncr_task, ncr_for, visible_to
from app.ncr.queries.people import people_at
from app.ncr.schemas.ncrs import NcrQuerySchema
from app.ncr.types import NcrStatus
from app.tasks.public import UserTask

OTHERS = "Raised by another organisation."
SAME_ASSIGNEE = "It is assigned to them already."
ASSIGNED_SINCE = "It has been assigned again."


class Party(StrEnum):
    """The organisation that a non-conformance is assigned to."""

    OWN = "OWN"
    SUPPLIER = "SUPPLIER"


class AssignArgs(CamelSchema):
    """The assignee: a colleague (`userId`), or anyone at one of the parties."""

    party = fields.Enum(Party, by_value=True, required=True)
    user_id = Id(load_default=None, allow_none=True)


class NcrTarget(Protocol):
    """A non-conformance that was selected for a bulk action, with the assignee of its task."""

    id: int
    title: str
    organisation_id: int
    with_organisation_id: int
    status: str
    assigned_organisation_id: int
    assigned_user_id: int | None
    is_open: bool


def _rows(actor: Actor, ids: Collection[int | None]) -> Sequence[NcrTarget]:
    rows: Sequence[NcrTarget] = db.session.execute(
        select(
            NonConformance.id, NonConformance.title, NonConformance.organisation_id,
            NonConformance.with_organisation_id, NonConformance.status, UserTask.assigned_organisation_id,
            UserTask.assigned_user_id, UserTask.is_open.label("is_open"),
        )
        .join(UserTask, is_ncr_task())
        .where(NonConformance.id.in_(ids), visible_to(actor))
        .order_by(NonConformance.id.desc())
    ).all()  # fmt: skip
    return rows


def _resolve(actor: Actor, selection: Selection, args: Args) -> Sequence[Target]:
    """Return the non-conformances of `selection`; each that changes names the others of its assignee."""
    rows = _rows(actor, selected_ids(actor, selection, NCRS, id_of=lambda context: context.ncr.id))
    targets = [
        Target(f"#{row.id} {row.title}", row.id, {"title": row.title}, f"/ncr/{row.id}") for row in rows
    ]
    shared = {
        row.id: _organisation_id(actor, row.with_organisation_id, args)
        for row in rows
        if row.is_open and _forecast(actor, row, args).effect is Effect.CHANGES
    }
    return with_others(targets, shared)


def _organisation_id(actor: Actor, supplier_id: int, args: Args) -> int:
    return supplier_id if args["party"] is Party.SUPPLIER else actor.organisation_id


def _forecast(actor: Actor, row: NcrTarget, args: Args) -> Forecast:
    if row.organisation_id != actor.organisation_id:
        return Forecast(Effect.IMPOSSIBLE, OTHERS)
    if row.status == NcrStatus.DELETED:
        return Forecast(Effect.IMPOSSIBLE, DELETED_SENTENCE)
    wanted = _organisation_id(actor, row.with_organisation_id, args), args["user_id"]
    if (row.assigned_organisation_id, row.assigned_user_id) == wanted:
        return Forecast(Effect.UNCHANGED, SAME_ASSIGNEE)
    return Forecast()


def _preview(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    if args["user_id"] is not None:
        assignable = {person.user.id for person in people_at([actor.organisation_id]) if person.manages}
        if args["party"] is Party.SUPPLIER or args["user_id"] not in assignable:
            raise InvalidError(fields={"args.userId": [NO_ASSIGNEE]})
    rows = {row.id: row for row in _rows(actor, [target.subject_id for target in targets])}
    forecasts = [_forecast(actor, rows[target.subject_id or 0], args) for target in targets]
    mailed = {
        _organisation_id(actor, row.with_organisation_id, args)
        for target, forecast in zip(targets, forecasts, strict=True)
        if forecast.effect is Effect.CHANGES and (row := rows[target.subject_id or 0]).is_open
    }
    return Preview(forecasts, mails=_mails(actor, mailed, args["user_id"]))


def _mails(actor: Actor, organisation_ids: Collection[int], user_id: int | None) -> int:
    """Return the number of assignees who get a mail (`mail_assigned`)."""
    if not organisation_ids or user_id == actor.user_id:
        return 0
    if user_id is not None:
        return 1
    return db.session.execute(
        select(func.count())
        .select_from(User)
        .join(Role, Role.id == User.role_id)
        .where(
            User.organisation_id.in_(organisation_ids),
            User.type == UserType.USER,
            User.status != UserStatus.SUSPENDED,
            User.id != actor.user_id,
            Role.permissions.contains([Permission.MANAGE_NCRS.value]),
        )
    ).scalar_one()


def _locked(run: BulkRun, target: Target) -> NcrContext:
    return ncr_for(actor=run.actor, ncr_id=target.subject_id or 0, lock=True)


def _assignee(context: NcrContext) -> tuple[int, int | None]:
    return context.task.assigned_organisation_id, context.task.assigned_user_id


def _assign(run: BulkRun, target: Target) -> RowResult:
    context = _locked(run, target)
    before = _assignee(context)
    wanted = _organisation_id(run.actor, context.ncr.with_organisation_id, run.args), run.args["user_id"]
    if before == wanted:
        return RowResult(BulkOutcome.UNCHANGED, SAME_ASSIGNEE)
    assign_ncr(
        actor=run.actor,
        ncr_id=context.ncr.id,
        organisation_id=wanted[0],
        user_id=wanted[1],
        job=job_mail(run, target),
    )
    return RowResult(before={"organisationId": before[0], "userId": before[1]})


def _restore(run: BulkRun, target: Target, before: Arguments) -> None:
    context = _locked(run, target)
    set_by_job = _organisation_id(run.actor, context.ncr.with_organisation_id, run.args), run.args["user_id"]
    if _assignee(context) != set_by_job:
        raise ConflictError(ASSIGNED_SINCE)
    assign_ncr(
        actor=run.actor,
        ncr_id=context.ncr.id,
        organisation_id=before["organisationId"],
        user_id=before["userId"],
    )


ASSIGN = BulkAction(
    kind="ncr.assign",
    title="Assign",
    rule=Permission.MANAGE_NCRS,
    args_schema=AssignArgs,
    filter_schema=NcrQuerySchema,
    resolve=_resolve,
    preview=_preview,
    run_row=_assign,
    undo_row=_restore,
)
