"""Performance survey, for the users who work with a supplier."""

from app.forms.starters.building import (
    Node,
    field,
    options,
    paragraph,
    points,
    section,
    starter,
    when,
    yes_is_right,
)
from app.forms.starters.survey_promise import NEW_PROMISE
from app.forms.types import DocFormType

_RATINGS = {
    "5": "5 - Excellent",
    "4": "4 - Good",
    "3": "3 - Acceptable",
    "2": "2 - Weak",
    "1": "1 - Unacceptable",
}


def _rating(name: str, label: str, follow_up: str = "", **attrs: object) -> Node:
    """Build a question scored from 1 to 5; the two lowest answers create a follow-up task."""
    return field(
        "SINGLE_CHOICE",
        name,
        label,
        required=True,
        options=options(_RATINGS),
        scoring=[
            points("equals", rating, int(rating), follow_up if rating in "12" else "") for rating in _RATINGS
        ],
        **attrs,
    )


def _comment(name: str, label: str = "What makes you say so?") -> Node:
    return field("TEXTAREA", name, label, hint="An example helps more than an adjective", maxLength=4000)


PERFORMANCE_SURVEY = starter(
    "performance-survey",
    "Supplier performance survey",
    DocFormType.INTERNAL_SURVEY,
    paragraph(
        "You have worked with this supplier in the last months. Please tell us how it went; it takes about five minutes. "
        + NEW_PROMISE
    ),
    section(
        1,
        "Quality",
        "What was delivered, compared with what was ordered.",
        _rating(
            "quality_goods",
            "How good are the goods or services delivered?",
            "Agree a quality plan with the supplier.",
            weight=2,
        ),
        _rating(
            "quality_faults",
            "How well are faults dealt with?",
            "Ask for the corrective action reports of the period.",
        ),
        _comment("quality_comment"),
    ),
    section(
        2,
        "Delivery",
        "When it came, and how you were told.",
        _rating(
            "delivery_time",
            "How reliably are agreed dates kept?",
            "Agree a recovery plan for late deliveries.",
            weight=2,
        ),
        _rating("delivery_changes", "How well does the supplier cope with changes at short notice?"),
        _comment("delivery_comment"),
    ),
    section(
        3,
        "Communication and service",
        "How it is to work with the people there.",
        _rating("service_reach", "How easily do you reach somebody who can help?"),
        _rating(
            "service_honest",
            "How early and openly are problems reported?",
            "Agree how problems are to be reported.",
        ),
        _rating("service_expert", "How knowledgeable are your contacts?"),
        _comment("service_comment"),
    ),
    section(
        4,
        "Price and value",
        "What you get for the money.",
        _rating("value_price", "How do price and performance compare with the market?"),
        _rating("value_invoices", "How accurate are invoices and documents?"),
        _rating("value_ideas", "How often does the supplier come with ideas that save cost or effort?"),
        _comment("value_comment"),
    ),
    section(
        5,
        "Working on together",
        "Your conclusion.",
        field(
            "YESNO",
            "again",
            "Would you choose this supplier again?",
            required=True,
            weight=2,
            scoring=yes_is_right(),
        ),
        field(
            "TEXTAREA",
            "again_why_not",
            "What would have to change?",
            required=True,
            maxLength=4000,
            visibleWhen=when("again", value=False),
        ),
        field("TEXTAREA", "keep", "What should the supplier keep doing?", maxLength=4000),
    ),
)
