"""The documents of an RFI or NDA: forms one by one, or a bundle as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.compose.policies import FORM_TYPES
from app.compose.types import NewMessageType
from app.forms.public import DocForm, bundle_forms, forms_in_use
from app.kernel.http.auth import Actor
from app.kernel.http.errors import InvalidError, NotFoundError

NO_FORM = "Choose a document."
WRONG_FORM = "Only published documents of type {types} can be sent with this message."
NO_BUNDLE = "This bundle is no longer there. Please choose again."
UNREADY_BUNDLE = "The bundle '{name}' can't be sent: a form in it is archived or not published yet."
CHANGED_BUNDLE = "The bundle '{name}' has been changed. Please choose it again."


@dataclass(frozen=True, slots=True)
class Documents:
    """The forms to send, with the name of their bundle if they are one."""

    forms: Sequence[DocForm]
    bundle_name: str | None = None


def chosen_documents(
    *, actor: Actor, type: NewMessageType, doc_form_ids: Sequence[int], bundle_id: int | None
) -> Documents:
    """Return the chosen documents. Raises InvalidError if they do not fit the type or can no longer be sent."""
    if bundle_id is not None:
        return _bundle(actor, type, doc_form_ids, bundle_id)
    return Documents(_forms(actor, type, doc_form_ids))


def _bundle(actor: Actor, type: NewMessageType, doc_form_ids: Sequence[int], bundle_id: int) -> Documents:
    try:
        bundle = bundle_forms(actor=actor, bundle_id=bundle_id)
    except NotFoundError as error:
        raise InvalidError(fields={"docFormBundleId": [NO_BUNDLE]}) from error
    if not bundle.is_complete:
        raise InvalidError(fields={"docFormBundleId": [UNREADY_BUNDLE.format(name=bundle.name)]})
    form_ids = [form.id for form in bundle.forms]
    if doc_form_ids and list(doc_form_ids) != form_ids:
        raise InvalidError(fields={"docFormBundleId": [CHANGED_BUNDLE.format(name=bundle.name)]})
    return Documents(_forms(actor, type, form_ids), bundle.name)


def _forms(actor: Actor, type: NewMessageType, form_ids: Sequence[int]) -> list[DocForm]:
    if not form_ids:
        raise InvalidError(fields={"docFormIds": [NO_FORM]})
    types = FORM_TYPES[type]
    forms = [form for form in forms_in_use(actor=actor, ids=form_ids) if form.type in types]
    if len(forms) != len(set(form_ids)):
        raise InvalidError(fields={"docFormIds": [WRONG_FORM.format(types=" or ".join(types))]})
    return forms
