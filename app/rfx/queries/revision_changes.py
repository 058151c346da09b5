"""Query for the moves of an RFx to new revisions of its forms."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from sqlalchemy import select

from app.accounts.public import User
from app.extensions import db
from app.forms.public import DocForm
from app.rfx.models import RfxRevisionChange
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import FormerKeyJson

MAX_CHANGES = 20
"""The last moves whose former keys a page gets; a text that waits on a device for longer is shown as removed."""


class RevisionChangeRow(Protocol):
    """Move of an RFx, with the name of its author and the new revision, counted from 0."""

    @property
    def id(self) -> int: ...
    @property
    def created(self) -> datetime: ...
    @property
    def author(self) -> str: ...
    @property
    def revision(self) -> int: ...
    @property
    def form_title(self) -> str: ...
    @property
    def carried(self) -> int: ...
    @property
    def new_keys(self) -> list[str]: ...
    @property
    def again_keys(self) -> list[str]: ...
    @property
    def former_keys(self) -> list[FormerKeyJson]: ...


def revision_changes(context: RfxContext) -> Sequence[RevisionChangeRow]:
    """Return the last moves of an RFx, oldest first, in one statement; none if it was never moved."""
    if not context.rfx.has_moved:
        return []
    change = RfxRevisionChange
    stmt = (
        select(
            change.id, change.created, User.name.label("author"), DocForm.revision, DocForm.title.label("form_title"),
            change.carried, change.new_keys, change.again_keys, change.former_keys,
        )
        .join(User, User.id == change.created_by_user_id)
        .join(DocForm, DocForm.id == change.doc_form_id)
        .where(change.rfx_id == context.rfx.id)
        .order_by(change.id.desc())
        .limit(MAX_CHANGES)
    )  # fmt: skip
    return list(reversed(db.session.execute(stmt).all()))
