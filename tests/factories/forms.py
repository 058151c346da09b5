"""Drafts, bundles and questions for tests."""

from typing import Any

from app.accounts.models import User
from app.forms.models import DocForm, DocFormBundle, RfxQuestion
from app.forms.operations.bundles import add_bundle
from app.forms.operations.editing import save_form
from app.forms.operations.making import add_form
from app.forms.operations.questions import add_question
from app.forms.types import DocFormType
from tests.factories.accounts import actor_of
from tests.factories.rfx import Node, form_document


def make_draft(
    user: User, *blocks: Node, title: str = "A draft", type: DocFormType = DocFormType.RFI
) -> DocForm:
    """Create an unpublished form of the user's organisation."""
    form = add_form(actor=actor_of(user), title=title, type=type)
    if blocks:
        form = save_form(
            actor=actor_of(user), form_id=form.id, version=1, title=title, doc=form_document(*blocks)
        )
    return form


def make_bundle(user: User, *forms: DocForm, name: str = "A bundle") -> DocFormBundle:
    """Create a bundle of the user's organisation."""
    return add_bundle(actor=actor_of(user), name=name, doc_form_ids=[form.id for form in forms])


def make_question(
    user: User,
    name: str = "a_question",
    *,
    section: str = "Company",
    html: str = "<p>What is it?</p>",
    **attrs: Any,
) -> RfxQuestion:
    """Create a question of the user's organisation, or of all organisations with `is_global`."""
    is_global = attrs.pop("is_global", False)
    return add_question(
        actor=actor_of(user),
        name=name,
        section=section,
        html=html,
        is_global=is_global,
        attrs={"type": "TEXT", **attrs},
    )
