"""Access to the files of RFxs: files of answers and of the request, and pictures in forms."""

from collections import defaultdict

from sqlalchemy import ColumnElement, exists, select

from app.extensions import db
from app.files.public import AskedFile
from app.forms.public import FieldType, visible
from app.kernel.http.auth import Actor
from app.rfx.models import CarriedAnswer, FormValue, Rfx, RfxDocForm
from app.rfx.policies.access import answers_part_only, is_own_answer, is_sealed_for, role_of
from app.rfx.policies.parts import granted_part_id
from app.rfx.queries.answers import answers_of
from app.rfx.queries.parts import part_access
from app.rfx.queries.rfxs import rfx_context, visible_to
from app.rfx.types import CarriedState, ViewerRole


def may_read_answer_file(actor: Actor, rfx_ids: list[int], file: AskedFile) -> bool:
    """Return True if `actor` may see a current or earlier answer that contains `file` in one of these RFxs.

    Files of sealed answers are not, and files of a hidden field are readable by the party that answered only. Until an answer with the file is saved, only
    its uploader may read it.
    """
    is_visible = Rfx.id.in_(rfx_ids) & visible_to(actor)
    if file.uploaded_by == actor.user_id:
        return bool(db.session.execute(select(exists().where(is_visible))).scalar())
    rows = db.session.execute(
        select(Rfx, FormValue.key, FormValue.organisation_id, FormValue.created_by_user_id)
        .join(FormValue, FormValue.rfx_id == Rfx.id)
        .where(
            is_visible,
            *_keys_of_part(actor, rfx_ids),
            FormValue.type == FieldType.FILE.value,
            FormValue.value.contains([{"attachmentId": file.id}]),
        )
    )
    keys_by_rfx: dict[int, set[str]] = defaultdict(set)
    for rfx, key, organisation_id, user_id in rows:
        if is_sealed_for(role_of(actor, rfx), rfx):
            continue
        if is_own_answer(actor, role_of(actor, rfx), rfx, organisation_id=organisation_id, user_id=user_id):
            return True
        keys_by_rfx[rfx.id].add(key)
    if _is_offered(actor, rfx_ids, file):
        return True
    return any(_shows_any(actor, rfx_id, keys) for rfx_id, keys in keys_by_rfx.items())


def _keys_of_part(actor: Actor, rfx_ids: list[int]) -> list[ColumnElement[bool]]:
    """Return the condition that a delegate reads only the files of its own answers; nothing for other viewers."""
    if granted_part_id(actor) is None:
        return []
    parts = [part for rfx_id in rfx_ids if (part := part_access(actor, rfx_id)) is not None]
    if any(part.reads_all for part in parts):
        return []
    return [FormValue.key.in_([key for part in parts for key in part.keys])]


def _is_offered(actor: Actor, rfx_ids: list[int], file: AskedFile) -> bool:
    """Return True if an earlier round offers `file` for a question that `actor` may answer."""
    rows = db.session.execute(
        select(Rfx, CarriedAnswer.key)
        .join(CarriedAnswer, CarriedAnswer.rfx_id == Rfx.id)
        .where(
            Rfx.id.in_(rfx_ids) & visible_to(actor),
            CarriedAnswer.state == CarriedState.OFFERED,
            CarriedAnswer.value.contains([{"attachmentId": file.id}]),
        )
    )
    for rfx, key in rows:
        role = role_of(actor, rfx)
        part = part_access(actor, rfx.id) if answers_part_only(actor, role) else None
        if role is not ViewerRole.REQUESTER and (part is None or part.reads_all or key in part.keys):
            return True
    return False


def _shows_any(actor: Actor, rfx_id: int, keys: set[str]) -> bool:
    answers = answers_of(rfx_context(actor=actor, rfx_id=rfx_id))
    return not keys.isdisjoint(visible(answers.fields, answers.values))


def may_read_files(actor: Actor, rfx_ids: list[int]) -> bool:
    """True if `actor` may read the files that one of these RFxs was sent with: both organisations and the guest may.

    A delegate may only if its part includes the other sections.
    """
    if granted_part_id(actor) is not None and _keys_of_part(actor, rfx_ids):
        return False
    return bool(db.session.execute(select(exists().where(Rfx.id.in_(rfx_ids), visible_to(actor)))).scalar())


def may_read_pictures(actor: Actor, form_ids: list[int]) -> bool:
    """True if `actor` may see the pictures of one of these forms: it was sent with an RFx that the actor may see."""
    sent = exists().where(
        RfxDocForm.doc_form_id.in_(form_ids), Rfx.id == RfxDocForm.rfx_id, visible_to(actor)
    )
    return bool(db.session.execute(select(sent)).scalar())
