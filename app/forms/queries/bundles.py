"""Queries for bundles, their forms, and the revisions that are sent."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import and_, exists, func, select

from app.extensions import db
from app.forms.models import DocForm, DocFormBundle, DocFormBundleItem
from app.forms.types import DocFormStatus, DocFormType
from app.kernel.db.pagination import ListQuery, Page, Sort, fetch_page
from app.kernel.db.search import contains_text
from app.kernel.http.auth import Actor
from app.kernel.http.errors import NotFoundError


class BundleRow(NamedTuple):
    """Bundle in the list."""

    id: int
    name: str
    description: str
    created: datetime
    updated: datetime


class BundleFormRow(NamedTuple):
    """Form of a bundle, as its newest revision; `in_use_id` is the revision that is sent."""

    id: int
    title: str
    type: DocFormType
    status: DocFormStatus
    revision: int
    is_archived: bool
    in_use_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BundleForms:
    """Bundle with the revisions that are sent, in its order; `is_complete` if every form has one."""

    name: str
    forms: Sequence[DocForm]
    is_complete: bool


def list_bundles(
    *, actor: Actor, search: str = "", types: Collection[str] = (), sendable: bool = False, query: ListQuery
) -> Page[BundleRow]:
    """List the bundles of the actor's organisation, by name.

    With `types`, only bundles whose forms all have one of these types. With `sendable`, only bundles with at least one
    form whose forms are all published and not archived.
    """
    stmt = select(
        DocFormBundle.id, DocFormBundle.name, DocFormBundle.description, DocFormBundle.created,
        DocFormBundle.updated,
    ).where(DocFormBundle.organisation_id == actor.organisation_id)  # fmt: skip
    if search:
        stmt = stmt.where(
            contains_text(DocFormBundle.name, search) | contains_text(DocFormBundle.description, search)
        )
    items = (
        select(DocFormBundleItem.series_id)
        .join(DocForm, DocForm.series_id == DocFormBundleItem.series_id)
        .where(DocFormBundleItem.bundle_id == DocFormBundle.id, DocForm.is_latest)
        .correlate(DocFormBundle)
    )
    if types:
        stmt = stmt.where(~exists(items.where(DocForm.type.not_in(types))))
    if sendable:
        in_use = select(DocForm.id).where(
            DocForm.series_id == DocFormBundleItem.series_id, DocForm.is_in_use, ~DocForm.is_archived
        )
        stmt = stmt.where(exists(items), ~exists(items.where(~exists(in_use.correlate(DocFormBundleItem)))))
    page = fetch_page(stmt, sort=[Sort(func.lower(DocFormBundle.name)), Sort(DocFormBundle.id)], query=query)
    return page.records(BundleRow)


def own_bundle(*, actor: Actor, bundle_id: int, lock: bool = False) -> DocFormBundle:
    """Return a bundle of the actor's organisation; NotFoundError for others."""
    stmt = select(DocFormBundle).where(
        DocFormBundle.id == bundle_id, DocFormBundle.organisation_id == actor.organisation_id
    )
    bundle: DocFormBundle | None = db.session.execute(stmt.with_for_update() if lock else stmt).scalar()
    if bundle is None:
        raise NotFoundError
    return bundle


def forms_of_bundles(bundle_ids: Sequence[int]) -> dict[int, list[BundleFormRow]]:
    """Load the forms of each bundle in its order, as newest revisions; `in_use_id` is the revision that is sent."""
    forms: dict[int, list[BundleFormRow]] = {bundle_id: [] for bundle_id in bundle_ids}
    if not forms:
        return forms
    in_use = (
        select(DocForm.id)
        .where(DocForm.series_id == DocFormBundleItem.series_id, DocForm.is_in_use)
        .correlate(DocFormBundleItem)
        .scalar_subquery()
    )
    rows = db.session.execute(
        select(
            DocFormBundleItem.bundle_id, DocForm.id, DocForm.title, DocForm.type, DocForm.status,
            DocForm.revision, DocForm.is_archived, in_use.label("in_use_id"),
        )
        .join(DocForm, DocForm.series_id == DocFormBundleItem.series_id)
        .where(DocFormBundleItem.bundle_id.in_(forms), DocForm.is_latest)
        .order_by(DocFormBundleItem.bundle_id, DocFormBundleItem.position)
    )  # fmt: skip
    for bundle_id, *columns in rows:
        forms[bundle_id].append(BundleFormRow._make(columns))
    return forms


def series_of_forms(*, actor: Actor, ids: Sequence[int]) -> dict[int, str]:
    """Return the series ids of the forms by form id, without forms of other organisations."""
    rows = db.session.execute(
        select(DocForm.id, DocForm.series_id).where(
            DocForm.id.in_(ids), DocForm.organisation_id == actor.organisation_id
        )
    )
    return {row.id: row.series_id for row in rows}


def bundle_forms(*, actor: Actor, bundle_id: int) -> BundleForms:
    """Return the revisions in use of a bundle's forms, without archived and unpublished forms.

    Raises NotFoundError for bundles that the actor's organisation does not have.
    """
    bundle = own_bundle(actor=actor, bundle_id=bundle_id)
    sent = and_(DocForm.series_id == DocFormBundleItem.series_id, DocForm.is_in_use, ~DocForm.is_archived)
    rows = db.session.execute(
        select(DocForm)
        .select_from(DocFormBundleItem)
        .outerjoin(DocForm, sent)
        .where(DocFormBundleItem.bundle_id == bundle.id)
        .order_by(DocFormBundleItem.position)
    )
    forms: list[DocForm | None] = list(rows.scalars())
    ready = [form for form in forms if form is not None]
    return BundleForms(name=bundle.name, forms=ready, is_complete=len(ready) == len(forms))
