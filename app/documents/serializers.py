"""Serializers of types of documents, documents, requirements and the matrix."""

from collections.abc import Mapping, Sequence
from datetime import date

from app.accounts.public import Organisation, User, picture_url, serialize_person
from app.documents.models import DocumentReading, DocumentType, SupplierDocument
from app.documents.policies.requirements import current_state, field_names, may_ask
from app.documents.queries.answers import AnswerDocuments
from app.documents.queries.documents import Customer, DocumentRow, customers_of, files_of
from app.documents.queries.matrix import MatrixCell, MatrixRow
from app.documents.queries.offers import Offers, offers_for
from app.documents.queries.requirements import (
    RequirementRow,
    requirement_for,
    submitted_documents,
    summary_of_relationship,
    today_of,
)
from app.documents.schemas.documents import DocumentSummarySchema
from app.documents.types import (
    OPEN_STATES,
    SUMMARY_SIZE,
    TRANSITIONS,
    RequirementMove,
    RequirementState,
    Validity,
)
from app.files.public import AttachmentInfo
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Json
from app.kernel.http.schemas import dumped
from app.network.public import Relationship, RelationshipLevel


def serialize_type_brief(type: DocumentType) -> Json:
    """Serialize a type for `DocumentTypeBriefSchema`."""
    return {
        "id": type.id,
        "code": type.code,
        "name": type.name,
        "standard": type.standard,
        "validity": Validity(type.validity),
        "months": type.months,
        "fields": field_names(type),
    }


def serialize_type(type: DocumentType, *, actor: Actor, is_used: bool) -> Json:
    """Serialize a type for `DocumentTypeSchema`."""
    return serialize_type_brief(type) | {
        "remind_days": type.remind_days,
        "grace_days": type.grace_days,
        "is_shipped": type.organisation_id is None,
        "is_own": type.organisation_id == actor.organisation_id,
        "is_used": is_used,
        "archived": type.archived,
    }


def _serialize_document(
    document: SupplierDocument, type: DocumentType, author: User, file: AttachmentInfo | None
) -> Json:
    return {
        "id": document.id,
        "type": serialize_type_brief(type),
        "number": document.number,
        "issuer": document.issuer,
        "scope": document.scope,
        "sites": document.sites,
        "issued_on": document.issued_on,
        "valid_until": document.valid_until,
        "amount": document.amount,
        "currency": document.currency,
        "attachment": file,
        "created": document.created,
        "created_by": serialize_person(author),
    }


def serialize_shelf(rows: Sequence[DocumentRow]) -> list[Json]:
    """Serialize own documents for `ShelfDocumentSchema`; two statements, however many documents."""
    ids = [row.document.id for row in rows]
    files, customers = files_of(ids), customers_of(ids)
    return [_serialize_own(row, files, customers) for row in rows]


def _serialize_own(
    row: DocumentRow, files: Mapping[int, AttachmentInfo], customers: Mapping[int, Sequence[Customer]]
) -> Json:
    document_id = row.document.id
    return _serialize_document(row.document, row.type, row.author, files.get(document_id)) | {
        "supersedes_id": row.document.supersedes_id,
        "superseded_by_id": row.newer_id,
        "customers": customers[document_id],
    }


def serialize_requirements(rows: Sequence[RequirementRow], *, actor: Actor) -> list[Json]:
    """Serialize requirements for `RequirementSchema`; two statements, however many there are."""
    offers = offers_for(rows, actor=actor)
    offered = {offer.document.id for group in offers.values() for offer in group}
    files = files_of([*offered, *(row.document.id for row in rows if row.document)])
    today = today_of(actor)
    return [_serialize_requirement(row, actor, files, offers, today) for row in rows]


def serialize_requirement(row: RequirementRow, *, actor: Actor) -> Json:
    """Serialize one requirement for `RequirementSchema`."""
    return serialize_requirements([row], actor=actor)[0]


def serialize_requirement_by_id(*, actor: Actor, requirement_id: int) -> Json:
    """Serialize a requirement for `RequirementDetailSchema`; NotFoundError unless the actor is a party of it."""
    row = requirement_for(actor=actor, requirement_id=requirement_id)
    documents = submitted_documents(requirement_id)
    files = files_of([each.document.id for each in documents])
    return serialize_requirement(row, actor=actor) | {
        "documents": [
            _serialize_document(each.document, each.type, each.author, files.get(each.document.id))
            for each in documents
        ]
    }


def serialize_summary(*, actor: Actor, relationship: Relationship | None) -> Json | None:
    """Serialize the requirements of a supplier for its page (`DocumentSummarySchema`); None without a relationship."""
    if relationship is None:
        return None
    rows = summary_of_relationship(actor=actor, relationship_id=relationship.id, limit=SUMMARY_SIZE)
    return dumped(DocumentSummarySchema, {"rows": rows, "total": rows[0].total if rows else 0})


