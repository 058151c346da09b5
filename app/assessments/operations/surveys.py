"""Surveys of an assessment: sent to contacts of the supplier, to colleagues and to guests."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.accounts.public import User, UserStatus, active_users, create_guest, known_as
from app.assessments.models import Assessment
from app.assessments.operations.recording import supplier_name
from app.assessments.policies import demand_open
from app.assessments.queries import (
    assessment_for,
    internal_survey_recipients,
    users_by_id_or_address,
)
from app.assessments.types import (
    INTERNAL_SURVEY_FORMS,
    SELF_SURVEY_FORMS,
    AssessmentType,
    GuestRecipient,
    SurveyRecipient,
)
from app.forms.public import BundleForms, DocForm, DocFormType, bundle_forms, forms_in_use
from app.kernel.bulk.mails import JobMail
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError, NotFoundError
from app.messages.public import ThreadType, start_thread
from app.rfx.public import AssessmentRef, RfxContext, RfxType, create_rfx

MAX_RECIPIENTS = 50
"""Maximum number of recipients of one request."""

NO_FORM = "Choose a form or a bundle."
ONE_FORM = "Choose either a form or a bundle, not both."
NO_RECIPIENTS = "Choose at least one recipient."
TOO_MANY = f"At most {MAX_RECIPIENTS} people can be asked at once."
WRONG_FORM = "Only published forms of type {types} can be sent here."
NOT_AT_SUPPLIER = "One of the contacts is not someone at this supplier who can be asked."
NOT_OWN = "One of the recipients is not someone in your organisation who can be asked."
AT_SUPPLIER = (
    "{email} works at {supplier}, which is being assessed. An internal survey can't be sent to the supplier."
)
SUSPENDED = "{name} is suspended and can't answer. Choose another person."
ASKED_ALREADY = "{name} has been asked already."
NO_SELF_SURVEY = "A performance assessment has no self-survey: it is answered by your own people."
DEFAULT_MESSAGE = "<p>Please answer the self-survey that comes with this message.</p>"


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRequest:
    """Form or bundle, by id, and its recipients.

    A repeated survey has `forms` instead, the revisions in use of the forms of the last one, with the name of their bundle.
    """

    doc_form_id: int | None = None
    bundle_id: int | None = None
    forms: Sequence[DocForm] = ()
    bundle_name: str | None = None
    previous_rfx_id: int | None = None
    """The earlier survey whose answers a repeated self-survey offers to its recipients."""
    recipients: Sequence[SurveyRecipient] = ()

    @property
    def is_requested(self) -> bool:
        return bool(self.doc_form_id or self.bundle_id or self.forms or self.recipients)


@dataclass(frozen=True, slots=True)
class SentSurveys:
    """Assessment with the RFxs that were sent."""

    assessment: Assessment
    sent: Sequence[RfxContext]


@dataclass(frozen=True, slots=True)
class SurveyForms:
    """The forms of a survey, and the name of their bundle."""

    forms: Sequence[DocForm]
    bundle_name: str | None


def request_internal_surveys(*, actor: Actor, assessment_id: int, request: SurveyRequest) -> SentSurveys:
    """Send an internal survey to more people; ConflictError for a completed assessment (specification section 4)."""
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    assessment = assessment_for(actor=actor, assessment_id=assessment_id, lock=True)
    demand_open(assessment.status)
    return SentSurveys(assessment, send_internal_surveys(actor, assessment, request))


def request_self_surveys(
    *, actor: Actor, assessment_id: int, request: SurveyRequest, message_html: str = ""
) -> SentSurveys:
    """Send a self-survey to more contacts of the supplier, or another self-survey to the same ones.

    Raises ConflictError for a completed assessment, and for a performance assessment, which has no self-surveys.
    """
    actor.demand(Permission.MANAGE_ASSESSMENTS)
    assessment = assessment_for(actor=actor, assessment_id=assessment_id, lock=True)
    demand_open(assessment.status)
    if assessment.type == AssessmentType.PERFORMANCE:
        raise ConflictError(NO_SELF_SURVEY)
    return SentSurveys(assessment, send_self_surveys(actor, assessment, request, message_html=message_html))


def send_self_surveys(
    actor: Actor, assessment: Assessment, request: SurveyRequest, *, message_html: str
) -> list[RfxContext]:
    """Send one RFx with a separate thread to each contact of the supplier."""
    chosen = survey_forms(actor, request, SELF_SURVEY_FORMS, "selfSurvey")
    ids = [recipient for recipient in request.recipients if isinstance(recipient, int)]
    _check_count(request.recipients, "selfSurveyRecipients")
    users = active_users(ids=ids, organisation_id=assessment.with_organisation_id)
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
            html=message_html or DEFAULT_MESSAGE,
            notify=False,
        )
        sent.append(
            _send(
                actor,
                assessment,
                user,
                chosen,
                RfxType.ASSESSMENT_SELF_SURVEY,
                thread_id=thread.id,
                message_html=message_html or None,
                previous_rfx_id=request.previous_rfx_id,
            )
        )
    return sent


def send_internal_surveys(
    actor: Actor,
    assessment: Assessment,
    request: SurveyRequest,
    *,
    message_html: str = "",
    job: JobMail | None = None,
) -> list[RfxContext]:
    """Send one RFx to each colleague and each guest; the supplier never sees them.

    `job` is the bulk job that this is a part of; it mails each colleague once.
    Raises InvalidError with a sentence for each recipient who works for the supplier, is suspended, or has a survey of
    this assessment already.
    """
    chosen = survey_forms(actor, request, INTERNAL_SURVEY_FORMS, "internalSurvey")
    _check_count(request.recipients, "internalSurveyRecipients")
    return [
        _send(
            actor,
            assessment,
            user,
            chosen,
            RfxType.ASSESSMENT_INTERNAL_SURVEY,
            message_html=message_html or None,
            job=job,
        )
        for user in _internal_recipients(actor, assessment, request.recipients)
    ]


def _internal_recipients(
    actor: Actor, assessment: Assessment, recipients: Sequence[SurveyRecipient]
) -> list[User]:
    """Return colleagues by id or address, then guests, created for addresses that no colleague has."""
    ids = [recipient for recipient in recipients if isinstance(recipient, int)]
    guests = {known_as(r.email): r for r in reversed(recipients) if isinstance(r, GuestRecipient)}
    people = users_by_id_or_address(
        ids=ids,
        emails=list(guests),
        own_id=actor.organisation_id,
        supplier_id=assessment.with_organisation_id,
    )
    if not set(ids) <= {user.id for user in people if user.organisation_id == actor.organisation_id}:
        raise InvalidError(fields={"internalSurveyRecipients": [NOT_OWN]})
    by_address = {known_as(user.email): user for user in people}
    new_guests = {email: guest for email, guest in reversed(guests.items()) if email not in by_address}
    errors = [error for user in people if (error := _recipient_error(assessment, user))]
    errors += _duplicate_errors(assessment, people, new_guests)
    if errors:
        raise InvalidError(fields={"internalSurveyRecipients": errors})
    by_id = {user.id: user for user in people}
    user_ids = dict.fromkeys(
        [*ids, *(by_address[email].id for email in reversed(guests) if email in by_address)]
    )
    return [
        *(by_id[user_id] for user_id in user_ids),
        *(create_guest(name=guest.name, email=guest.email) for guest in new_guests.values()),
    ]


def _recipient_error(assessment: Assessment, user: User) -> str | None:
    """Return a sentence if a user can't be a recipient: users of the supplier and suspended users; else None."""
    if user.organisation_id == assessment.with_organisation_id:
        return AT_SUPPLIER.format(email=user.email, supplier=supplier_name(assessment))
    return SUSPENDED.format(name=user.name) if user.status == UserStatus.SUSPENDED else None


