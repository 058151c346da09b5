"""Serializers that load the rows of an RFx, by id or for a loaded context."""

from collections.abc import Collection

from app.files.public import attachments_of
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError
from app.kernel.http.schemas import dumped_many
from app.rfx.policies.access import actions_of, demand_reviewer, demand_unsealed
from app.rfx.policies.answers import Progress, progress_of
from app.rfx.policies.states import status_now
from app.rfx.queries.answers import answers_of, named_answers_of, readable_answers
from app.rfx.queries.history import earlier_answers
from app.rfx.queries.offers import carried_round
from app.rfx.queries.people import people_of, users_at_respondent
from app.rfx.queries.revision_changes import revision_changes
from app.rfx.queries.rfxs import RfxContext, rfx_context
from app.rfx.queries.scores import previous_result, rfx_results
from app.rfx.serializers.carried import serialize_carried
from app.rfx.serializers.moved import serialize_moved
from app.rfx.serializers.parts import documents_for_viewer, responses_for_viewer
from app.rfx.serializers.review import serialize_assignee, serialize_loaded_scoring
from app.rfx.serializers.rfxs import serialize_loaded_rfx, serialize_loaded_state
from app.rfx.types import RFX_FILE, RfxStatus, ViewerRole
from app.tasks.public import RFX_SUBJECT, SubjectTaskSchema, TaskType, serialize_subject_task, tasks_of


def serialize_rfx_by_id(*, actor: Actor, rfx_id: int, includes: Collection[str] = ()) -> dict[str, object]:
    """Serialize an RFx (`RfxSchema`); raises NotFoundError if `actor` may not see it.

    The number of statements does not depend on the size of the RFx.
    """
    return serialize_rfx(rfx_context(actor=actor, rfx_id=rfx_id), actor=actor, includes=includes)


def serialize_rfx(context: RfxContext, *, actor: Actor, includes: Collection[str] = ()) -> dict[str, object]:
    """Serialize an RFx (`RfxSchema`); the caller has checked that `actor` may see it."""
    answers = readable_answers(context, named_answers_of(context))
    reads_all = context.part is None or context.part.reads_all
    carried = carried_round(actor=actor, context=context, answers=answers)
    earlier = (
        earlier_answers(
            actor=actor, context=context, answers=answers, offered=carried.open_keys if carried else ()
        )
        if "reuse" in includes
        else {}
    )
    return serialize_loaded_rfx(
        context,
        actor=actor,
        documents=documents_for_viewer(context, answers, html="html" in includes),
        answers=answers,
        responses=responses_for_viewer(context),
        includes=includes,
        tasks=_follow_ups(context) if "tasks" in includes else (),
        attachments=attachments_of(RFX_FILE, [context.rfx.id])[context.rfx.id] if reads_all else (),
        earlier=earlier,
        moved=serialize_moved(context, revision_changes(context), {placed.key for placed in answers.fields}),
        carried=serialize_carried(carried),
    )


def serialize_follow_ups(rfx_id: int) -> list[dict[str, object]]:
    """Serialize the follow-up tasks of an RFx for a dump by `SubjectTaskSchema`; the caller has checked the access."""
    rows = tasks_of(subject_type=RFX_SUBJECT, subject_ids=[rfx_id], type=TaskType.FOLLOW_UP)
    return [serialize_subject_task(row) for row in rows]


def _follow_ups(context: RfxContext) -> list[dict[str, object]]:
    """Serialize the follow-up tasks, with their messages; a delegate reads none."""
    if context.role is ViewerRole.DELEGATE:
        return []
    return dumped_many(SubjectTaskSchema, serialize_follow_ups(context.rfx.id))


def serialize_scoring(*, actor: Actor, rfx_id: int) -> dict[str, object]:
    """Serialize the Scoring tab (`ScoringResultsSchema`); raises ForbiddenError except for the requester's users, and
    ConflictError while the answers are sealed.

    The scores are final once the response is submitted, or once all its questions are answered; before that an
    unanswered question would look like a failed one.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    demand_unsealed(context.role, context.rfx)
    if not actions_of(actor, context.role, context.rfx).see_scoring:
        raise ForbiddenError
    answers = answers_of(context)
    completion = progress_of(answers.fields, answers.values).total.completion
    return serialize_loaded_scoring(
        rfx_results([rfx_id], answers={rfx_id: answers.values})[rfx_id],
        serialize_follow_ups(rfx_id),
        previous=previous_result(context),
        is_finished=status_now(context.rfx) is RfxStatus.COMPLETED or completion.percent == 100,
        completion=completion,
    )


def serialize_assignees(*, actor: Actor, rfx_id: int) -> list[dict[str, object]]:
    """Serialize the possible assignees (`AssigneeSchema`), the addressed users first; for reviewers of the requester."""
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    demand_reviewer(actor, context.role, keys=(), review_keys=context.review_keys)
    if context.to_guest or context.rfx.recipient_user_id is not None:
        return []
    addressed_ids = {user.id for user in people_of(context).respondent}
    people = users_at_respondent(context)
    return [
        serialize_assignee(user) for user in sorted(people, key=lambda user: user.id not in addressed_ids)
    ]


def serialize_state_by_id(*, actor: Actor, rfx_id: int) -> dict[str, object]:
    """Serialize the status of an RFx with its answers (`RfxStateSchema`)."""
    return serialize_state(rfx_context(actor=actor, rfx_id=rfx_id), actor=actor)


def serialize_state(
    context: RfxContext, *, actor: Actor, progress: Progress | None = None
) -> dict[str, object]:
    """Serialize the state of an RFx after an operation on it; the caller has checked that `actor` may see it.

    `progress` is that of the current answers, for callers that have computed it.
    """
    return serialize_loaded_state(
        context,
        actor=actor,
        answers=readable_answers(context, named_answers_of(context)),
        responses=responses_for_viewer(context),
        tasks=_follow_ups(context),
        progress=progress,
    )
