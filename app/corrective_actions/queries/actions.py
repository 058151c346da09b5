"""Queries of corrective actions, restricted to their two parties and to the guest of a link."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import ColumnElement, exists, func, select

from app.accounts.public import AccessGrant, User, UserType, known_as
from app.corrective_actions.models import CorrectiveAction, CorrectiveStep, CorrectiveTask
from app.corrective_actions.policies.access import granted_action_id, is_buyer
from app.corrective_actions.types import (
    ACTIVE_STATES,
    CORRECTIVE_GRANT,
    UNFINISHED_STATES,
    Step,
    StepState,
)
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.ncr.public import OPEN_STATUSES, NcrContext, NcrStatus, NonConformance, ncr_for, visible_to

READABLE = (StepState.SENT, StepState.ACCEPTED)
"""States of a step in which the buyer reads it; before, it is a draft of the supplier."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionContext:
    """An action with its non-conformance, all its steps in the order of their loops, and the planned actions of D5."""

    action: CorrectiveAction
    ncr: NcrContext
    rows: Sequence[CorrectiveStep]
    tasks: list[CorrectiveTask]

    @property
    def steps(self) -> dict[Step, CorrectiveStep]:
        """Return the current row of each step, in the order of the steps."""
        latest = {row.step: row for row in self.rows}
        return {step: latest[step] for step in Step if step in latest}

    @property
    def states(self) -> dict[Step, StepState]:
        return {step: row.state for step, row in self.steps.items()}

    @property
    def earlier(self) -> list[CorrectiveStep]:
        """Return the steps of earlier loops that a later loop has replaced."""
        current = {row.id for row in self.steps.values()}
        return [row for row in self.rows if row.id not in current]

    def tasks_of(self, loop: int) -> list[CorrectiveTask]:
        """Return the planned actions that D5 and D6 of a loop show, in the order of their creation."""
        plans = [row.id for row in self.rows if row.step == Step.D5 and row.loop <= loop]
        return [task for task in self.tasks if plans and task.step_id == plans[-1]]


def is_visible(actor: Actor) -> ColumnElement[bool]:
    """Return the condition for actions that `actor` may see; it needs the non-conformance in the statement.

    Both parties see them with the non-conformance. A guest sees the one of its link, unless the non-conformance is deleted.
    """
    if actor.is_guest:
        return (CorrectiveAction.id == (granted_action_id(actor) or 0)) & (
            NonConformance.status != NcrStatus.DELETED
        )
    return visible_to(actor)


def action_for(*, actor: Actor, action_id: int, lock: bool = False) -> ActionContext:
    """Return an action; raises NotFoundError if the actor may not see it. `lock` locks the non-conformance."""
    ncr_id: int | None = db.session.execute(
        select(CorrectiveAction.ncr_id)
        .join(NonConformance, NonConformance.id == CorrectiveAction.ncr_id)
        .where(CorrectiveAction.id == action_id, is_visible(actor))
    ).scalar()
    if ncr_id is None:
        raise NotFoundError
    return load_action(ncr_id=ncr_id, action_id=action_id, lock=lock)


def action_of_ncr(*, actor: Actor, ncr_id: int, lock: bool = False) -> ActionContext:
    """Return the newest action of a non-conformance; raises NotFoundError if there is none that the actor may see."""
    ncr_for(actor=actor, ncr_id=ncr_id)
    action = newest_action(ncr_id)
    if action is None:
        raise NotFoundError
    return load_action(ncr_id=ncr_id, action_id=action.id, lock=lock)


def load_action(*, ncr_id: int, action_id: int, lock: bool = False) -> ActionContext:
    """Load an action that the caller may see, locked with its non-conformance if `lock` is set."""
    ncr = ncr_for(actor=None, ncr_id=ncr_id, lock=lock)
    # Rows of this session may be older than the lock.
    fresh = {"populate_existing": lock}
    action = db.session.get_one(CorrectiveAction, action_id, execution_options=fresh)
    rows = (
        db.session.execute(
            select(CorrectiveStep)
            .where(CorrectiveStep.action_id == action_id)
            .order_by(CorrectiveStep.loop, CorrectiveStep.step)
            .execution_options(**fresh)
        )
        .scalars()
        .all()
    )
    plans = [row.id for row in rows if row.step == Step.D5]
    return ActionContext(action=action, ncr=ncr, rows=rows, tasks=list(tasks_of_steps(plans, fresh=lock)))


