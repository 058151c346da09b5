"""Evaluators of a request: adding, inviting, reminding and removing them."""

from datetime import timedelta

from sqlalchemy import exists, func, select

from app.accounts.public import (
    User,
    UserStatus,
    UserType,
    grant_access,
    known_as,
    revoke_access,
)
from app.evaluations import mails
from app.evaluations.models import Evaluation, Evaluator
from app.evaluations.operations.recording import record_event
from app.evaluations.policies.access import CLOSED, demand_state
from app.evaluations.policies.progress import label_of
from app.evaluations.queries.access import EvaluationAccess, evaluation_access
from app.evaluations.queries.rows import EvaluatorRow, evaluators_of
from app.evaluations.types import EVALUATION_GRANT, MAX_EVALUATORS, EvaluationState
from app.extensions import db
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError
from app.network.public import SUPPLIER_ADDRESS, guest_to_ask
from app.rfx.public import Rfx, RfxRequest
from app.tasks.public import EVALUATION_SUBJECT, TaskType, close_tasks, open_task

TASK = "Mark the answers to {title}"
UNKNOWN = "Choose one of your colleagues."
SUSPENDED = "{name} is suspended and can't evaluate."
ALREADY = "{name} is an evaluator already."
TOO_MANY = f"An evaluation has at most {MAX_EVALUATORS} evaluators."
ONE_OF = "Choose a colleague or enter an e-mail address."
HAS_FINISHED = "{name} has finished already."
REMINDED = "{name} was reminded in the last hour already."
REMINDER_PAUSE = timedelta(hours=1)


def add_evaluator(
    *, actor: Actor, access: EvaluationAccess, user_id: int | None, email: str | None, name: str
) -> int:
    """Add a colleague by `user_id`, or a guest by `email`; return the id of the evaluator.

    `access` is the locked evaluation of an owner (`prepared_evaluation`). While the evaluation is open the evaluator is
    invited at once. A removed evaluator returns with the former marks. Raises InvalidError with sentences, ConflictError
    if the evaluation is closed or has too many evaluators.
    """
    evaluation, request = access.evaluation, access.request
    if evaluation is None or evaluation.state is EvaluationState.CLOSED:
        raise ConflictError(CLOSED)
    if (user_id is None) == (email is None):
        raise InvalidError(ONE_OF)
    present = evaluators_of(request.id)
    if len(present) >= MAX_EVALUATORS:
        raise ConflictError(TOO_MANY)
    if user_id is not None:
        user = _colleague(actor, user_id)
        _demand_new(present, user.email, "userId")
    else:
        address = email or ""
        _demand_new(present, address, "email")
        user = _known_guest(request.id, address) or _new_guest(actor, request.id, name, address)
    row = EvaluatorRow(evaluator=_stored(actor, request.id, user), user=user)
    record_event("evaluation.evaluatorAdded", request, actor=actor, evaluatorName=label_of(user))
    if evaluation.state is EvaluationState.OPEN:
        invite_evaluator(actor=actor, request=request, evaluation=evaluation, row=row)
    db.session.flush()
    return row.evaluator.id


def invite_evaluator(*, actor: Actor, request: RfxRequest, evaluation: Evaluation, row: EvaluatorRow) -> None:
    """Mail an evaluator of an open evaluation; a colleague gets a task, a guest a link."""
    user, evaluator = row.user, row.evaluator
    if user.type == UserType.GUEST:
        grant_access(
            user_id=user.id,
            subject_type=EVALUATION_GRANT,
            subject_id=request.id,
            created_by_user_id=actor.user_id,
        )
    else:
        open_task_of(actor=actor, request=request, evaluation=evaluation, user_id=user.id)
    evaluator.invited = now()
    db.session.flush()
    if user.id != actor.user_id:
        mails.mail_invitation(
            request, evaluation, user, by_user_id=actor.user_id, key=evaluator.invited.isoformat()
        )


def remove_evaluator(*, actor: Actor, request_id: int, evaluator_id: int) -> None:
    """Remove an evaluator: the marks no longer count, the task closes, and a guest's link ends.

    Raises NotFoundError, ForbiddenError without SEND_RFX, ConflictError if the evaluation is closed.
    """
    access, row = _row_of(actor, request_id, evaluator_id)
    row.evaluator.removed = now()
    _end_access(actor, request_id, row)
    record_event("evaluation.evaluatorRemoved", access.request, actor=actor, evaluatorName=label_of(row.user))
    db.session.flush()


