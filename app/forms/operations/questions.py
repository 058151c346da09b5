"""Change the question library. A question defines a field and follows the same rules as a field in a form."""

from datetime import datetime

from sqlalchemy.exc import IntegrityError

from app.extensions import db
from app.forms.document.field_checks import name_fault
from app.forms.document.nodes import Attributes, NewNode
from app.forms.document.normalise import normalise
from app.forms.document.schema import SCHEMA_VERSION, find_faults
from app.forms.document.text import collapsed
from app.forms.models import RfxQuestion
from app.forms.queries.document_types import unknown_types
from app.forms.queries.questions import visible_question
from app.kernel.clock import now
from app.kernel.db.merging import check_version
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, ForbiddenError, InvalidError
from app.kernel.sanitise import plain_text

NAME_TAKEN = "There is a question with this name already."
NO_QUESTION = "Write the question."
STANDARD = "Standard questions can be changed by administrators of the platform only."
ARCHIVED = "This question is archived. Restore it first."
UNKNOWN_TYPE = "This question asks for a document type that you don't have. Choose another one."

_OWN_COLUMNS = frozenset({"fid", "name", "type", "label", "topic"})


def add_question(
    *, actor: Actor, name: str, section: str, html: str, is_global: bool = False, attrs: Attributes
) -> RfxQuestion:
    """Add a question to the library of the actor's organisation or, with `is_global`, for everyone.

    `html` is the displayed question, sanitised; `attrs` has the other attributes, named as in a form's document.
    Raises ForbiddenError without MANAGE_FORMS, and for a standard question unless the actor is a platform
    administrator; InvalidError with the sentences of a field's faults.
    """
    actor.demand(Permission.MANAGE_FORMS)
    if is_global and not actor.is_admin:
        raise ForbiddenError(STANDARD)
    question = RfxQuestion(
        organisation_id=None if is_global else actor.organisation_id, created_by_user_id=actor.user_id
    )
    _set_content(question, name, section, html, attrs)
    _save(question)
    return question


def change_question(
    *,
    actor: Actor,
    question_id: int,
    name: str,
    section: str,
    html: str,
    attrs: Attributes,
    based_on: datetime | None = None,
) -> RfxQuestion:
    """Replace a question. Forms that have a copy of it stay unchanged.

    Raises the errors of `add_question`, NotFoundError, and ConflictError if the question is archived or (code `stale`)
    was saved since `based_on`. Repeating a save whose response was lost returns the question instead of an error.
    """
    question = _changeable_question(actor, question_id)
    if question.is_archived:
        raise ConflictError(ARCHIVED)
    before = _content(question)
    _set_content(question, name, section, html, attrs)
    if _content(question) == before:
        return question
    check_version(based_on=based_on, updated=question.updated)
    question.updated = now()
    _save(question)
    return question


def set_question_archived(*, actor: Actor, question_id: int, archived: bool) -> RfxQuestion:
    """Archive a question, or restore it. It is not deleted, because forms refer to it.

    Raises NotFoundError, ForbiddenError, and InvalidError if another question has taken its name.
    """
    question = _changeable_question(actor, question_id)
    question.is_archived, question.updated = archived, now()
    _save(question)
    return question


def field_attributes(question: RfxQuestion) -> NewNode:
    """Return the attributes of a field created from the question, without `fid`."""
    return {
        "name": question.name,
        "type": question.type,
        "label": question.label,
        **question.attrs,
        **({"topic": question.section} if question.section else {}),
        "questionId": question.id,
    }


def _changeable_question(actor: Actor, question_id: int) -> RfxQuestion:
    actor.demand(Permission.MANAGE_FORMS)
    question = visible_question(actor=actor, question_id=question_id, lock=True)
    if question.organisation_id is None and not actor.is_admin:
        raise ForbiddenError(STANDARD)
    return question


def _set_content(question: RfxQuestion, name: str, section: str, html: str, attrs: Attributes) -> None:
    label = collapsed(plain_text(html))
    if not label:
        raise InvalidError(fields={"html": [NO_QUESTION]})
    if fault := name_fault(name):
        raise InvalidError(fields={"name": [fault]})
    stored = checked_attributes({**attrs, "name": name, "label": label, "topic": section})
    if unknown_types(question.organisation_id, [stored.get("documentType", "")]):
        raise InvalidError(fields={"question": [UNKNOWN_TYPE]})
    question.name, question.section, question.html, question.label = name, section, html, label
    question.type = stored["type"]
    question.attrs = {key: value for key, value in stored.items() if key not in _OWN_COLUMNS}


def _content(question: RfxQuestion) -> tuple[object, ...]:
    return question.name, question.section, question.html, question.type, question.attrs


def checked_attributes(attrs: Attributes) -> NewNode:
    """Return a field's attributes in their stored form; InvalidError with a sentence for each fault."""
    node = {"type": "dvFieldBlock", "attrs": {**attrs, "fid": "question"}}
    payload = {"schemaVersion": SCHEMA_VERSION, "doc": {"type": "doc", "content": [node]}}
    if faults := find_faults(payload):
        raise InvalidError(fields={"question": [fault.sentence for fault in faults]})
    stored: NewNode = normalise(payload)["doc"]["content"][0]["attrs"]
    return stored


def _save(question: RfxQuestion) -> None:
    try:
        with db.session.begin_nested():
            db.session.add(question)
            db.session.flush()
    except IntegrityError as error:
        raise InvalidError(fields={"name": [NAME_TAKEN]}) from error
