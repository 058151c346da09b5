"""Submitting a document of the supplier to a customer that asked for its type."""

from sqlalchemy.dialects.postgresql import insert

from app.accounts.public import User
from app.documents.models import DocumentRequirement, DocumentSubmission, DocumentType, SupplierDocument
from app.documents.operations.recording import name_with_site, record_row
from app.documents.policies.requirements import (
    ENDED_SUBMISSION,
    OTHER_TYPE,
    REJECTED_DOCUMENT,
    SAME_DOCUMENT,
    current_state,
    demand_valid,
    state_after,
)
from app.documents.queries.documents import document_for
from app.documents.queries.requirements import (
    RequirementRow,
    requirement_for,
    requirements_with_document,
    today_of,
)
from app.documents.types import REQUIREMENT_SUBJECT, TRANSITIONS, RequirementMove, RequirementState
from app.extensions import db
from app.files.public import attach_made
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.notifications.public import NotificationKind, active_or_colleagues, mark_task_read, notify
from app.tasks.public import DOCUMENT_SUBJECT, TaskType, close_tasks, open_task

REPLACED = "This document was replaced by a newer one. Use the newer one."


def submit_document(*, actor: Actor, requirement_id: int, document_id: int) -> RequirementRow:
    """Submit a document of the actor's organisation; the buyer can read it from now on, and gets a task to review it.

    Raises NotFoundError for requirements and documents of others, ForbiddenError for the buyer, InvalidError for another
    type, ConflictError for a document that has ended, was replaced, or that the buyer already has.
    """
    actor.demand(Permission.ANSWER_RFX)
    row = requirement_for(actor=actor, requirement_id=requirement_id, lock=True)
    requirement, today = row.requirement, today_of(actor)
    if requirement.with_organisation_id != actor.organisation_id:
        raise ForbiddenError
    document, document_type, _, newer_id = document_for(actor=actor, document_id=document_id)
    if document.document_type_id != requirement.document_type_id:
        sentence = OTHER_TYPE.format(document=document_type.name, buyer=row.buyer.name, wanted=row.type.name)
        raise InvalidError(fields={"documentId": [sentence]})
    demand_valid(document.valid_until, today, ENDED_SUBMISSION)
    if newer_id is not None:
        raise ConflictError(REPLACED, code="documentReplaced")
    state = current_state(requirement, today)
    after = state_after(state, RequirementMove.SUBMIT)
    if requirement.document_id == document.id and state is not RequirementState.ASKED:
        sentence = REJECTED_DOCUMENT if state is RequirementState.REJECTED else SAME_DOCUMENT
        raise ConflictError(sentence.format(buyer=row.buyer.name), code="documentSubmitted")
    return submit(actor, row, document, after)


def submit_renewal(*, actor: Actor, document: SupplierDocument) -> None:
    """Submit a new document to the customers who have the one that it replaces, each with its own task to review it.

    Waived requirements are left out. Raises ConflictError for a document that has ended.
    """
    rows = requirements_with_document(actor=actor, document_id=document.supersedes_id)
    if rows:
        demand_valid(document.valid_until, today_of(actor), ENDED_SUBMISSION)
    for row in rows:
        after = TRANSITIONS.get((current_state(row.requirement, today_of(actor)), RequirementMove.SUBMIT))
        if after is not None:
            submit(actor, row, document, after)


def submit(
    actor: Actor, row: RequirementRow, document: SupplierDocument, after: RequirementState
) -> RequirementRow:
    """Store that a document was submitted for a locked requirement, whose state is then `after`; ask for the review."""
    requirement = row.requirement
    requirement.state, requirement.document_id = after, document.id
    requirement.state_before_waiver = requirement.waived_until = None
    db.session.execute(
        insert(DocumentSubmission)
        .values(
            requirement_id=requirement.id,
            document_id=document.id,
            created=now(),
            created_by_user_id=actor.user_id,
        )
        .on_conflict_do_nothing()
    )
    attach_made(
        attachment_id=document.attachment_id, subject_type=REQUIREMENT_SUBJECT, subject_id=requirement.id
    )
    _ask_for_review(actor, row)
    db.session.flush()
    return requirement_for(actor=actor, requirement_id=requirement.id)


def _ask_for_review(actor: Actor, row: RequirementRow) -> None:
    """Close the supplier's task, open the task to review the document, and notify the asker."""
    requirement = row.requirement
    close_tasks(
        actor=actor,
        subject_type=DOCUMENT_SUBJECT,
        subject_id=requirement.id,
        types=[TaskType.DOCUMENT, TaskType.REVIEW],
    )
    # A submitted document ends the reminders, also those that wait for the daily mail.
    mark_task_read(subject_type=DOCUMENT_SUBJECT, subject_id=requirement.id)
    open_review_task(requirement, row.type, row.asker)
    events = record_row("document.received", actor=actor, row=row)
    notify(
        event=events.buyer,
        kind=NotificationKind.DOCUMENT_RECEIVED,
        subject_type=DOCUMENT_SUBJECT,
        subject_id=requirement.id,
        users=active_or_colleagues(
            user_id=requirement.asked_by_user_id or 0,
            organisation_id=requirement.organisation_id,
            permission=Permission.MANAGE_RELATIONSHIPS,
        ),
        is_task=True,
        mails_at_once=True,
    )


def open_review_task(
    requirement: DocumentRequirement, document_type: DocumentType, asker: User | None
) -> None:
    """Open the task to review a document: for the asker, or for the colleagues of an asker who is not active."""
    title = name_with_site(document_type, requirement)
    open_task(
        actor=None,
        type=TaskType.REVIEW,
        title=f"Review {title}",
        subject_type=DOCUMENT_SUBJECT,
        subject_id=requirement.id,
        subject_title=title,
        organisation_id=requirement.organisation_id,
        assigned_organisation_id=requirement.organisation_id,
        assigned_user_id=asker.id if asker and asker.is_active_person else None,
        about_organisation_id=requirement.with_organisation_id,
    )