def remind_evaluator(*, actor: Actor, request_id: int, evaluator_id: int) -> None:
    """Mail an evaluator who has not finished, at most once an hour.

    Raises NotFoundError, ForbiddenError without SEND_RFX, ConflictError with a sentence.
    """
    access, row = _row_of(actor, request_id, evaluator_id)
    evaluation, evaluator = access.evaluation, row.evaluator
    if evaluation is None:
        raise NotFoundError
    demand_state(evaluation.state, EvaluationState.OPEN)
    if evaluator.finished is not None:
        raise ConflictError(HAS_FINISHED.format(name=label_of(row.user)))
    if evaluator.reminded is not None and evaluator.reminded > now() - REMINDER_PAUSE:
        raise ConflictError(REMINDED.format(name=label_of(row.user)))
    evaluator.reminded = now()
    mails.mail_reminder(
        access.request, evaluation, row.user, by_user_id=actor.user_id, key=evaluator.reminded.isoformat()
    )
    db.session.flush()


def open_task_of(*, actor: Actor, request: RfxRequest, evaluation: Evaluation, user_id: int) -> None:
    """Open the task of a colleague who evaluates."""
    open_task(
        actor=actor,
        type=TaskType.EVALUATION,
        title=TASK.format(title=request.title),
        subject_type=EVALUATION_SUBJECT,
        subject_id=request.id,
        subject_title=request.title,
        assigned_organisation_id=request.organisation_id,
        assigned_user_id=user_id,
        due=evaluation.due,
    )


def close_task_of(*, actor: Actor, request_id: int, user_id: int) -> None:
    """Close the task of an evaluator."""
    close_tasks(
        actor=actor,
        subject_type=EVALUATION_SUBJECT,
        subject_id=request_id,
        types=[TaskType.EVALUATION],
        assigned_user_id=user_id,
    )


def _end_access(actor: Actor, request_id: int, row: EvaluatorRow) -> None:
    if row.user.type == UserType.GUEST:
        revoke_access(user_id=row.user.id, subject_type=EVALUATION_GRANT, subject_id=request_id)
    else:
        close_task_of(actor=actor, request_id=request_id, user_id=row.user.id)


def _row_of(actor: Actor, request_id: int, evaluator_id: int) -> tuple[EvaluationAccess, EvaluatorRow]:
    access = evaluation_access(actor=actor, request_id=request_id, lock=True)
    row = next((row for row in evaluators_of(request_id) if row.evaluator.id == evaluator_id), None)
    if row is None or access.evaluation is None:
        raise NotFoundError
    actor.demand(Permission.SEND_RFX)
    demand_state(access.evaluation.state, EvaluationState.PREPARING, EvaluationState.OPEN)
    return access, row


def _colleague(actor: Actor, user_id: int) -> User:
    user: User | None = db.session.execute(
        select(User).where(
            User.id == user_id, User.organisation_id == actor.organisation_id, User.type == UserType.USER
        )
    ).scalar()
    if user is None:
        raise InvalidError(fields={"userId": [UNKNOWN]})
    if user.status == UserStatus.SUSPENDED:
        raise InvalidError(fields={"userId": [SUSPENDED.format(name=user.name)]})
    return user


def _demand_new(present: list[EvaluatorRow], email: str, field: str) -> None:
    for row in present:
        if known_as(row.user.email) == known_as(email):
            raise InvalidError(fields={field: [ALREADY.format(name=label_of(row.user))]})


def _known_guest(request_id: int, email: str) -> User | None:
    """Return the guest who was an evaluator of this request and was removed."""
    user: User | None = db.session.execute(
        select(User)
        .join(Evaluator, Evaluator.user_id == User.id)
        .where(
            Evaluator.request_id == request_id,
            User.type == UserType.GUEST,
            func.lower(User.email) == known_as(email),
        )
    ).scalar()
    return user


def _new_guest(actor: Actor, request_id: int, name: str, email: str) -> User:
    """Create a guest. Guests who answer this request cannot evaluate it."""
    answers = exists().where(
        Rfx.request_id == request_id, Rfx.guest_user_id == User.id, func.lower(User.email) == known_as(email)
    )
    if db.session.execute(select(answers)).scalar():
        raise InvalidError(fields={"email": [SUPPLIER_ADDRESS]})
    return guest_to_ask(actor=actor, name=name, email=email)


def _stored(actor: Actor, request_id: int, user: User) -> Evaluator:
    evaluator: Evaluator | None = db.session.execute(
        select(Evaluator).where(Evaluator.request_id == request_id, Evaluator.user_id == user.id)
    ).scalar()
    if evaluator is None:
        evaluator = Evaluator(request_id=request_id, user_id=user.id, added_by_user_id=actor.user_id)
        db.session.add(evaluator)
    evaluator.removed = evaluator.finished = evaluator.reminded = None
    evaluator.added, evaluator.added_by_user_id = now(), actor.user_id
    db.session.flush()
    return evaluator
