"""Shared work on questionnaires of the demo: parts, assigned to a colleague and to people without an account, the
hand-over of a guest's request that waits for the requester, and the review of a response by a colleague.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import select

from app.accounts.models import User
from app.accounts.public import actor_of_user, grant_for
from app.delegation.operations.asking import NewPart, ask_for_part
from app.delegation.operations.asking_reviews import NewReview, ask_for_review
from app.delegation.operations.assignees import Person
from app.delegation.operations.ending import finish_part, return_part
from app.delegation.operations.handing_over import hand_over
from app.delegation.policies import Section
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.extensions import db
from app.kernel import clock
from app.kernel.http.auth import Actor, Grant
from app.rfx.models import Rfx, RfxDocForm, RfxPart
from app.rfx.operations.moves import open_rfx
from app.rfx.types import RFX, RFX_PART, RfxStatus

SUPPLIER, TITLE = "Bergmann Präzision GmbH", "Supplier qualification 2027"
MILOS = Person(name="Miloš Petrović", email="milos.petrovic@bergmann-praezision.example")
REVIEWED, REVIEWER = "Cobalt Ridge Alloys", "Moira Kelly"
SUCCESSOR = Person(name="Tiago Moreira", email="tiago.moreira@minerva-lab.example")
LENA = Person(name="Lena Brandt", email="lena.brandt@brandt-umwelt.example")


def plan_parts(network: Network) -> Iterator[Story]:
    """Plan parts of an open questionnaire, waiting, late, done and returned; a hand-over; and a part to review."""
    yield _share(network)
    yield _hand_over()
    yield _review(network)


def _share(network: Network) -> Story:
    lead = network.first_users[SUPPLIER]
    yield ago(6)
    rfx_id, form_id = _questionnaire(network.suppliers[SUPPLIER])
    colleague = _colleague(lead)
    done = _ask(lead, rfx_id, form_id, 2, colleague, due_in=3)
    late = _ask(lead, rfx_id, form_id, 4, MILOS, due_in=4)
    returned = _ask(lead, rfx_id, form_id, 6, LENA, due_in=8)
    _ask(lead, rfx_id, form_id, 5, colleague, due_in=7)
    yield ago(5)
    open_rfx(actor=_guest(late), rfx_id=rfx_id)
    reason = "Our office only advises on waste. Please ask your energy manager."
    return_part(actor=_guest(returned), rfx_id=rfx_id, part_id=returned.id, reason=reason)
    yield ago(4)
    finish_part(actor=actor_of_user(done.assignee_user_id), rfx_id=rfx_id, part_id=done.id)


def _hand_over() -> Story:
    """Let the guest Ines name another contact, whose address has another domain."""
    yield ago(0, hours=3)
    rfx_id, guest_id = db.session.execute(
        select(Rfx.id, User.id)
        .join(User, User.id == Rfx.guest_user_id)
        .where(User.name == "Ines Duarte", Rfx.status == RfxStatus.NEW)
        .order_by(Rfx.id)
        .limit(1)
    ).one()
    note = "Our laboratory knows the smelters. I only handle the orders."
    hand_over(actor=_guest_of(guest_id, RFX, rfx_id), rfx_id=rfx_id, person=SUCCESSOR, note=note)


def _review(network: Network) -> Story:
    """Ask a read-only colleague of the buyer to review two sections of a submitted questionnaire."""
    yield ago(2)
    asker = network.meridian.lead
    rfx_id, form_id = _questionnaire(network.suppliers[REVIEWED])
    reviewer_id = db.session.execute(
        select(User.id).where(User.organisation_id == asker.organisation_id, User.name == REVIEWER)
    ).scalar_one()
    new = NewReview(
        user_id=reviewer_id, title="", keys=[], note="Please check the insurance against our minimum.",
        sections=[Section(doc_form_id=form_id, section_index=index) for index in (2, 3)],
        due=clock.now().date() + timedelta(days=5),
    )  # fmt: skip
    ask_for_review(actor=asker, rfx_id=rfx_id, new=new)


def _questionnaire(supplier_id: int) -> tuple[int, int]:
    rfx_id, form_id = db.session.execute(
        select(Rfx.id, RfxDocForm.doc_form_id)
        .join(RfxDocForm, RfxDocForm.rfx_id == Rfx.id)
        .where(Rfx.with_organisation_id == supplier_id, Rfx.title == TITLE)
        .order_by(Rfx.id)
        .limit(1)
    ).one()
    return rfx_id, form_id


def _colleague(lead: Actor) -> Person:
    user = db.session.execute(
        select(User)
        .where(User.organisation_id == lead.organisation_id, User.id != lead.user_id)
        .order_by(User.id)
        .limit(1)
    ).scalar_one()
    return Person(user_id=user.id)


def _ask(lead: Actor, rfx_id: int, form_id: int, section: int, person: Person, *, due_in: int) -> RfxPart:
    new = NewPart(
        person=person, title="", sections=[Section(doc_form_id=form_id, section_index=section)], keys=[],
        note="Please answer from the figures of last year.", due=clock.now().date() + timedelta(days=due_in),
        sees_all=False,
    )  # fmt: skip
    return ask_for_part(actor=lead, rfx_id=rfx_id, new=new)


def _guest(part: RfxPart) -> Actor:
    """Return the person of a part as the link signs them in."""
    return _guest_of(part.assignee_user_id, RFX_PART, part.id)


def _guest_of(user_id: int, subject_type: str, subject_id: int) -> Actor:
    grant = grant_for(user_id=user_id, subject_type=subject_type, subject_id=subject_id)
    if grant is None:
        raise LookupError(f"{subject_type} {subject_id} has no grant")
    return replace(
        actor_of_user(user_id), grant=Grant(id=grant.id, subject_type=subject_type, subject_id=subject_id)
    )
