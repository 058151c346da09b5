"""Bulk action on suppliers of the Network list: start an assessment of each. Its mails cannot be taken back, so neither can it."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from marshmallow import fields, validate
from sqlalchemy import exists, select

from app.accounts.public import active_users
from app.assessments.models import Assessment
from app.assessments.operations.starting import NO_RELATIONSHIP, NewAssessment, create_assessment
from app.assessments.operations.surveys import (
    MAX_RECIPIENTS,
    NO_RECIPIENTS,
    NO_SELF_SURVEY,
    NOT_OWN,
    TOO_MANY,
    SurveyRequest,
    survey_forms,
)
from app.assessments.policies import demand_future
from app.assessments.schemas import NO_TITLE
from app.assessments.types import INTERNAL_SURVEY_FORMS, OPEN_STATUSES, SELF_SURVEY_FORMS, AssessmentType
from app.extensions import db
from app.kernel.bulk.actions import (
    Args,
    BulkAction,
    BulkRun,
    Effect,
    Forecast,
    Preview,
    RowResult,
    Selection,
    Target,
)
from app.kernel.bulk.mails import job_mail, with_others
from app.kernel.bulk.models import BulkOutcome
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import InvalidError
from app.kernel.http.schemas import CamelSchema, Html, Id, Line, Moment
from app.network.public import (
    LEVELS_ABOVE_NONE,
    NOT_IN_NETWORK,
    OrganisationQuerySchema,
    Relationship,
    contacts_to_ask,
    relationship_of,
    resolve_suppliers,
)

NO_CONTACT = "This supplier has no contact who can answer."
STARTED_ALREADY = "Has an open assessment with this title already."


class StartArgs(CamelSchema):
    """The assessment to start; the self-survey goes to one contact of each supplier (`contacts_to_ask`)."""

    type = fields.Enum(AssessmentType, by_value=True, required=True)
    title = Line(required=True, error_messages={"required": NO_TITLE, "null": NO_TITLE})
    deadline = Moment(load_default=None, allow_none=True)
    message = Html(load_default="")
    self_survey_doc_form_id = Id(load_default=None, allow_none=True)
    self_survey_doc_form_bundle_id = Id(load_default=None, allow_none=True)
    internal_survey_doc_form_id = Id(load_default=None, allow_none=True)
    internal_survey_doc_form_bundle_id = Id(load_default=None, allow_none=True)
    internal_survey_recipients = fields.List(
        Id(), load_default=list, validate=validate.Length(max=MAX_RECIPIENTS, error=TOO_MANY)
    )


class SupplierState(NamedTuple):
    """The level of a relationship, and True if an assessment like the new one is open."""

    level: str
    is_started: bool


def _self_survey(args: Args, contact_id: int | None = None) -> SurveyRequest:
    """Return the self-survey; without a form there is none, and no recipient."""
    survey = SurveyRequest(
        doc_form_id=args["self_survey_doc_form_id"], bundle_id=args["self_survey_doc_form_bundle_id"]
    )
    if contact_id is None or not survey.is_requested:
        return survey
    return SurveyRequest(doc_form_id=survey.doc_form_id, bundle_id=survey.bundle_id, recipients=[contact_id])


def _internal_survey(args: Args) -> SurveyRequest:
    return SurveyRequest(
        doc_form_id=args["internal_survey_doc_form_id"],
        bundle_id=args["internal_survey_doc_form_bundle_id"],
        recipients=args["internal_survey_recipients"],
    )


def _states(actor: Actor, targets: Sequence[Target], args: Args) -> Mapping[int, SupplierState]:
    """Return the states of the targets' relationships; one statement."""
    is_started = exists().where(
        Assessment.relationship_id == Relationship.id,
        Assessment.type == args["type"],
        Assessment.title == args["title"],
        Assessment.status.in_(OPEN_STATUSES),
    )
    rows = db.session.execute(
        select(Relationship.id, Relationship.level, is_started).where(
            Relationship.organisation_id == actor.organisation_id,
            Relationship.id.in_([target.data["relationshipId"] for target in targets]),
        )
    )
    return {relationship_id: SupplierState(level, started) for relationship_id, level, started in rows}


