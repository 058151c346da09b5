"""Preparation of an evaluation: its criteria, and its opening."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert

from app.evaluations.models import Evaluation, EvaluationCriterion
from app.evaluations.operations.evaluators import invite_evaluator
from app.evaluations.operations.recording import record_event
from app.evaluations.policies.access import ALREADY_OPEN, demand_state, state_after
from app.evaluations.queries.access import EvaluationAccess, evaluation_access
from app.evaluations.queries.rows import criteria_of, evaluators_of
from app.evaluations.types import (
    ALL_WEIGHTS,
    MAX_CRITERIA,
    CriterionSource,
    EvaluationMove,
    EvaluationState,
)
from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.merging import check_version
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.requests.public import demand_open_seal, request_context, scored_sections
from app.rfx.public import RequestState

TOO_MANY = f"An evaluation has at most {MAX_CRITERIA} criteria."
TWICE = "Another criterion has this name already."
NO_SECTION = "This section has no scored questions."
NO_CRITERIA = "Add at least one criterion."
NOT_ALL_WEIGHTS = "The weights add up to {total} %. They must add up to 100 %."
NO_EVALUATORS = "Add at least one evaluator: some criteria take marks."
NOT_SENT = "The request has not been sent yet, so there are no answers to evaluate."
PAST = "Choose a day that is not in the past."


@dataclass(frozen=True, slots=True, kw_only=True)
class NewCriterion:
    """A criterion to save; `section_id` is for scores of one section only."""

    name: str
    description: str
    weight: int
    source: CriterionSource
    section_id: str | None


def save_criteria(
    *,
    actor: Actor,
    request_id: int,
    criteria: Sequence[NewCriterion],
    due: date | None,
    based_on: datetime | None,
) -> None:
    """Replace the criteria and the due day of an evaluation that is not open; creates it on the first save.

    Raises NotFoundError, ForbiddenError without SEND_RFX, InvalidError with a sentence for each field, ConflictError if
    the evaluation is open, or if another user has saved since `based_on` (code `stale`).
    """
    evaluation = prepared_evaluation(actor=actor, request_id=request_id).evaluation
    if evaluation is None:
        raise ValueError("an evaluation was created")
    demand_state(evaluation.state, EvaluationState.PREPARING)
    _demand_valid(actor, request_id, criteria, due if due != evaluation.due else None)
    check_version(based_on=based_on, updated=evaluation.updated)
    db.session.execute(delete(EvaluationCriterion).where(EvaluationCriterion.request_id == request_id))
    db.session.add_all(
        EvaluationCriterion(
            request_id=request_id,
            position=position,
            name=criterion.name,
            description=criterion.description,
            weight=criterion.weight,
            source=criterion.source,
            section_id=criterion.section_id if criterion.source is CriterionSource.SCORE else None,
        )
        for position, criterion in enumerate(criteria)
    )
    evaluation.due, evaluation.updated = due, now()
    db.session.flush()


def prepared_evaluation(*, actor: Actor, request_id: int) -> EvaluationAccess:
    """Return the access of an owner to the evaluation of a request, locked; creates it if there is none.

    Raises NotFoundError, and ForbiddenError without SEND_RFX.
    """
    access = evaluation_access(actor=actor, request_id=request_id, lock=True)
    actor.demand(Permission.SEND_RFX)
    if access.evaluation is not None:
        return access
    moment = now()
    db.session.execute(
        insert(Evaluation)
        .values(
            request_id=request_id,
            state=EvaluationState.PREPARING,
            created=moment,
            created_by_user_id=actor.user_id,
            updated=moment,
        )
        .on_conflict_do_nothing()
    )
    return evaluation_access(actor=actor, request_id=request_id, lock=True)


def open_evaluation(*, actor: Actor, request_id: int) -> None:
    """Open an evaluation: the criteria are fixed, and the evaluators are invited.

    Raises ConflictError while the answers are sealed (code `requestSealed`), and with a sentence if it is open or closed,
    if the weights do not add up to 100, or if there are no criteria, or no evaluators for criteria that take marks.
    """
    access = evaluation_access(actor=actor, request_id=request_id, lock=True)
    actor.demand(Permission.SEND_RFX)
    request, evaluation = access.request, access.evaluation
    criteria = criteria_of(request_id)
    if evaluation is None or (evaluation.state is EvaluationState.PREPARING and not criteria):
        raise ConflictError(NO_CRITERIA)
    if evaluation.state is EvaluationState.OPEN:
        raise ConflictError(ALREADY_OPEN)
    state = state_after(evaluation.state, EvaluationMove.OPEN)
    if request.state in (RequestState.SCHEDULED, RequestState.CANCELLED):
        raise ConflictError(NOT_SENT)
    demand_open_seal(request)
    total = sum(criterion.weight for criterion in criteria)
    if total != ALL_WEIGHTS:
        raise ConflictError(NOT_ALL_WEIGHTS.format(total=total))
    evaluators = evaluators_of(request_id)
    takes_marks = any(criterion.source is CriterionSource.MARKS for criterion in criteria)
    if takes_marks and not evaluators:
        raise ConflictError(NO_EVALUATORS)
    evaluation.state = state
    evaluation.opened, evaluation.opened_by_user_id = now(), actor.user_id
    record_event("evaluation.opened", request, actor=actor, evaluators=len(evaluators))
    for row in evaluators:
        invite_evaluator(actor=actor, request=request, evaluation=evaluation, row=row)
    db.session.flush()


def _demand_valid(actor: Actor, request_id: int, criteria: Sequence[NewCriterion], due: date | None) -> None:
    faults: dict[str, list[str]] = {}
    if len(criteria) > MAX_CRITERIA:
        raise InvalidError(fields={"criteria": [TOO_MANY]})
    names = Counter(criterion.name.casefold() for criterion in criteria)
    section_ids: set[str] = set()
    if any(criterion.section_id for criterion in criteria):
        context = request_context(actor=actor, request_id=request_id)
        section_ids = {section.id for section in scored_sections(context)}
    for index, criterion in enumerate(criteria):
        if names[criterion.name.casefold()] > 1:
            faults[f"criteria.{index}.name"] = [TWICE]
        if criterion.source is CriterionSource.SCORE and criterion.section_id not in {None, *section_ids}:
            faults[f"criteria.{index}.sectionId"] = [NO_SECTION]
    if due is not None and due < now().astimezone(actor.zone).date():
        faults["due"] = [PAST]
    if faults:
        raise InvalidError(fields=faults)
