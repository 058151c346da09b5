"""Imports of forms of the viewer and for the worker, remembered mappings, and the library that questions are matched with."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import undefer

from app.extensions import db
from app.form_imports.models import DocFormImport, FormSource, ImportMapping
from app.form_imports.policies.building import Built
from app.form_imports.policies.comparing import Comparison, compare
from app.form_imports.policies.contents import Page, pages_from
from app.form_imports.policies.items import fixes_from
from app.form_imports.policies.library import LibraryMatch, LibraryQuestion, match_library
from app.form_imports.policies.mapping import FileMapping, mapping_from
from app.form_imports.policies.ordering import order_from
from app.form_imports.policies.planning import plan_form
from app.form_imports.types import HOUR, MAX_MAPPINGS
from app.forms.public import DocForm, RfxQuestion, latest_of, own_form, published_fields, visible_questions
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError
from app.kernel.http.json_types import Arguments

LISTED = 20
"""Earlier imports of a user that the page lists."""
MOST_QUESTIONS = 5_000
"""Questions of the library that a file is compared with, the newest first."""


class Planned(NamedTuple):
    """An import with the questions of its file, the matches of the library, and the comparison with a form."""

    form_import: DocFormImport
    pages: Sequence[Page]
    mapping: FileMapping
    built: Built
    matches: Sequence[LibraryMatch]
    form: DocForm | None
    comparison: Comparison | None


def own_import(*, actor: Actor, import_id: int, lock: bool = False) -> DocFormImport:
    """Return an import that the actor has uploaded, with its cells; raise NotFoundError for others."""
    stmt = (
        select(DocFormImport)
        .where(
            DocFormImport.id == import_id,
            DocFormImport.user_id == actor.user_id,
            DocFormImport.organisation_id == actor.organisation_id,
        )
        .options(undefer(DocFormImport.contents))
    )
    form_import: DocFormImport | None = db.session.execute(
        stmt.with_for_update() if lock else stmt, execution_options={"populate_existing": lock}
    ).scalar()
    if form_import is None:
        raise NotFoundError
    return form_import


def locked_import(import_id: int) -> DocFormImport | None:
    """Return an import, locked, for the worker; None if it was deleted."""
    form_import: DocFormImport | None = db.session.execute(
        select(DocFormImport).where(DocFormImport.id == import_id).with_for_update(),
        execution_options={"populate_existing": True},
    ).scalar()
    return form_import


def recent_imports(*, actor: Actor) -> Sequence[datetime]:
    """Return the times of the actor's imports in the last hour, oldest first."""
    stmt = select(DocFormImport.created).where(
        DocFormImport.user_id == actor.user_id, DocFormImport.created > now() - HOUR
    )
    return db.session.execute(stmt.order_by(DocFormImport.created)).scalars().all()


def imports_of(*, actor: Actor) -> Sequence[DocFormImport]:
    """Return the latest imports of the actor, newest first."""
    stmt = (
        select(DocFormImport)
        .where(DocFormImport.organisation_id == actor.organisation_id, DocFormImport.user_id == actor.user_id)
        .order_by(DocFormImport.id.desc())
        .limit(LISTED)
    )
    return db.session.execute(stmt).scalars().all()


def form_to_update(*, actor: Actor, form_id: int) -> DocForm:
    """Return the newest revision of a form of the actor's organisation; raise NotFoundError for others."""
    form = own_form(actor=actor, form_id=form_id)
    return form if form.is_latest else latest_of(form.series_id)


def plan_of(*, actor: Actor, form_import: DocFormImport) -> Planned | None:
    """Return the questions of an import with its mapping and corrections; None while the file is read, or if it failed."""
    if form_import.contents is None or form_import.mapping is None:
        return None
    pages = pages_from(form_import.contents)
    mapping = mapping_from(form_import.mapping)
    built = plan_form(pages, mapping, fixes_from(form_import.fixes), import_id=form_import.id)
    matches = match_library(built.questions, library_of(actor))
    form = comparison = None
    if form_import.is_update and form_import.doc_form_id is not None:
        form = form_to_update(actor=actor, form_id=form_import.doc_form_id)
        meanings = {
            each.meaning for sheet in mapping.sheets if sheet.is_used for each in sheet.columns.values()
        }
        source = source_of(series_id=form.series_id)
        comparison = compare(
            form.doc, built, meanings=meanings, published=published_fields(form.series_id).keys(),
            former_order=order_from(source.mapping.get("order") or () if source else ()),
        )  # fmt: skip
    return Planned(form_import, pages, mapping, built, matches, form, comparison)


def library_of(actor: Actor) -> list[LibraryQuestion]:
    """Return the questions of the library that the actor sees."""
    stmt = (
        select(RfxQuestion.id, RfxQuestion.label, RfxQuestion.type, RfxQuestion.organisation_id)
        .where(visible_questions(actor), RfxQuestion.is_archived.is_(False))
        .order_by(RfxQuestion.id.desc())
        .limit(MOST_QUESTIONS)
    )
    return [
        LibraryQuestion(row.id, row.label, row.type, row.organisation_id is None)
        for row in db.session.execute(stmt)
    ]


def mappings_of(*, actor: Actor) -> Sequence[ImportMapping]:
    """Return the remembered mappings of the actor's organisation by name."""
    stmt = (
        select(ImportMapping)
        .where(ImportMapping.organisation_id == actor.organisation_id)
        .order_by(func.lower(ImportMapping.name))
        .limit(MAX_MAPPINGS)
    )
    return db.session.execute(stmt).scalars().all()


def own_mapping(*, actor: Actor, mapping_id: int) -> ImportMapping:
    """Return a remembered mapping of the actor's organisation; raise NotFoundError for others."""
    stmt = select(ImportMapping).where(
        ImportMapping.id == mapping_id, ImportMapping.organisation_id == actor.organisation_id
    )
    mapping: ImportMapping | None = db.session.execute(stmt).scalar()
    if mapping is None:
        raise NotFoundError
    return mapping


def mapping_named(*, organisation_id: int, name: str) -> ImportMapping | None:
    """Return the remembered mapping with a name."""
    stmt = select(ImportMapping).where(
        ImportMapping.organisation_id == organisation_id, func.lower(ImportMapping.name) == func.lower(name)
    )
    mapping: ImportMapping | None = db.session.execute(stmt).scalar()
    return mapping


def remembered_mappings(*, organisation_id: int, digests: Collection[str]) -> Mapping[str, Arguments]:
    """Return the remembered mappings for these headings, by digest; the newest of several."""
    stmt = (
        select(ImportMapping.headers_hash, ImportMapping.mapping)
        .where(ImportMapping.organisation_id == organisation_id, ImportMapping.headers_hash.in_(set(digests)))
        .order_by(ImportMapping.id)
    )
    return {row.headers_hash: row.mapping for row in db.session.execute(stmt)}


def source_of(*, series_id: str) -> FormSource | None:
    """Return the source of a form. The caller has checked the access."""
    source: FormSource | None = db.session.execute(
        select(FormSource).where(FormSource.series_id == series_id)
    ).scalar()
    return source


def is_own_source(actor: Actor, source_ids: list[int]) -> bool:
    """Return True if the file of one of these sources is of a form of the actor's organisation."""
    stmt = (
        select(FormSource.id)
        .where(FormSource.id.in_(source_ids), FormSource.organisation_id == actor.organisation_id)
        .limit(1)
    )
    return not actor.is_guest and db.session.execute(stmt).scalar() is not None
