"""Documents next to the file questions of an RFx: those that the supplier can use, and those among its answers."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sqlalchemy import func, or_, select
from sqlalchemy.orm import aliased

from app.documents.models import DocumentType, SupplierDocument
from app.documents.queries.documents import Newer
from app.documents.queries.requirements import RequirementRow, requirements_between, today_of
from app.documents.queries.types import types_by_key
from app.documents.types import OPEN_STATES
from app.extensions import db
from app.files.public import uploads_of_actor
from app.forms.public import FieldType, visible
from app.kernel.clock import now
from app.kernel.http.auth import Actor, Permission
from app.rfx.public import RfxContext, ViewerRole, answers_of, files_in, rfx_context


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferedType:
    """A type that questions of an RFx ask for: the supplier's document of it, and the requirement that waits for one."""

    key: str
    """The value of `Field.document_type`."""
    type: DocumentType
    document: SupplierDocument | None
    """The newest one that was not replaced, a valid one first; it may have ended."""
    requirement: RequirementRow | None


class AnswerFile(NamedTuple):
    """A file of an answer that is a document of the supplier, or that the viewer can add to its documents."""

    attachment_id: int
    type_name: str | None
    """None if the file is no document."""
    valid_until: date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerDocuments:
    """Documents that the viewer is shown next to the questions of an RFx."""

    offers: Sequence[OfferedType] = ()
    files: Sequence[AnswerFile] = ()


def documents_of_rfx(*, actor: Actor, rfx_id: int) -> AnswerDocuments:
    """Return the documents next to the file questions of an RFx; NotFoundError unless the actor may see it.

    Only users of the respondent with the permission ANSWER_RFX get offers. The requester gets the type and the end of the
    documents whose files are in answers that it can read, if their type is shipped or its own.
    """
    context = rfx_context(actor=actor, rfx_id=rfx_id)
    answers = answers_of(context)
    fields = [placed for placed in answers.fields if placed.field.document_type]
    if not fields:
        return AnswerDocuments()
    keys = visible(answers.fields, answers.values) if context.role is ViewerRole.REQUESTER else None
    attachment_ids = {
        attachment_id
        for placed in fields
        if placed.field.type is FieldType.FILE and (keys is None or placed.key in keys)
        for attachment_id in files_in(answers.values.get(placed.key))
    }
    documents = _documents_of_files(context, actor, attachment_ids)
    if context.role is not ViewerRole.RESPONDENT or not actor.may(Permission.ANSWER_RFX):
        return AnswerDocuments(files=documents)
    others = attachment_ids.difference(file.attachment_id for file in documents)
    addable = uploads_of_actor(actor=actor, attachment_ids=others) if others else set()
    return AnswerDocuments(
        offers=_offers(context, actor, {placed.field.document_type for placed in fields}),
        files=[*documents, *(AnswerFile(each, None, None) for each in sorted(addable))],
    )


def ended_files(organisation_id: int, attachment_ids: Collection[int]) -> dict[int, date]:
    """Return the last valid day of the files that are documents of the supplier, if no valid document has the file."""
    last_day = func.max(func.coalesce(SupplierDocument.valid_until, date.max))
    stmt = (
        select(SupplierDocument.attachment_id, last_day.label("last_day"))
        .where(
            SupplierDocument.organisation_id == organisation_id,
            SupplierDocument.attachment_id.in_(attachment_ids),
        )
        .group_by(SupplierDocument.attachment_id)
        .having(last_day < now().date())
    )
    return {row.attachment_id: row.last_day for row in db.session.execute(stmt)}


def _documents_of_files(
    context: RfxContext, actor: Actor, attachment_ids: Collection[int]
) -> list[AnswerFile]:
    """Return the respondent's documents with these files; to others no type that is not shipped or their own."""
    if not attachment_ids:
        return []
    stmt = (
        select(SupplierDocument.attachment_id, DocumentType.name, SupplierDocument.valid_until)
        .join(DocumentType, DocumentType.id == SupplierDocument.document_type_id)
        .where(
            SupplierDocument.organisation_id == context.rfx.with_organisation_id,
            SupplierDocument.attachment_id.in_(attachment_ids),
        )
        .order_by(SupplierDocument.id)
    )
    if actor.organisation_id != context.rfx.with_organisation_id:
        stmt = stmt.where(
            or_(DocumentType.organisation_id.is_(None), DocumentType.organisation_id == actor.organisation_id)
        )
    return [AnswerFile._make(row) for row in db.session.execute(stmt)]


def _offers(context: RfxContext, actor: Actor, keys: Collection[str]) -> list[OfferedType]:
    """Return the types of the questions that the supplier can have documents of: shipped ones, and those asked for."""
    buyer_id = context.rfx.organisation_id
    types = types_by_key(organisation_id=buyer_id, keys=keys)
    type_ids = [document_type.id for document_type in types.values()]
    requirements: dict[int, list[RequirementRow]] = {}
    for row in requirements_between(actor=actor, buyer_id=buyer_id, type_ids=type_ids):
        requirements.setdefault(row.type.id, []).append(row)
    documents = _newest_documents(actor, type_ids)
    return [
        OfferedType(
            key=key,
            type=document_type,
            document=documents.get(document_type.id),
            requirement=next(
                (row for row in requirements.get(document_type.id, []) if row.state in OPEN_STATES), None
            ),
        )
        for key, document_type in types.items()
        if document_type.organisation_id is None or document_type.id in requirements
    ]


def _newest_documents(actor: Actor, type_ids: Collection[int]) -> Mapping[int, SupplierDocument]:
    """Return the newest own document of each type that was not replaced, a valid one first; one statement."""
    has_ended = func.coalesce(SupplierDocument.valid_until < today_of(actor), False)
    rank = func.row_number().over(
        partition_by=SupplierDocument.document_type_id, order_by=[has_ended, SupplierDocument.id.desc()]
    )
    ranked = (
        select(SupplierDocument, rank.label("rank"))
        .outerjoin(Newer, Newer.supersedes_id == SupplierDocument.id)
        .where(
            SupplierDocument.organisation_id == actor.organisation_id,
            SupplierDocument.document_type_id.in_(type_ids),
            Newer.id.is_(None),
        )
        .subquery()
    )
    document = aliased(SupplierDocument, ranked)
    rows = db.session.execute(select(document).where(ranked.c.rank == 1)).scalars()
    return {each.document_type_id: each for each in rows}
