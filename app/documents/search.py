"""Documents in the search over all types: the own ones, and those that suppliers submitted to the viewer's organisation."""

from collections.abc import Sequence

from sqlalchemy import FromClause, Select, func, select

from app.accounts.public import Organisation, picture_url
from app.documents.models import DocumentRequirement, DocumentType, SupplierDocument
from app.documents.queries.documents import Newer, words_match
from app.documents.queries.matrix import document_matches, is_in_matrix
from app.kernel.db.statements import AnyRow, AnySelect
from app.kernel.http.auth import VIEWER, Actor
from app.network.public import Relationship
from app.search.public import Match, SearchFace, SearchRow, SearchTerm, SearchType

SHOWN = 20
"""Documents that the row of a supplier names."""


def _own() -> Select[int]:
    """Select the documents that My Documents shows without its switch."""
    return (
        select(SupplierDocument.id)
        .outerjoin(Newer, Newer.supersedes_id == SupplierDocument.id)
        .where(SupplierDocument.organisation_id == VIEWER, Newer.id.is_(None))
    )


def _own_rows(ids: FromClause) -> AnySelect:
    return (
        select(
            SupplierDocument.id, SupplierDocument.number, SupplierDocument.issuer,
            DocumentType.id.label("type_id"), DocumentType.name.label("type_name"),
        )
        .join(ids, ids.c.id == SupplierDocument.id)
        .join(DocumentType, DocumentType.id == SupplierDocument.document_type_id)
    )  # fmt: skip


def _own_row(row: AnyRow, _actor: Actor) -> SearchRow:
    return SearchRow(
        id=row.id,
        title=row.type_name,
        detail=", ".join(part for part in (row.number, row.issuer) if part),
        url=f"/setup/document?typeId={row.type_id}",
    )


def _suppliers() -> Select[int]:
    """Select the relationships of the matrix."""
    return select(Relationship.id).where(*is_in_matrix(VIEWER))


def _matching_suppliers(term: SearchTerm) -> Sequence[Match]:
    return [Match(_suppliers().where(condition)) for condition in document_matches(term.words, of=VIEWER)]


def _supplier_rows(ids: FromClause) -> AnySelect:
    """Select the suppliers with the texts of their documents, the newest first."""
    documents = (
        select(
            func.concat_ws(
                " ",
                DocumentType.name,
                func.nullif(SupplierDocument.number, ""),
                func.nullif(SupplierDocument.issuer, ""),
            ).label("text")
        )
        .join(SupplierDocument, SupplierDocument.document_type_id == DocumentType.id)
        .join(DocumentRequirement, DocumentRequirement.document_id == SupplierDocument.id)
        .where(DocumentRequirement.relationship_id == Relationship.id)
        .correlate(Relationship)
        .order_by(SupplierDocument.id.desc())
        .limit(SHOWN)
        .subquery()
        .lateral()
    )
    texts = select(func.string_agg(documents.c.text, ", ")).scalar_subquery()
    return (
        select(
            Relationship.id, Organisation.id.label("supplier_id"), Organisation.name, Organisation.logo_id,
            Organisation.logo_version, texts.label("texts"),
        )
        .join(ids, ids.c.id == Relationship.id)
        .join(Organisation, Organisation.id == Relationship.with_organisation_id)
    )  # fmt: skip


def _supplier_row(row: AnyRow, _actor: Actor) -> SearchRow:
    logo = picture_url(row.logo_id, row.logo_version)
    return SearchRow(
        id=row.id,
        title=row.name,
        detail=row.texts or "",
        url=f"/organisations/{row.supplier_id}/documents",
        face=SearchFace(kind="organisation", id=row.supplier_id, name=row.name, url=logo),
    )


DOCUMENTS = SearchType(
    name="document",
    label="My Documents",
    icon="certificate",
    order=100,
    list_path="/setup/document",
    key=SupplierDocument.id,
    visible=lambda: [_own()],
    matches=lambda term: [Match(_own().where(condition)) for condition in words_match(term.words)],
    rows=_own_rows,
    row=_own_row,
    list_search="/setup/document?search=",
)
SUPPLIER_DOCUMENTS = SearchType(
    name="supplierDocument",
    label="Documents of suppliers",
    icon="certificate",
    order=110,
    list_path="/organisations?tab=documents",
    key=Relationship.id,
    visible=lambda: [_suppliers()],
    matches=_matching_suppliers,
    rows=_supplier_rows,
    row=_supplier_row,
    list_search="/organisations?tab=documents&document=",
)
