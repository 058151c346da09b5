"""The catalogue of events: when each type is sent, and the fields of its data, with sample values.

Only the listed fields are sent. Texts that people write, such as reasons, notes and subjects, are not among them, and
neither are answers, addresses of links and secrets.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from app.kernel.http.json_types import Json

AUTHOR = ("byUserId", "byUserName", "byApiKeyId")
API_KEY = ("apiKeyId", "apiKeyName")
ASSESSMENT = ("assessmentId", "assessmentTitle", "supplierId", "supplierName")
BULK = ("action", "changed", "total")
DOCUMENT = (
    "requirementId",
    "documentType",
    "supplierId",
    "supplierName",
    "fromOrganisationId",
    "fromOrganisationName",
)
NCR = ("ncrId", "ncrTitle", "severity", "supplierId", "supplierName", "fromOrganisationId", "fromOrganisationName")  # fmt: skip
ORGANISATION = ("organisationId", "organisationName")
REQUEST = ("requestId", "requestTitle")
RFX = ("rfxId", "rfxType", "rfxTitle", "supplierId", "supplierName", "fromOrganisationId", "fromOrganisationName")  # fmt: skip
SCHEDULE = ("scheduleId", "scheduleTitle", "supplierId", "supplierName")
TASK = ("taskId", "taskTitle", "rfxId", "rfxTitle")
USER = ("userId", "userName")

SAMPLES: Mapping[str, object] = {
    "action": "Change the deadline",
    "added": 12,
    "addedTags": ["coating"],
    "answered": 46,
    "answeredByName": "Calder Coatings",
    "answers": 31,
    "apiKeyId": 12,
    "apiKeyName": "ERP",
    "approverId": 218,
    "approverName": "Grace Approver",
    "assessmentId": 731,
    "assessmentTitle": "Spring review",
    "assigneeName": "Pia Laboratory",
    "byApiKeyId": 12,
    "byUserId": 214,
    "byUserName": "Ann Buyer",
    "changed": 3,
    "choice": "Lower is better",
    "conflicts": 0,
    "contactName": "Milos Novak",
    "created": 40,
    "criterion": "Price",
    "day": "7 Mar 2027",
    "defect": "Burr",
    "deadline": "2027-03-31T22:00:00+00:00",
    "documentType": "ISO 9001",
    "evaluatorName": "Eve Evaluator",
    "evaluators": 3,
    "factor": "passkey",
    "fields": ["Risk"],
    "filename": "suppliers.xlsx",
    "formId": 88,
    "formTitle": "Supplier questions",
    "format": "csv",
    "fromDeadline": "2027-03-15T23:00:00+00:00",
    "fromLevel": "Evaluation",
    "fromOrganisationId": 12,
    "fromOrganisationName": "Brightwater",
    "goneId": 97,
    "goneName": "Calder and Sons Coatings Ltd",
    "isNeeded": True,
    "issues": 2,
    "level": "Approved",
    "months": 12,
    "ncrId": 512,
    "ncrTitle": "Burrs on bore",
    "new": 17,
    "number": "K-1001",
    "occurrence": 3,
    "organisationId": 57,
    "organisationName": "Calder Coatings",
    "outcome": "CREATE",
    "ownerName": "Cora Colleague",
    "partNumber": "4711",
    "partTitle": "Laboratory",
    "partyName": "Calder Coatings",
    "previousRfxId": 4012,
    "previousTitle": "Supplier questions 2026",
    "questions": 261,
    "question": "Price of each part",
    "removedTags": ["trial"],
    "requestId": 340,
    "requestTitle": "Housing 4711",
    "requirementId": 655,
    "reviewerName": "Rita Reviewer",
    "revision": 2,
    "rfxId": 4711,
    "rfxTitle": "Supplier questions 2027",
    "rfxType": "RFI",
    "roleId": 31,
    "round": 3,
    "scheduleId": 23,
    "scheduleTitle": "Supplier questions",
    "score": 0.87,
    "sendAt": "2027-01-08T07:00:00+00:00",
    "severity": "MINOR",
    "state": "CONTAINED",
    "status": "In Progress",
    "step": "D3",
    "supplierId": 57,
    "supplierName": "Calder Coatings",
    "suppliers": 4,
    "taskId": 902,
    "taskTitle": "Certificate number",
    "threadId": 1204,
    "total": 48,
    "updated": 5,
    "userId": 219,
    "userName": "Nia Newman",
}
"""A value of each field, by name. It shows the type; a field without a value is null or missing."""


@dataclass(frozen=True, slots=True)
class EventType:
    """A type of events that endpoints can receive."""

    type: str
    group: str
    when: str
    fields: tuple[str, ...]


Rows = Mapping[str, tuple[str, tuple[str, ...]]]

RFX_ROWS: Rows = {
    "rfx.sent": ("A user sends an RFx.", ()),
    "rfx.opened": ("The respondent opens an RFx for the first time.", ()),
    "rfx.started": ("The respondent saves the first answer.", ()),
    "rfx.submitted": ("The respondent submits an RFx.", ("answered", "total")),
    "rfx.declined": ("The respondent declines an RFx.", ()),
    "rfx.reopened": ("The requester reopens an RFx.", ()),
    "rfx.withdrawn": ("The requester withdraws an RFx.", ()),
    "rfx.expired": ("The deadline of an RFx passes without a submission.", ()),
    "rfx.reminded": ("The requester sends a reminder.", ()),
    "rfx.deadlineChanged": ("The deadline of an RFx changes.", ("deadline", "fromDeadline")),
    "rfx.movedToRevision": ("An open RFx moves to a new revision of its form.", ("revision", "formTitle")),
    "rfx.carried": (
        "An RFx starts with answers of an earlier one.",
        ("previousRfxId", "previousTitle", "answers"),
    ),
    "rfx.confirmed": ("The respondent confirms answers of the last round.", ("answers",)),
    "rfx.answersImported": (
        "The respondent takes over answers from a workbook.",
        ("new", "changed", "conflicts"),
    ),
    "rfx.awarded": ("An RFx is awarded.", ()),
    "rfx.notAwarded": ("An RFx is not awarded.", ()),
    "rfx.ignored": ("A survey is removed from its assessment.", ()),
    "rfx.restored": ("A survey is restored to its assessment.", ()),
    "rfx.partAsked": ("A colleague or a guest is asked to answer a part.", ("partTitle", "assigneeName")),
    "rfx.partOpened": ("The assignee opens a part.", ("partTitle",)),
    "rfx.partDone": ("The assignee finishes a part.", ("partTitle",)),
    "rfx.partReturned": ("The assignee returns a part.", ("partTitle",)),
    "rfx.partWithdrawn": ("A part is taken back.", ("partTitle",)),
    "rfx.reviewAsked": ("A colleague is asked to review a part.", ("partTitle", "reviewerName")),
    "rfx.reviewDone": ("The reviewer finishes a part.", ("partTitle",)),
    "rfx.reviewWithdrawn": ("A review is taken back.", ("partTitle",)),
    "rfx.handedOver": ("The contact of an RFx hands it over.", ("contactName",)),
    "rfx.handoverAsked": ("The contact of an RFx asks to hand it over.", ("contactName",)),
    "rfx.handoverConfirmed": ("The requester confirms the new contact.", ("contactName",)),
    "rfx.handoverDeclined": ("The requester declines the new contact.", ("contactName",)),
}
REQUEST_ROWS: Rows = {
    "rfxRequest.created": ("A request is sent to several suppliers.", ("suppliers",)),
    "rfxRequest.scheduled": ("A request is scheduled.", ("suppliers", "sendAt")),
    "rfxRequest.cancelled": ("A scheduled request is cancelled.", ("suppliers",)),
    "rfxRequest.sealOpened": ("The answers to a sealed request are unsealed at the deadline.", ()),
    "rfxRequest.ratesChanged": ("The exchange rates of a comparison change.", ()),
    "rfxRequest.directionChanged": (
        "A user chooses which answers to a question are better.",
        ("question", "choice"),
    ),
    "rfxRequest.noteAdded": ("A user adds a note on an answer.", ("rfxId", "rfxTitle")),
    "rfxRequest.noteDeleted": ("A note on an answer is deleted.", ("rfxId", "rfxTitle")),
}
EVALUATION_ROWS: Rows = {
    "evaluation.opened": ("An evaluation opens.", ("evaluators",)),
    "evaluation.evaluatorAdded": ("A user is asked to evaluate.", ("evaluatorName",)),
    "evaluation.evaluatorRemoved": ("An evaluator is removed.", ("evaluatorName",)),
    "evaluation.finished": ("An evaluator finishes marking.", ()),
    "evaluation.resumed": ("An evaluator resumes marking.", ()),
    "evaluation.conflictDeclared": (
        "An evaluator declares a conflict of interest.",
        ("rfxId", "supplierName"),
    ),
    "evaluation.conflictWithdrawn": (
        "An evaluator withdraws a conflict of interest.",
        ("rfxId", "supplierName"),
    ),
    "evaluation.consensusSettled": (
        "The evaluators settle on one mark.",
        ("rfxId", "supplierName", "criterion"),
    ),
    "evaluation.completed": ("All marks are in, so the evaluation closes.", ()),
    "evaluation.closed": ("A user closes an evaluation early.", ()),
}
AWARD_ROWS: Rows = {
    "rfxAward.drafted": ("A user drafts an award.", ()),
    "rfxAward.changed": ("The draft of an award changes.", ()),
    "rfxAward.submitted": ("A colleague is asked to approve an award.", ("approverId", "approverName")),
    "rfxAward.approved": ("The approver approves an award.", ()),
    "rfxAward.sentBack": ("The approver sends an award back.", ()),
    "rfxAward.recalled": ("An award is taken back to change it.", ()),
    "rfxAward.cancelled": ("An award is cancelled.", ()),
    "rfxAward.wordingChanged": ("The standard letters of an award change.", ()),
    "rfxAward.letterChanged": ("The letter to one supplier changes.", ("supplierName", "rfxId")),
    "rfxAward.sent": ("A request is awarded, and the letters are sent.", ("suppliers",)),
    "rfxAward.letterSent": ("A letter is sent later to one supplier.", ("supplierName", "rfxId")),
}
RELATIONSHIP_ROWS: Rows = {
    "relationship.created": ("A supplier is added to the network.", ("level",)),
    "relationship.imported": (
        "A user imports suppliers: one event for each supplier, and one with the totals.",
        ("outcome", "fields", "filename", "created", "updated", "added"),
    ),
    "relationship.levelChanged": ("The level of a supplier changes.", ("level", "fromLevel")),
    "relationship.ownerChanged": ("The owner of a supplier changes.", ("ownerName",)),
    "relationship.numberChanged": ("The own number of a supplier changes.", ("number",)),
    "relationship.tagsChanged": ("The tags of a supplier change.", ("addedTags", "removedTags")),
    "relationship.notesChanged": ("The notes on a supplier change.", ()),
    "relationship.customFieldsChanged": ("Custom fields of a supplier change.", ("fields",)),
    "relationship.merged": ("Two suppliers are merged.", ("goneId", "goneName")),
    "relationship.mergeUndone": ("A merge of suppliers is undone.", ("goneId", "goneName")),
}
ENDED = ("partyName",)
DOCUMENT_ROWS: Rows = {
    "document.asked": ("A supplier is asked for a document.", ()),
    "document.received": ("A supplier sends a document.", ()),
    "document.accepted": ("A document is accepted.", ()),
    "document.rejected": ("A document is rejected.", ()),
    "document.waived": ("A required document is waived.", ()),
    "document.expiring": ("A document expires soon.", ENDED),
    "document.expired": ("A document has expired.", ENDED),
}
NCR_ROWS: Rows = {
    "ncr.created": ("A non-conformance is raised.", ()),
    "ncr.updated": ("A non-conformance changes.", ()),
    "ncr.statusChanged": ("The status of a non-conformance changes.", ("status",)),
    "ncr.resolutionRequested": ("The supplier requests sign-off.", ()),
    "ncr.recurred": ("A defect of a part recurs within 365 days.", ("occurrence", "partNumber", "defect")),
    "ncr.actionAsked": ("A supplier is asked for a corrective action.", ()),
    "ncr.actionChanged": ("The request for a corrective action changes.", ()),
    "ncr.stepSent": ("The supplier sends steps of a corrective action.", ("step",)),
    "ncr.stepAccepted": ("A step of a corrective action is accepted.", ("step", "state")),
    "ncr.stepReturned": ("A step of a corrective action is returned.", ("step",)),
    "ncr.stepLate": ("A step of a corrective action is late.", ("step",)),
    "ncr.contested": ("The supplier contests a corrective action.", ()),
    "ncr.contestDecided": ("A contested corrective action is decided.", ("outcome",)),
    "ncr.effective": ("The effectiveness of a corrective action is checked.", ("outcome",)),
}
ASSESSMENT_ROWS: Rows = {
    "assessment.created": ("An assessment is created.", ()),
    "assessment.closed": ("An assessment closes.", ("score",)),
    "assessment.deadlineChanged": ("The deadline of an assessment changes.", ("deadline", "fromDeadline")),
}
TASK_ROWS: Rows = {
    "task.created": ("A follow-up on an answer is raised.", ()),
    "task.answered": ("A follow-up is answered.", ("answeredByName",)),
    "task.closed": ("A follow-up is closed.", ()),
}
SCHEDULE_ROWS: Rows = {
    "schedule.created": ("A user schedules an RFx or an assessment.", ("months",)),
    "schedule.changed": ("A schedule changes.", ()),
    "schedule.held": ("A schedule is put on hold.", ()),
    "schedule.resumed": ("A schedule resumes.", ()),
    "schedule.skipped": ("A user skips a round.", ("day",)),
    "schedule.run": ("A round is sent.", ("rfxId", "assessmentId", "round")),
    "schedule.ended": ("A schedule ends.", ()),
}
USER_ROWS: Rows = {
    "user.invited": ("A user is invited.", ()),
    "user.accepted": ("A user accepts an invitation.", ("organisationId", "organisationName")),
    "user.updated": ("The details of a user change.", ()),
    "user.suspended": ("A user is suspended.", ()),
    "user.reactivated": ("A user is reactivated.", ()),
    "user.erased": ("The personal data of a user is erased.", ()),
    "user.factorAdded": ("A user adds a second factor.", ("factor",)),
    "user.factorRemoved": ("A user removes a second factor.", ("factor",)),
    "user.factorResetRequested": ("A new sign-in is requested for a user.", ()),
    "user.companySignInLinked": ("A user connects the company sign-in.", ()),
    "user.companySignInRemoved": ("A user removes the company sign-in.", ()),
    "user.companySignInJoined": ("A user joins with the company sign-in.", ()),
    "user.breakGlassSignIn": ("A break-glass user signs in without the company sign-in.", ()),
    "user.calendarFeedCreated": ("A user creates a calendar link.", ()),
    "user.calendarFeedRemoved": ("A user turns the calendar link off.", ()),
}
ORGANISATION_ROWS: Rows = {
    "organisation.updated": ("The details of your organisation change.", ("userId", "userName", "roleId")),
    "organisation.signInChanged": ("The sign-in rules of your organisation change.", ()),
    "organisation.awardApprovalChanged": (
        "The approval of awards is switched on or off.",
        ("isNeeded",),
    ),
}
OTHER_ROWS: Rows = {
    "message.sent": ("A user sends a message.", ("threadId", *ORGANISATION)),
    "apiKey.created": ("An API key is created.", API_KEY),
    "apiKey.changed": ("An API key changes.", API_KEY),
    "apiKey.rotated": ("An API key gets a new secret.", API_KEY),
    "apiKey.revoked": ("An API key is revoked.", API_KEY),
    "form.imported": (
        "A form is read from a spreadsheet.",
        ("formId", "formTitle", "questions", "issues"),
    ),
    "form.published": ("A form is published.", ("formId", "formTitle")),
    "bulk.finished": ("An action on many rows has finished.", BULK),
    "bulk.undone": ("An action on many rows is undone.", BULK),
    "export.created": ("A user exports a record.", ("format", *RFX, *REQUEST, *ASSESSMENT[:2])),
}
GROUPS: tuple[tuple[str, tuple[str, ...], Rows], ...] = (
    ("RFxs", RFX, RFX_ROWS),
    ("Requests", REQUEST, REQUEST_ROWS),
    ("Evaluations", REQUEST, EVALUATION_ROWS),
    ("Awards", REQUEST, AWARD_ROWS),
    ("Suppliers", ORGANISATION, RELATIONSHIP_ROWS),
    ("Documents", DOCUMENT, DOCUMENT_ROWS),
    ("Non-conformances", NCR, NCR_ROWS),
    ("Assessments", ASSESSMENT, ASSESSMENT_ROWS),
    ("Follow-ups", TASK, TASK_ROWS),
    ("Schedules", SCHEDULE, SCHEDULE_ROWS),
    ("Users", USER, USER_ROWS),
    ("Organisation", ORGANISATION, ORGANISATION_ROWS),
    ("Other", (), OTHER_ROWS),
)

CATALOGUE: Mapping[str, EventType] = {
    each.type: each
    for each in (
        EventType(name, group, when, (*common, *own, *AUTHOR))
        for group, common, rows in GROUPS
        for name, (when, own) in rows.items()
    )
}
"""The types that endpoints can receive, by name, in the order in which they are shown."""


def body_of(
    *, message_id: str, type: str, timestamp: str, organisation_id: int, args: Mapping[str, object]
) -> Json:
    """Return the body of an event: the fields of its type from the arguments of the event log."""
    return {
        "id": message_id,
        "type": type,
        "timestamp": timestamp,
        "organisationId": organisation_id,
        "data": {field: args[field] for field in CATALOGUE[type].fields if field in args},
    }


def in_order(body: Json) -> Json:
    """Return a stored body with its fields in the order of the catalogue; the database has them in another one."""
    data = body.get("data")
    event_type = CATALOGUE.get(str(body.get("type")))
    if isinstance(data, dict) and event_type is not None:
        data = {field: data[field] for field in event_type.fields if field in data}
    first: Json = {name: body[name] for name in ("id", "type", "timestamp", "organisationId") if name in body}
    return {**first, "data": data}


@cache
def sample_of(type: str) -> Json:
    """Return a sample body of a type."""
    return body_of(
        message_id="evt_81532",
        type=type,
        timestamp="2027-03-02T09:41:07.318+00:00",
        organisation_id=12,
        args=SAMPLES,
    )
