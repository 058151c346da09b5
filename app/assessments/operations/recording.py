"""What the assessments' operations share: locking one with its surveys, and its lines in the event log.

Whatever touches an assessment and its surveys locks the surveys first, in the order of their ids, and then the
assessment: that is the order in which an answer does it.
"""

from collections.abc import Mapping
from typing import Any

from app.accounts.public import Organisation
from app.assessments.models import Assessment
from app.assessments.queries import assessment_for, count_surveys
from app.events.public import record, record_view
from app.extensions import db
from app.kernel.auth import Actor
from app.kernel.errors import ConflictError
from app.rfx.public import RfxContext, contexts_of_assessment

CHANGED_MEANWHILE = "Somebody else has just changed this assessment. Please try again."


def locked(actor: Actor, assessment_id: int) -> tuple[Assessment, list[RfxContext]]:
    """An assessment and its surveys, locked; ConflictError where one was added between the two."""
    assessment_for(actor=actor, assessment_id=assessment_id)
    contexts = contexts_of_assessment(assessment_id, lock=True)
    assessment = assessment_for(actor=actor, assessment_id=assessment_id, lock=True)
    if count_surveys(assessment_id=assessment_id) != len(contexts):
        raise ConflictError(CHANGED_MEANWHILE)
    return assessment, contexts


def view_assessment(*, actor: Actor, assessment: Assessment, supplier_name: str) -> None:
    """Note that a user looked at an assessment, for Recently Viewed."""
    record_view(
        "user.viewed.assessment",
        actor=actor,
        key="assessmentId",
        **args_of(assessment, supplier_name),
    )


def record_report(*, actor: Actor, assessment: Assessment) -> None:
    """Write to the log that the report was asked for."""
    record_event("export.created", actor, assessment, format="pdf")


def record_event(type: str, actor: Actor, assessment: Assessment, **more: Any) -> None:
    """Write an event of an assessment to the log, and to the journal of its relationship."""
    record(
        type,
        actor=actor,
        relationship_id=assessment.relationship_id,
        **args_of(assessment, supplier_name(assessment)),
        **more,
    )


def supplier_name(assessment: Assessment) -> str:
    """The name of the supplier that is assessed."""
    return db.session.get_one(Organisation, assessment.with_organisation_id).name


def args_of(assessment: Assessment, supplier: str) -> Mapping[str, Any]:
    """The names of an assessment as its events keep them (specification section 3, EventLog)."""
    return {
        "assessmentId": assessment.id,
        "assessmentTitle": assessment.title,
        "supplierId": assessment.with_organisation_id,
        "supplierName": supplier,
    }
