"""What other features use of RFxs, and what their own calls and pages answer."""

from collections.abc import Collection
from typing import Any

from app.files.public import attachments_of
from app.kernel.auth import Actor
from app.kernel.errors import ForbiddenError
from app.kernel.schemas import dumped_many
from app.rfx.mails import mail_deadline_changed, mail_reminder, mail_sent
from app.rfx.models import Rfx, RfxDocForm
from app.rfx.operations.moves import (
    end_with_assessment,
    is_answerable,
    move_deadline,
    rfx_started,
)
from app.rfx.operations.reminding import send_reminder
from app.rfx.operations.sending import create_rfx
from app.rfx.policies import actions_of, demand_sender, respondent_label, status_now, type_label
from app.rfx.queries.history import earlier_answers
from app.rfx.queries.lists import status_counts
from app.rfx.queries.people import people_of, users_at_respondent
from app.rfx.queries.rfxs import (
    RfxHead,
    documents_of,
    heads_of_assessment,
    named_answers_of,
    responses_of,
    rfx_head,
)
from app.rfx.queries.scores import RfxResult, StoredFieldScore, StoredSection, rfx_results
from app.rfx.schemas import bodies, review
from app.rfx.schemas.contract import (
    DeadlineSchema,
    ExportIdSchema,
    NothingSchema,
    RfxStatusSchema,
    StatusInfoSchema,
    seen_deadline,
)
from app.rfx.types import RFX_FILE, STATUS_INFO, AssessmentRef, RfxMail, RfxStatus, RfxType
from app.tasks.public import RFX_SUBJECT, SubjectTaskSchema, TaskType, subject_task, tasks_of

__all__ = [
    "STATUS_INFO",
    "AssessmentRef",
    "DeadlineSchema",
    "ExportIdSchema",
    "NothingSchema",
    "Rfx",
    "RfxDocForm",
    "RfxHead",
    "RfxMail",
    "RfxResult",
    "RfxStatus",
    "RfxStatusSchema",
    "RfxType",
    "StatusInfoSchema",
    "StoredFieldScore",
    "StoredSection",
    "create_rfx",
    "end_with_assessment",
    "heads_of_assessment",
    "is_answerable",
    "mail_deadline_changed",
    "mail_reminder",
    "mail_sent",
    "move_deadline",
    "respondent_label",
    "rfx_body",
    "rfx_head",
    "rfx_results",
    "rfx_started",
    "rfx_state",
    "seen_deadline",
    "send_reminder",
    "status_counts",
    "status_now",
    "type_label",
]  # fmt: skip


def rfx_body(*, actor: Actor, rfx_id: int, includes: Collection[str] = ()) -> dict[str, Any]:
    """An RFx as `RfxSchema` has it; NotFoundError where `actor` may not see it.

    The same few statements for an RFx of any size.
    """
    return detail_of(rfx_head(actor=actor, rfx_id=rfx_id), actor=actor, includes=includes)


def detail_of(head: RfxHead, *, actor: Actor, includes: Collection[str] = ()) -> dict[str, Any]:
    """An RFx that `actor` has been found to see, as `RfxSchema` has it."""
    answers = named_answers_of(head)
    return bodies.detail_body(
        head,
        actor=actor,
        documents=documents_of(head, html="html" in includes),
        answers=answers,
        responses=responses_of(head),
        includes=includes,
        tasks=_follow_ups(head.rfx.id) if "tasks" in includes else (),
        attachments=attachments_of(RFX_FILE, [head.rfx.id])[head.rfx.id],
        earlier=earlier_answers(actor=actor, head=head, answers=answers) if "reuse" in includes else {},
    )


def follow_up_rows(rfx_id: int) -> list[dict[str, Any]]:
    """The follow-up tasks of an RFx that the caller has been found to see, as `SubjectTaskSchema` dumps them."""
    rows = tasks_of(subject_type=RFX_SUBJECT, subject_ids=[rfx_id], type=TaskType.FOLLOW_UP)
    return [subject_task(row) for row in rows]


def _follow_ups(rfx_id: int) -> list[dict[str, Any]]:
    return dumped_many(SubjectTaskSchema, follow_up_rows(rfx_id))


def scoring_of_rfx(*, actor: Actor, rfx_id: int) -> dict[str, Any]:
    """The Scoring tab as `ScoringResultsSchema` has it; ForbiddenError for anyone but the requester's users."""
    head = rfx_head(actor=actor, rfx_id=rfx_id)
    if not actions_of(actor, head.role, head.rfx).see_scoring:
        raise ForbiddenError
    return review.scoring_body(rfx_results([rfx_id])[rfx_id], follow_up_rows(rfx_id))


def assignees_of(*, actor: Actor, rfx_id: int) -> list[dict[str, Any]]:
    """Who can be asked about answers, the addressed people first, as `AssigneeSchema` has them; for the requester."""
    head = rfx_head(actor=actor, rfx_id=rfx_id)
    demand_sender(actor, head.role)
    if head.to_guest or head.rfx.recipient_user_id is not None:
        return []
    addressed = {user.id for user in people_of(head).respondent}
    people = users_at_respondent(head)
    return [review.assignee_body(user) for user in sorted(people, key=lambda user: user.id not in addressed)]


def rfx_state(*, actor: Actor, rfx_id: int) -> dict[str, Any]:
    """The state of an RFx with its answers, as `RfxStateSchema` has it."""
    return state_of(rfx_head(actor=actor, rfx_id=rfx_id), actor=actor)


def state_of(head: RfxHead, *, actor: Actor) -> dict[str, Any]:
    """The state of an RFx that `actor` has been found to see, as it is after an operation on it."""
    return bodies.state_body(
        head,
        actor=actor,
        answers=named_answers_of(head),
        responses=responses_of(head),
        tasks=_follow_ups(head.rfx.id),
    )
