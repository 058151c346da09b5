"""Create, change and delete bundles."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError

from app.extensions import db
from app.forms.models import DocFormBundle, DocFormBundleItem
from app.forms.queries.bundles import own_bundle, series_of_forms
from app.kernel.clock import now
from app.kernel.db.merging import check_version
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import InvalidError

NAME_TAKEN = "There is a bundle with this name already."
UNKNOWN_FORM = "One of the forms is no longer there. Please choose again."
DUPLICATE_FORM = "A form can be in a bundle only once."


def add_bundle(
    *, actor: Actor, name: str, description: str = "", doc_form_ids: Sequence[int] = ()
) -> DocFormBundle:
    """Create a bundle of forms in this order; the id of any revision identifies a form.

    Raises ForbiddenError without MANAGE_FORMS, InvalidError for a name in use and for forms that the actor's
    organisation does not have.
    """
    actor.demand(Permission.MANAGE_FORMS)
    bundle = DocFormBundle(
        organisation_id=actor.organisation_id,
        name=name,
        description=description,
        created_by_user_id=actor.user_id,
    )
    _save(bundle)
    _set_forms(actor, bundle, doc_form_ids)
    return bundle


def change_bundle(
    *,
    actor: Actor,
    bundle_id: int,
    name: str,
    description: str,
    doc_form_ids: Sequence[int],
    based_on: datetime | None = None,
) -> DocFormBundle:
    """Replace name, description and forms of a bundle. RFxs that were sent with it keep its old name.

    Raises the errors of `add_bundle`, NotFoundError, and ConflictError (code `stale`) if the bundle was saved since
    `based_on`. Repeating a save whose response was lost returns the bundle instead of an error.
    """
    actor.demand(Permission.MANAGE_FORMS)
    bundle = own_bundle(actor=actor, bundle_id=bundle_id, lock=True)
    if (name, description) == (bundle.name, bundle.description) and _has_forms(actor, bundle, doc_form_ids):
        return bundle
    check_version(based_on=based_on, updated=bundle.updated)
    bundle.name, bundle.description, bundle.updated = name, description, now()
    _save(bundle)
    _set_forms(actor, bundle, doc_form_ids)
    return bundle


def remove_bundle(*, actor: Actor, bundle_id: int) -> None:
    """Delete a bundle; its forms stay. Raises NotFoundError, and ForbiddenError without MANAGE_FORMS."""
    actor.demand(Permission.MANAGE_FORMS)
    bundle = own_bundle(actor=actor, bundle_id=bundle_id, lock=True)
    db.session.execute(delete(DocFormBundleItem).where(DocFormBundleItem.bundle_id == bundle.id))
    db.session.delete(bundle)
    db.session.flush()


def _has_forms(actor: Actor, bundle: DocFormBundle, doc_form_ids: Sequence[int]) -> bool:
    """True if the bundle has exactly these forms, in this order."""
    series = series_of_forms(actor=actor, ids=doc_form_ids)
    present = db.session.execute(
        select(DocFormBundleItem.series_id)
        .where(DocFormBundleItem.bundle_id == bundle.id)
        .order_by(DocFormBundleItem.position)
    )
    return [series.get(form_id) for form_id in doc_form_ids] == list(present.scalars())


def _save(bundle: DocFormBundle) -> None:
    try:
        with db.session.begin_nested():
            db.session.add(bundle)
            db.session.flush()
    except IntegrityError as error:
        raise InvalidError(fields={"name": [NAME_TAKEN]}) from error


def _set_forms(actor: Actor, bundle: DocFormBundle, doc_form_ids: Sequence[int]) -> None:
    series = series_of_forms(actor=actor, ids=doc_form_ids)
    if len(series) != len(set(doc_form_ids)):
        raise InvalidError(fields={"docFormIds": [UNKNOWN_FORM]})
    ordered = [series[form_id] for form_id in doc_form_ids]
    if len(set(ordered)) != len(ordered):
        raise InvalidError(fields={"docFormIds": [DUPLICATE_FORM]})
    db.session.execute(delete(DocFormBundleItem).where(DocFormBundleItem.bundle_id == bundle.id))
    db.session.add_all(
        DocFormBundleItem(bundle_id=bundle.id, series_id=series_id, position=position)
        for position, series_id in enumerate(ordered)
    )
    db.session.flush()