def _serialize_requirement(
    row: RequirementRow, actor: Actor, files: Mapping[int, AttachmentInfo], offers: Offers, today: date
) -> Json:
    requirement, document = row.requirement, row.document
    is_buyer = requirement.organisation_id == actor.organisation_id
    is_waived = current_state(requirement, today) is RequirementState.WAIVED
    return {
        "id": requirement.id,
        "relationship_id": requirement.relationship_id if is_buyer else None,
        "buyer": serialize_party(row.buyer),
        "supplier": serialize_party(row.supplier),
        "type": serialize_type_brief(row.type),
        "site": requirement.site,
        "state": row.state,
        "valid_until": requirement.accepted_until,
        "document": _serialize_document(document, row.type, row.author, files.get(document.id))
        if document and row.author
        else None,
        "asked_on": requirement.asked_on,
        "asked_of": _person(row.contact),
        "asked_by": _person(row.asker),
        "due": requirement.due,
        "message": requirement.message,
        "reviewed_by": _person(row.reviewer),
        "reviewed": requirement.reviewed,
        "reason": requirement.reason,
        "waived_until": requirement.waived_until if is_waived else None,
        "waiver_reason": requirement.waiver_reason if is_buyer and is_waived else None,
        "offers": [
            _serialize_document(each.document, each.type, each.author, files.get(each.document.id))
            for each in offers.get(requirement.id, [])
        ],
        "actions": _actions(row, actor, today),
    }


def _actions(row: RequirementRow, actor: Actor, today: date) -> dict[str, bool]:
    state = current_state(row.requirement, today)
    reviews = row.requirement.organisation_id == actor.organisation_id and actor.may(
        Permission.MANAGE_RELATIONSHIPS
    )
    submits = row.requirement.with_organisation_id == actor.organisation_id and actor.may(
        Permission.ANSWER_RFX
    )
    has_ended = row.document is not None and (row.document.valid_until or date.max) < today

    def can(move: RequirementMove) -> bool:
        return (state, move) in TRANSITIONS

    return {
        "ask": reviews and may_ask(row.state) and not row.type.archived,
        "submit": submits and can(RequirementMove.SUBMIT),
        "accept": reviews and can(RequirementMove.ACCEPT) and not has_ended,
        "reject": reviews and can(RequirementMove.REJECT),
        "waive": reviews and can(RequirementMove.WAIVE),
    }


def _person(user: User | None) -> Json | None:
    return serialize_person(user) if user else None


def serialize_party(organisation: Organisation) -> Json:
    """Serialize an organisation for `PartySchema`."""
    return {
        "id": organisation.id,
        "name": organisation.name,
        "logo_url": picture_url(organisation.logo_id, organisation.logo_version),
    }


def serialize_guest_requirements(rows: Sequence[RequirementRow]) -> list[Json]:
    """Serialize requirements for `GuestRequirementSchema`; one statement, however many there are."""
    files = files_of([row.document.id for row in rows if row.document])
    return [_serialize_for_guest(row, files) for row in rows]


def _serialize_for_guest(row: RequirementRow, files: Mapping[int, AttachmentInfo]) -> Json:
    requirement, document = row.requirement, row.document
    return {
        "id": requirement.id,
        "type": serialize_type_brief(row.type),
        "site": requirement.site,
        "state": row.state,
        "is_open": row.state in OPEN_STATES,
        "asked_by_name": row.asker.name if row.asker else None,
        "due": requirement.due,
        "message": requirement.message,
        "reason": requirement.reason,
        "valid_until": requirement.accepted_until,
        "document": {
            "number": document.number,
            "valid_until": document.valid_until,
            "created": document.created,
            "attachment": files.get(document.id),
        }
        if document
        else None,
    }


def serialize_answer_documents(documents: AnswerDocuments, *, actor: Actor) -> Json:
    """Serialize the documents next to the questions of an RFx for `AnswerDocumentsSchema`; at most three statements."""
    rows = [offer.requirement for offer in documents.offers if offer.requirement]
    requirements = {each["id"]: each for each in serialize_requirements(rows, actor=actor)}
    files = files_of([offer.document.id for offer in documents.offers if offer.document])
    return {
        "offers": [
            {
                "document_type": offer.key,
                "type": serialize_type_brief(offer.type),
                "document": {
                    "number": offer.document.number,
                    "valid_until": offer.document.valid_until,
                    "has_ended": (offer.document.valid_until or date.max) < today_of(actor),
                    "attachment": files.get(offer.document.id),
                }
                if offer.document
                else None,
                "requirement": requirements[offer.requirement.requirement.id] if offer.requirement else None,
            }
            for offer in documents.offers
        ],
        "files": [
            {
                "attachment_id": file.attachment_id,
                "type_name": file.type_name,
                "valid_until": file.valid_until,
            }
            for file in documents.files
        ],
    }


def serialize_reading(reading: DocumentReading) -> Json:
    """Serialize the details that were found in a file for `DocumentReadingSchema`."""
    return {
        "is_finished": reading.finished is not None,
        "issued_on": reading.issued_on,
        "valid_until": reading.valid_until,
        "number": reading.number,
    }


def serialize_matrix_row(row: MatrixRow, cells: Sequence[MatrixCell]) -> Json:
    """Serialize a supplier with its requirements for `MatrixRowSchema`."""
    return {
        "relationship": {"id": row.relationship.id, "level": RelationshipLevel(row.relationship.level)},
        "supplier": serialize_party(row.supplier),
        "cells": cells,
    }
