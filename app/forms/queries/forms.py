"""Queries for forms: the list, one form with its revisions, and the revisions that are sent."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Exists,
    Select,
    and_,
    case,
    exists,
    false,
    null,
    or_,
    select,
)

from app.accounts.public import User
from app.extensions import db
from app.forms.document.fields import Field, WritableBy
from app.forms.document.rules import completion, writable_keys
from app.forms.document.walk import PlacedField, walk, walk_forms
from app.forms.models import DocForm, DocFormBundle, DocFormBundleItem
from app.forms.starters.catalogue import STARTERS
from app.forms.starters.survey_promise import OLD_PROMISE
from app.forms.types import DocFormStatus, DocFormType
from app.kernel.db.pagination import ListQuery, Page, Sorts, fetch_page, sorting
from app.kernel.db.search import contains_text
from app.kernel.http.auth import VIEWER, Actor, Permission
from app.kernel.http.errors import NotFoundError

SORTS: Sorts = {
    "title": (DocForm.title,),
    "status": (DocForm.status,),
    "created": (DocForm.created,),
    "updated": (DocForm.updated,),
}
"""Sort keys of the list; a leading minus means descending."""


class FormRow(NamedTuple):
    """Form in the list; `html` is None unless it is requested."""

    id: int
    series_id: str
    title: str
    type: DocFormType
    status: DocFormStatus
    revision: int
    version: int
    is_latest: bool
    is_in_use: bool
    is_archived: bool
    created: datetime
    updated: datetime
    thumbnail_id: int | None
    html: str | None
    has_old_promise: bool


class RevisionRow(NamedTuple):
    """Revision of a form, with the user who saved it last."""

    id: int
    revision: int
    version: int
    status: DocFormStatus
    is_latest: bool
    is_in_use: bool
    created: datetime
    updated: datetime
    saved_by_id: int | None
    saved_by_name: str | None


class BundleRef(NamedTuple):
    """Bundle that contains a form."""

    id: int
    name: str
    description: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormFilter:
    """Filters of the list; `in_use` (the revisions that are sent) overrides `is_latest`."""

    search: str = ""
    title: str = ""
    types: Collection[str] | None = None
    status: str | None = None
    is_latest: bool = True
    in_use: bool = False
    archived: bool = False


def list_forms(
    *, actor: Actor, filters: FormFilter, query: ListQuery, sort: str = "title", with_html: bool = False
) -> Page[FormRow]:
    """List the forms of the actor's organisation in the order of `sort`."""
    stmt = select(
        DocForm.id, DocForm.series_id, DocForm.title, DocForm.type, DocForm.status, DocForm.revision,
        DocForm.version, DocForm.is_latest, DocForm.is_in_use, DocForm.is_archived, DocForm.created,
        DocForm.updated, DocForm.thumbnail_id, DocForm.html if with_html else null().label("html"),
        _has_old_promise(actor).label("has_old_promise"),
    ).where(DocForm.organisation_id == actor.organisation_id, DocForm.is_archived == filters.archived)  # fmt: skip
    if filters.in_use:
        stmt = stmt.where(DocForm.is_in_use)
    elif filters.is_latest:
        stmt = stmt.where(DocForm.is_latest)
    if filters.types is not None:
        stmt = stmt.where(DocForm.type.in_(filters.types))
    if filters.status is not None:
        stmt = stmt.where(DocForm.status == filters.status)
    if filters.title:
        stmt = stmt.where(contains_text(DocForm.title, filters.title))
    if filters.search:
        columns = (DocForm.title, DocForm.html)
        stmt = stmt.where(or_(*(contains_text(column, filters.search) for column in columns)))
    page = fetch_page(stmt, sort=sorting(sort, SORTS, DocForm.id), query=query)
    return page.records(FormRow)


def _has_old_promise(actor: Actor) -> ColumnElement[bool]:
    """Build the column for the mark of surveys that need a correction; the texts of other forms are not searched."""
    if not actor.may(Permission.MANAGE_FORMS):
        return false()
    is_survey = and_(DocForm.type == DocFormType.INTERNAL_SURVEY, ~DocForm.is_archived)
    return case((is_survey, DocForm.html.contains(OLD_PROMISE)), else_=False)


