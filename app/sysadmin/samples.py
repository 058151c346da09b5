"""Samples of all mails, about invented people: the real templates rendered with contexts like the product's.

The ids are the names of the templates (specification section 2, Sysadmin).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.accounts.public import AccountMail
from app.kernel.errors import NotFoundError
from app.kernel.mail import MailSender, Recipient, RenderedMail, absolute_url, render_mail
from app.messages.public import MessageMail
from app.ncr.public import NcrMail
from app.network.public import NetworkMail
from app.rfx.public import RfxMail
from app.tasks.public import TaskMail

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
DEADLINE = "Please answer by 15 Jan 2027, 23:59 UTC."
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
        "Messages, password resets and whatever has no mail of its own.",
        "Rosa Meyer wrote to you",
        ("You have a message about “Drawing revision C”.",),
        "Read and reply", "/messages/t/1", {"messages": CONVERSATION[:1]}, optional=True,
    ),
    NcrMail.NCRCONVERSATION: Sample(
        "Somebody wrote in the conversation of a non-conformance.",
        "Meridian Surgical Ltd wrote about a non-conformance",
        ("About “Burrs on the housing, lot 2207”:",),
        "Open the non-conformance", "/ncr/1", {"messages": CONVERSATION}, optional=True,
    ),
    TaskMail.USERTASKASSIGNMENT: Sample(
        "A task was given to somebody: a non-conformance or a follow-up.",
        "Burrs on the housing, lot 2207",
        ("Rosa Meyer of Meridian Surgical Ltd raised a non-conformance and assigned it to you.",
         "Quality, Major, of 12 Jan 2027, account 4711."),
        "Open the non-conformance", "/ncr/1",
        {"subject": "Non-conformance: Burrs on the housing, lot 2207", "message_html": "<p>About 40 of 500 parts.</p>"},
    ),
    RfxMail.RFI: Sample(
        "An RFI or NDA was sent to a supplier or a guest.",
        "Meridian Surgical Ltd asks you for information",
        ("Please answer “Supplier qualification 2027”.", DEADLINE),
        "Open the request", "/rfx/1", {"message_html": MESSAGE},
    ),
    MessageMail.RFICONVERSATION: Sample(
        "Somebody wrote in the conversation of an RFx.",
        "Meridian Surgical Ltd wrote to you",
        ("About “Supplier qualification 2027”:",),
        "Open the request", "/rfx/1?tab=messages", {"messages": CONVERSATION}, optional=True,
    ),
    RfxMail.RFIREMINDER: Sample(
        "A reminder of an RFx that is not submitted, by hand or 7 and 1 days before its deadline.",
        "Meridian Surgical Ltd waits for your answers",
        ("“Supplier qualification 2027” has not been submitted yet.", DEADLINE),
        "Continue answering", "/rfx/1",
    ),
    RfxMail.RFIREOPEN: Sample(
        "A submitted or declined RFx was reopened; all participants are told.",
        "This RFI has been reopened",
        ("“Supplier qualification 2027” has been reopened: Bergmann Präzision GmbH can continue adding to it.", DEADLINE),
        "Open the RFx", "/rfx/1",
    ),
    RfxMail.RFISUBMIT: Sample(
        "A respondent has submitted the answers.",
        "Bergmann Präzision GmbH has submitted a response",
        ("“Supplier qualification 2027” is complete: there is nothing more to add.",),
        "Read the answers", "/rfx/1", to=TO_BUYER, sender=SUPPLIER,
    ),
    AccountMail.SUPPLIERINVITE: Sample(
        "A buyer invites a supplier.",
        "Meridian Surgical Ltd invites you", (),
        "Accept the invitation", "/acceptInvite/sample", {"message_html": MESSAGE},
    ),
    NetworkMail.RELATIONSHIPADDED: Sample(
        "A buyer added an organisation to its network.",
        "Meridian Surgical Ltd added you to its network",
        ("Your organisation is now a supplier at the level “Evaluation”.",),
        "Open Meridian Surgical Ltd", "/organisations/1", {"message_html": "<p>We look forward to working with you.</p>"},
        optional=True,
    ),
    NetworkMail.RELATIONSHIPUPDATED: Sample(
        "A buyer changed the level of a relationship.",
        "Meridian Surgical Ltd changed your relationship",
        ("Your organisation is now a supplier at the level “Approved”.",),
        "Open Meridian Surgical Ltd", "/organisations/1", {"message_html": "<p>The audit went well.</p>"}, optional=True,
    ),
    AccountMail.USERINVITEDALERT: Sample(
        "Another organisation added somebody to one's own; its Super Users are told.",
        "Tomas Okafor was added to Bergmann Präzision GmbH",
        ("Rosa Meyer of Meridian Surgical Ltd has invited Tomas Okafor (tomas.okafor@supplier.example).",
         "If that is not right, suspend the user on the page of their details."),
        "Look at Tomas Okafor", "/contacts/1",
    ),
    AccountMail.USERINVITE: Sample(
        "A colleague is invited.",
        "Meridian Surgical Ltd invites you",
        ("Rosa Meyer of Meridian Surgical Ltd has made an account for you at Meridian Surgical Ltd.",),
        "Accept the invitation", "/acceptInvite/sample",
    ),
    RfxMail.SELFSURVEYREQUEST: Sample(
        "A supplier's contact is asked for a self-survey of an assessment.",
        "Meridian Surgical Ltd asks you to assess yourselves",
        ("Please answer “Qualification 2027”.", DEADLINE),
        "Open the self-survey", "/rfx/1", {"message_html": MESSAGE},
    ),
    RfxMail.SURVEYREQUEST: Sample(
        "A colleague or a guest is asked for an internal survey of an assessment.",
        "Meridian Surgical Ltd asks for your view",
        ("Please answer “Performance review 2027: Bergmann Präzision GmbH”.", DEADLINE),
        "Open the survey", "/guest/sample/rfx/1",
    ),
    RfxMail.DEADLINECHANGED: Sample(
        "The deadline of an RFx, or of an assessment and all its surveys, was set, changed or removed.",
        "The deadline has changed",
        ("Meridian Surgical Ltd has changed the deadline of “Qualification 2027”.", DEADLINE),
        "Open the RFx", "/rfx/1",
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
