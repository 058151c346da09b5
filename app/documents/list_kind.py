"""The matrix of documents, for saved views. Its workbook has its own columns (`exports`)."""

from app.documents.queries.matrix import MatrixRow, list_matrix
from app.documents.schemas.matrix import MatrixQuerySchema
from app.kernel.db.list_kinds import ListKind
from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Arguments


def _fetch(actor: Actor, query: Arguments, page: ListQuery) -> Page[MatrixRow]:
    return list_matrix(
        actor=actor, state=query["state"], search=query["search"], document=query["document"], query=page
    )


MATRIX = ListKind(
    name="documentMatrix",
    title="Documents of suppliers",
    path="/organisations?tab=documents",
    query=MatrixQuerySchema,
    fetch=_fetch,
    shared_by=frozenset({Permission.MANAGE_RELATIONSHIPS}),
)
