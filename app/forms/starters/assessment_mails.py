"""Starter texts for messages to recipients of surveys ('Use a text...')."""

from app.forms.starters.building import bullets, paragraph, starter
from app.forms.types import DocFormType

PERFORMANCE_MAIL = starter(
    "performance-email",
    "Request for a performance survey",
    DocFormType.PERFORMANCE_EMAIL,
    paragraph(
        "We are looking back on our work with this supplier, and you have seen it from close by. Please tell us how it went: "
        "quality, delivery, service and value."
    ),
    paragraph(
        "It takes about five minutes. Answer from what you have seen yourself, and add an example where a number says too little."
    ),
    paragraph("Thank you: the next agreement with this supplier starts from what you tell us."),
    headed=False,
)

QUALIFICATION_MAIL = starter(
    "qualification-email",
    "Request for a qualification",
    DocFormType.QUALIFICATION_EMAIL,
    paragraph(
        "Before we work with a supplier we ask each the same questions. Good to know before you begin:"
    ),
    bullets(
        "Several of you can answer, each the part that they know best.",
        "Every answer is saved as it is typed, so you can stop and come back.",
        "Have your certificates and insurance policies at hand; they are uploaded where they are asked for.",
    ),
    paragraph(
        "If a question is not clear, or does not fit your business, write to us in the request itself. Thank you for your time."
    ),
    headed=False,
)
