"""Reading forms: the list of an organisation, the revisions that are sent, the revisions that were
sent.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Row, and_, or_, select

from app.extensions import db
from app.forms.document.walk import PlacedField, walk_forms
from app.forms.models import DocForm
from app.forms.types import DocFormStatus
from app.kernel.auth import Actor
from app.kernel.pagination import ListQuery, Page, Sort, fetch_page


@dataclass(frozen=True, slots=True, kw_only=True)
class FormFilter:
    """What a list of forms is narrowed to; `in_use` (the revisions that are sent) wins over `is_latest`."""

    search: str = ""
    title: str = ""
    types: Sequence[str] = ()
    status: str | None = None
    is_latest: bool = True
    in_use: bool = False
    archived: bool = False


def list_forms(*, actor: Actor, which: FormFilter, query: ListQuery) -> Page[Row[Any]]:
    """Forms of the actor's organisation, by title."""
    stmt = select(
        DocForm.id, DocForm.title, DocForm.type, DocForm.status, DocForm.revision, DocForm.is_latest,
        DocForm.is_in_use, DocForm.is_archived, DocForm.created, DocForm.updated,
    ).where(DocForm.organisation_id == actor.organisation_id, DocForm.is_archived == which.archived)  # fmt: skip
    if which.in_use:
        stmt = stmt.where(DocForm.is_in_use)
    elif which.is_latest:
        stmt = stmt.where(DocForm.is_latest)
    if which.types:
        stmt = stmt.where(DocForm.type.in_(which.types))
    if which.status is not None:
        stmt = stmt.where(DocForm.status == which.status)
    if which.title:
        stmt = stmt.where(DocForm.title.icontains(which.title, autoescape=True))
    if which.search:
        found = (DocForm.title, DocForm.html)
        stmt = stmt.where(or_(*(column.icontains(which.search, autoescape=True) for column in found)))
    return fetch_page(stmt, sort=[Sort(DocForm.title), Sort(DocForm.id)], query=query)


def forms_in_use(*, actor: Actor, ids: Sequence[int]) -> list[DocForm]:
    """The published revisions with these ids that the actor's organisation can send, in the order of `ids`.

    Ids of drafts, of revisions that have been replaced, of archived forms and of others' forms are left
    out.
    """
    found = db.session.execute(
        select(DocForm).where(
            DocForm.id.in_(ids),
            DocForm.organisation_id == actor.organisation_id,
            and_(DocForm.status == DocFormStatus.PUBLISHED, DocForm.is_in_use, ~DocForm.is_archived),
        )
    ).scalars()
    by_id = {form.id: form for form in found}
    return [by_id[form_id] for form_id in dict.fromkeys(ids) if form_id in by_id]


def fields_of_forms(revisions: Sequence[tuple[int, str]]) -> tuple[PlacedField, ...]:
    """The fields of published revisions, given as (id, series id) in the order in which they are sent.

    They are read once in each process: a published revision never changes. The series id, a UUID, stands in
    the key so that the same number in another database is another form.
    """
    return _cached_fields(tuple(revisions))


@lru_cache(maxsize=64)
def _cached_fields(revisions: tuple[tuple[int, str], ...]) -> tuple[PlacedField, ...]:
    rows = db.session.execute(
        select(DocForm.id, DocForm.doc).where(DocForm.id.in_([form_id for form_id, _ in revisions]))
    )
    docs = {row.id: row.doc for row in rows}
    return tuple(walk_forms([(form_id, docs[form_id]) for form_id, _ in revisions]))