def _resolve(actor: Actor, selection: Selection, args: Args) -> Sequence[Target]:
    """Return the suppliers of `selection`, each with its contact, which the job asks even if it has another one by then."""
    targets = resolve_suppliers(actor, selection, args)
    contacts = (
        contacts_to_ask(actor=actor, organisation_ids=[target.subject_id or 0 for target in targets])
        if _self_survey(args).is_requested
        else {}
    )
    with_contacts = [
        Target(
            target.label,
            target.subject_id,
            {**target.data, "title": target.label, "contactId": contacts.get(target.subject_id or 0)},
            target.url,
        )
        for target in targets
    ]
    if not args["internal_survey_recipients"]:
        return with_contacts
    # The colleagues get one mail about all suppliers that change.
    forecasts = _forecasts(actor, with_contacts, args)
    changing = {
        target.subject_id or 0: True
        for target, forecast in zip(with_contacts, forecasts, strict=True)
        if forecast.effect is Effect.CHANGES
    }
    return with_others(with_contacts, changing)


def _forecasts(actor: Actor, targets: Sequence[Target], args: Args) -> list[Forecast]:
    states = _states(actor, targets, args)
    needs_contact = _self_survey(args).is_requested

    def forecast(target: Target) -> Forecast:
        state = states.get(target.data["relationshipId"])
        if state is None:
            return Forecast(Effect.IMPOSSIBLE, NOT_IN_NETWORK)
        if state.level not in LEVELS_ABOVE_NONE:
            return Forecast(Effect.IMPOSSIBLE, NO_RELATIONSHIP)
        if needs_contact and target.data["contactId"] is None:
            return Forecast(Effect.IMPOSSIBLE, NO_CONTACT)
        return Forecast(Effect.UNCHANGED, STARTED_ALREADY) if state.is_started else Forecast()

    return [forecast(target) for target in targets]


def _preview(actor: Actor, targets: Sequence[Target], args: Args) -> Preview:
    with _errors_of_args():
        _check(actor, args)
    forecasts = _forecasts(actor, targets, args)
    changing = sum(forecast.effect is Effect.CHANGES for forecast in forecasts)
    asked = changing if _self_survey(args).is_requested else 0
    colleagues = len(set(args["internal_survey_recipients"])) if changing else 0
    return Preview(forecasts, mails=asked + colleagues)


def _check(actor: Actor, args: Args) -> None:
    """Raise InvalidError for arguments that are wrong for every supplier, at the fields of a single assessment."""
    demand_future(args["deadline"])
    own, internal = _self_survey(args), _internal_survey(args)
    if own.is_requested:
        if args["type"] is AssessmentType.PERFORMANCE:
            raise InvalidError(fields={"selfSurveyDocFormId": [NO_SELF_SURVEY]})
        survey_forms(actor, own, SELF_SURVEY_FORMS, "selfSurvey")
    if internal.is_requested:
        survey_forms(actor, internal, INTERNAL_SURVEY_FORMS, "internalSurvey")
        ids = args["internal_survey_recipients"]
        colleagues = active_users(ids=ids, organisation_id=actor.organisation_id)
        if not ids or len(colleagues) != len(set(ids)):
            sentence = NOT_OWN if ids else NO_RECIPIENTS
            raise InvalidError(fields={"internalSurveyRecipients": [sentence]})


@contextmanager
def _errors_of_args() -> Iterator[None]:
    try:
        yield
    except InvalidError as error:
        raise InvalidError(fields={f"args.{name}": each for name, each in error.fields.items()}) from error


def _start(run: BulkRun, target: Target) -> RowResult:
    relationship, args = relationship_of(run, target), run.args
    if _states(run.actor, [target], args)[relationship.id].is_started:
        return RowResult(BulkOutcome.UNCHANGED, STARTED_ALREADY)
    started = create_assessment(
        actor=run.actor,
        new=NewAssessment(
            relationship_id=relationship.id,
            type=args["type"],
            title=args["title"],
            deadline=args["deadline"],
            message_html=args["message"],
            self_survey=_self_survey(args, target.data["contactId"]),
            internal_survey=_internal_survey(args),
        ),
        job=job_mail(run, target),
    )
    return RowResult(url=f"/assessment/{started.assessment.id}")


START = BulkAction(
    kind="assessments.start",
    title="Start assessments",
    rule=Permission.MANAGE_ASSESSMENTS,
    args_schema=StartArgs,
    filter_schema=OrganisationQuerySchema,
    resolve=_resolve,
    preview=_preview,
    run_row=_start,
)
