"""The demo's assessments of both types, closed and open, created with the product's own operations on different days."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from app.assessments.public import (
    AssessmentType,
    GuestRecipient,
    NewAssessment,
    SurveyRequest,
    close_assessment,
    create_assessment,
)
from app.devtools.demo.answers import answer, certificate_maker
from app.devtools.demo.companies import COMPANIES, Company
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.extensions import db
from app.forms.public import DocForm, FieldType, PlacedField, fields_of_forms, visible
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.kernel.mail.outbox import keep_mails
from app.network.public import relationship_with
from app.rfx.operations.follow_ups import raise_follow_up, reply_to_follow_up, set_follow_up_open
from app.rfx.operations.moves import set_ignored
from app.rfx.operations.submitting import submit_response
from app.rfx.operations.values import NewValue, save_values
from app.rfx.public import RfxContext

BY_NAME: Mapping[str, Company] = {company.name: company for company in COMPANIES}

COMMENTS = (
    "Parts arrive clean, measured and with their papers. Two late deliveries in spring, both told beforehand.",
    "Very good people at the other end of the phone; prices have risen faster than the market.",
    "Changes at short notice work, but only because we push.",
    "Reliable. The new portal for certificates saves us an hour a week.",
)


@dataclass(frozen=True, slots=True)
class Question:
    """A follow-up of the demo: the field, the question, the reply, and whether it is closed."""

    field: str
    text: str
    reply: str = ""
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """An assessment of the demo: the supplier, start and end in days ago, and the marks of the surveys."""

    supplier: str
    type: AssessmentType
    title: str
    days_ago: int
    marks: Sequence[Sequence[int]] = ()
    closed_days_ago: int | None = None
    due_in: int | None = None
    guests: Sequence[GuestRecipient] = ()
    self_answered: bool = False
    remove_last: bool = False
    questions: Sequence[Question] = ()


CHOSEN = {FieldType.YESNO, FieldType.SINGLE_CHOICE}
PERFORMANCE, QUALIFICATION = AssessmentType.PERFORMANCE, AssessmentType.QUALIFICATION
PLANS: tuple[Plan, ...] = (
    Plan(
        "Bergmann Präzision GmbH", PERFORMANCE, "Performance review 2025", 390,
        marks=((4, 4, 3), (3, 4, 4), (4, 3, 3)), closed_days_ago=370,
    ),
    Plan(
        "Bergmann Präzision GmbH", PERFORMANCE, "Performance review 2026", 45,
        marks=((5, 4, 4), (4, 4, 5), (5, 5, 4)), closed_days_ago=20,
    ),
    Plan(
        "Northfold Electronics", QUALIFICATION, "Qualification 2026", 80, self_answered=True, closed_days_ago=60,
        questions=(
            Question(
                "qms_file", "Does this certificate cover the second site too?", "It does: the annex lists all sites.", is_closed=True
            ),
        ),
    ),
    Plan("Cobalt Ridge Alloys", QUALIFICATION, "Qualification 2027", 12, self_answered=True, due_in=18,
        questions=(
            Question("large_claims_detail", "In which year was this, and is it settled?"),
            Question("on_time_share", "That is little: what is being done?", "A second carrier has begun in May."),
        ),
    ),
    Plan(
        "Calder & Sons Coatings", PERFORMANCE, "Performance review, second half", 9, due_in=12,
        marks=((4, 3, 4), (3, 3, 4)), guests=(GuestRecipient("Priya Nair", "priya.nair@elsewhere.example"),),
        remove_last=True,
    ),
    Plan("Valmont Textiles", QUALIFICATION, "First qualification", 2, due_in=28),
)  # fmt: skip


def plan_assessments(network: Network) -> Iterator[Story]:
    """Plan the assessments of the first buyer."""
    forms = {
        form.title: form
        for form in db.session.query(DocForm).filter_by(
            organisation_id=network.meridian.organisation_id, is_in_use=True
        )
    }
    for plan in PLANS:
        yield _assess(network, plan, forms)


def _assess(network: Network, plan: Plan, forms: Mapping[str, DocForm]) -> Story:
    buyer = network.meridian.lead
    colleagues = list(network.meridian.people.values())[1:4]
    relationship = relationship_with(actor=buyer, organisation_id=network.suppliers[plan.supplier])
    if relationship is None:
        raise LookupError(plan.supplier)
    contact = network.first_users[plan.supplier]
    survey = forms["Supplier performance survey"]
    questionnaire = forms["Supplier qualification"]
    performance = plan.type is PERFORMANCE
    yield ago(plan.days_ago)
    with keep_mails():
        requested = create_assessment(
            actor=buyer,
            new=NewAssessment(
                relationship_id=relationship.id,
                type=plan.type,
                title=plan.title,
                deadline=clock.now() + timedelta(days=plan.days_ago + plan.due_in) if plan.due_in else None,
                self_survey=SurveyRequest()
                if performance
                else SurveyRequest(doc_form_id=questionnaire.id, recipients=[contact.user_id]),
                internal_survey=SurveyRequest(
                    doc_form_id=survey.id, recipients=[*(c.user_id for c in colleagues), *plan.guests]
                )
                if performance
                else SurveyRequest(),
            ),
        )
    yield ago(max(plan.days_ago - 6, 1))
    for index, (marks, person) in enumerate(zip(plan.marks, colleagues, strict=False)):
        _answer_survey(person, requested.sent[index], marks, index)
    if plan.self_answered:
        _answer_questionnaire(contact, requested.sent[0], plan)
    for question in plan.questions:
        _ask(buyer, contact, requested.sent[0].rfx.id, question)
    if plan.remove_last:
        set_ignored(actor=buyer, rfx_id=requested.sent[-2].rfx.id, ignored=True)
    if plan.closed_days_ago is not None:
        yield ago(plan.closed_days_ago)
        close_assessment(actor=buyer, assessment_id=requested.assessment.id)


def _answer_survey(person: Actor, context: RfxContext, marks: Sequence[int], index: int) -> None:
    def value(placed: PlacedField, at: int) -> Any:
        if placed.field.type is FieldType.SINGLE_CHOICE:
            return str(marks[at % len(marks)])
        if placed.field.type is FieldType.YESNO:
            return min(marks) > 2
        return COMMENTS[(index + at) % len(COMMENTS)]

    _submit(person, context, value)


def _answer_questionnaire(contact: Actor, context: RfxContext, plan: Plan) -> None:
    company = BY_NAME[plan.supplier]

    def value(placed: PlacedField, at: int) -> Any:
        best = max(placed.field.scoring, key=lambda rule: rule.points, default=None)
        if best and best.operator == "equals" and at % 6 and placed.field.type in CHOSEN:
            return best.operand
        return answer(
            placed.field,
            index=at,
            company=company.name,
            person=contact.name,
            domain=company.domain,
            make_file=certificate_maker(contact, company.name),
        )

    _submit(contact, context, value, submit=plan.closed_days_ago is not None)


def _ask(buyer: Actor, contact: Actor, rfx_id: int, question: Question) -> None:
    """Raise a follow-up on an answer of the questionnaire, then reply to it and close it as planned."""
    task = raise_follow_up(
        actor=buyer, rfx_id=rfx_id, field=question.field, description_html=f"<p>{question.text}</p>",
        assignee_user_id=contact.user_id, due=None,
    ).task  # fmt: skip
    if question.reply:
        reply_to_follow_up(
            actor=contact, rfx_id=rfx_id, task_id=task.id, html=f"<p>{question.reply}</p>", attachment_ids=()
        )
    if question.is_closed:
        set_follow_up_open(actor=buyer, rfx_id=rfx_id, task_id=task.id, is_open=False)


def _submit(person: Actor, context: RfxContext, value: Any, *, submit: bool = True) -> None:
    placed = fields_of_forms(context.revisions)
    values = {place.key: value(place, at) for at, place in enumerate(placed)}
    visible_keys = visible(placed, values)
    save_values(
        actor=person,
        rfx_id=context.rfx.id,
        new_values={
            key: NewValue(values[key], 0) for key in values if key in visible_keys and values[key] is not None
        },
    )
    if submit:
        submit_response(actor=person, rfx_id=context.rfx.id)