def _duplicate_errors(assessment: Assessment, people: Sequence[User], guests: Collection[str]) -> list[str]:
    """Return a sentence for each of these people, and guests by address, who already has a survey of this assessment."""
    asked = {known_as(user.email) for user in internal_survey_recipients(assessment_id=assessment.id)}
    names = [user.name for user in people if known_as(user.email) in asked]
    names += [email for email in guests if email in asked]
    return [ASKED_ALREADY.format(name=name) for name in names]


def _send(
    actor: Actor,
    assessment: Assessment,
    user: User,
    chosen: SurveyForms,
    type: RfxType,
    *,
    thread_id: int | None = None,
    message_html: str | None,
    previous_rfx_id: int | None = None,
    job: JobMail | None = None,
) -> RfxContext:
    title = assessment.title
    if type is RfxType.ASSESSMENT_INTERNAL_SURVEY:
        title = f"{title}: {supplier_name(assessment)}"
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
            id=assessment.id,
            title=assessment.title,
            relationship_id=assessment.relationship_id,
            supplier_id=assessment.with_organisation_id,
        ),
        message_html=message_html,
        previous_rfx_id=previous_rfx_id,
        job=job,
    )


def survey_forms(
    actor: Actor, request: SurveyRequest, types: Sequence[DocFormType], name: str
) -> SurveyForms:
    """Return the published revisions to send.

    Raises InvalidError at the fields of the survey `name` if there are none or if a type does not fit.
    """
    if request.doc_form_id is not None and request.bundle_id is not None:
        raise InvalidError(fields={f"{name}DocFormBundleId": [ONE_FORM]})
    if request.forms:
        key, chosen = f"{name}DocFormId", SurveyForms(request.forms, request.bundle_name)
    elif request.bundle_id is not None:
        key, bundle = f"{name}DocFormBundleId", _bundle(actor, request.bundle_id)
        chosen = SurveyForms(bundle.forms, bundle.name) if bundle else SurveyForms([], None)
    elif request.doc_form_id is not None:
        key = f"{name}DocFormId"
        chosen = SurveyForms(forms_in_use(actor=actor, ids=[request.doc_form_id]), None)
    else:
        raise InvalidError(fields={f"{name}DocFormId": [NO_FORM]})
    if not chosen.forms or any(form.type not in types for form in chosen.forms):
        raise InvalidError(fields={key: [WRONG_FORM.format(types=_type_names(types))]})
    return chosen


def _bundle(actor: Actor, bundle_id: int) -> BundleForms | None:
    try:
        return bundle_forms(actor=actor, bundle_id=bundle_id)
    except NotFoundError:
        return None


def _type_names(types: Collection[DocFormType]) -> str:
    return " or ".join(form_type.replace("_", " ") for form_type in types)


def _check_count(recipients: Sequence[SurveyRecipient], name: str) -> None:
    if not recipients:
        raise InvalidError(fields={name: [NO_RECIPIENTS]})
    if len(recipients) > MAX_RECIPIENTS:
        raise InvalidError(fields={name: [TOO_MANY]})
