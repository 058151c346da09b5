"""Corrective actions for tests: their parties, whole steps, and the shortcuts of both sides."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy import select

from app.accounts.models import AccessGrant, User
from app.accounts.public import grant_for
from app.corrective_actions.operations.asking import Request, ask_for_action
from app.corrective_actions.operations.contacts import Recipient
from app.corrective_actions.operations.saving import NewValue, SaveResult, save_step
from app.corrective_actions.operations.steps import accept_step, send_step
from app.corrective_actions.policies.cells import marks_of
from app.corrective_actions.queries.actions import ActionContext, action_for, load_action
from app.corrective_actions.types import CORRECTIVE_GRANT, TOGETHER, Method, Step
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.kernel.http.auth import Actor, Grant
from app.kernel.mail.outbox import discard_mails
from app.network.models import Relationship
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.ncr import make_ncr
from tests.factories.network import relate

EVENT = date(2024, 3, 2)
"""The day of the event of all non-conformances."""
PLACES = ("CUSTOMER", "TRANSIT", "STOCK", "PRODUCTION")
CONTENT: Mapping[str, Mapping[str, object]] = {
    "D1": {"team.row001.name": "Sam Supplier", "team.row001.role": "Quality"},
    "D2": {"what": "Burrs on the bore"},
    "D3": {
        "place.CUSTOMER.quantity": 100,
        "place.CUSTOMER.sorted": 100,
        "place.CUSTOMER.bad": 4,
        "place.CUSTOMER.action": "Sorted on site",
        "place.CUSTOMER.until": "2024-03-05",
        **{f"place.{place}.nothing": True for place in PLACES[1:]},
    },
    "D4": {
        "why.OCCURRENCE.row001": "The tool was worn",
        "cause.OCCURRENCE.text": "No tool life was set",
        "cause.OCCURRENCE.word": "MACHINE",
        "why.ESCAPE.row001": "The bore was not inspected",
        "cause.ESCAPE.text": "Not part of the control plan",
    },
    "D5": {
        "task.row001.text": "Set a tool life",
        "task.row001.responsible": "Sam Supplier",
        "task.row001.due": "2024-04-01",
    },
    "D6": {"task.row001.done": "2024-03-28"},
    "D7": {
        "update.FMEA.text": "Tool wear added",
        "update.CONTROL_PLAN.text": "Bore is inspected",
        "update.WORK_INSTRUCTION.none": True,
        "readAcross": "Parts 4712 and 4713",
    },
    "D8": {"closing": "Thanks to the team"},
}
"""The fields with which each step can be sent."""


@dataclass(frozen=True, slots=True)
class ActionParties:
    """The raiser and its supplier, and the corrective action, which is for the supplier's user or for a guest."""

    buyer: User
    supplier: User
    relationship: Relationship
    ncr_id: int
    action_id: int
    responsible: User | None

    @property
    def writer(self) -> Actor:
        """Return the actor of the supplier's user."""
        return actor_of(self.supplier)

    @property
    def decider(self) -> Actor:
        return actor_of(self.buyer)

    @property
    def path(self) -> str:
        return f"/api/correctiveAction/{self.action_id}"

    def step(self, step: str, move: str = "") -> str:
        """Return the path of a step, or of a move of it."""
        return f"{self.path}/step/{step}{f'/{move}' if move else ''}"

    def load(self) -> ActionContext:
        """Load the stored action."""
        db.session.expire_all()
        return load_action(ncr_id=self.ncr_id, action_id=self.action_id)

    def guest(self) -> tuple[User, AccessGrant]:
        """Return the guest with the grant of its link."""
        assert self.responsible is not None
        grant = grant_for(
            user_id=self.responsible.id, subject_type=CORRECTIVE_GRANT, subject_id=self.action_id
        )
        assert grant is not None
        return self.responsible, grant