def own_form(*, actor: Actor, form_id: int) -> DocForm:
    """Return a form revision of the actor's organisation, reloaded; NotFoundError for others."""
    form: DocForm | None = db.session.execute(
        select(DocForm)
        .where(DocForm.id == form_id, DocForm.organisation_id == actor.organisation_id)
        .execution_options(populate_existing=True)
    ).scalar()
    if form is None:
        raise NotFoundError
    return form


def locked_form(*, actor: Actor, form_id: int) -> DocForm:
    """Return `own_form` with its series locked until the end of the unit of work, so changes run one at a time."""
    series_id = own_form(actor=actor, form_id=form_id).series_id
    lock = select(DocForm.id).where(DocForm.series_id == series_id).order_by(DocForm.id).limit(1)
    db.session.execute(lock.with_for_update())
    return own_form(actor=actor, form_id=form_id)


def form_to_draw(*, form_id: int, version: int, lock: bool = False) -> DocForm | None:
    """Return the revision for the worker; None if it has another `version` by now or was deleted."""
    stmt = select(DocForm).where(DocForm.id == form_id, DocForm.version == version)
    form: DocForm | None = db.session.execute(
        (stmt.with_for_update() if lock else stmt).execution_options(populate_existing=True)
    ).scalar()
    return form


def latest_of(series_id: str) -> DocForm:
    """Return the newest revision of a form, draft or published."""
    form: DocForm = db.session.execute(
        select(DocForm)
        .where(DocForm.series_id == series_id, DocForm.is_latest)
        .execution_options(populate_existing=True)
    ).scalar_one()
    return form


def revisions_of(series_id: str) -> list[RevisionRow]:
    """List all revisions of a form with the user who saved each last, newest first."""
    rows = db.session.execute(
        select(
            DocForm.id, DocForm.revision, DocForm.version, DocForm.status, DocForm.is_latest, DocForm.is_in_use,
            DocForm.created, DocForm.updated, User.id.label("saved_by_id"), User.name.label("saved_by_name"),
        )
        .outerjoin(User, User.id == DocForm.updated_by_user_id)
        .where(DocForm.series_id == series_id)
        .order_by(DocForm.revision.desc())
    )  # fmt: skip
    return [RevisionRow._make(row) for row in rows]


def published_fields(series_id: str) -> dict[str, Field]:
    """Return the fields of the revision in use by fid; empty if the form was never published."""
    doc = db.session.execute(
        select(DocForm.doc).where(DocForm.series_id == series_id, DocForm.is_in_use)
    ).scalar()
    return {placed.field.fid: placed.field for placed in walk(doc)} if doc else {}


def bundles_of(series_ids: Sequence[str]) -> dict[str, list[BundleRef]]:
    """Load the bundles of each form, sorted by name, with one statement."""
    bundles: dict[str, list[BundleRef]] = {series_id: [] for series_id in series_ids}
    if not bundles:
        return bundles
    rows = db.session.execute(
        select(DocFormBundleItem.series_id, DocFormBundle.id, DocFormBundle.name, DocFormBundle.description)
        .join(DocFormBundle, DocFormBundle.id == DocFormBundleItem.bundle_id)
        .where(DocFormBundleItem.series_id.in_(bundles))
        .order_by(DocFormBundle.name, DocFormBundle.id)
    )
    for series_id, *columns in rows:
        bundles[series_id].append(BundleRef._make(columns))
    return bundles


def has_any_form(organisation_id: int) -> bool:
    """True if the organisation has a form."""
    return bool(
        db.session.execute(select(exists().where(DocForm.organisation_id == organisation_id))).scalar()
    )


def custom_fields_form(organisation_id: int) -> DocForm | None:
    """Return the published form of an organisation's custom fields, of which there is at most one."""
    form: DocForm | None = db.session.execute(select_custom_fields_form(organisation_id)).scalar()
    return form


def select_custom_fields_form(organisation_id: int | BindParameter[int]) -> Select[DocForm]:
    """Select that form, for use in larger statements; the organisation may be a bind parameter."""
    return (
        select(DocForm)
        .where(
            DocForm.organisation_id == organisation_id,
            DocForm.type == DocFormType.CUSTOM_FIELDS,
            DocForm.is_in_use,
            ~DocForm.is_archived,
        )
        .order_by(DocForm.id.desc())
        .limit(1)
    )


