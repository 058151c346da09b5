"""The list of threads, for saved views."""

from app.kernel.db.list_kinds import ListKind
from app.kernel.db.pagination import ListQuery, Page
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.json_types import Arguments
from app.messages.queries import ThreadRow, list_threads
from app.messages.schemas import ThreadQuerySchema, thread_filter


def _fetch(actor: Actor, query: Arguments, page: ListQuery) -> Page[ThreadRow]:
    return list_threads(actor=actor, filters=thread_filter(query), query=page, sort=query["sort"])


THREADS = ListKind(
    name="messageThread",
    title="Messages",
    path="/messages",
    query=ThreadQuerySchema,
    fetch=_fetch,
    shared_by=frozenset({Permission.SEND_MESSAGES}),
)
