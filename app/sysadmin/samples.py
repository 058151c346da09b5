"""Samples of all mails, about invented people: the real templates rendered with contexts like the product's.

The ids are the names of the templates (specification section 2, Sysadmin).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.accounts.public import AccountMail
from app.kernel.http.errors import NotFoundError
from app.kernel.mail.outbox import MailSender, Recipient, RenderedMail, absolute_url, render_mail
from app.kernel.mail.subjects import subject_line
from app.messages.public import MessageMail
from app.ncr.public import NcrMail
from app.network.public import NetworkMail
from app.rfx.public import RfxMail
from app.tasks.public import TaskMail

REQUESTER = "Meridian Surgical Ltd"
TO = Recipient(name="Jana Bergmann", email="jana.bergmann@supplier.example")
TO_BUYER = Recipient(name="Rosa Meyer", email="rosa.meyer@buyer.example")
BUYER = MailSender(
    organisation_name="Meridian Surgical Ltd", name="Rosa Meyer", logo_path="/static/sample-logo.png"
)
SUPPLIER = MailSender(organisation_name="Bergmann Präzision GmbH", name="Jana Bergmann")
"""An organisation without a logo: the mail shows its name instead."""
MESSAGE = (
    "<p>Hello Jana,</p><p>we have a new drawing for the housing. Could you tell us by Friday whether the tolerance of "
    "datum B can be held?</p><p>Kind regards,<br>Rosa</p>"
)
INVITATION = (
    "<p>Hello Jana,</p><p>we would like to qualify you as a supplier. Please join us on Assay; the questionnaire follows "
    "next week.</p><p>Kind regards,<br>Rosa</p>"
)
DEADLINE = ("Deadline", "15 Jan 2027, 23:59 CET")
QUESTIONS = ("Questions", "12")
TITLE = "Supplier qualification 2027"
CONVERSATION = (
    {
        "author": "Rosa Meyer",
        "organisation": "Meridian Surgical Ltd",
        "html": "<p>Is 0.02 possible?</p>",
        "text": "Is 0.02 possible?",
    },
    {
        "author": "Daniel Asante",
        "organisation": "Meridian Surgical Ltd",
        "html": "<p>On sheet 2, please.</p>",
        "text": "On sheet 2, please.",
    },
)


@dataclass(frozen=True, slots=True)
class Sample:
    """The occasion of a mail, in a sentence, and its context: heading, lines and button; `more` has the other values."""

    meaning: str
    heading: str
    lines: tuple[str, ...]
    button: str
    path: str
    more: Mapping[str, object] = field(default_factory=dict)
    optional: bool = False
    to: Recipient = TO
    sender: MailSender = BUYER


SAMPLES: Mapping[str, Sample] = {
    AccountMail.GENERAL: Sample(
        "Messages, password resets and all mails without a template of their own.",
        "Drawing revision C",
        ("Rosa Meyer of Meridian Surgical Ltd sent you a message.",),
        "Read and reply", "/messages/t/1", {"messages": CONVERSATION[:1]}, optional=True,
    ),
    NcrMail.NCRCONVERSATION: Sample(
        "New messages about a non-conformance.",
        "Burrs on the housing, lot 2207",
        ("Daniel Asante of Meridian Surgical Ltd sent you 2 messages.",),
        "Read and reply", "/ncr/1", {"messages": CONVERSATION}, optional=True,
    ),
    TaskMail.USERTASKASSIGNMENT: Sample(
        "A task was assigned: a non-conformance or a follow-up.",
        "Burrs on the housing, lot 2207",
        ("Meridian Surgical Ltd has raised a non-conformance about Bergmann Präzision GmbH and assigned it to you.",),
        "Open the non-conformance", "/ncr/1",
        {"subject": subject_line("Burrs on the housing, lot 2207", "major non-conformance", REQUESTER),
         "facts": [("Severity", "Major"), ("Date", "12 Jan 2027"), ("Account", "4711")],
         "message_html": "<p>About 40 of 500 parts.</p>"},
    ),
    RfxMail.RFI: Sample(
        "An RFI or NDA was sent to a supplier or a guest.",
        "Information request from Meridian Surgical Ltd",
        (f"Rosa Meyer of Meridian Surgical Ltd asks you to answer “{TITLE}”.",),
        "Open the request", "/rfx/1",
        {"subject": subject_line(TITLE, "please answer by 15 Jan", REQUESTER), "facts": [DEADLINE, QUESTIONS],
         "message_html": MESSAGE, "message_greets": True},
    ),
    MessageMail.RFICONVERSATION: Sample(
        "New messages about an RFx.",
        TITLE,
        ("Daniel Asante of Meridian Surgical Ltd sent you 2 messages.",),
        "Read and reply", "/rfx/1?tab=messages", {"messages": CONVERSATION}, optional=True,
    ),
    RfxMail.RFIREMINDER: Sample(
        "A reminder of an RFx that is not submitted, by hand or 7 and 1 days before its deadline.",
        "Reminder: Meridian Surgical Ltd is waiting for your response",
        (f"“{TITLE}” has not been submitted yet.",),
        "Continue answering", "/rfx/1",
        {"subject": subject_line(TITLE, "reminder, please answer by 15 Jan", REQUESTER),
         "facts": [DEADLINE, ("Answered", "9 of 12")]},
    ),
    RfxMail.RFIREOPEN: Sample(
        "A submitted or declined RFx was reopened; all participants are notified.",
        f"“{TITLE}” has been reopened",
        ("You can now change and add answers.",),
        "Open the request", "/rfx/1",
        {"subject": subject_line(TITLE, "reopened, please answer by 15 Jan", REQUESTER), "facts": [DEADLINE]},
    ),
    RfxMail.RFISUBMIT: Sample(
        "A respondent has submitted the answers.",
        "Bergmann Präzision GmbH has submitted a response",
        (f"“{TITLE}” has been submitted.",),
        "Review the answers", "/rfx/1",
        {"subject": subject_line(TITLE, "submitted", "Bergmann Präzision GmbH"),
         "facts": [("Submitted", "13 Jan 2027, 09:42 GMT")]},
        to=TO_BUYER, sender=SUPPLIER,
    ),
    AccountMail.SUPPLIERINVITE: Sample(
        "A buyer invites a supplier.",
        "Meridian Surgical Ltd invites you to join its supplier network",
        ("Rosa Meyer of Meridian Surgical Ltd invites Bergmann Präzision GmbH to work together on Assay as a supplier.",),
        "Accept the invitation", "/acceptInvite/sample", {"message_html": INVITATION},
    ),
    NetworkMail.RELATIONSHIPADDED: Sample(
        "A buyer added an organisation to its network.",
        "Meridian Surgical Ltd added you to its network",
        ("Your organisation is now listed as a supplier at the level “Evaluation”.",),
        "Open Meridian Surgical Ltd", "/organisations/1", {"message_html": "<p>We look forward to working with you.</p>"},
        optional=True,
    ),
    NetworkMail.RELATIONSHIPUPDATED: Sample(
        "A buyer changed the level of a relationship.",
        "Meridian Surgical Ltd changed your relationship",
        ("Your organisation is now listed as a supplier at the level “Approved”.",),
        "Open Meridian Surgical Ltd", "/organisations/1", {"message_html": "<p>The audit went well.</p>"}, optional=True,
    ),
    AccountMail.USERINVITEDALERT: Sample(
        "Another organisation added a user; the Super Users of the organisation are notified.",
        "Tomas Okafor was added to Bergmann Präzision GmbH",
        ("Rosa Meyer of Meridian Surgical Ltd has invited Tomas Okafor (tomas.okafor@supplier.example).",
         "If this is not right, suspend the user on their details page."),
        "View Tomas Okafor", "/contacts/1",
    ),
    AccountMail.USERINVITE: Sample(
        "A colleague is invited.",
        "Meridian Surgical Ltd invites you to Assay",
        ("Rosa Meyer of Meridian Surgical Ltd has created an account for you at Meridian Surgical Ltd.",
         "Accept the invitation to choose a password and sign in."),
        "Accept the invitation", "/acceptInvite/sample",
    ),
    RfxMail.SELFSURVEYREQUEST: Sample(
        "A supplier's contact is asked for a self-assessment.",
        "Self-assessment request from Meridian Surgical Ltd",
        ("Rosa Meyer of Meridian Surgical Ltd asks you to answer “Qualification 2027”.",),
        "Open the self-assessment", "/rfx/1",
        {"subject": subject_line("Qualification 2027", "please complete your self-assessment by 15 Jan", REQUESTER),
         "facts": [DEADLINE, QUESTIONS], "message_html": MESSAGE, "message_greets": True},
    ),
    RfxMail.SURVEYREQUEST: Sample(
        "A colleague or a guest is asked for an internal survey of an assessment.",
        "Your feedback on Bergmann Präzision GmbH",
        ("Rosa Meyer of Meridian Surgical Ltd asks you to answer “Performance review 2027”.",),
        "Open the survey", "/guest/sample/rfx/1",
        {"subject": subject_line("Performance review 2027", "please give your feedback by 15 Jan", REQUESTER),
         "facts": [DEADLINE, QUESTIONS]},
    ),
    RfxMail.DEADLINECHANGED: Sample(
        "The deadline of an RFx, or of an assessment and all its surveys, was set, changed or removed.",
        "The deadline has changed",
        ("Meridian Surgical Ltd has changed the deadline of “Qualification 2027”.",),
        "Open the request", "/rfx/1",
        {"subject": subject_line("Qualification 2027", "new deadline, please answer by 15 Jan", REQUESTER),
         "facts": [("New deadline", DEADLINE[1])]},
    ),
}  # fmt: skip
"""A sample for each template, in the order of the specification."""


def sample_of(id: str) -> Sample:
    """Return the sample of the template with this id; NotFoundError if there is none."""
    sample = SAMPLES.get(id)
    if sample is None:
        raise NotFoundError
    return sample


def context_of(template: str) -> dict[str, object]:
    """Return the context of a sample."""
    sample = SAMPLES[template]
    return {
        "heading": sample.heading,
        "lines": list(sample.lines),
        "button_label": sample.button,
        "button_url": absolute_url(sample.path),
        **sample.more,
    }


def rendered_sample(template: str) -> RenderedMail:
    """Render a sample as a mail."""
    sample = SAMPLES[template]
    return render_mail(
        template,
        to=sample.to,
        context=context_of(template),
        sender=sample.sender,
        unsubscribe_url=absolute_url("/unsubscribe/sample") if sample.optional else None,
    )
