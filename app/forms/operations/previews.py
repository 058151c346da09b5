"""Save the preview values of a form."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.dialects.postgresql import insert

from app.extensions import db
from app.files.public import attach
from app.forms.document.answers import canonical
from app.forms.document.fields import Field, FieldType
from app.forms.document.shapes import shape_error
from app.forms.document.walk import walk
from app.forms.models import PreviewValues
from app.forms.queries.forms import own_form
from app.forms.types import PREVIEW_FILE
from app.kernel.clock import now
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError

UNKNOWN_FIELD = "The form has no field '{name}'."
FILE_DELETED = "One of the files is no longer there. Please upload it again."
TOO_LARGE = "These values are too large to keep."
MAX_RESERVED_LENGTH = 2_000


def save_preview(*, actor: Actor, form_id: int, values: Mapping[str, object]) -> PreviewValues:
    """Replace the preview values of `actor` for a form; an empty mapping resets them.

    Values are stored like answers (trimmed, ISO dates), once per user and form for all its revisions. Raises
    NotFoundError for forms of other organisations, and InvalidError with a sentence for each value that cannot be
    stored as an answer.
    """
    form = own_form(actor=actor, form_id=form_id)
    fields = {placed.key: placed.field for placed in walk(form.doc)}
    errors = {
        f"values.{name}": [error]
        for name, value in values.items()
        if (error := _value_error(fields, name, value))
    }
    if errors:
        raise InvalidError(fields=errors)
    stored = {
        name: canonical(fields[name], value) if name in fields else value for name, value in values.items()
    }
    row = _locked_row(actor.user_id, form.series_id)
    row.values = _attach_files(
        actor, row.id, fields, {name: v for name, v in stored.items() if v is not None}
    )
    row.updated = now()
    db.session.flush()
    return row


def _value_error(fields: Mapping[str, Field], name: str, value: object) -> str | None:
    if name.startswith("__"):
        return (
            TOO_LARGE
            if not isinstance(value, str | int | float | bool | None) or len(str(value)) > MAX_RESERVED_LENGTH
            else None
        )
    if name not in fields:
        return UNKNOWN_FIELD.format(name=name[:64])
    return shape_error(fields[name], value)


def _locked_row(user_id: int, series_id: str) -> PreviewValues:
    """Return the row of this user and form, inserted if needed, and locked because two tabs may save at once."""
    stmt = insert(PreviewValues).values(user_id=user_id, series_id=series_id, values={}, updated=now())
    touched = stmt.on_conflict_do_update(
        index_elements=["user_id", "series_id"], set_={"updated": stmt.excluded.updated}
    ).returning(PreviewValues.id)
    return db.session.get_one(PreviewValues, db.session.execute(touched).scalar_one(), populate_existing=True)


def _attach_files(
    actor: Actor, preview_id: int, fields: Mapping[str, Field], values: dict[str, Any]
) -> dict[str, Any]:
    """Attach the files in `values`, and replace their entries by the stored file names, sizes and types."""
    answers = {
        name: value
        for name, value in values.items()
        if name in fields and fields[name].type is FieldType.FILE
    }
    ids = [int(file["attachmentId"]) for files in answers.values() for file in files]
    try:
        infos = attach(
            actor=actor, attachment_ids=ids, subject_type=PREVIEW_FILE, subject_id=preview_id,
            limit=len(ids), reuse=True,
        )  # fmt: skip
    except InvalidError as error:
        raise InvalidError(fields={f"values.{name}": [FILE_DELETED] for name in answers}) from error
    for name, files in answers.items():
        values[name] = [
            {
                "attachmentId": info.id,
                "filename": info.filename,
                "size": info.size,
                "contentType": info.content_type,
            }
            for info in (infos[int(file["attachmentId"])] for file in files)
        ]
    return values
