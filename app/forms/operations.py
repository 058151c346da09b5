"""Making forms."""

import uuid
from collections.abc import Mapping
from typing import Any

from app.extensions import db
from app.forms.document.html import to_html
from app.forms.document.normalise import normalise
from app.forms.document.schema import check_document
from app.forms.models import DocForm
from app.forms.starters.catalogue import STARTERS
from app.forms.types import DocFormStatus, DocFormType
from app.kernel.errors import InvalidError


def add_published_form(
    *, organisation_id: int, user_id: int | None, title: str, type: DocFormType, doc: Mapping[str, Any]
) -> DocForm:
    """Add a form that is published at once, at revision 0; its HTML is derived from the document.

    Raises InvalidError with a sentence for each fault of the document.
    """
    if faults := check_document(doc):
        raise InvalidError(fields={"doc": faults})
    stored = normalise(doc)
    form = DocForm(
        organisation_id=organisation_id,
        series_id=str(uuid.uuid4()),
        title=title,
        type=type,
        status=DocFormStatus.PUBLISHED,
        is_in_use=True,
        doc=stored,
        html=to_html(stored),
        created_by_user_id=user_id,
    )
    db.session.add(form)
    db.session.flush()
    return form


def give_starters(*, organisation_id: int, user_id: int | None) -> list[DocForm]:
    """Give a new organisation the forms that everyone starts with, published (product decisions, Starter content)."""
    return [
        add_published_form(
            organisation_id=organisation_id,
            user_id=user_id,
            title=starter.title,
            type=starter.form_type,
            doc=starter.document,
        )
        for starter in STARTERS
    ]
