"""Parts of journal lines that several sentences share."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Args = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a sentence; a link if `href` is set."""

    text: str
    href: str | None = None


def author(args: Args) -> list[Part]:
    """Return the author of an event, with a link to a user's page; "The system" without an author."""
    name = args.get("byUserName") or args.get("userName")
    user_id = args.get("byUserId") or args.get("userId")
    if not name:
        return [Part("The system")]
    # A service user, as which an API key acts, has no page.
    has_page = user_id is not None and "byApiKeyId" not in args
    return [Part(str(name), f"/contacts/{user_id}" if has_page else None)]


def user(args: Args) -> Part:
    """Return the user that an event is about."""
    user_id = args.get("userId")
    return Part(str(args.get("userName", "a user")), f"/contacts/{user_id}" if user_id else None)


def organisation(args: Args, prefix: str = "organisation") -> Part:
    """Return an organisation by the names of its arguments, such as `supplierId` for the prefix `supplier`."""
    organisation_id = args.get(f"{prefix}Id")
    name = str(args.get(f"{prefix}Name", "an organisation"))
    return Part(name, f"/organisations/{organisation_id}" if organisation_id else None)


def quoted(text: str | None) -> list[Part | str]:
    """Return a text in quotation marks as the end of a sentence; nothing without a text."""
    return [f": \u201c{text}\u201d"] if text else []


def rfx(args: Args) -> Part:
    """Return the RFx of an event."""
    rfx_id = args.get("rfxId")
    return Part(f"#{rfx_id} {args.get('rfxTitle', '')}".strip(), f"/rfx/{rfx_id}" if rfx_id else None)


def thread(args: Args) -> Part:
    """Return the message thread of an event."""
    thread_id = args.get("threadId")
    return Part(str(args.get("subject", "a message")), f"/messages/t/{thread_id}" if thread_id else None)


def assessment(args: Args) -> Part:
    """Return the assessment of an event."""
    assessment_id = args.get("assessmentId")
    return Part(
        str(args.get("assessmentTitle", "an assessment")),
        f"/assessment/{assessment_id}" if assessment_id else None,
    )


def request(args: Args) -> Part:
    """Return the request of an event."""
    request_id = args.get("requestId")
    return Part(
        str(args.get("requestTitle", "a request")), f"/rfx/request/{request_id}" if request_id else None
    )


def ncr(args: Args) -> Part:
    """Return the non-conformance of an event."""
    ncr_id = args.get("ncrId")
    return Part(str(args.get("ncrTitle", "a non-conformance")), f"/ncr/{ncr_id}" if ncr_id else None)


def action(args: Args) -> Part:
    """Return the corrective action of an event, by the title of its non-conformance."""
    ncr_id = args.get("ncrId")
    return Part(str(args.get("ncrTitle", "a report")), f"/ncr/{ncr_id}/correctiveAction" if ncr_id else None)


def form(args: Args) -> Part:
    """Return the form of an event."""
    form_id = args.get("formId")
    return Part(str(args.get("formTitle", "a form")), f"/forms/{form_id}" if form_id else None)


def api_key(args: Args) -> Part:
    """Return the API key of an event."""
    return Part(str(args.get("apiKeyName", "without a name")))


def webhook(args: Args) -> Part:
    """Return the webhook of an event."""
    endpoint_id = args.get("endpointId")
    return Part(
        str(args.get("endpointName", "a webhook")),
        f"/setup/integrations/webhooks/{endpoint_id}" if endpoint_id else None,
    )


def document(args: Args) -> Part:
    """Return the document of an event, by its type."""
    return Part(str(args.get("documentType", "a document")), args.get("documentPath"))


def schedule(args: Args) -> Part:
    """Return the schedule of an event."""
    return Part(str(args.get("scheduleTitle", "a schedule")), args.get("schedulePath"))


def rfx_supplier(args: Args) -> Part:
    """Return the supplier of an RFx, with a link to the RFx."""
    rfx_id = args.get("rfxId")
    return Part(str(args.get("supplierName", "a supplier")), f"/rfx/{rfx_id}" if rfx_id else None)
