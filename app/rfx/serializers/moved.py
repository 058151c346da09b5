"""Serializer of the moves of an RFx to new revisions of its forms."""

from collections.abc import Collection, Sequence

from app.kernel.clock import moment_text
from app.kernel.http.json_types import Json
from app.rfx.policies.states import status_now
from app.rfx.queries.revision_changes import RevisionChangeRow
from app.rfx.queries.rfxs import RfxContext
from app.rfx.types import OPEN_STATUSES, FormerKeyJson, ViewerRole


def serialize_moved(
    context: RfxContext, changes: Sequence[RevisionChangeRow], keys: Collection[str]
) -> Json | None:
    """Serialize the moves (`RfxMovedSchema`) for a viewer who reads the questions `keys`; None without a move."""
    if not changes:
        return None
    reads_all = context.part is None or context.part.reads_all
    return {
        "notice": _notice(context, changes[-1], keys, reads_all=reads_all),
        "formerKeys": [
            [_former(each) for each in change.former_keys if reads_all or each["key"] in keys]
            for change in changes
        ],
    }


def _notice(
    context: RfxContext, last: RevisionChangeRow, keys: Collection[str], *, reads_all: bool
) -> Json | None:
    """Serialize the last move for the respondent of an open RFx. A delegate reads no number of all answers."""
    if context.role is ViewerRole.REQUESTER or status_now(context.rfx) not in OPEN_STATUSES:
        return None
    return {
        "id": last.id,
        "author": last.author,
        "date": moment_text(last.created),
        "formTitle": last.form_title,
        "revision": last.revision + 1,
        "carried": last.carried if reads_all else None,
        "newKeys": [key for key in last.new_keys if key in keys],
        "againKeys": [key for key in last.again_keys if key in keys],
    }


def _former(each: FormerKeyJson) -> Json:
    return {
        "former": each["former"],
        "base": each["base"],
        "label": each["label"],
        "key": each["key"],
        "iteration": each["iteration"],
        "isAsked": each["is_asked"],
    }
