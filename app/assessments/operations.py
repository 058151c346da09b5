"""Starting assessments, asking for surveys, deadlines, reminders, closing.

Whatever touches an assessment and its surveys locks the surveys first, in the order of their ids, and then the
assessment: that is the order in which an answer does it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import update

from app.accounts.public import Organisation, User, create_guest
from app.assessments.models import Assessment
from app.assessments.policies import demand_open, status_after
from app.assessments.queries import (
    active_users,
    assessment_for,
    colleagues_at,
    count_surveys,
    previous_score,
)
from app.assessments.scoreboard import Survey, overall_of, scoreboard_of
from app.assessments.types import (
    INTERNAL_SURVEY_FORMS,
    SELF_SURVEY_FORMS,
    AssessmentMove,
    AssessmentStatus,
    AssessmentType,
    GuestRecipient,
    SurveyRecipient,
)
from app.events.public import record, record_view
from app.extensions import db
from app.forms.public import BundleForms, DocForm, DocFormType, bundle_forms, forms_in_use
from app.kernel.auth import Actor, Permission
from app.kernel.clock import now
from app.kernel.errors import ConflictError, InvalidError, NotFoundError
from app.messages.public import ThreadType, start_thread
from app.network.public import LEVELS_ABOVE_NONE, Relationship, relationship_for
from app.rfx.public import (
    AssessmentRef,
    RfxHead,
    RfxStatus,
    RfxType,
    create_rfx,
    end_with_assessment,
    heads_of_assessment,
    is_answerable,
    move_deadline,
    note_reminder,
    rfx_results,
)

MOST_RECIPIENTS = 50
"""The most people who are asked at once."""

NO_RELATIONSHIP = "Assessments need a relationship above None with this supplier."
NO_FORM = "Choose a form or a bundle."
ONE_FORM = "Choose either a form or a bundle, not both."
NOBODY = "Choose at least one recipient."
TOO_MANY = f"At most {MOST_RECIPIENTS} people can be asked at once."
WRONG_FORM = "Only published forms of type {types} can be sent here."
NOT_AT_SUPPLIER = "One of the contacts is not somebody at this supplier who could be asked."
NOT_OWN = "One of the recipients is not somebody of your organisation who could be asked."
NO_SELF_SURVEY = "A performance assessment has no self-survey: it is answered by your own people."
PAST_DEADLINE = "The deadline must be in the future."
NONE_COMPLETED = "At least one survey must be completed before this assessment can be closed."
NONE_OPEN = "There is no open survey to remind anybody of."
CHANGED_MEANWHILE = "Somebody else has just changed this assessment. Please try again."
DEFAULT_MESSAGE = "<p>Please answer the self-survey that comes with this message.</p>"
NOT_ITS_SURVEY = "One of the surveys is not part of this assessment."


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRequest:
    """A form or a bundle, by id, and whom it goes to."""

    doc_form_id: int | None = None
    bundle_id: int | None = None
    recipients: Sequence[SurveyRecipient] = ()

    @property
    def is_wanted(self) -> bool:
        return bool(self.doc_form_id or self.bundle_id or self.recipients)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAssessment:
    """What the New Assessment form holds."""

    relationship_id: int
    type: AssessmentType
    title: str
    deadline: datetime | None = None
    message_html: str = ""
    """What the recipients are told beside the request; it may be empty."""
    self_survey: SurveyRequest = field(default_factory=SurveyRequest)
    internal_survey: SurveyRequest = field(default_factory=SurveyRequest)


@dataclass(frozen=True, slots=True)
class Requested:
    """An assessment, and the RFxs that were sent for it."""

    assessment: Assessment
    sent: Sequence[RfxHead]


@dataclass(frozen=True, slots=True)
class _Forms:
    forms: Sequence[DocForm]
    bundle_name: str | None


def create_assessment(*, actor: Actor, new: NewAssessment) -> Requested:
    """Start an assessment of a supplier of the own network, and send its first surveys.

    Raises InvalidError with sentences at the fields, NotFoundError for a relationship of somebody else.
    """
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    relationship = relationship_for(actor=actor, relationship_id=new.relationship_id)
    if relationship.level not in LEVELS_ABOVE_NONE:
        raise InvalidError(fields={"relationshipId": [NO_RELATIONSHIP]})
    _check_deadline(new.deadline)
    if new.type is AssessmentType.PERFORMANCE and new.self_survey.is_wanted:
        raise InvalidError(fields={"selfSurveyRecipients": [NO_SELF_SURVEY]})
    assessment = Assessment(
        organisation_id=actor.organisation_id,
        relationship_id=relationship.id,
        with_organisation_id=relationship.with_organisation_id,
        type=new.type,
        title=new.title,
        deadline=new.deadline,
        created_by_user_id=actor.user_id,
    )
    db.session.add(assessment)
    db.session.flush()
    _record("assessment.created", actor, assessment)
    sent: list[RfxHead] = []
    if new.self_survey.is_wanted:
        sent += _send_self_surveys(actor, assessment, relationship, new)
    if new.internal_survey.is_wanted:
        sent += _send_internal_surveys(actor, assessment, new.internal_survey)
    return Requested(assessment, sent)


def request_internal_surveys(*, actor: Actor, assessment_id: int, request: SurveyRequest) -> Requested:
    """Ask more people for an internal survey; ConflictError for a completed assessment (specification section 4)."""
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    assessment = assessment_for(actor=actor, assessment_id=assessment_id, lock=True)
    demand_open(assessment.status)
    return Requested(assessment, _send_internal_surveys(actor, assessment, request))


def _send_self_surveys(
    actor: Actor, assessment: Assessment, relationship: Relationship, new: NewAssessment
) -> list[RfxHead]:
    """One RFx, with a conversation of its own, for each contact of the supplier."""
    request = new.self_survey
    chosen = _forms(actor, request, SELF_SURVEY_FORMS, "selfSurvey")
    ids = [recipient for recipient in request.recipients if isinstance(recipient, int)]
    _check_count(request.recipients, "selfSurveyRecipients")
    users = active_users(ids=ids, organisation_id=relationship.with_organisation_id)
    if len(ids) != len(request.recipients) or len(users) != len(set(ids)):
        raise InvalidError(fields={"selfSurveyRecipients": [NOT_AT_SUPPLIER]})
    sent = []
    for user in users:
        thread = start_thread(
            actor=actor,
            organisation_id=user.organisation_id,
            user_ids=[user.id],
            type=ThreadType.RFI,
            subject=assessment.title,
            html=new.message_html or DEFAULT_MESSAGE,
            notify=False,
        )
        sent.append(
            _send(actor, assessment, user, chosen, RfxType.ASSESSMENT_SELF_SURVEY, thread_id=thread.id)
        )
    return sent


def _send_internal_surveys(actor: Actor, assessment: Assessment, request: SurveyRequest) -> list[RfxHead]:
    """One RFx for each colleague and each guest; the supplier never learns of them."""
    chosen = _forms(actor, request, INTERNAL_SURVEY_FORMS, "internalSurvey")
    _check_count(request.recipients, "internalSurveyRecipients")
    return [
        _send(actor, assessment, user, chosen, RfxType.ASSESSMENT_INTERNAL_SURVEY)
        for user in _internal_recipients(actor, request.recipients)
    ]


def _internal_recipients(actor: Actor, recipients: Sequence[SurveyRecipient]) -> list[User]:
    """Colleagues by id or address, then guests: an address of nobody in the own organisation gets a guest."""
    ids = [recipient for recipient in recipients if isinstance(recipient, int)]
    guests = {r.email.lower(): r for r in reversed(recipients) if isinstance(r, GuestRecipient)}
    colleagues = active_users(ids=ids, organisation_id=actor.organisation_id)
    if len(colleagues) != len(set(ids)):
        raise InvalidError(fields={"internalSurveyRecipients": [NOT_OWN]})
    known = colleagues_at(emails=list(guests), organisation_id=actor.organisation_id)
    people = {user.id: user for user in [*colleagues, *known.values()]}
    unknown = [guest for email, guest in reversed(guests.items()) if email not in known]
    return [*people.values(), *(create_guest(name=g.name, email=g.email) for g in unknown)]


def _send(
    actor: Actor,
    assessment: Assessment,
    user: User,
    chosen: _Forms,
    type: RfxType,
    *,
    thread_id: int | None = None,
) -> RfxHead:
    title = assessment.title
    if type is RfxType.ASSESSMENT_INTERNAL_SURVEY:
        title = f"{title}: {_supplier_name(assessment)}"
    return create_rfx(
        actor=actor,
        to=[user],
        thread_id=thread_id,
        title=title,
        forms=chosen.forms,
        deadline=assessment.deadline,
        type=type,
        bundle_name=chosen.bundle_name,
        assessment=AssessmentRef(
            id=assessment.id, title=assessment.title, relationship_id=assessment.relationship_id
        ),
    )


def _forms(actor: Actor, request: SurveyRequest, types: Sequence[DocFormType], name: str) -> _Forms:
    """The published revisions that are sent; InvalidError where they are none, or of another type."""
    if request.doc_form_id is not None and request.bundle_id is not None:
        raise InvalidError(fields={f"{name}DocFormBundleId": [ONE_FORM]})
    if request.bundle_id is not None:
        key, found = f"{name}DocFormBundleId", _bundle(actor, request.bundle_id)
        chosen = _Forms(found.forms, found.name) if found else _Forms([], None)
    elif request.doc_form_id is not None:
        key = f"{name}DocFormId"
        chosen = _Forms(forms_in_use(actor=actor, ids=[request.doc_form_id]), None)
    else:
        raise InvalidError(fields={f"{name}DocFormId": [NO_FORM]})
    if not chosen.forms or any(form.type not in types for form in chosen.forms):
        raise InvalidError(fields={key: [WRONG_FORM.format(types=_either(types))]})
    return chosen


def _bundle(actor: Actor, bundle_id: int) -> BundleForms | None:
    try:
        return bundle_forms(actor=actor, bundle_id=bundle_id)
    except NotFoundError:
        return None


def _either(types: Collection[DocFormType]) -> str:
    return " or ".join(kind.replace("_", " ") for kind in types)


def _check_count(recipients: Sequence[SurveyRecipient], name: str) -> None:
    if not recipients:
        raise InvalidError(fields={name: [NOBODY]})
    if len(recipients) > MOST_RECIPIENTS:
        raise InvalidError(fields={name: [TOO_MANY]})


def _check_deadline(deadline: datetime | None) -> None:
    if deadline is not None and deadline <= now():
        raise InvalidError(fields={"deadline": [PAST_DEADLINE]})


@dataclass(frozen=True, slots=True)
class DeadlineMove:
    """The surveys whose recipients are told of another deadline; none where it is as it was."""

    assessment: Assessment
    told: Sequence[RfxHead]


def change_deadline(*, actor: Actor, assessment_id: int, deadline: datetime | None) -> DeadlineMove:
    """Set or remove the deadline of an assessment and of its surveys; all recipients are to be told.

    Surveys that have expired can be answered again; submitted and declined ones stay as they are, and so do removed
    ones, whose recipients are told nothing. Raises ConflictError for a completed assessment.
    """
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    assessment, heads = _locked(actor, assessment_id)
    demand_open(assessment.status)
    _check_deadline(deadline)
    counting = [head for head in heads if not head.rfx.ignored]
    for head in counting:
        if head.rfx.status not in {RfxStatus.COMPLETED, RfxStatus.DECLINED}:
            move_deadline(actor=actor, head=head, deadline=deadline)
    before = assessment.deadline
    if before == deadline:
        return DeadlineMove(assessment, [])
    assessment.deadline = deadline
    _record(
        "assessment.deadlineChanged", actor, assessment,
        deadline=deadline.isoformat() if deadline else None, fromDeadline=before.isoformat() if before else None,
    )  # fmt: skip
    db.session.flush()
    return DeadlineMove(assessment, counting)


def send_reminders(*, actor: Actor, assessment_id: int, rfx_ids: Sequence[int] = ()) -> list[RfxHead]:
    """Note reminders of the open surveys, of some where `rfx_ids` names them; ConflictError where none is open."""
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    assessment, heads = _locked(actor, assessment_id)
    demand_open(assessment.status)
    if set(rfx_ids) - {head.rfx.id for head in heads}:
        raise InvalidError(fields={"rfxIds": [NOT_ITS_SURVEY]})
    wanted = [
        head
        for head in heads
        if is_answerable(head.rfx) and not head.rfx.ignored and (not rfx_ids or head.rfx.id in rfx_ids)
    ]
    if not wanted:
        raise ConflictError(NONE_OPEN)
    for head in wanted:
        note_reminder(actor=actor, head=head)
    return wanted


def close_assessment(*, actor: Actor, assessment_id: int) -> Assessment:
    """Complete an assessment: its open surveys expire, and its score and scoreboard are fixed for good.

    Raises ConflictError where it is completed, or where none of its surveys, the removed ones aside, was submitted.
    """
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    assessment, heads = _locked(actor, assessment_id)
    after = status_after(assessment.status, AssessmentMove.CLOSE)
    counting = counting_surveys(heads)
    if not counting:
        raise ConflictError(NONE_COMPLETED, code="noCompletedSurvey")
    scoreboard = scoreboard_for(assessment.type, counting)
    end_with_assessment(actor=actor, heads=heads)
    assessment.previous_score = previous_score(assessment)
    assessment.status, assessment.completed_date, assessment.closed_by_user_id = after, now(), actor.user_id
    assessment.scoreboard, assessment.completed_score = scoreboard, overall_of(scoreboard)
    _record("assessment.closed", actor, assessment, score=scoreboard["overall"])
    db.session.flush()
    return assessment


def counting_surveys(heads: Sequence[RfxHead]) -> list[RfxHead]:
    """The surveys that count: submitted and not removed."""
    return [head for head in heads if head.rfx.status == RfxStatus.COMPLETED and not head.rfx.ignored]


def scoreboard_for(type: str, heads: Sequence[RfxHead]) -> dict[str, Any]:
    """The scoreboard of these surveys, from their stored scores."""
    results = rfx_results([head.rfx.id for head in heads])
    return scoreboard_of(
        type,
        [
            Survey(rfx_id=head.rfx.id, respondent=head.respondent_label, result=results[head.rfx.id])
            for head in heads
        ],
    )


def note_begun(*, assessment_id: int) -> None:
    """Take an assessment from NEW to INPROGRESS: the first answer has come. Any other status stays."""
    db.session.execute(
        update(Assessment)
        .where(Assessment.id == assessment_id, Assessment.status == AssessmentStatus.NEW)
        .values(status=status_after(AssessmentStatus.NEW, AssessmentMove.BEGIN))
        .execution_options(synchronize_session=False)
    )


def view_assessment(*, actor: Actor, assessment: Assessment, supplier_name: str) -> None:
    """Note that a user looked at an assessment, for Recently Viewed."""
    record_view(
        "user.viewed.assessment",
        actor=actor,
        key="assessmentId",
        **_args(assessment, supplier_name),
    )


def note_report(*, actor: Actor, assessment: Assessment) -> None:
    """Write to the log that the report was asked for."""
    _record("export.created", actor, assessment, format="pdf")


def _locked(actor: Actor, assessment_id: int) -> tuple[Assessment, list[RfxHead]]:
    """An assessment and its surveys, locked; ConflictError where one was added between the two."""
    assessment_for(actor=actor, assessment_id=assessment_id)
    heads = heads_of_assessment(assessment_id, lock=True)
    assessment = assessment_for(actor=actor, assessment_id=assessment_id, lock=True)
    if count_surveys(assessment_id=assessment_id) != len(heads):
        raise ConflictError(CHANGED_MEANWHILE)
    return assessment, heads


def _record(type: str, actor: Actor, assessment: Assessment, **more: Any) -> None:
    record(
        type,
        actor=actor,
        relationship_id=assessment.relationship_id,
        **_args(assessment, _supplier_name(assessment)),
        **more,
    )


def _args(assessment: Assessment, supplier_name: str) -> Mapping[str, Any]:
    """The names of an assessment as its events keep them (specification section 3, EventLog)."""
    return {
        "assessmentId": assessment.id,
        "assessmentTitle": assessment.title,
        "supplierId": assessment.with_organisation_id,
        "supplierName": supplier_name,
    }


def _supplier_name(assessment: Assessment) -> str:
    return db.session.get_one(Organisation, assessment.with_organisation_id).name
