"""A file that a guest sends by link for a requirement: it becomes a document of the supplier, and is submitted at once."""

from app.accounts.public import User, UserType
from app.documents.models import SupplierDocument
from app.documents.operations.documents import NO_FILE, DocumentValues, lock_shelf, store_document
from app.documents.operations.submitting import submit
from app.documents.policies.requirements import ENDED_SUBMISSION, current_state, demand_valid, state_after
from app.documents.queries.documents import files_of, newer_than
from app.documents.queries.requirements import (
    RequirementRow,
    requirement_for,
    submitted_documents,
    today_of,
)
from app.documents.types import OPEN_STATES, RequirementMove
from app.extensions import db
from app.files.public import uploads_of_actor
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError

NOT_OPEN = "{buyer} has your document already."
FULL = "{supplier} can't add documents at the moment. Please tell {buyer}."
SAME_FILE = "{buyer} has got this file before. Add the new one."


def send_file(
    *, actor: Actor, requirement_id: int, attachment_id: int, values: DocumentValues
) -> RequirementRow:
    """Add the uploaded file of a guest to the documents of the supplier, and submit it for the requirement.

    Raises ForbiddenError for users, who submit their own documents, NotFoundError for requirements of others,
    ConflictError if the requirement is not open, the document has ended or the supplier has too many documents,
    InvalidError for dates, details and files that cannot be right.
    """
    row = requirement_for(actor=actor, requirement_id=requirement_id, lock=True)
    if not actor.is_guest:
        raise ForbiddenError
    requirement, today = row.requirement, today_of(actor)
    if row.state not in OPEN_STATES:
        raise ConflictError(NOT_OPEN.format(buyer=row.buyer.name), code="documentReceived")
    if not uploads_of_actor(actor=actor, attachment_ids=[attachment_id]):
        raise InvalidError(fields={"attachmentId": [NO_FILE]})
    demand_valid(values.valid_until, today, ENDED_SUBMISSION)
    if not lock_shelf(requirement.with_organisation_id):
        raise ConflictError(FULL.format(supplier=row.supplier.name, buyer=row.buyer.name))
    earlier = [each.document.id for each in submitted_documents(requirement.id)]
    digests = {file.sha256 for file in files_of(earlier).values()}
    document = SupplierDocument(
        organisation_id=requirement.with_organisation_id,
        document_type_id=requirement.document_type_id,
        attachment_id=attachment_id,
        supersedes_id=_superseded(row),
        created_by_user_id=actor.user_id,
    )
    if store_document(actor, document, row.type, values).sha256 in digests:
        raise InvalidError(fields={"attachmentId": [SAME_FILE.format(buyer=row.buyer.name)]})
    demand_valid(document.valid_until, today, ENDED_SUBMISSION)
    after = state_after(current_state(requirement, today), RequirementMove.SUBMIT)
    return submit(actor, row, document, after)


def _superseded(row: RequirementRow) -> int | None:
    """Return the document that the new one replaces: the last one, if a guest sent it and it was not replaced.

    Documents that the supplier added stay on offer for its other customers, because a guest does not decide for it.
    """
    document = row.document
    if document is None or newer_than(document.id) is not None:
        return None
    author = db.session.get_one(User, document.created_by_user_id)
    return document.id if author.type == UserType.GUEST else None
