"""Two decisions of the demo: an award whose letters were sent, and one that waits for an approval."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from app.awards.operations.approving import approve_award, submit_award
from app.awards.operations.delivering import deliver_letter, finish_letters, waiting_letters
from app.awards.operations.drafting import Decision, NewLine, save_decision
from app.awards.operations.letters import send_letters
from app.compose.operations.messages import NewMessage, send_new_message
from app.compose.types import NewMessageType
from app.devtools.demo.conversations import answer_share, form_titled, forms_of
from app.devtools.demo.network import Network
from app.devtools.demo.timeline import Story, ago
from app.kernel import clock
from app.kernel.http.auth import Actor
from app.network.operations.organisations import change_award_approval
from app.rfx.operations.moves import open_rfx
from app.rfx.operations.submitting import submit_response

SENT_TITLE = "Titanium blanks 2027: choice of suppliers"
WAITING_TITLE = "Sterile barrier films: choice of a supplier"
FORM = "Information security"
SENT: Mapping[str, str] = {
    "Bergmann Präzision GmbH": "Best delivery record, and the price formula is known from the frame contract.",
    "Cobalt Ridge Alloys": "",
    "Northfold Electronics": "",
}
"""The suppliers of the sent award; a reason means that it is awarded."""
WAITING: Mapping[str, str] = {
    "Valmont Textiles": "The only offer with a validated cleanroom process.",
    "Harbour Mills Packaging": "",
}


def plan_awards(network: Network) -> Iterator[Story]:
    """Plan both decisions, as the newest requests, so that the numbers of the others do not change."""
    yield _award_and_send(network)
    yield _ask_for_approval(network)


def _award_and_send(network: Network) -> Story:
    """Award a request to one of three suppliers with the approval of a colleague, and send the letters."""
    lead, approver = network.meridian.lead, network.meridian.people["Manager"]
    yield ago(1, 2)
    change_award_approval(actor=lead, organisation_id=lead.organisation_id, is_needed=True)
    rfx_ids = _send(network, lead, SENT_TITLE, SENT)
    yield ago(1)
    request_id = _submit_all(network, rfx_ids)
    yield ago(0, 8)
    _decide(lead, request_id, rfx_ids, SENT, reason="Compared by delivery record, price and capacity.")
    submit_award(actor=lead, request_id=request_id, approver_user_id=approver.user_id, based_on=None)
    yield ago(0, 6)
    approve_award(actor=approver, request_id=request_id, based_on=None)
    yield ago(0, 5)
    award = send_letters(actor=lead, request_id=request_id, based_on=None).stored
    for line_id in waiting_letters(award.id):
        deliver_letter(line_id=line_id)
    finish_letters(award_id=award.id)


def _ask_for_approval(network: Network) -> Story:
    """Let a colleague decide on a request and ask the first user of the demo for the approval."""
    author, approver = network.meridian.people["Manager"], network.meridian.lead
    yield ago(1, 1)
    rfx_ids = _send(network, author, WAITING_TITLE, WAITING)
    yield ago(0, 23)
    request_id = _submit_all(network, rfx_ids)
    yield ago(0, 3)
    _decide(author, request_id, rfx_ids, WAITING, reason="")
    submit_award(actor=author, request_id=request_id, approver_user_id=approver.user_id, based_on=None)


def _send(network: Network, actor: Actor, title: str, suppliers: Mapping[str, str]) -> dict[str, int]:
    """Send a request to these suppliers; return the ids of its RFxs by supplier."""
    form = form_titled(forms_of(network), FORM)
    sent = send_new_message(
        actor=actor,
        message=NewMessage(
            type=NewMessageType.RFI,
            subject=title,
            html="<p>Hello,</p><p>please answer before we decide on the contract.</p>",
            to_organisation_ids=[network.suppliers[name] for name in suppliers],
            doc_form_ids=[form.id],
            deadline=clock.now() + timedelta(days=14),
        ),
    )
    return dict(zip(suppliers, (context.rfx.id for context in sent.rfxs), strict=True))


def _submit_all(network: Network, rfx_ids: Mapping[str, int]) -> int:
    """Answer and submit all RFxs; return the id of their request."""
    form, request_id = form_titled(forms_of(network), FORM), 0
    for index, (name, rfx_id) in enumerate(rfx_ids.items()):
        supplier = network.first_users[name]
        context = open_rfx(actor=supplier, rfx_id=rfx_id)
        request_id = context.rfx.request_id or 0
        answer_share(supplier, rfx_id, form, company=name, share=1.0, index=index)
        submit_response(actor=supplier, rfx_id=rfx_id)
    return request_id


def _decide(
    actor: Actor, request_id: int, rfx_ids: Mapping[str, int], suppliers: Mapping[str, str], *, reason: str
) -> None:
    save_decision(
        actor=actor,
        request_id=request_id,
        decision=Decision(
            lines=[NewLine(rfx_ids[name], why) for name, why in suppliers.items() if why],
            reason=reason,
            standstill_until=clock.now().date() + timedelta(days=10),
            include_scores=True,
        ),
        based_on=None,
    )
