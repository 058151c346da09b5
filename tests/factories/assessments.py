"""Assessments and their surveys for tests."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from app.accounts.models import User
from app.assessments.models import Assessment
from app.assessments.operations.starting import NewAssessment, create_assessment
from app.assessments.operations.surveys import SurveyRequest
from app.assessments.types import AssessmentType, GuestRecipient, SurveyRecipient
from app.forms.models import DocForm
from app.forms.types import DocFormType
from app.kernel.mail.outbox import discard_mails
from app.network.models import Relationship
from tests.factories.accounts import actor_of
from tests.factories.rfx import field, make_form

MARKS = [{"value": str(n), "label": f"{n} of 5"} for n in range(1, 6)]
FIVE = [{"operator": "equals", "operand": str(n), "points": n} for n in range(1, 6)]

SURVEY_FIELDS: tuple[dict[str, Any], ...] = (
    field("goods", "SINGLE_CHOICE", label="How good are the goods?", topic="Quality", weight=2, options=MARKS, scoring=FIVE),
    field("dates", "SINGLE_CHOICE", label="Are dates kept?", topic="Delivery", options=MARKS, scoring=FIVE),
    field("why", "TEXTAREA", label="What makes you say so?", topic="Delivery"),
)  # fmt: skip
"""Two scored questions of different weight in two topics, and a comment."""


def survey_form(user: User, *, type: DocFormType = DocFormType.INTERNAL_SURVEY) -> DocForm:
    """Create a published survey of the user's organisation."""
    return make_form(user, *SURVEY_FIELDS, type=type, title="Supplier survey")


def _recipient(id_or_email: int | str) -> SurveyRecipient:
    return id_or_email if isinstance(id_or_email, int) else GuestRecipient(name="", email=id_or_email)


def make_assessment(
    owner: User,
    relationship: Relationship,
    *,
    type: str = "PERFORMANCE",
    title: str = "Zanzibar Secret Works Assessment",
    deadline: datetime | None = None,
    internal_recipients: Sequence[int | str] = (),
    contacts: Sequence[int] = (),
    form: DocForm | None = None,
) -> Assessment:
    """Create an assessment.

    With `internal_recipients` (user ids or addresses) an internal survey is sent, of `form` or `survey_form`; with
    `contacts` a self-survey.
    """
    with discard_mails():
        return create_assessment(
            actor=actor_of(owner),
            new=NewAssessment(
                relationship_id=relationship.id,
                type=AssessmentType(type),
                title=title,
                deadline=deadline,
                internal_survey=SurveyRequest(
                    doc_form_id=(form or survey_form(owner)).id,
                    recipients=[_recipient(each) for each in internal_recipients],
                )
                if internal_recipients
                else SurveyRequest(),
                self_survey=SurveyRequest(
                    doc_form_id=survey_form(owner, type=DocFormType.SELF_SURVEY).id, recipients=contacts
                )
                if contacts
                else SurveyRequest(),
            ),
        ).assessment
