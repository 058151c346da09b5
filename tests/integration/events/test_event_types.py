"""Every event type of the product: written by its cause, and shown as a sentence with working links."""

from collections.abc import Callable
from datetime import timedelta

from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.documents.jobs import remind
from app.events.models import EventLog
from app.events.sentences import SENTENCES
from app.extensions import db
from app.forms.public import give_starters
from app.kernel.clock import format_day, now, shifted
from app.kernel.mail.outbox import OutboxMail
from app.requests.jobs import open_seals
from app.rfx.models import Rfx
from app.rfx.operations import moves
from app.rfx.types import RfxStatus
from app.workbooks.models import AnswerImport
from app.workbooks.operations.applying import apply_answers
from app.workbooks.types import ImportState
from tests.factories.accounts import PASSWORD, colleague_of
from tests.factories.awards import make_award_case
from tests.factories.compared import answer, send_request
from tests.factories.defects import make_code
from tests.factories.documents import Parties, in_days, make_document, shipped
from tests.factories.evaluations import BLOCKS as EVALUATED_BLOCKS
from tests.factories.evaluations import spread_evaluation
from tests.factories.form_imports import publish_and_import
from tests.factories.ncr import ncr_json
from tests.factories.network import relate
from tests.factories.reviews import accept_body, submit
from tests.factories.rfx import ANSWERS, answers_json, field, next_revision, send_rfx
from tests.factories.sending import later, request_json
from tests.factories.supplier_imports import planned
from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn
from tests.integration.events.log import assert_sentences, assert_story, log_of, send
from tests.integration.events.stories import STORIES


def test_every_event_type_is_in_a_story() -> None:
    assert {event_type for story in STORIES.values() for event_type in story} == set(SENTENCES)


