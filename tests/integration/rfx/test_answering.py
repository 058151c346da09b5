"""Answers are never lost: saves, conflicts, rejected values (product decisions, RFx)."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Role
from app.files.models import AttachmentUse
from app.files.operations import store_bytes
from app.files.types import AttachmentKind
from app.rfx.models import FormValue
from tests.factories.accounts import colleague_of
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, field, send_rfx
from tests.fixtures.people import SignedIn

SIGNED = {"name": "T", "strokes": []}


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx()


def test_first_answer_sets_the_rfx_in_progress(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.respondent)
    response = client.put(f"{sent.path}/value", json=answers_json(company_name="Brightwater"))
    assert response.status_code == 200, response.text
    assert response.json["saved"]["company_name"]["iteration"] == 1
    assert response.json["status"] == "INPROGRESS"
    assert response.json["completion"]["answered"] == 1
    loaded = client.get(sent.path, query_string={"i": ["rwMap", "fields", "tasks", "html"]})
    assert loaded.status_code == 200, loaded.text
    value = loaded.json["latestValuesFvc"]["values"]["company_name"]
    assert value["value"] == "Brightwater"
    assert value["by"]["name"] == sent.respondent.name
    assert loaded.json["latestValuesFvc"]["responses"][0]["status"] == "INPROGRESS"


def test_each_save_creates_an_iteration(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.respondent)
    client.put(f"{sent.path}/value", json=answers_json(company_name="One"))
    body = {"values": {"company_name": {"value": "Two", "baseIteration": 1}}}
    assert client.put(f"{sent.path}/value", json=body).json["saved"]["company_name"]["iteration"] == 2
    rows = (
        session.query(FormValue).filter_by(rfx_id=sent.id, key="company_name").order_by(FormValue.iteration)
    )
    assert [(row.value, row.is_current) for row in rows] == [("One", False), ("Two", True)]
    assert (
        client.get(f"{sent.path}/value").json["latestValuesFvc"]["values"]["company_name"]["change"]
        == "CHANGED"
    )


def test_outdated_base_conflicts_for_that_field_only(sent: SentRfx, signed_in: SignedIn) -> None:
    first, second = signed_in(sent.respondent), signed_in(colleague_of(sent.respondent, name="Ann Other"))
    first.put(f"{sent.path}/value", json=answers_json(company_name="Mine"))
    result = second.put(f"{sent.path}/value", json=answers_json(company_name="Hers", employees="12")).json
    assert result["saved"].keys() == {"employees"}
    conflict = result["conflicts"]["company_name"]
    assert (conflict["value"], conflict["iteration"], conflict["name"]) == ("Mine", 1, sent.respondent.name)
    again = {"values": {"company_name": {"value": "Hers", "baseIteration": conflict["iteration"]}}}
    assert second.put(f"{sent.path}/value", json=again).json["saved"]["company_name"]["iteration"] == 2


def test_equal_value_creates_no_conflict_and_no_iteration(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(sent.respondent)
    for _ in range(3):
        result = client.put(f"{sent.path}/value", json=answers_json(company_name="Same")).json
        assert result["saved"]["company_name"]["iteration"] == 1
        assert result["conflicts"] == {}
    assert session.query(FormValue).filter_by(rfx_id=sent.id).count() == 1


def test_cleared_answer_stays_in_the_history(sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.respondent)
    client.put(f"{sent.path}/value", json=answers_json(company_name="Gone"))
    body = {"values": {"company_name": {"value": None, "baseIteration": 1}}}
    assert client.put(f"{sent.path}/value", json=body).json["completion"]["answered"] == 0
    value = client.get(f"{sent.path}/value").json["latestValuesFvc"]["values"]["company_name"]
    assert (value["value"], value["iteration"], value["change"]) == (None, 2, "CLEARED")


def test_unstorable_values_are_rejected_and_the_rest_is_saved(sent: SentRfx, signed_in: SignedIn) -> None:
    body = answers_json(
        company_name=["no", "text"], colour="purple", verdict="ours", nonsense="x", iso="yes", employees="12"
    )
    result = signed_in(sent.respondent).put(f"{sent.path}/value", json=body).json
    assert result["saved"].keys() == {"employees"}
    assert result["refused"] == {
        "company_name": "Write the answer as text.",
        "colour": "Choose one of the options.",
        "verdict": "You cannot change this answer.",
        "nonsense": "This RFx has no such field.",
        "iso": "Choose Yes or No.",
    }


def test_invalid_answers_are_saved_but_cannot_be_submitted(sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.respondent)
    result = client.put(f"{sent.path}/value", json=answers_json(**ANSWERS | {"employees": "many"})).json
    assert result["saved"]["employees"]["iteration"] == 1
    assert result["completion"]["valid"] is False
    refused = client.post(f"{sent.path}/submission", json={})
    assert refused.status_code == 422
    assert refused.json["fields"].keys() == {"values.employees"}
    assert refused.json["errors"] == ["Some answers are missing or not right yet."]


INVALID_ANSWERS = {
    "least": (field("f", "NUMBER", min=3), "2"),
    "most": (field("f", "NUMBER", max=3), "4"),
    "length": (field("f", maxLength=3), "long"),
    "pattern": (field("f", pattern="[A-Z]{2}"), "x1"),
    "e-mail": (field("f", "EMAIL"), "nobody"),
    "number": (field("f", "NUMBER"), "many"),
    "address": (field("f", "URL"), "javascript:alert(1)"),
}


@pytest.mark.parametrize("rule", INVALID_ANSWERS)
def test_answer_that_breaks_a_rule_is_saved_but_not_submitted(
    session: Session, signed_in: SignedIn, rule: str
) -> None:
    block, value = INVALID_ANSWERS[rule]
    sent = send_rfx(blocks=[block])
    client = signed_in(sent.respondent)
    saved = client.put(f"{sent.path}/value", json=answers_json(f=value)).json
    assert (saved["saved"]["f"]["iteration"], saved["refused"]) == (1, {})
    completion = saved["completion"]
    assert (completion["percent"], completion["valid"], completion["faultCount"]) == (100, False, 1)
    refused = client.post(f"{sent.path}/submission", json={})
    assert refused.status_code == 422
    [sentence] = refused.json["fields"]["values.f"]
    assert sentence.endswith(".")
    assert signed_in(sent.sender).get(sent.path).json["status"] == "INPROGRESS"


def test_hidden_fields_are_stored_but_not_shown_or_required(sent: SentRfx, signed_in: SignedIn) -> None:
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS, certificate="ISO 9001"))
    own = supplier.get(f"{sent.path}/value").json["latestValuesFvc"]
    assert own["values"]["certificate"]["value"] == "ISO 9001"
    assert own["completion"]["valid"] is True
    assert "certificate" not in buyer.get(f"{sent.path}/value").json["latestValuesFvc"]["values"]


def test_requester_writes_own_fields_without_changing_the_status(sent: SentRfx, signed_in: SignedIn) -> None:
    buyer = signed_in(sent.sender)
    result = buyer.put(
        f"{sent.path}/value", json=answers_json(verdict="Good", remarks="Both", company_name="No")
    ).json
    assert result["saved"].keys() == {"verdict", "remarks"}
    assert result["refused"].keys() == {"company_name"}
    assert result["status"] == "NEW"
    responses = buyer.get(f"{sent.path}/value").json["latestValuesFvc"]["responses"]
    assert [response["status"] for response in responses] == ["NOT_STARTED", "INPROGRESS"]


def test_file_answers_use_stored_metadata_and_reject_foreign_files(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    stored = store_bytes(
        organisation_id=sent.respondent.organisation_id, user_id=sent.respondent.id, filename="iso.pdf",
        content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    foreign = store_bytes(
        organisation_id=sent.sender.organisation_id, user_id=sent.sender.id, filename="secret.pdf",
        content=b"%PDF-1.4 y", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    forged = {"attachmentId": stored.id, "filename": "forged.exe", "size": 1, "contentType": "text/html"}
    client = signed_in(sent.respondent)
    result = client.put(f"{sent.path}/value", json=answers_json(papers=[forged])).json
    assert client.statements <= 12, client.statement_log
    assert result["saved"]["papers"]["value"] == [
        {"attachmentId": stored.id, "filename": "iso.pdf", "size": 10, "contentType": "application/pdf"}
    ]
    assert session.query(AttachmentUse).filter_by(subject_type="rfx", subject_id=sent.id).count() == 1
    assert signed_in(sent.sender).get(f"/api/attachment/{stored.id}").status_code == 200
    stolen = {
        "attachmentId": foreign.id,
        "filename": "secret.pdf",
        "size": 10,
        "contentType": "application/pdf",
    }
    body = {
        "values": {
            "papers": {"value": [stolen], "baseIteration": 1},
            "colour": {"value": "r", "baseIteration": 0},
        }
    }
    refused = client.put(f"{sent.path}/value", json=body).json
    assert refused["refused"] == {"papers": "One of the files is no longer there. Please upload it again."}
    assert refused["saved"].keys() == {"colour"}
    assert client.get(f"/api/attachment/{foreign.id}").status_code == 404


def test_requester_reads_a_file_only_while_an_answer_shows_it(session: Session, signed_in: SignedIn) -> None:
    is_certified = {"field": "iso", "operator": "equals", "value": True}
    sent = send_rfx(blocks=(field("iso", "YESNO"), field("papers", "FILE", visibleWhen=is_certified)))
    stored = store_bytes(
        organisation_id=sent.respondent.organisation_id, user_id=sent.respondent.id, filename="iso.pdf",
        content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    file = {"attachmentId": stored.id, "filename": "iso.pdf", "size": 10, "contentType": "application/pdf"}
    supplier, colleague = signed_in(sent.respondent), signed_in(colleague_of(sent.respondent))
    buyer = signed_in(sent.sender)

    def status_codes() -> list[int]:
        return [
            reader.get(f"/api/attachment/{stored.id}").status_code for reader in (supplier, colleague, buyer)
        ]

    supplier.put(f"{sent.path}/value", json=answers_json(iso=True, papers=[file]))
    assert status_codes() == [200, 200, 200]
    supplier.put(f"{sent.path}/value", json={"values": {"iso": {"value": False, "baseIteration": 1}}})
    assert status_codes() == [200, 200, 404], "the field is hidden now"
    again = {"iso": {"value": True, "baseIteration": 2}, "papers": {"value": None, "baseIteration": 1}}
    supplier.put(f"{sent.path}/value", json={"values": again})
    assert status_codes() == [200, 200, 200], "the history shows the earlier answer"
    assert buyer.statements <= 8, buyer.statement_log


def test_file_of_a_conflicting_answer_stays_private(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    one, other = (
        store_bytes(
            organisation_id=sent.respondent.organisation_id, user_id=sent.respondent.id, filename=f"{name}.pdf",
            content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
        ).id
        for name in ("one", "other")
    )  # fmt: skip
    supplier = signed_in(sent.respondent)
    for attachment_id in (one, other):
        file = {
            "attachmentId": attachment_id, "filename": "x.pdf", "size": 1, "contentType": "application/pdf",
        }  # fmt: skip
        result = supplier.put(f"{sent.path}/value", json=answers_json(papers=[file])).json
    assert result["conflicts"].keys() == {"papers"}
    assert supplier.get(f"/api/attachment/{other}").status_code == 200
    buyer = signed_in(sent.sender)
    assert [buyer.get(f"/api/attachment/{file}").status_code for file in (one, other)] == [200, 404]


def test_server_stamps_signatures(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("name"), field("signature", "FORMSIGNATURE")))
    client = signed_in(sent.respondent)
    forged = {
        "name": " Tom Reed ",
        "strokes": [[1, 2, 3, 4]],
        "userId": 1,
        "answersHash": "x",
        "signedAt": "x",
    }
    client.put(f"{sent.path}/value", json=answers_json(name="Brightwater"))
    signed = client.put(f"{sent.path}/value", json=answers_json(signature=forged)).json
    value = signed["saved"]["signature"]["value"]
    assert (value["name"], value["userId"], value["userName"]) == (
        "Tom Reed",
        sent.respondent.id,
        sent.respondent.name,
    )
    assert len(value["answersHash"]) == 64
    assert signed["outdatedSignatures"] == []
    again = client.put(f"{sent.path}/value", json=answers_json(signature=forged)).json
    assert again["saved"]["signature"]["iteration"] == 1
    changed = {"values": {"name": {"value": "Other", "baseIteration": 1}}}
    assert client.put(f"{sent.path}/value", json=changed).json["outdatedSignatures"] == ["signature"]


def test_signing_needs_the_permission_to_submit_rfxs(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("name"), field("signature", "FORMSIGNATURE")))
    client = signed_in(colleague_of(sent.respondent, role_name="Contributor"))
    result = client.put(f"{sent.path}/value", json=answers_json(name="x", signature=SIGNED)).json
    assert result["saved"].keys() == {"name"}
    assert result["refused"] == {"signature": "You don't have permission to sign."}
    assert client.get(sent.path, query_string={"i": "rwMap"}).json["rwMap"] == {
        "name": True,
        "signature": False,
    }
    assert client.post(f"{sent.path}/submission", json={}).status_code == 403


def test_signer_without_answer_permission_signs_colleagues_answers(
    session: Session, signed_in: SignedIn
) -> None:
    sent = send_rfx(blocks=(field("name", required=True), field("signature", "FORMSIGNATURE")))
    signer = colleague_of(sent.respondent)
    role = Role(organisation_id=signer.organisation_id, name="Signs", permissions=["SUBMIT_RFX"])
    session.add(role)
    session.flush()
    signer.role_id = role.id
    client, respondent = signed_in(signer), signed_in(sent.respondent)
    loaded = client.get(sent.path, query_string={"i": "rwMap"}).json
    assert loaded["rwMap"] == {"name": False, "signature": True}
    actions = loaded["actions"]
    assert [actions[it] for it in ("answer", "reuse", "reply")] == [False] * 3
    assert [actions[it] for it in ("sign", "submit", "decline")] == [True] * 3
    respondent.put(f"{sent.path}/value", json=answers_json(name="Brightwater"))
    both = {"name": {"value": "x", "baseIteration": 1}, **answers_json(signature=SIGNED)["values"]}
    result = client.put(f"{sent.path}/value", json={"values": both}).json
    assert result["refused"] == {"name": "You cannot change this answer."}
    assert result["saved"]["signature"]["value"]["userId"] == signer.id
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200
    assert client.put(f"{sent.path}/value", json=answers_json(signature=SIGNED)).status_code == 409


def test_viewer_can_read_but_not_answer(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(colleague_of(sent.respondent, role_name="Viewer"))
    assert client.put(f"{sent.path}/value", json=answers_json(company_name="x")).status_code == 403
    loaded = client.get(sent.path, query_string={"i": "rwMap"}).json
    assert not any(loaded["rwMap"].values())
    assert loaded["actions"]["answer"] is False


def test_fields_with_the_same_name_in_two_forms_have_separate_keys(
    session: Session, signed_in: SignedIn
) -> None:
    from tests.factories.accounts import UserFactory
    from tests.factories.rfx import make_form

    sender = UserFactory()
    forms = [
        make_form(sender, field("notes"), field("a"), title="A"),
        make_form(sender, field("notes"), title="B"),
    ]
    sent = send_rfx(sender, forms=forms)
    client = signed_in(sent.respondent)
    keys = [f"{form.id}.notes" for form in forms]
    result = client.put(
        f"{sent.path}/value", json=answers_json(**{keys[0]: "one", keys[1]: "two", "notes": "none"})
    ).json
    assert result["saved"].keys() == set(keys)
    assert result["refused"].keys() == {"notes"}
    assert result["completion"]["byForm"] == {
        str(forms[0].id): {"answered": 1, "total": 2, "percent": 50, "valid": True, "faultCount": 0},
        str(forms[1].id): {"answered": 1, "total": 1, "percent": 100, "valid": True, "faultCount": 0},
    }


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"values": []},
        {"values": {"company_name": "text"}},
        {"values": {"company_name": {"value": "x"}}},
        {"values": {"company_name": {"value": "x", "baseIteration": "1"}}},
        {"values": {"company_name": {"value": "x", "baseIteration": -1}}},
        {"values": {"company_name": {"value": "x", "baseIteration": 0, "more": 1}}},
        {"values": {}, "other": 1},
    ],
)
def test_malformed_save_returns_422(sent: SentRfx, signed_in: SignedIn, body: object) -> None:
    assert signed_in(sent.respondent).put(f"{sent.path}/value", json=body).status_code == 422


def test_deeply_nested_json_is_rejected(sent: SentRfx, signed_in: SignedIn) -> None:
    deep = (
        '{"values": {"company_name": {"baseIteration": 0, "value": ' + "[" * 100_000 + "]" * 100_000 + "}}}"
    )
    client = signed_in(sent.respondent)
    response = client.put(f"{sent.path}/value", data=deep, headers={"Content-Type": "application/json"})
    assert 400 <= response.status_code < 500
    nested = answers_json(company_name=[[[[["x"]]]]])
    assert client.put(f"{sent.path}/value", json=nested).json["refused"].keys() == {"company_name"}


def test_characters_that_postgresql_rejects_are_removed_or_rejected(
    sent: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(sent.respondent)
    json_type = {"Content-Type": "application/json"}
    nul = '{"values": {"company_name": {"baseIteration": 0, "value": "a\\u0000b"}}}'
    saved = client.put(f"{sent.path}/value", data=nul, headers=json_type).json["saved"]
    assert saved.keys() == {"company_name"}, "the character is removed and the answer saved"
    lone_surrogate = '{"values": {"\\ud800": {"baseIteration": 0, "value": 1}}}'
    response = client.put(f"{sent.path}/value", data=lone_surrogate, headers=json_type)
    assert response.json["saved"] == {}
    assert len(response.json["refused"]) == 1
