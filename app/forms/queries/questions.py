"""Queries for the question library: standard questions and questions of the actor's organisation."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from sqlalchemy import BindParameter, ColumnElement, or_, select

from app.extensions import db
from app.forms.models import RfxQuestion
from app.kernel.db.pagination import ListQuery, Page, Sorts, WithGaps, fetch_page, sorting
from app.kernel.db.search import SearchText, contains_text
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError

SORTS: Sorts = {
    "topic": (WithGaps(RfxQuestion.section, gap=""), RfxQuestion.name),
    "name": (RfxQuestion.name,),
    "question": (RfxQuestion.label,),
}
"""Sort keys of the library; a leading minus means descending."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionFilter:
    """Filters of the library; `is_global` True: only standard questions, False: only own questions."""

    search: str = ""
    name: str = ""
    section: str = ""
    question: str = ""
    is_global: bool | None = None
    archived: bool = False


def visible_questions(viewer: Actor | BindParameter[int]) -> ColumnElement[bool]:
    """Build the condition for questions that `viewer` may see: standard ones and ones of its organisation."""
    viewer_id = viewer.organisation_id if isinstance(viewer, Actor) else viewer
    return or_(RfxQuestion.organisation_id.is_(None), RfxQuestion.organisation_id == viewer_id)


def list_questions(
    *, actor: Actor, filters: QuestionFilter, query: ListQuery, sort: str = "topic"
) -> Page[RfxQuestion]:
    """List the questions that the actor may see, in the order of `sort`."""
    stmt = select(RfxQuestion).where(visible_questions(actor), RfxQuestion.is_archived == filters.archived)
    if filters.is_global is not None:
        stmt = stmt.where(
            RfxQuestion.organisation_id.is_(None)
            if filters.is_global
            else RfxQuestion.organisation_id.is_not(None)
        )
    if filters.search:
        stmt = stmt.where(or_(*words_match(filters.search)))
    for text, column in (
        (filters.name, RfxQuestion.name),
        (filters.section, RfxQuestion.section),
        (filters.question, RfxQuestion.label),
    ):
        if text:
            stmt = stmt.where(contains_text(column, text))
    page = fetch_page(stmt, sort=sorting(sort, SORTS, RfxQuestion.id), query=query)
    return replace(page, rows=[question for question, *_ in page.rows])


def words_match(text: SearchText) -> Iterator[ColumnElement[bool]]:
    """Yield the alternative conditions for `text` in a column of the question; one index serves all of them."""
    for column in (RfxQuestion.name, RfxQuestion.section, RfxQuestion.label):
        yield contains_text(column, text)


def visible_question(*, actor: Actor, question_id: int, lock: bool = False) -> RfxQuestion:
    """Return a question that the actor may see, archived or not; NotFoundError for others."""
    stmt = select(RfxQuestion).where(RfxQuestion.id == question_id, visible_questions(actor))
    question: RfxQuestion | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if question is None:
        raise NotFoundError
    return question


def visible_question_ids(*, actor: Actor, ids: Collection[int]) -> set[int]:
    """Return the ids of questions that the actor may see."""
    if not ids:
        return set()
    rows = db.session.execute(
        select(RfxQuestion.id).where(RfxQuestion.id.in_(set(ids)), visible_questions(actor))
    )
    return set(rows.scalars())


def sections(*, actor: Actor) -> list[str]:
    """List the topics in use, sorted, as suggestions for a new question."""
    rows = db.session.execute(
        select(RfxQuestion.section)
        .where(visible_questions(actor), ~RfxQuestion.is_archived, RfxQuestion.section != "")
        .distinct()
        .order_by(RfxQuestion.section)
    )
    return list(rows.scalars())
