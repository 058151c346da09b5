"""Starter texts for messages to recipients of surveys ('Use a text...')."""

from app.forms.starters.building import bullets, paragraph, starter
from app.forms.types import DocFormType

PERFORMANCE_MAIL = starter(
    "performance-email",
    "Request for a performance survey",
    DocFormType.PERFORMANCE_EMAIL,
    paragraph(
        "We are reviewing our work with this supplier, and you know it well. Please tell us how it went: quality, delivery, "
        "service and value."
    ),
    paragraph(
        "It takes about five minutes. Answer from your own experience, and add an example where a number doesn't say enough."
    ),
    paragraph("Thank you. Your answers shape the next agreement with this supplier."),
    headed=False,
)

QUALIFICATION_MAIL = starter(
    "qualification-email",
    "Request for a qualification",
    DocFormType.QUALIFICATION_EMAIL,
    paragraph("We ask all suppliers the same questions before we work with them. Before you start:"),
    bullets(
        "Several people can answer, each the part that they know best.",
        "Answers are saved as you type, so you can stop and come back.",
        "Have your certificates and insurance policies ready to upload.",
    ),
    paragraph(
        "If a question is unclear or doesn't apply to your business, send us a message in the request. Thank you for your time."
    ),
    headed=False,
)
