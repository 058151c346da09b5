"""Types, states, moves and limits of documents and of the requirements that they fulfil."""

from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum


class DocumentField(StrEnum):
    """Details that a type of document asks for, in addition to its dates and file."""

    NUMBER = "NUMBER"
    ISSUER = "ISSUER"
    SCOPE = "SCOPE"
    SITES = "SITES"
    SUM_INSURED = "SUM_INSURED"


class Validity(StrEnum):
    """UNTIL_DATE: until a date on the document. MONTHS: for months from its issue. ALWAYS: without an end."""

    UNTIL_DATE = "UNTIL_DATE"
    MONTHS = "MONTHS"
    ALWAYS = "ALWAYS"


class RequirementState(StrEnum):
    """Stored state of a requirement.

    MISSING: not asked for. ASKED: waits for the supplier. RECEIVED: waits for the review. ACCEPTED, REJECTED: reviewed.
    WAIVED: not needed until a date.
    """

    MISSING = "MISSING"
    ASKED = "ASKED"
    RECEIVED = "RECEIVED"
    ACCEPTED = "ACCEPTED"
    REJECTED = "REJECTED"
    WAIVED = "WAIVED"


class ShownState(StrEnum):
    """State of a requirement today. EXPIRING and EXPIRED follow from the end of the accepted document."""

    MISSING = "MISSING"
    ASKED = "ASKED"
    RECEIVED = "RECEIVED"
    ACCEPTED = "ACCEPTED"
    EXPIRING = "EXPIRING"
    EXPIRED = "EXPIRED"
    REJECTED = "REJECTED"
    WAIVED = "WAIVED"


OPEN_STATES = (ShownState.ASKED, ShownState.REJECTED, ShownState.EXPIRED, ShownState.EXPIRING)
"""The states that wait for a document of the supplier."""


class RequirementMove(StrEnum):
    """The moves of a requirement: the supplier submits a document, the buyer does the rest."""

    ASK = "ask"
    SUBMIT = "submit"
    ACCEPT = "accept"
    REJECT = "reject"
    WAIVE = "waive"


S = RequirementState
M = RequirementMove
TRANSITIONS: Mapping[tuple[RequirementState, RequirementMove], RequirementState] = {
    (S.MISSING, M.ASK): S.ASKED,
    (S.ASKED, M.ASK): S.ASKED,
    (S.REJECTED, M.ASK): S.ASKED,
    (S.ACCEPTED, M.ASK): S.ASKED,
    (S.MISSING, M.SUBMIT): S.RECEIVED,
    (S.ASKED, M.SUBMIT): S.RECEIVED,
    (S.RECEIVED, M.SUBMIT): S.RECEIVED,
    (S.ACCEPTED, M.SUBMIT): S.RECEIVED,
    (S.REJECTED, M.SUBMIT): S.RECEIVED,
    (S.RECEIVED, M.ACCEPT): S.ACCEPTED,
    (S.RECEIVED, M.REJECT): S.REJECTED,
    **{(state, M.WAIVE): S.WAIVED for state in S},
}
"""All transitions. A waiver that has ended counts as the state before it."""


class MatrixFilter(StrEnum):
    """Filter of the matrix. ENDING: the accepted document ends within 60 days."""

    EXPIRED = "EXPIRED"
    MISSING = "MISSING"
    ENDING = "ENDING"


DOCUMENT_END = "DOCUMENT_END"
"""The kind of due records about the end of a document; a document to send has the kind of its task."""
END_LABEL = "Document ends"

MAX_OWN_TYPES = 200
"""Maximum number of types of documents that an organisation adds, archived ones included."""
MAX_DOCUMENTS = 500
"""Maximum number of documents of a supplier, superseded ones included."""
MAX_PAIRS = 500
"""Maximum number of pairs of supplier and type that one request asks for."""
MAX_REQUIREMENTS = 500
"""Maximum number of requirements of a relationship, over all sites."""
MAX_OFFERS = 10
"""Maximum number of own documents of a type that a supplier is offered for a requirement."""
MAX_REMINDERS = 10
MAX_REMIND_DAYS = 365
MAX_GRACE_DAYS = 365
MAX_MONTHS = 600
MAX_AMOUNT = 10**12
ENDING_DAYS = 60
"""Number of days before its end from which a document is in the matrix filter ENDING."""
FAR_AHEAD = timedelta(days=30 * 365)
"""An end later than this needs a confirmation, because it is probably a typing error."""
ANSWER_DAYS = 14
"""Number of days that a supplier has for a document, unless the buyer chooses a day."""
REMIND_DAYS = (90, 60, 30, 14, 7, 0)
GRACE_DAYS = 30

NAME_LIMIT = 120
NUMBER_LIMIT = 100
ISSUER_LIMIT = 200
SCOPE_LIMIT = 2_000
SITE_LIMIT = 200
MESSAGE_LIMIT = 2_000
REASON_LIMIT = 1_000

PAGE_SIZE = 20
SUMMARY_SIZE = 6
"""Maximum number of requirements in the summary of a supplier."""
DOCUMENT_SUBJECT = "supplierDocument"
"""The subject of a document's file; readable by the supplier."""
REQUIREMENT_SUBJECT = "documentRequirement"
DUE_SUBJECT = "documentRequirement.due"
"""Subject of the reminders before the due day of a request; the end of a document has REQUIREMENT_SUBJECT."""
DUE_DAYS = (7, 1)
"""Days before the due day of a request on which a guest is reminded, as before the deadline of an RFx."""
"""The subject of the files that a supplier submitted; readable by both parties."""
DOCUMENT_GRANT = "DOCUMENT_REQUEST"
"""The subject of a guest's grant: a relationship, in whose requirements the guest is the contact."""
MAX_GUESTS = 100
"""Maximum number of people without an account that a buyer asks for documents in two days."""
ASKED_JOB = "documents.mailAsked"
REMINDER_JOB = "documents.remind"
READING_JOB = "documents.readFile"
