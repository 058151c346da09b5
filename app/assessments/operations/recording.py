"""Helpers of the operations on assessments: row locks and events.

Operations lock the surveys first, by ascending id, and then the assessment. A save of an answer uses the same order, so
they cannot deadlock.
"""

from collections.abc import Mapping
from typing import Any

from app.accounts.public import Organisation
from app.assessments.models import Assessment
from app.assessments.queries import assessment_for, count_surveys
from app.events.public import record, record_view
from app.extensions import db
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError
from app.rfx.public import RfxContext, contexts_of_assessment

CHANGED_MEANWHILE = "Someone else has just changed this assessment. Please try again."


def lock_with_surveys(actor: Actor, assessment_id: int) -> tuple[Assessment, list[RfxContext]]:
    """Lock an assessment and its surveys; raises ConflictError if a survey was added between the two locks."""
    assessment_for(actor=actor, assessment_id=assessment_id)
    contexts = contexts_of_assessment(assessment_id, lock=True)
    assessment = assessment_for(actor=actor, assessment_id=assessment_id, lock=True)
    if count_surveys(assessment_id=assessment_id) != len(contexts):
        raise ConflictError(CHANGED_MEANWHILE)
    return assessment, contexts


def view_assessment(*, actor: Actor, assessment: Assessment, supplier_name: str) -> None:
    """Record that a user viewed an assessment, for Recently Viewed."""
    record_view(
        "user.viewed.assessment",
        actor=actor,
        key="assessmentId",
        **event_args(assessment, supplier_name),
    )


def record_report(*, actor: Actor, assessment: Assessment) -> None:
    """Record the request for a report."""
    record_event("export.created", actor, assessment, format="pdf")


def record_event(type: str, actor: Actor, assessment: Assessment, **extra: Any) -> None:
    """Record an event of an assessment in the event log and in the journal of its relationship."""
    record(
        type,
        actor=actor,
        relationship_id=assessment.relationship_id,
        **event_args(assessment, supplier_name(assessment)),
        **extra,
    )


def supplier_name(assessment: Assessment) -> str:
    """Return the name of the assessed supplier."""
    return db.session.get_one(Organisation, assessment.with_organisation_id).name


def event_args(assessment: Assessment, supplier: str) -> Mapping[str, Any]:
    """Return the arguments that identify an assessment in events (specification section 3, EventLog)."""
    return {
        "assessmentId": assessment.id,
        "assessmentTitle": assessment.title,
        "supplierId": assessment.with_organisation_id,
        "supplierName": supplier,
    }
