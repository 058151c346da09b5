"""Parts by link: the delegate reads and writes its own questions, and nothing else."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.files.public import AttachmentKind, store_bytes
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import FormValue, RfxPart
from tests.factories.accounts import OrganisationFactory, UserFactory, make_guest
from tests.factories.parts import delegate_of, make_part, part_body
from tests.factories.rfx import SentRfx, answers_json, field, heading, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

LINK = re.compile(r"http://localhost(/guest/([\w-]+)/part/(\d+))")
CANARY = "Canary-7731"
BLOCKS = (
    heading(f"{CANARY} section"),
    {"type": "paragraph", "content": [{"type": "text", "text": f"{CANARY} text"}]},
    field("secret", label=f"{CANARY} label"),
    field("decides", "YESNO", label="Do you have a laboratory?"),
    field("secret_file", "FILE", label=f"{CANARY} file"),
    heading("Laboratory"),
    {"type": "paragraph", "content": [{"type": "text", "text": "About your laboratory"}]},
    field("method", visibleWhen={"field": "decides", "operator": "equals", "value": True}),
    field("proof", "FILE"),
    field("scored", "NUMBER", weight=3, scoring=[{"operator": "answered", "operand": None, "points": 7}]),
    field("own_note", writableBy="REQUESTER", label=f"{CANARY} question of the requester"),
    field("sign", "FORMSIGNATURE", label=f"{CANARY} signature"),
)
LABORATORY = ["method", "proof", "scored"]


@pytest.fixture
def sent(session: Session) -> SentRfx:
    respondent = UserFactory(in_organisation=OrganisationFactory(name="Adria Metal"), name="Lena Novak")
    return send_rfx(respondent=respondent, blocks=BLOCKS)


@pytest.fixture
def part(sent: SentRfx) -> RfxPart:
    return make_part(sent, keys=LABORATORY)


@pytest.fixture
def delegate(part: RfxPart, signed_in: SignedIn) -> CheckedClient:
    guest, grant = delegate_of(part)
    return signed_in(guest, grant=grant)


def file_of(user: User) -> Any:
    return store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename=f"{CANARY}.txt", content=CANARY.encode(),
        kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip


def answer_file(attachment_id: int) -> dict[str, Any]:
    return {"attachmentId": attachment_id, "filename": "a.txt", "size": 5, "contentType": "text/plain"}


def upload(client: CheckedClient) -> int:
    started = client.post(
        "/api/attachment/start", json={"filename": "a.txt", "size": 5, "kind": "RFXANSWER"}
    ).json
    assert client.put(started["uploadUrl"], data=b"proof").status_code == 200
    attachment_id: int = started["id"]
    return attachment_id


def test_link_of_the_mail_opens_the_part(
    sent: SentRfx, signed_in: SignedIn, new_client: Callable[[], CheckedClient], session: Session
) -> None:
    lead = signed_in(sent.respondent)
    assert (
        lead.post(f"{sent.path}/part", json=part_body(keys=LABORATORY, note="By Friday?")).status_code == 201
    )
    mail = session.query(OutboxMail).filter_by(to_email="milos@lab.example").one()
    assert mail.template == "USERTASKASSIGNMENT"
    assert "Lena Novak asks you to answer a part of “Supplier questions”" in mail.text
    assert "By Friday?" in mail.text
    assert len(set(re.findall(r"/guest/[^\"<\s]+", mail.html))) == 1
    match = LINK.search(mail.text)
    assert match is not None
    client = new_client()
    page = client.get(match[1])
    assert page.status_code == 200
    assert "About your laboratory" in page.text
    assert CANARY not in page.text
    assert lead.get(f"{sent.path}/part").json["parts"][0]["status"] == "ASKED"
    client.token = client.post("/api/session/guest", json={"uuid": match[2]}).json["accessToken"]
    assert client.put(f"{sent.path}/value", json=answers_json(scored="4")).json["saved"]
    assert lead.get(f"{sent.path}/part").json["parts"][0]["status"] == "OPENED"
    assert client.get(f"/guest/{match[2]}/rfx/{sent.id}").status_code == 404
    assert client.get(f"/guest/{match[2]}/part/{int(match[3]) + 1}").status_code == 404


def test_answers_are_the_respondents_with_the_name_of_the_delegate(
    sent: SentRfx, delegate: CheckedClient, signed_in: SignedIn, session: Session
) -> None:
    lead = signed_in(sent.respondent)
    before = lead.get(sent.path).json["latestValuesFvc"]["saveCount"]
    assert delegate.put(f"{sent.path}/value", json=answers_json(scored="4")).json["saved"]
    row = session.query(FormValue).one()
    assert row.organisation_id == sent.respondent.organisation_id
    for client in (lead, signed_in(sent.sender)):
        (change,) = client.get(f"{sent.path}/value/scored/history").json
        assert change["by"]["name"] == "Milos Petrov"
        assert "milos@lab.example" not in client.get(f"{sent.path}?i=tasks").text
        assert "milos@lab.example" not in client.get(f"/rfx/{sent.id}").text or client is lead
    state = lead.get(sent.path).json
    assert state["status"] == "INPROGRESS"
    assert state["latestValuesFvc"]["saveCount"] == before + 1
    (response,) = [
        each
        for each in state["latestValuesFvc"]["responses"]
        if each["organisation"]["name"] == "Adria Metal"
    ]
    assert response["status"] == "INPROGRESS"


def test_link_reads_its_own_questions_only(
    sent: SentRfx, delegate: CheckedClient, signed_in: SignedIn
) -> None:
    lead = signed_in(sent.respondent)
    file = file_of(sent.respondent)
    body = answers_json(
        secret=f"{CANARY} answer", decides=True, secret_file=[answer_file(file.id)], method="By weight"
    )
    saved = lead.put(f"{sent.path}/value", json=body).json
    assert len(saved["saved"]) == 4, saved
    signed_in(sent.sender).post(
        f"{sent.path}/task",
        json={"field": "method", "descriptionHtml": f"<p>{CANARY} follow-up</p>", "due": None},
    )
    rfx = delegate.get(f"{sent.path}?i=rwMap&i=tasks&i=reuse&i=fields&i=html")
    assert CANARY not in rfx.text
    assert rfx.json["viewerRole"] == "DELEGATE"
    assert set(rfx.json["rwMap"]) == {"decides", *LABORATORY}
    assert [key for key, is_writable in rfx.json["rwMap"].items() if is_writable] == LABORATORY
    values = rfx.json["latestValuesFvc"]["values"]
    assert {key: value["value"] for key, value in values.items()} == {"decides": True, "method": "By weight"}
    assert rfx.json["latestValuesFvc"]["completion"]["total"] == 3
    assert (
        rfx.json["latestValuesFvc"]["saveCount"] == lead.get(sent.path).json["latestValuesFvc"]["saveCount"]
    )
    state = delegate.get(f"{sent.path}/value")
    assert CANARY not in state.text
    save = delegate.put(
        f"{sent.path}/value", json=answers_json(secret="Mine", decides=False, nothing=1, scored="4")
    )
    assert CANARY not in save.text
    assert save.json["refused"] == {
        "secret": "This RFx has no such field.",
        "nothing": "This RFx has no such field.",
        "decides": "You cannot change this answer.",
    }
    assert save.json["completion"]["total"] == 3
    assert delegate.get(f"/files/{file.id}").status_code == 404
    assert delegate.get(f"/api/attachment/{file.id}").status_code == 404


def test_file_of_another_answer_cannot_be_taken_over(
    sent: SentRfx, delegate: CheckedClient, signed_in: SignedIn
) -> None:
    file = file_of(sent.respondent)
    saved = signed_in(sent.respondent).put(
        f"{sent.path}/value", json=answers_json(secret_file=[answer_file(file.id)])
    )
    assert saved.json["saved"]
    result = delegate.put(f"{sent.path}/value", json=answers_json(proof=[answer_file(file.id)])).json
    assert result["refused"] == {"proof": "One of the files is no longer there. Please upload it again."}
    assert delegate.get(f"/files/{file.id}").status_code == 404
    own = upload(delegate)
    assert delegate.put(f"{sent.path}/value", json=answers_json(proof=[answer_file(own)])).json["saved"]
    assert delegate.get(f"/files/{own}").status_code == 200
    assert signed_in(sent.sender).get(f"/files/{own}").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("post", "submission", {}),
        ("post", "decline", {"reason": "No"}),
        ("post", "export", {"format": "csv"}),
        ("post", "reopen", {}),
        ("post", "reminder", {}),
        ("get", "scoring", None),
        ("get", "assignee", None),
        ("get", "value/secret/history", None),
        ("get", "value/scored/history", None),
        ("post", "part", part_body()),
    ],
)
def test_link_may_do_nothing_else(
    delegate: CheckedClient, sent: SentRfx, method: str, path: str, body: dict[str, Any] | None
) -> None:
    request = getattr(delegate, method)
    response = (
        request(f"{sent.path}/{path}", json=body) if body is not None else request(f"{sent.path}/{path}")
    )
    assert response.status_code == 403, response.text


def test_part_with_all_sections_reads_them_and_writes_its_own(sent: SentRfx, signed_in: SignedIn) -> None:
    signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(secret="Visible answer"))
    guest, grant = delegate_of(make_part(sent, keys=LABORATORY, sees_all=True))
    client = signed_in(guest, grant=grant)
    rfx = client.get(f"{sent.path}?i=rwMap").json
    assert rfx["latestValuesFvc"]["values"]["secret"]["value"] == "Visible answer"
    assert [key for key, is_writable in rfx["rwMap"].items() if is_writable] == LABORATORY
    assert rfx["tasks"] == [] if "tasks" in rfx else True
    assert not rfx["actions"]["download"]
    assert client.put(f"{sent.path}/value", json=answers_json(secret="Mine")).json["refused"]


def test_taking_back_ends_the_link_at_the_next_request(
    sent: SentRfx, part: RfxPart, delegate: CheckedClient, signed_in: SignedIn
) -> None:
    assert delegate.put(f"{sent.path}/value", json=answers_json(scored="4")).json["saved"]
    lead = signed_in(sent.respondent)
    assert lead.post(f"{sent.path}/part/{part.id}/withdraw", json={}).status_code == 200
    assert delegate.put(f"{sent.path}/value", json=answers_json(scored="5")).status_code == 401
    assert delegate.get(sent.path).status_code == 401
    assert lead.get(sent.path).json["latestValuesFvc"]["values"]["scored"]["value"] == "4"


def test_delegate_gives_its_part_back_and_the_link_ends(
    sent: SentRfx, part: RfxPart, delegate: CheckedClient, signed_in: SignedIn
) -> None:
    assert delegate.post(f"{sent.path}/part/{part.id}/return", json={"reason": "Ask Ana"}).status_code == 204
    assert delegate.get(sent.path).status_code == 401
    (returned,) = signed_in(sent.respondent).get(f"{sent.path}/part").json["parts"]
    assert returned["reason"] == "Ask Ana"


def test_link_of_one_part_opens_no_other(sent: SentRfx, part: RfxPart, delegate: CheckedClient) -> None:
    second = make_part(sent, keys=["secret"])
    assert second.assignee_user_id == part.assignee_user_id
    (own,) = delegate.get(f"{sent.path}/part").json["parts"]
    assert own["id"] == part.id
    assert delegate.post(f"{sent.path}/part/{second.id}/done", json={}).status_code == 403
    assert delegate.put(f"{sent.path}/value", json=answers_json(secret="No")).json["refused"]
    assert "secret" not in delegate.get(f"{sent.path}?i=rwMap").json["rwMap"]


def test_guest_respondent_assigns_parts_by_link(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(guest=True)
    lead = signed_in(sent.respondent, rfx_id=sent.id)
    assert (
        lead.post(f"{sent.path}/part", json={"userId": sent.sender.id, "keys": ["colour"]}).status_code == 422
    )
    own = lead.post(f"{sent.path}/part", json=part_body(email=sent.respondent.email))
    assert own.json["errors"] == ["This is your own address."]
    response = lead.post(f"{sent.path}/part", json=part_body())
    assert response.status_code == 201, response.text
    assert response.json["mayAssign"]
    assert not response.json["canAskColleagues"]
    part = session.query(RfxPart).one()
    guest, grant = delegate_of(part)
    client = signed_in(guest, grant=grant)
    assert client.put(f"{sent.path}/value", json=answers_json(colour="r", company_name="X")).json["refused"]
    values = lead.get(sent.path).json["latestValuesFvc"]["values"]
    assert values["colour"]["by"]["name"] == "Milos Petrov"
    other_guest = make_guest()
    other = signed_in(other_guest, rfx_id=send_rfx(respondent=other_guest, guest=True).id)
    assert other.get(f"{sent.path}/part").status_code == 404


def test_keys_of_a_name_that_two_forms_share_stay_qualified(session: Session, signed_in: SignedIn) -> None:
    from tests.factories.rfx import make_form

    sender = UserFactory()
    forms = [make_form(sender, heading("A"), field("same")), make_form(sender, heading("B"), field("same"))]
    sent = send_rfx(sender, forms=forms)
    key = f"{forms[1].id}.same"
    guest, grant = delegate_of(make_part(sent, keys=[key]))
    client = signed_in(guest, grant=grant)
    rfx = client.get(f"{sent.path}?i=rwMap").json
    assert rfx["rwMap"] == {key: True}
    assert [form["id"] for form in rfx["docForms"]] == [forms[1].id]
    assert client.put(f"{sent.path}/value", json={"values": {key: {"value": "x", "baseIteration": 0}}}).json[
        "saved"
    ]


def test_requester_sees_the_name_of_a_present_delegate_and_no_address(
    sent: SentRfx, part: RfxPart, delegate: CheckedClient, signed_in: SignedIn
) -> None:
    delegate.put(f"{sent.path}/value", json=answers_json(scored="4"))
    lead, requester = signed_in(sent.respondent), signed_in(sent.sender)
    lead.put(f"{sent.path}/value", json=answers_json(sign={"name": "Lena", "strokes": [[1, 2, 3, 4]]}))
    assert lead.post(f"{sent.path}/submission", json={}).status_code == 200
    assert requester.get(f"/api/user/{part.assignee_user_id}").status_code == 404
    page = requester.get(f"/rfx/{sent.id}").text
    assert "Milos Petrov" in page
    assert "milos@lab.example" not in page
