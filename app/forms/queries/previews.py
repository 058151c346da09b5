"""Queries for the preview values of forms, and access checks of files."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import exists, select

from app.extensions import db
from app.forms.document.nodes import Document
from app.forms.document.shapes import shape_error
from app.forms.document.walk import walk
from app.forms.models import DocForm, PreviewValues
from app.kernel.http.auth import Actor


def preview_of(*, actor: Actor, form: DocForm) -> PreviewValues | None:
    """Return the preview values of `actor` for `form`, shared by all its revisions, or None."""
    preview: PreviewValues | None = db.session.execute(
        select(PreviewValues).where(
            PreviewValues.user_id == actor.user_id, PreviewValues.series_id == form.series_id
        )
    ).scalar()
    return preview


def drop_stale_values(doc: Document, values: Mapping[str, object]) -> dict[str, Any]:
    """Drop values of fields that the form no longer has or that no longer accept them. Reserved keys stay."""
    fields = {placed.key: placed.field for placed in walk(doc)}
    return {
        key: value
        for key, value in values.items()
        if key.startswith("__") or (key in fields and shape_error(fields[key], value) is None)
    }


def is_own_preview(actor: Actor, preview_ids: list[int]) -> bool:
    """True if one of these preview values belongs to the actor."""
    is_own = exists().where(PreviewValues.id.in_(preview_ids), PreviewValues.user_id == actor.user_id)
    return bool(db.session.execute(select(is_own)).scalar())


def is_own_form(actor: Actor, form_ids: list[int]) -> bool:
    """True if one of these forms belongs to the actor's organisation."""
    is_own = exists().where(DocForm.id.in_(form_ids), DocForm.organisation_id == actor.organisation_id)
    return not actor.is_guest and bool(db.session.execute(select(is_own)).scalar())
