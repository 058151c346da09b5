"""Forms and RFxs for tests."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from app.accounts.models import User
from app.forms.models import DocForm
from app.forms.operations.editing import publish_form, save_form
from app.forms.operations.making import add_published_form
from app.forms.types import DocFormType
from app.kernel.mail.outbox import discard_mails
from app.messages.types import ThreadType
from app.rfx.models import Rfx
from app.rfx.operations.sending import create_rfx
from app.rounds.operations.moving import move_rfxs
from tests.factories.accounts import OrganisationFactory, UserFactory, actor_of, make_guest
from tests.factories.messages import make_thread
from tests.factories.network import relate

Node = dict[str, Any]


def field(name: str, type: str = "TEXT", **attrs: Any) -> Node:
    """Return a field as its own block."""
    return {
        "type": "dvFieldBlock",
        "attrs": {
            "fid": f"fid-{name:0>8}".replace("_", "-"),
            "name": name,
            "label": f"Label of {name}",
            "type": type,
        }
        | attrs,
    }


def heading(text: str, level: int = 2) -> Node:
    return {"type": "heading", "attrs": {"level": level}, "content": [{"type": "text", "text": text}]}


def form_document(*blocks: Node) -> dict[str, Any]:
    return {"schemaVersion": 1, "doc": {"type": "doc", "content": list(blocks)}}


FIELDS = (
    heading("Company"),
    field("company_name", required=True),
    field("employees", "NUMBER", required=True, min=0, suffix="people"),
    field("iso", "YESNO", required=True),
    field("certificate", visibleWhen={"field": "iso", "operator": "equals", "value": True}, required=True),
    heading("Money"),
    field("turnover", "CURRENCY_AMOUNT"),
    field("colour", "SINGLE_CHOICE", options=[{"value": "r", "label": "Red"}, {"value": "g", "label": "Green"}]),
    field("papers", "FILE"),
    field("verdict", "TEXTAREA", writableBy="REQUESTER"),
    field("remarks", "TEXTAREA", writableBy="BOTH"),
    field(
        "scored", "NUMBER", weight=3, scoring=[{"operator": "between", "operand": [1, 5], "points": 7}],
    ),
)  # fmt: skip
ANSWERS: dict[str, Any] = {"company_name": "Brightwater", "employees": "250", "iso": False}
"""The minimal valid answers to FIELDS."""


def make_form(
    user: User,
    *blocks: Node,
    type: DocFormType = DocFormType.RFI,
    title: str = "Qualification",
) -> DocForm:
    """Create a published form of the user's organisation; FIELDS unless blocks are passed."""
    return add_published_form(
        organisation_id=user.organisation_id,
        user_id=user.id,
        title=title,
        type=type,
        doc=form_document(*(blocks or FIELDS)),
    )


@dataclass(frozen=True)
class SentRfx:
    """An RFx with its sender and respondent."""

    id: int
    rfx: Rfx
    sender: User
    respondent: User
    forms: Sequence[DocForm]

    @property
    def path(self) -> str:
        return f"/api/rfx/{self.id}"


def send_rfx(
    sender: User | None = None,
    respondent: User | None = None,
    *,
    forms: Sequence[DocForm] = (),
    blocks: Sequence[Node] = (),
    title: str = "Supplier questions",
    deadline: datetime | None = None,
    guest: bool = False,
    also_to: Sequence[User] = (),
    previous: SentRfx | None = None,
) -> SentRfx:
    """Send an RFx to a guest, or to another organisation after creating the relationship if it is missing.

    It offers the answers of `previous`.
    """
    sender = sender or UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))
    respondent = respondent or (make_guest() if guest else UserFactory())
    if not guest:
        ensure_relationship(sender, respondent)
    sent_forms = list(forms) or [make_form(sender, *blocks)]
    thread = make_thread(sender, [respondent, *also_to], subject=title, type=ThreadType.RFI, notify=False)
    with discard_mails():
        context = create_rfx(
            actor=actor_of(sender),
            to=[respondent, *also_to],
            thread_id=thread.id,
            title=title,
            forms=sent_forms,
            deadline=deadline,
            previous_rfx_id=previous.id if previous else None,
        )
    return SentRfx(context.rfx.id, context.rfx, sender, respondent, sent_forms)


def next_revision(form: DocForm, user: User, *blocks: Node) -> DocForm:
    """Publish the next revision of a form."""
    actor = actor_of(user)
    draft = save_form(
        actor=actor, form_id=form.id, version=form.version, title=form.title, doc=form_document(*blocks)
    )
    return publish_form(actor=actor, form_id=draft.id)


def move_to_revisions(sent: SentRfx, *forms: DocForm) -> None:
    """Move an open RFx to the next revisions of its forms."""
    former = {form.id for form in sent.forms}
    with discard_mails():
        for form in forms:
            if form.id not in former:
                move_rfxs(actor=actor_of(sent.sender), form_id=form.id, rfx_ids=[sent.id], message_html=None)


def ensure_relationship(sender: User, respondent: User) -> None:
    """Create the relationship between the two organisations if it does not exist."""
    from app.network.queries.relationships import may_message

    if not may_message(actor_of(sender), respondent.organisation_id):
        relate(sender.organisation_id, respondent.organisation_id)


def answers_json(**values: Any) -> dict[str, Any]:
    """Return the request body that saves first answers."""
    return {"values": {key: {"value": value, "baseIteration": 0} for key, value in values.items()}}
