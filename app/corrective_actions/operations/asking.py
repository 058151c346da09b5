"""Asking a supplier for a corrective action."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from app.accounts.public import User, UserType, grant_access
from app.corrective_actions.mails import mail_asked
from app.corrective_actions.models import CorrectiveAction, CorrectiveStep
from app.corrective_actions.operations.contacts import Recipient, person_to_ask
from app.corrective_actions.operations.tasks import sync_tasks
from app.corrective_actions.policies.prefilling import prefilled
from app.corrective_actions.queries.actions import ActionContext, load_action, newest_action, today_of
from app.corrective_actions.types import (
    CORRECTIVE_GRANT,
    DUE_DAYS,
    METHOD_LABELS,
    STEPS,
    ActionState,
    Method,
    Step,
)
from app.extensions import db
from app.kernel.clock import moment_text, now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, InvalidError
from app.ncr.public import NcrContext, demand_raiser, may_ask_action, ncr_for, record_event

ASKED_ALREADY = "A corrective action was asked for already."
NOT_OPEN = "Only an open non-conformance can have a corrective action."
OUT_OF_ORDER = "{step} can't be due before {earlier}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The method, the days until each step is due (the others have the preset of the severity), and the recipient."""

    method: Method
    due_days: Mapping[Step, int]
    recipient: Recipient
    message: str


def ask_for_action(*, actor: Actor, ncr_id: int, request: Request) -> ActionContext:
    """Ask the supplier of an open non-conformance for a corrective action, for the raiser only.

    A user of the supplier gets a task and a mail, a person by e-mail address a link. Raises NotFoundError,
    ForbiddenError, ConflictError if it is not open or has an action, InvalidError with sentences at the fields,
    TooManyError for too many people by e-mail.
    """
    ncr = ncr_for(actor=actor, ncr_id=ncr_id, lock=True)
    demand_raiser(actor, ncr.ncr)
    if not may_ask_action(actor, ncr.ncr):
        raise ConflictError(NOT_OPEN)
    current = newest_action(ncr_id)
    if current is not None and current.state != ActionState.WITHDRAWN:
        raise ConflictError(ASKED_ALREADY, code="actionAsked")
    steps = STEPS[request.method]
    days = due_days(ncr, steps, request.due_days)
    user = person_to_ask(actor=actor, ncr=ncr, recipient=request.recipient)
    action = CorrectiveAction(
        ncr_id=ncr_id,
        organisation_id=ncr.raiser.id,
        with_organisation_id=ncr.supplier.id,
        method=request.method,
        assigned_user_id=user.id if user else None,
        asked_by_user_id=actor.user_id,
        message=request.message,
    )
    db.session.add(action)
    db.session.flush()
    _add_steps(actor, action, ncr, days)
    context = load_action(ncr_id=ncr_id, action_id=action.id)
    _invite(actor, context, user)
    return context


def due_days(ncr: NcrContext, steps: Sequence[Step], chosen: Mapping[Step, int]) -> dict[Step, int]:
    """Return the days until each step is due; InvalidError if a step is due before an earlier one."""
    presets = DUE_DAYS[ncr.ncr.severity]
    days = {step: chosen.get(step, presets[step]) for step in steps}
    for earlier, step in pairwise(steps):
        if days[step] < days[earlier]:
            raise InvalidError(fields={f"dueDays.{step}": [OUT_OF_ORDER.format(step=step, earlier=earlier)]})
    return days


def _add_steps(actor: Actor, action: CorrectiveAction, ncr: NcrContext, days: Mapping[Step, int]) -> None:
    today: date = today_of(actor)
    mark = [1, actor.user_id, moment_text(now())]
    for step, number in days.items():
        content = prefilled(ncr) if step == Step.D2 else {}
        db.session.add(
            CorrectiveStep(
                action_id=action.id,
                loop=action.loop,
                step=step,
                content=content,
                marks=dict.fromkeys(content, mark),
                due=today + timedelta(days=number),
            )
        )
    db.session.flush()


def _invite(actor: Actor, context: ActionContext, user: User | None) -> None:
    action = context.action
    if user is not None and user.type == UserType.GUEST:
        grant_access(
            user_id=user.id,
            subject_type=CORRECTIVE_GRANT,
            subject_id=action.id,
            created_by_user_id=actor.user_id,
        )
    record_event("ncr.actionAsked", actor, context.ncr, method=METHOD_LABELS[action.method])
    sync_tasks(actor=actor, context=context)
    mail_asked(context, actor=actor)