def tasks_of_steps(step_ids: Collection[int], *, fresh: bool = False) -> Sequence[CorrectiveTask]:
    """Return the planned actions of some steps D5, in the order of their creation."""
    if not step_ids:
        return ()
    return (
        db.session.execute(
            select(CorrectiveTask)
            .where(CorrectiveTask.step_id.in_(step_ids))
            .order_by(CorrectiveTask.key)
            .execution_options(populate_existing=fresh)
        )
        .scalars()
        .all()
    )


def newest_action(ncr_id: int) -> CorrectiveAction | None:
    """Return the newest action of a non-conformance, or None."""
    action: CorrectiveAction | None = db.session.execute(
        select(CorrectiveAction)
        .where(CorrectiveAction.ncr_id == ncr_id)
        .order_by(CorrectiveAction.id.desc())
        .limit(1)
    ).scalar()
    return action


def is_unfinished(ncr_id: int) -> bool:
    """Return True if an action was asked for and is not closed."""
    unfinished = exists().where(
        CorrectiveAction.ncr_id == ncr_id, CorrectiveAction.state.in_(sorted(UNFINISHED_STATES))
    )
    return bool(db.session.execute(select(unfinished)).scalar())


def may_read_step_files(actor: Actor, step_ids: list[int]) -> bool:
    """Return True if the actor may see the files of one of these steps; the buyer, once the step was sent."""
    rows = db.session.execute(
        select(CorrectiveAction, CorrectiveStep.state)
        .join(CorrectiveStep, CorrectiveStep.action_id == CorrectiveAction.id)
        .join(NonConformance, NonConformance.id == CorrectiveAction.ncr_id)
        .where(CorrectiveStep.id.in_(step_ids), is_visible(actor))
    ).all()
    return any(not is_buyer(actor, action) or state in READABLE for action, state in rows)


def may_read_action_files(actor: Actor, action_ids: list[int]) -> bool:
    """Return True if the actor may see one of these actions, and so the proof with which it was contested."""
    visible = (
        select(CorrectiveAction.id)
        .join(NonConformance, NonConformance.id == CorrectiveAction.ncr_id)
        .where(CorrectiveAction.id.in_(action_ids), is_visible(actor))
        .limit(1)
    )
    return db.session.execute(visible).scalar() is not None


def users_by_id(ids: Collection[int | None]) -> Mapping[int, User]:
    """Return users by id; None is ignored."""
    wanted = {each for each in ids if each is not None}
    if not wanted:
        return {}
    rows = db.session.execute(select(User).where(User.id.in_(wanted))).scalars()
    return {user.id: user for user in rows}


def guest_with_address(*, organisation_id: int, with_organisation_id: int, email: str) -> User | None:
    """Return the guest with this address that the organisation has asked about this supplier before."""
    user: User | None = db.session.execute(
        select(User)
        .join(CorrectiveAction, CorrectiveAction.assigned_user_id == User.id)
        .where(
            CorrectiveAction.organisation_id == organisation_id,
            CorrectiveAction.with_organisation_id == with_organisation_id,
            User.type == UserType.GUEST,
            func.lower(User.email) == known_as(email),
        )
        .order_by(User.id)
        .limit(1)
    ).scalar()
    return user


def count_guests(*, organisation_id: int, since: datetime) -> int:
    """Return the number of people that an organisation has asked by link since a time."""
    return db.session.execute(
        select(func.count(AccessGrant.user_id.distinct()))
        .join(CorrectiveAction, CorrectiveAction.id == AccessGrant.subject_id)
        .where(
            AccessGrant.subject_type == CORRECTIVE_GRANT,
            AccessGrant.created >= since,
            CorrectiveAction.organisation_id == organisation_id,
        )
    ).scalar_one()


def today_of(actor: Actor) -> date:
    """Return today in the actor's time zone."""
    return now().astimezone(actor.zone).date()


def is_active(context: ActionContext) -> bool:
    """Return True if the supplier works on the steps: the action is active and the non-conformance open."""
    return context.action.state in ACTIVE_STATES and context.ncr.ncr.status in OPEN_STATUSES
