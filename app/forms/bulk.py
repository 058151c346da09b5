"""Bulk actions on forms and on questions of the library: archive and restore. Each can be undone."""

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from sqlalchemy import select

from app.extensions import db
from app.forms.list_kind import FORMS as FORM_LIST
from app.forms.list_kind import QUESTIONS as QUESTION_LIST
from app.forms.models import DocForm, RfxQuestion
from app.forms.operations.editing import set_archived
from app.forms.operations.questions import STANDARD, set_question_archived
from app.forms.queries.questions import visible_questions
from app.kernel.bulk.actions import (
    Args,
    BulkAction,
    BulkRun,
    Effect,
    Forecast,
    Preview,
    RowResult,
    Selection,
    Target,
)
from app.kernel.bulk.models import BulkOutcome
from app.kernel.bulk.selecting import selected_ids
from app.kernel.db.list_kinds import ListKind
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, NotFoundError
from app.kernel.http.json_types import Arguments

ARCHIVED_ALREADY = "It is archived already."
NOT_ARCHIVED = "It is not archived."
CHANGED_SINCE = "It has been archived or restored since."


class Archivable(NamedTuple):
    """A form or a question; `is_fixed` questions can only be changed by administrators of the platform."""

    id: int
    name: str
    is_archived: bool
    is_fixed: bool


class Kind(NamedTuple):
    """The list of forms or of questions."""

    name: str
    noun: str
    rows: ListKind
    load: Callable[[Actor, Collection[int | None]], Sequence[Archivable]]
    change: Callable[[Actor, int, bool], object]
    url: Callable[[int], str | None]


def _forms(actor: Actor, ids: Collection[int | None]) -> Sequence[Archivable]:
    rows = db.session.execute(
        select(DocForm.id, DocForm.title, DocForm.is_archived)
        .where(DocForm.id.in_(ids), DocForm.organisation_id == actor.organisation_id)
        .order_by(DocForm.title, DocForm.id)
    )
    return [Archivable(row.id, row.title, row.is_archived, is_fixed=False) for row in rows]


def _questions(actor: Actor, ids: Collection[int | None]) -> Sequence[Archivable]:
    rows = db.session.execute(
        select(RfxQuestion.id, RfxQuestion.name, RfxQuestion.is_archived, RfxQuestion.organisation_id)
        .where(RfxQuestion.id.in_(ids), visible_questions(actor))
        .order_by(RfxQuestion.name, RfxQuestion.id)
    )
    return [
        Archivable(row.id, row.name, row.is_archived, row.organisation_id is None and not actor.is_admin)
        for row in rows
    ]


FORMS = Kind(
    "forms", "forms", FORM_LIST, _forms,
    lambda actor, form_id, archived: set_archived(actor=actor, form_id=form_id, archived=archived),
    lambda form_id: f"/forms/{form_id}",
)  # fmt: skip
QUESTIONS = Kind(
    "questions", "questions", QUESTION_LIST, _questions,
    lambda actor, question_id, archived: set_question_archived(
        actor=actor, question_id=question_id, archived=archived
    ),
    lambda _question_id: None,
)  # fmt: skip


def _action(kind: Kind, *, archived: bool) -> BulkAction:
    def resolve(actor: Actor, selection: Selection, _args: Args) -> Sequence[Target]:
        ids = selected_ids(actor, selection, kind.rows)
        return [Target(row.name, row.id, url=kind.url(row.id)) for row in kind.load(actor, ids)]

    def forecast(row: Archivable) -> Forecast:
        if row.is_fixed:
            return Forecast(Effect.IMPOSSIBLE, STANDARD)
        if row.is_archived == archived:
            return Forecast(Effect.UNCHANGED, ARCHIVED_ALREADY if archived else NOT_ARCHIVED)
        return Forecast()

    def preview(actor: Actor, targets: Sequence[Target], _args: Args) -> Preview:
        rows = {row.id: row for row in kind.load(actor, [target.subject_id for target in targets])}
        return Preview([forecast(rows[target.subject_id or 0]) for target in targets])

    def load_one(run: BulkRun, target: Target) -> Archivable:
        rows = kind.load(run.actor, [target.subject_id])
        if not rows:
            raise NotFoundError
        return rows[0]

    def run_row(run: BulkRun, target: Target) -> RowResult:
        row = load_one(run, target)
        if row.is_archived == archived:
            return RowResult(BulkOutcome.UNCHANGED, ARCHIVED_ALREADY if archived else NOT_ARCHIVED)
        kind.change(run.actor, row.id, archived)
        return RowResult(before={"archived": row.is_archived})

    def undo_row(run: BulkRun, target: Target, before: Arguments) -> None:
        row = load_one(run, target)
        if row.is_archived == before["archived"]:
            raise ConflictError(CHANGED_SINCE)
        kind.change(run.actor, row.id, before["archived"])

    return BulkAction(
        kind=f"{kind.name}.{'archive' if archived else 'restore'}",
        title=f"{'Archive' if archived else 'Restore'} {kind.noun}",
        rule=Permission.MANAGE_FORMS,
        filter_schema=kind.rows.query,
        resolve=resolve,
        preview=preview,
        run_row=run_row,
        undo_row=undo_row,
    )


ARCHIVE_ACTIONS = tuple(
    _action(kind, archived=archived) for kind in (FORMS, QUESTIONS) for archived in (True, False)
)
