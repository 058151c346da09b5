"""The names and limits of the audit log."""

from dataclasses import dataclass

from app.kernel.http.auth import Permission

PAGE_SIZE = 50
MAX_EXPORTED = 100_000
"""Entries in one file. The worker builds it in memory."""
SEARCHED_PEOPLE = 200
"""Number of people with a searched name whose entries are found, colleagues first."""


@dataclass(frozen=True, slots=True)
class RecordKind:
    """The records that an argument of events refers to."""

    noun: str
    table: str
    column: str | None = None
    """The column with the name; None if not everyone who reads the audit log may read it."""
    path: str | None = None
    """The address of the page, to which the id is added."""
    list_path: str | None = None
    """The address of the list of all records, for kinds without a page of their own."""
    permission: Permission | None = None
    """The permission that the page or the list needs."""


API_KEY = RecordKind(
    "API key", "api_key", "name", list_path="/setup/integrations", permission=Permission.MANAGE_INTEGRATIONS
)
USER = RecordKind("User", "app_user", "name", "/contacts/")
ORGANISATION = RecordKind("Organisation", "organisation", "name", "/organisations/")
RFX = RecordKind("RFx", "rfx", "title", "/rfx/")

RECORD_KINDS = {
    "apiKeyId": API_KEY,
    "approverId": USER,
    "assessmentId": RecordKind("Assessment", "assessment", "title", "/assessment/"),
    "byUserId": USER,
    # Its page needs a permission, and it may be removed.
    "endpointId": RecordKind("Webhook", "webhook_endpoint"),
    "formId": RecordKind("Form", "doc_form", "title", "/forms/"),
    "fromOrganisationId": ORGANISATION,
    "goneId": ORGANISATION,
    "ncrId": RecordKind("Non-conformance", "non_conformance", "title", "/ncr/"),
    "organisationId": ORGANISATION,
    "previousRfxId": RFX,
    "requestId": RecordKind("Request", "rfx_request", "title", "/rfx/request/"),
    "rfxId": RFX,
    "roleId": RecordKind("Role", "role", "name"),
    "scheduleId": RecordKind("Schedule", "schedule"),
    "supplierId": ORGANISATION,
    # The subject is for the participants alone.
    "threadId": RecordKind("Conversation", "message_thread"),
    "userId": USER,
}
"""The records by the name of the argument with their id."""