def test_relationship_events(
    buyer: User, supplier: User, session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    give_starters(organisation_id=buyer.organisation_id, user_id=buyer.id)
    client = signed_in(buyer)
    body = {"organisationId": supplier.organisation_id, "level": "Evaluation"}
    relationship_id = send(client, "POST", "/api/relationship", body)["id"]
    send(client, "PUT", f"/api/relationship/{relationship_id}/level", {"level": "Approved"})
    owner = colleague_of(buyer, name="Cora Colleague")
    send(client, "PUT", f"/api/relationship/{relationship_id}/owner", {"userId": owner.id})
    send(client, "PUT", f"/api/relationship/{relationship_id}/externalRef", {"externalRef": "K-1001"})
    send(client, "PUT", f"/api/relationship/{relationship_id}/tags", {"tags": ["coating"]})
    send(client, "PUT", f"/api/relationship/{relationship_id}/notes", {"notes": "<p>On time.</p>"})
    send(client, "PUT", f"/api/relationship/{relationship_id}/customValue", {"values": {"risk": "low"}})
    profile = {"name": "Brightwater", "registrationNumber": "1", "preferredCurrency": "EUR"}
    send(client, "PUT", f"/api/organisation/{buyer.organisation_id}", profile)
    assert client.get(f"/organisations/{supplier.organisation_id}").status_code == 200
    planned(client, run_jobs, ("1", "Harbour Mills")).run()
    assert_story(client, "relationship")
    supplier_events = session.query(EventLog).filter_by(organisation_id=supplier.organisation_id)
    assert supplier_events.count() == 0, "the supplier sees none of these events"


def test_people_events(
    buyer: User, session: Session, signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    client, colleague = signed_in(buyer), colleague_of(buyer, name="Cora Colleague", role_name="Viewer")
    send(client, "POST", "/api/user", {"name": "Nia New", "email": "nia@new.example", "role": "Viewer"})
    html: str = session.query(OutboxMail.html).order_by(OutboxMail.id.desc()).limit(1).scalar()
    token = html.split("/acceptInvite/")[1].split('"', maxsplit=1)[0]
    person = {"name": "Nia Newman", "email": "nia@new.example", "password": "A brand-new secret 7"}
    send(new_client(), "PUT", f"/api/user/invite/{token}", person | {"organisationName": "Brightwater"})
    path = f"/api/user/{colleague.id}"
    details = {
        "name": "Cora Colleague",
        "email": colleague.email,
        "jobTitle": "J",
        "phone": "1",
        "mobile": "2",
    }
    send(client, "PUT", path, details | {"role": "Viewer"})
    for suspended in (True, False):
        send(client, "PUT", f"{path}/suspended", {"suspended": suspended})
    assert client.get(f"/contacts/{colleague.id}").status_code == 200
    leaver = colleague_of(buyer, status=UserStatus.SUSPENDED)
    send(client, "POST", f"/api/user/{leaver.id}/erasure")
    assert_story(client, "people")


def test_sign_in_events(
    buyer: User,
    signed_in: SignedIn,
    new_client: Callable[[], CheckedClient],
    run_jobs: Callable[[], int],
    mailbox: Mailbox,
) -> None:
    client = new_client()
    client.sign_in(buyer.email, PASSWORD)
    send(client, "POST", "/api/calendarFeed")
    send(client, "DELETE", "/api/calendarFeed")
    send(client, "POST", "/api/session/stepUp", {"currentPassword": PASSWORD})
    send(client, "DELETE", "/api/session")
    send(client, "POST", "/api/user/sendPasswordReset", {"email": buyer.email})
    run_jobs()
    token = mailbox.to(buyer.email)[-1].links[0].split("/passwordReset/")[1]
    assert client.get(f"/passwordReset/{token}").status_code == 200
    send(client, "PUT", f"/api/user/{token}/resetPassword", {"password": "A brand-new secret 7"})
    assert_story(signed_in(buyer), "sign-in")


def test_message_ncr_and_form_events(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    relationship = relate(buyer.organisation_id, supplier.organisation_id)
    client = signed_in(buyer)
    message = {"toUserIds": [supplier.id], "toOrganisationIds": [supplier.organisation_id]}
    send(client, "POST", "/api/messageThread",
       {**message, "type": "MESSAGE", "subject": "Prices", "html": "<p>How much?</p>"})  # fmt: skip
    ncr = f"/api/ncr/{send(client, 'POST', '/api/ncr', ncr_json(relationship.id))['id']}"
    defect = {"partNumber": "4711", "defectCodeId": make_code(buyer).id}
    send(client, "POST", "/api/ncr", ncr_json(relationship.id, eventDate="2024-03-01", **defect))
    send(client, "PUT", ncr, ncr_json(relationship.id, title="Burrs on two bores", version=1, **defect))
    send(client, "PUT", f"{ncr}/deleted", {"deleted": True})
    send(client, "PUT", f"{ncr}/deleted", {"deleted": False})
    draft = publish_and_import(client, buyer)
    send(client, "POST", f"{ncr}/progress", {"html": "<p>We begin.</p>", "status": "INPROGRESS"})
    send(signed_in(supplier), "POST", f"{ncr}/progress", {"html": "", "asksResolution": True})
    assert_story(client, "writing")
    # Deleting a named object does not change the sentence.
    before = send(client, "GET", "/api/eventLog?pageSize=100")
    send(client, "PUT", f"{ncr}/deleted", {"deleted": True})
    send(client, "PUT", f"/api/docForm/{draft.id}/archived", {"archived": True})
    assert send(client, "GET", "/api/eventLog?pageSize=100")[-len(before) :] == before
    sentences = [
        "".join(part["text"] for part in event["sentence"]) for event in log_of(supplier.organisation_id)
    ]
    assert "Ann Buyer raised Burrs on bore" in sentences


def test_request_events(
    buyer: User, supplier: User, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    relate(buyer.organisation_id, supplier.organisation_id)
    client = signed_in(buyer)
    body = request_json(buyer, supplier, subject="Supplier check", deadline=later(days=1), isSealed=True)
    send(client, "POST", "/api/rfxRequest", body)
    body = request_json(buyer, supplier, subject="Next check", sendAt=later(days=3))
    request_id = send(client, "POST", "/api/rfxRequest", body)["id"]
    send(client, "POST", f"/api/rfxRequest/{request_id}/cancel", {})
    with shifted(timedelta(days=2)):
        open_seals()
    plain = send_request(
        "Calder", sender=buyer, title="Plain check", blocks=(field("price", "CURRENCY_AMOUNT"),)
    )
    rfx_id = plain.rfxs[0].id
    send(client, "PUT", f"{plain.path}/comparison/rates", {"baseCurrency": "EUR", "rates": []})
    send(client, "PUT", f"{plain.path}/comparison/direction", {"key": "price", "direction": "LOWER"})
    note = send(client, "POST", f"{plain.path}/rfx/{rfx_id}/note/price", {"text": "High."})
    send(client, "DELETE", f"{plain.path}/note/{note['id']}")
    args = {"deadline": later(days=9)}
    job = send(
        client, "POST", "/api/bulk", {"kind": "rfx.changeDeadline", "ids": [rfx_id], "args": args, "total": 1}
    )
    run_jobs()
    send(client, "POST", f"/api/bulk/{job['id']}/undo", {})
    run_jobs()
    assert_story(client, "requests", rfx=rfx_id)


def test_award_events(buyer: User, signed_in: SignedIn, run_jobs: Callable[[], int]) -> None:
    case = make_award_case(80, 70, 60, buyer=buyer)
    late = db.session.get_one(Rfx, case.ids[2])
    late.status = RfxStatus.INPROGRESS
    approver = colleague_of(buyer, name="Grace Approver")
    client, deciding = signed_in(buyer), signed_in(approver)
    switch = f"/api/organisation/{buyer.organisation_id}/awardApproval"
    send(client, "PUT", switch, {"isNeeded": True})
    decision = {"lines": [{"rfxId": case.ids[0], "reason": "Best offer."}]}
    for _ in range(2):
        send(client, "PUT", case.path, decision)
    send(client, "PUT", f"{case.path}/wording", {"otherHtml": "<p>Dear {supplier}.</p>"})
    submission = {"approverId": approver.id}
    send(client, "POST", f"{case.path}/submit", submission)
    send(deciding, "POST", f"{case.path}/sendBack", {"reason": "Name the price."})
    send(client, "POST", f"{case.path}/submit", submission)
    send(client, "POST", f"{case.path}/recall", {})
    send(client, "POST", f"{case.path}/cancel", {})
    send(client, "PUT", case.path, decision)
    send(client, "POST", f"{case.path}/submit", submission)
    send(deciding, "POST", f"{case.path}/approve", {})
    send(client, "PUT", f"{case.path}/letter/{case.ids[1]}", {"html": "<p>Not this time.</p>"})
    send(client, "POST", f"{case.path}/send", {})
    late.status = RfxStatus.COMPLETED
    send(client, "POST", f"{case.path}/letter/{late.id}/send", {})
    run_jobs()
    assert_story(client, "awards", first=case.ids[0], second=case.ids[1], third=case.ids[2])


def test_evaluation_events(buyer: User, signed_in: SignedIn) -> None:
    request = send_request("Calder", sender=buyer, title="Offer 2027", blocks=EVALUATED_BLOCKS)
    [sent] = request.rfxs
    db.session.get_one(Rfx, sent.id).status = RfxStatus.COMPLETED
    eve, removed = colleague_of(buyer, name="Eve Evaluator"), colleague_of(buyer, name="Rob Removed")
    client, marking, path = signed_in(buyer), signed_in(eve), f"/api/rfxRequest/{request.id}/evaluation"
    criterion = {"name": "Price", "weight": 100, "source": "MARKS"}
    send(client, "PUT", path, {"criteria": [criterion]})
    for user in (buyer, eve, removed):
        evaluation = send(client, "POST", f"{path}/evaluator", {"userId": user.id})
    [last] = [each["id"] for each in evaluation["evaluators"] if each["user"]["id"] == removed.id]
    send(client, "DELETE", f"{path}/evaluator/{last}")
    send(client, "POST", f"{path}/open", {})
    for is_declared in (True, False):
        send(marking, "PUT", f"{path}/conflict", {"rfxId": sent.id, "isDeclared": is_declared})
    cell = {"rfxId": sent.id, "criterionId": evaluation["criteria"][0]["id"]}
    send(marking, "PUT", f"{path}/mark", cell | {"mark": 9})
    for is_finished in (True, False, True):
        send(marking, "PUT", f"{path}/finished", {"isFinished": is_finished})
    send(client, "PUT", f"{path}/mark", cell | {"mark": 2})
    send(client, "PUT", f"{path}/finished", {"isFinished": True})
    send(client, "PUT", f"{path}/consensus", cell | {"mark": 7, "reason": "Agreed."})
    spread_evaluation(buyer)
    assert_story(client, "evaluations")


def test_part_events(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    colleague = colleague_of(supplier, name="Pia Part")
    lead, assignee = signed_in(supplier), signed_in(colleague)
    part = {"userId": colleague.id, "title": "Laboratory", "keys": ["employees"]}
    for end, client, body in (
        ("done", assignee, {}),
        ("return", assignee, {"reason": "Not mine."}),
        ("withdraw", lead, {}),
    ):
        parts = send(lead, "POST", f"{sent.path}/part", part)["parts"]
        if end == "done":
            send(assignee, "POST", f"{sent.path}/opened")
        send(client, "POST", f"{sent.path}/part/{parts[-1]['id']}/{end}", body)
    assert_story(lead, "parts", rfx=sent.id)


def test_review_events(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    submit(sent)
    reviewer = colleague_of(buyer, name="Rita Reviewer", role_name="Viewer")
    part = {"userId": reviewer.id, "title": "Quality", "keys": ["employees"]}
    client = signed_in(buyer)
    [asked] = send(client, "POST", f"{sent.path}/reviewPart", part)["parts"]
    send(signed_in(reviewer), "PUT", f"{sent.path}/acceptance", accept_body("employees"))
    send(client, "POST", f"{sent.path}/reviewPart/{asked['id']}/withdraw", {})
    assert_story(client, "reviews", rfx=sent.id)


def test_move_events(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    form = next_revision(sent.forms[0], buyer, field("company_name"))
    send(signed_in(buyer), "POST", f"/api/docForm/{form.id}/move", {"rfxIds": [sent.id]})
    for client in (signed_in(buyer), signed_in(supplier)):
        assert_story(client, "moving", rfx=sent.id)


def test_carrying_events(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    first = send_rfx(buyer, supplier)
    answer(signed_in, first, **ANSWERS)
    sent = send_rfx(buyer, supplier, forms=first.forms, previous=first)
    body = {"keys": ["company_name", "employees"]}
    assert signed_in(supplier).post(f"{sent.path}/confirmation", json=body).status_code == 200
    for client in (signed_in(buyer), signed_in(supplier)):
        assert_story(client, "carrying", rfx=sent.id, previous=first.id)


def test_document_events(buyer: User, supplier: User, signed_in: SignedIn) -> None:
    parties = Parties(buyer, supplier, relate(buyer.organisation_id, supplier.organisation_id))
    clients, end = (signed_in(buyer), signed_in(supplier)), in_days(1)
    request = {"relationshipIds": [parties.relationship.id], "typeIds": [shipped().id]}
    asked = send(clients[0], "POST", "/api/documentRequirement/request", request)
    path = f"/api/documentRequirement/{asked['requirementIds'][0]}"
    for move, body in (("reject", {"reason": "Not readable."}), ("accept", None)):
        document = {"documentId": make_document(supplier, ends=1).id}
        send(clients[1], "POST", f"{path}/document", document)
        send(clients[0], "POST", f"{path}/{move}", body)
    remind()
    with shifted(timedelta(days=2)):
        remind()
    waiver = {"until": end.isoformat(), "reason": "Pilot"}
    send(clients[0], "POST", f"{path}/waive", waiver)
    links = assert_sentences(clients[0], "documents", end=format_day(end))
    requirement_id = asked["requirementIds"][0]
    assert f"/organisations/{supplier.organisation_id}/documents?requirement={requirement_id}" in links
    for event in log_of(supplier.organisation_id):
        if event["type"].startswith("document."):
            text = "".join(part["text"] for part in event["sentence"])
            assert "Pilot" not in text
            assert f"/setup/document?requirement={requirement_id}" in {p["href"] for p in event["sentence"]}


def test_workbook_events(buyer: User, supplier: User, session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    fresh = {"here": None, "file": "Brightwater", "iteration": 0, "appliedState": None, "outcome": "NEW"}
    items = [fresh | {"key": "company_name"}, fresh | {"key": "employees", "file": "250"}]
    answer_import = AnswerImport(
        rfx_id=sent.id, user_id=supplier.id, attachment_id=1, state=ImportState.APPLYING, filename="filled.xlsx",
        result={"items": items}, decision={"keys": ["company_name", "employees"], "theirs": [], "clearEmpty": False},
    )  # fmt: skip
    session.add(answer_import)
    session.flush()
    apply_answers(answer_import.id)
    assert_story(signed_in(supplier), "workbooks", rfx=sent.id)


def test_handover_events(buyer: User, session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, guest=True)
    sent.respondent.name = "Gina Guest"
    session.flush()
    requester, contact = signed_in(buyer), signed_in(sent.respondent, rfx_id=sent.id)
    milos = {"name": "Milos", "email": "milos@lab.example"}
    for is_confirmed in (False, True):
        pending = send(contact, "POST", f"{sent.path}/handover", milos)["latest"]
        decision = {"isConfirmed": is_confirmed, "reason": "Not yet."}
        send(requester, "POST", f"{sent.path}/handover/{pending['id']}/decision", decision)
    successor = session.get_one(User, session.get_one(Rfx, sent.id).guest_user_id)
    successor.name = "Eva"
    session.flush()
    ida = {"name": "Ida", "email": "ida@lab.example"}
    send(signed_in(successor, rfx_id=sent.id), "POST", f"{sent.path}/handover", ida)
    assert_story(requester, "handovers", rfx=sent.id)


def test_rfx_events(buyer: User, supplier: User, session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(buyer, supplier)
    requester, respondent = signed_in(buyer), signed_in(supplier)
    send(respondent, "POST", f"{sent.path}/opened")
    send(respondent, "PUT", f"{sent.path}/value", answers_json(company_name="Brightwater"))
    response = send(
        requester, "POST", f"{sent.path}/task", {"field": "company_name", "descriptionHtml": "<p>Which?</p>"}
    )
    task_id = response["taskId"]
    [task] = [task for task in response["tasks"] if task["id"] == task_id]
    reply = {"html": "<p>Both.</p>"}
    send(respondent, "POST", f"/api/messageThread/{task['messageThread']['id']}/message", reply)
    send(requester, "PUT", f"{sent.path}/task/{task_id}", {"isOpen": False})
    send(respondent, "POST", f"{sent.path}/decline", {"reason": "Too busy."})
    send(requester, "POST", f"{sent.path}/reopen", {})
    send(requester, "PUT", f"{sent.path}/deadline", {"deadline": (now() + timedelta(days=1)).isoformat()})
    with shifted(timedelta(days=2)):
        assert moves.expire(rfx_id=sent.id)
    send(requester, "PUT", f"{sent.path}/deadline", {"deadline": (now() + timedelta(days=9)).isoformat()})
    send(requester, "POST", f"{sent.path}/reminder", {})
    send(
        respondent,
        "PUT",
        f"{sent.path}/value",
        answers_json(**{k: v for k, v in ANSWERS.items() if k != "company_name"}),
    )
    send(respondent, "POST", f"{sent.path}/export", {"format": "csv"})
    send(respondent, "POST", f"{sent.path}/submission", {})
    send(requester, "POST", f"{sent.path}/reopen", {})
    send(requester, "POST", f"{sent.path}/withdrawal", {"reason": "No longer needed."})
    for client, name in ((requester, "asking"), (respondent, "answering")):
        assert client.get(f"/rfx/{sent.id}").status_code == 200
        assert_story(client, name, rfx=sent.id)
        assert_story(client, "rfx", rfx=sent.id)