def make_action(
    buyer: User | None = None, supplier: User | None = None, *, guest: bool = False, **changes: Any
) -> ActionParties:
    """Ask a supplier for a corrective action, by default the whole supplier, with `guest` a person by e-mail."""
    buyer, supplier = buyer or UserFactory(), supplier or UserFactory()
    relationship = _relationship_between(buyer, supplier)
    ncr_changes = changes.pop("ncr", {})
    ncr_id = make_ncr(buyer, relationship.id, **ncr_changes).ncr.id
    if guest:
        changes["recipient"] = Recipient(name="Gina Guest", email="gina@works.example")
    context = ask_for(buyer, ncr_id, **changes)
    user_id = context.action.assigned_user_id
    responsible = db.session.get(User, user_id) if user_id else None
    return ActionParties(buyer, supplier, relationship, ncr_id, context.action.id, responsible)


def _relationship_between(buyer: User, supplier: User) -> Relationship:
    """Return the relationship of two parties; a new one before their first action."""
    parties = {"organisation_id": buyer.organisation_id, "with_organisation_id": supplier.organisation_id}
    existing = db.session.execute(select(Relationship).filter_by(**parties)).scalar()
    return existing or relate(buyer.organisation_id, supplier.organisation_id)


def ask_for(buyer: User, ncr_id: int, **changes: Any) -> ActionContext:
    """Ask for the corrective action of a non-conformance without a mail, by default an 8D of the whole supplier."""
    values: dict[str, Any] = {
        "method": Method.EIGHT_D,
        "due_days": {},
        "recipient": Recipient(),
        "message": "",
    }
    with discard_mails():
        return ask_for_action(actor=actor_of(buyer), ncr_id=ncr_id, request=Request(**(values | changes)))


def actor_by_link(parties: ActionParties) -> Actor:
    """Return the actor of the guest who has opened the link."""
    guest, grant = parties.guest()
    opened = Grant(id=grant.id, subject_type=grant.subject_type, subject_id=grant.subject_id)
    return replace(actor_of(guest), grant=opened)


def fill(parties: ActionParties, *steps: str, actor: Actor | None = None) -> None:
    """Save the fields with which the steps can be sent."""
    for step in steps:
        save(parties, step, CONTENT[step], actor=actor)


def save(
    parties: ActionParties, step: str, values: Mapping[str, object], *, actor: Actor | None = None
) -> SaveResult:
    """Save fields of a step, based on the stored ones."""
    by = actor or parties.writer
    context = action_for(actor=by, action_id=parties.action_id)
    row = context.steps[Step(step)]
    marks = marks_of(row, context.tasks_of(row.loop))
    base = {key: marks[key].iteration if key in marks else 0 for key in values}
    return save_step(
        actor=by,
        action_id=parties.action_id,
        step=Step(step),
        values={key: NewValue(value, base[key]) for key, value in values.items()},
    )


def send(parties: ActionParties, *steps: str, actor: Actor | None = None) -> None:
    """Fill and send steps; D3 includes D1 and D2."""
    for step in steps:
        present = [
            each
            for each in TOGETHER
            if each in action_for(actor=actor or parties.writer, action_id=parties.action_id).steps
        ]
        fill(parties, *(present if step == "D3" else [step]), actor=actor)
        with discard_mails():
            send_step(actor=actor or parties.writer, action_id=parties.action_id, step=Step(step))


def accept(parties: ActionParties, *steps: str) -> None:
    """Fill, send and accept steps; D3 includes D1 and D2."""
    for step in steps:
        send(parties, step)
        with discard_mails():
            accept_step(actor=parties.decider, action_id=parties.action_id, step=Step(step))


def close(parties: ActionParties) -> None:
    """Accept all steps of an 8D."""
    accept(parties, "D3", "D4", "D5", "D6", "D7", "D8")


def upload_photo(user: User, content: bytes = b"photo", filename: str = "burr.jpg") -> int:
    """Store a file that `user` has uploaded, and return its id."""
    return store_bytes(
        organisation_id=user.organisation_id,
        user_id=user.id,
        filename=filename,
        content=content,
        kind=AttachmentKind.NCR,
    ).id
