"""Access to evaluations: the actor's role in a request, and the files that guests may read."""

from dataclasses import dataclass

from sqlalchemy import select

from app.evaluations.models import Evaluation, Evaluator
from app.evaluations.policies.access import granted_request_id, reader_for
from app.evaluations.queries.rows import is_active_in, stored_evaluation
from app.evaluations.types import EvaluationState
from app.extensions import db
from app.files.public import AskedFile
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.requests.public import RequestContext, request_context
from app.rfx.public import Rfx, RfxRequest, RfxStatus, may_read_answer_file


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationAccess:
    """A request with its evaluation and the actor as an evaluator; both None if there is none.

    `reader` reads the request: the actor, or for a guest a reader of the requester's organisation.
    """

    actor: Actor
    reader: Actor
    context: RequestContext
    evaluation: Evaluation | None
    evaluator: Evaluator | None

    @property
    def request(self) -> RfxRequest:
        return self.context.request


def evaluation_access(
    *, actor: Actor, request_id: int, lock: bool = False, shared: bool = False
) -> EvaluationAccess:
    """Return the actor's access to the evaluation of a request.

    All users of the requester's organisation have it, and guests while they are evaluators. With `lock` or `shared` the
    evaluation's row is locked first (`stored_evaluation`). Raises NotFoundError for others.
    """
    evaluation = stored_evaluation(request_id, lock=lock, shared=shared)
    evaluator: Evaluator | None = db.session.execute(
        select(Evaluator).where(is_active_in(request_id), Evaluator.user_id == actor.user_id),
        execution_options={"populate_existing": True},
    ).scalar()
    reader = actor
    if actor.is_guest:
        if granted_request_id(actor) != request_id or evaluation is None or evaluator is None:
            raise NotFoundError
        if evaluation.state == EvaluationState.PREPARING:
            raise NotFoundError
        reader = reader_for(actor, organisation_id=_organisation_id(request_id))
    context = request_context(actor=reader, request_id=request_id)
    return EvaluationAccess(
        actor=actor, reader=reader, context=context, evaluation=evaluation, evaluator=evaluator
    )


def _organisation_id(request_id: int) -> int:
    return db.session.get_one(RfxRequest, request_id).organisation_id


def may_see_logos(actor: Actor, organisation_ids: list[int]) -> bool:
    """Return True if one of these organisations is a supplier that a guest evaluates."""
    request_id = granted_request_id(actor) if actor.is_guest else None
    if request_id is None:
        return False
    evaluated = (
        select(Rfx.id)
        .join(Evaluation, Evaluation.request_id == Rfx.request_id)
        .join(Evaluator, Evaluator.request_id == Evaluation.request_id)
        .where(
            is_active_in(request_id),
            Evaluator.user_id == actor.user_id,
            Evaluation.state != EvaluationState.PREPARING,
            Rfx.with_organisation_id.in_(organisation_ids),
            Rfx.status == RfxStatus.COMPLETED,
        )
        .limit(1)
    )
    return db.session.execute(evaluated).scalar() is not None


def may_read_answers(actor: Actor, rfx_ids: list[int], file: AskedFile) -> bool:
    """Return True if `file` is in an answer that a guest evaluator reads: of a submitted RFx, while the round is open."""
    request_id = granted_request_id(actor) if actor.is_guest else None
    if request_id is None:
        return False
    row = db.session.execute(
        select(RfxRequest.organisation_id)
        .join(Evaluation, Evaluation.request_id == RfxRequest.id)
        .join(Evaluator, Evaluator.request_id == Evaluation.request_id)
        .where(
            is_active_in(request_id),
            Evaluator.user_id == actor.user_id,
            Evaluation.state == EvaluationState.OPEN,
        )
    ).scalar()
    if row is None:
        return False
    shown = db.session.execute(
        select(Rfx.id).where(
            Rfx.id.in_(rfx_ids), Rfx.request_id == request_id, Rfx.status == RfxStatus.COMPLETED
        )
    ).scalars()
    return may_read_answer_file(reader_for(actor, organisation_id=row), list(shown), file)