def forms_in_use(*, actor: Actor, ids: Sequence[int]) -> list[DocForm]:
    """Return the published revisions with these ids that the actor's organisation can send, in the order of `ids`.

    Drafts, replaced revisions, archived forms and forms of other organisations are left out.
    """
    forms = db.session.execute(
        select(DocForm).where(
            DocForm.id.in_(ids),
            DocForm.organisation_id == actor.organisation_id,
            and_(DocForm.status == DocFormStatus.PUBLISHED, DocForm.is_in_use, ~DocForm.is_archived),
        )
    ).scalars()
    by_id = {form.id: form for form in forms}
    return [by_id[form_id] for form_id in dict.fromkeys(ids) if form_id in by_id]


def forms_of_series(*, actor: Actor, series_ids: Sequence[str]) -> list[DocForm]:
    """Return the published revisions in use of forms of the actor's organisation, in the order of `series_ids`.

    Forms that are archived or not published are left out.
    """
    forms = db.session.execute(
        select(DocForm).where(
            DocForm.series_id.in_(series_ids),
            DocForm.organisation_id == actor.organisation_id,
            and_(DocForm.status == DocFormStatus.PUBLISHED, DocForm.is_in_use, ~DocForm.is_archived),
        )
    ).scalars()
    by_series = {form.series_id: form for form in forms}
    return [by_series[series] for series in dict.fromkeys(series_ids) if series in by_series]


def count_questions(*, actor: Actor, ids: Sequence[int]) -> int:
    """Count the questions that a recipient of these forms sees first, as the mail of the RFx states them."""
    forms = forms_in_use(actor=actor, ids=ids)
    fields = fields_of_forms([(form.id, form.series_id) for form in forms])
    return completion(fields, {}, writable_keys(fields, WritableBy.RESPONDENT)).total


def has_own_questionnaire() -> Exists:
    """Build the condition that the viewer's organisation has published a form to send that is no unchanged starter."""
    return exists().where(
        DocForm.organisation_id == VIEWER,
        DocForm.is_in_use,
        DocForm.is_archived.is_(False),
        DocForm.type.in_((DocFormType.RFI, DocFormType.NDA, DocFormType.GENERIC)),
        or_(DocForm.revision > 0, DocForm.title.not_in([starter.title for starter in STARTERS])),
    )


def published_revisions(*, ids: Sequence[int], series_ids: Collection[str]) -> list[tuple[int, str]]:
    """Return the published revisions among `ids` as (id, series id), in their order, of the forms `series_ids` only."""
    rows = db.session.execute(
        select(DocForm.id, DocForm.series_id).where(
            DocForm.id.in_(ids), DocForm.series_id.in_(series_ids), DocForm.status == DocFormStatus.PUBLISHED
        )
    )
    series = {row.id: row.series_id for row in rows}
    return [(form_id, series[form_id]) for form_id in ids if form_id in series]


def fields_of_forms(revisions: Sequence[tuple[int, str]]) -> tuple[PlacedField, ...]:
    """Return the fields of published revisions, passed as (id, series id) in the order of sending.

    They are cached per process, because a published revision never changes. The series id, a UUID, is part of the cache
    key, so that the same id in another database is a different form.
    """
    return _cached_fields(tuple(revisions))


def fields_of_many(
    revisions: Collection[tuple[tuple[int, str], ...]],
) -> dict[tuple[tuple[int, str], ...], tuple[PlacedField, ...]]:
    """Return the fields of several RFxs by their revisions, as in `fields_of_forms`, in one statement."""
    form_ids = {form_id for forms in revisions for form_id, _ in forms}
    rows = db.session.execute(select(DocForm.id, DocForm.doc).where(DocForm.id.in_(form_ids)))
    docs = {row.id: row.doc for row in rows}
    return {
        forms: tuple(walk_forms([(form_id, docs[form_id]) for form_id, _ in forms])) for forms in revisions
    }


@lru_cache(maxsize=64)
def _cached_fields(revisions: tuple[tuple[int, str], ...]) -> tuple[PlacedField, ...]:
    rows = db.session.execute(
        select(DocForm.id, DocForm.doc).where(DocForm.id.in_([form_id for form_id, _ in revisions]))
    )
    docs = {row.id: row.doc for row in rows}
    return tuple(walk_forms([(form_id, docs[form_id]) for form_id, _ in revisions]))
