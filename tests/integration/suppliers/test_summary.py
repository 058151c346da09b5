"""The figures of a supplier on its page."""

from datetime import timedelta

from sqlalchemy.orm import Session

from app.assessments.models import Assessment
from app.assessments.types import AssessmentStatus
from app.documents.types import RequirementState
from app.kernel.clock import now
from app.ncr.operations.progress import add_progress
from app.ncr.types import NcrSeverity, NcrStatus
from app.rfx.models import Rfx
from app.rfx.types import RfxStatus
from app.tasks.public import RFX_SUBJECT, TaskStatus, TaskType, open_task
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.assessments import make_assessment
from tests.factories.documents import in_days, make_parties, make_requirement, shipped
from tests.factories.ncr import make_ncr
from tests.factories.network import relate
from tests.factories.rfx import SentRfx, send_rfx
from tests.fixtures.people import SignedIn


def relationship_of(session: Session, sent: SentRfx) -> int:
    relationship_id = session.get_one(Rfx, sent.id).relationship_id
    assert relationship_id is not None
    return relationship_id


def test_summary_of_a_new_supplier_is_empty(signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    assert signed_in(buyer).get(f"/api/relationship/{relationship.id}/summary").json == {
        "score": None,
        "ncrs": [],
        "recurring": [],
        "requests": {"count": 0, "started": 0, "nextDeadline": None},
        "followUps": {"count": 0, "late": 0, "answered": 0},
        "nextEnd": None,
    }


def test_other_organisations_get_no_summary(signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    for stranger in (supplier, UserFactory()):
        assert signed_in(stranger).get(f"/api/relationship/{relationship.id}/summary").status_code == 404


def test_open_requests_and_follow_ups_are_counted(session: Session, signed_in: SignedIn) -> None:
    first = send_rfx()
    relationship_id = relationship_of(session, first)
    second = send_rfx(first.sender, first.respondent)
    done = send_rfx(first.sender, first.respondent)
    deadline = (now() + timedelta(days=2)).replace(microsecond=0)
    session.get_one(Rfx, first.id).deadline = deadline
    session.get_one(Rfx, second.id).status = RfxStatus.INPROGRESS
    session.get_one(Rfx, done.id).status = RfxStatus.COMPLETED
    for days, status in ((-1, TaskStatus.OPEN), (1, TaskStatus.OPEN), (-1, TaskStatus.ANSWERED)):
        task = open_task(
            actor=actor_of(first.sender),
            type=TaskType.FOLLOW_UP,
            title="Insurance",
            subject_type=RFX_SUBJECT,
            subject_id=first.id,
            subject_title="Qualification",
            assigned_organisation_id=first.respondent.organisation_id,
            due=now().date() + timedelta(days=days),
        )
        task.status = status
    session.flush()
    client = signed_in(first.sender)
    summary = client.get(f"/api/relationship/{relationship_id}/summary").json
    assert summary["requests"] == {
        "count": 2, "started": 1, "nextDeadline": deadline.isoformat(),
    }  # fmt: skip
    assert summary["followUps"] == {"count": 3, "late": 1, "answered": 1}
    assert client.statements <= 8


def test_open_non_conformances_are_counted_by_severity(signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    other = relate(buyer.organisation_id, UserFactory().organisation_id)
    for severity in (NcrSeverity.MINOR, NcrSeverity.CRITICAL, NcrSeverity.MINOR):
        make_ncr(buyer, relationship.id, severity=severity)
    make_ncr(buyer, other.id, severity=NcrSeverity.MAJOR)
    resolved = make_ncr(buyer, relationship.id, severity=NcrSeverity.MAJOR)
    for status in (NcrStatus.INPROGRESS, NcrStatus.RESOLVED):
        add_progress(actor=actor_of(buyer), ncr_id=resolved.ncr.id, html="<p>x</p>", status=status)
    summary = signed_in(buyer).get(f"/api/relationship/{relationship.id}/summary").json
    assert summary["ncrs"] == [
        {"severity": "CRITICAL", "count": 1},
        {"severity": "MINOR", "count": 2},
    ]


def test_score_is_the_latest_with_earlier_ones_of_its_type(session: Session, signed_in: SignedIn) -> None:
    buyer, supplier = UserFactory(), UserFactory()
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    for days, kind, score in (
        (400, "PERFORMANCE", 0.6),
        (300, "QUALIFICATION", 0.5),
        (200, "PERFORMANCE", None),
        (100, "PERFORMANCE", 0.725),
    ):
        created = make_assessment(buyer, relationship, type=kind)
        assessment = session.get_one(Assessment, created.id)
        assessment.status = AssessmentStatus.COMPLETED
        assessment.completed_date, assessment.completed_score = now() - timedelta(days=days), score
    session.flush()
    summary = signed_in(buyer).get(f"/api/relationship/{relationship.id}/summary").json
    assert summary["score"]["scoreName"] == "Performance score"
    assert [point["score"] for point in summary["score"]["points"]] == [0.725, 0.6]


def test_next_end_is_the_earliest_of_the_accepted_documents(session: Session, signed_in: SignedIn) -> None:
    parties = make_parties()
    iso, environment, waived = shipped(), shipped("ISO14001"), shipped("ISO45001")
    for document_type, days in ((iso, 400), (environment, -3), (waived, -30)):
        requirement = make_requirement(parties, document_type)
        requirement.state, requirement.accepted_until = RequirementState.ACCEPTED, in_days(days)
        if document_type is waived:
            requirement.state, requirement.waived_until = RequirementState.WAIVED, in_days(30)
    session.flush()
    summary = signed_in(parties.buyer).get(f"/api/relationship/{parties.relationship.id}/summary").json
    assert summary["nextEnd"] == {"until": in_days(-3).isoformat(), "typeName": environment.name}
