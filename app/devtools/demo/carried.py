"""A second round of the demo: a supplier confirms the answers of its last qualification, and has started to."""

from collections.abc import Iterator
from datetime import timedelta

from app.compose.public import RecipientChoice
from app.devtools.demo.conversations import form_titled, forms_of
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story
from app.extensions import db
from app.forms.public import fields_of_forms
from app.kernel import clock
from app.requests.operations.sending import NewRequest, create_and_send
from app.rfx.models import Rfx
from app.rfx.operations.confirming import confirm_answers
from app.rfx.operations.moves import open_rfx
from app.rfx.public import RequestType, last_submitted

SUPPLIER, FORM = "Bergmann Präzision GmbH", "Supplier qualification"
TITLE = "Supplier qualification: second round"
CONFIRMED_SECTIONS = 1
"""Sections that the supplier has confirmed; the other answers are still offered."""


def plan_second_round(network: Network) -> Iterator[Story]:
    """Plan the round. Everything is newer than the other records of the demo, whose ids stay as they are."""
    yield _second_round(network)


def _second_round(network: Network) -> Story:
    buyer, supplier = network.meridian.lead, network.first_users[SUPPLIER]
    form = form_titled(forms_of(network), FORM)
    yield timedelta(minutes=15)
    organisation_id = network.suppliers[SUPPLIER]
    previous = last_submitted(actor=buyer, series_ids=[form.series_id], organisation_ids=[organisation_id])
    create_and_send(
        actor=buyer,
        new=NewRequest(
            type=RequestType.RFI,
            subject=TITLE,
            html="<p>Hello,</p><p>please confirm what is still right, and change the rest.</p>",
            recipients=RecipientChoice(organisation_ids=[organisation_id]),
            doc_form_ids=[form.id],
            deadline=clock.now() + timedelta(days=21),
            previous_rfx_id=previous[organisation_id],
        ),
    )
    yield timedelta(minutes=5)
    rfx_id = db.session.query(Rfx.id).filter_by(title=TITLE).scalar()
    open_rfx(actor=supplier, rfx_id=rfx_id)
    fields = fields_of_forms([(form.id, form.series_id)])
    keys = [placed.key for placed in fields if placed.section_index <= CONFIRMED_SECTIONS]
    confirm_answers(actor=supplier, rfx_id=rfx_id, keys=keys)
