"""Answers are never lost: saves, conflicts, refusals (product decisions, RFx)."""

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Role
from app.files.models import AttachmentUse
from app.files.operations import store_bytes
from app.files.types import AttachmentKind
from app.rfx.models import FormValue
from tests.factories.accounts import colleague_of
from tests.factories.rfx import ANSWERS, SentRfx, field, given, send_rfx
from tests.fixtures.people import SignedIn

SIGNED = {"name": "T", "strokes": []}


@pytest.fixture
def sent(session: Session) -> SentRfx:
    return send_rfx()


def test_an_answer_is_stored_and_makes_the_rfx_in_progress(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(sent.answerer)
    answer = client.put(f"{sent.path}/value", json=given(company_name="Brightwater"))
    assert answer.status_code == 200, answer.text
    assert answer.json["saved"]["company_name"]["iteration"] == 1
    assert answer.json["status"] == "INPROGRESS"
    assert answer.json["completion"]["answered"] == 1
    loaded = client.get(sent.path, query_string={"i": ["rwMap", "fields", "tasks", "html"]})
    assert loaded.status_code == 200, loaded.text
    value = loaded.json["latestValuesFvc"]["values"]["company_name"]
    assert value["value"] == "Brightwater"
    assert value["by"]["name"] == sent.answerer.name
    assert loaded.json["latestValuesFvc"]["responses"][0]["status"] == "INPROGRESS"


def test_each_save_is_an_iteration_of_its_own(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.answerer)
    client.put(f"{sent.path}/value", json=given(company_name="One"))
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


def test_an_outdated_base_is_a_conflict_for_that_field_alone(sent: SentRfx, signed_in: SignedIn) -> None:
    first, second = signed_in(sent.answerer), signed_in(colleague_of(sent.answerer, name="Ann Other"))
    first.put(f"{sent.path}/value", json=given(company_name="Mine"))
    answer = second.put(f"{sent.path}/value", json=given(company_name="Hers", employees="12")).json
    assert answer["saved"].keys() == {"employees"}
    conflict = answer["conflicts"]["company_name"]
    assert (conflict["value"], conflict["iteration"], conflict["name"]) == ("Mine", 1, sent.answerer.name)
    again = {"values": {"company_name": {"value": "Hers", "baseIteration": conflict["iteration"]}}}
    assert second.put(f"{sent.path}/value", json=again).json["saved"]["company_name"]["iteration"] == 2


def test_an_equal_value_is_no_conflict_and_no_new_iteration(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    client = signed_in(sent.answerer)
    for _ in range(3):
        answer = client.put(f"{sent.path}/value", json=given(company_name="Same")).json
        assert answer["saved"]["company_name"]["iteration"] == 1
        assert answer["conflicts"] == {}
    assert session.query(FormValue).filter_by(rfx_id=sent.id).count() == 1


def test_a_cleared_answer_is_kept_as_history(sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.answerer)
    client.put(f"{sent.path}/value", json=given(company_name="Gone"))
    body = {"values": {"company_name": {"value": None, "baseIteration": 1}}}
    assert client.put(f"{sent.path}/value", json=body).json["completion"]["answered"] == 0
    value = client.get(f"{sent.path}/value").json["latestValuesFvc"]["values"]["company_name"]
    assert (value["value"], value["iteration"], value["change"]) == (None, 2, "CLEARED")


def test_what_cannot_be_stored_is_refused_and_the_rest_kept(sent: SentRfx, signed_in: SignedIn) -> None:
    body = given(
        company_name=["no", "text"], colour="purple", verdict="ours", nonsense="x", iso="yes", employees="12"
    )
    answer = signed_in(sent.answerer).put(f"{sent.path}/value", json=body).json
    assert answer["saved"].keys() == {"employees"}
    assert answer["refused"] == {
        "company_name": "Write the answer as text.",
        "colour": "Choose one of the options.",
        "verdict": "You cannot change this answer.",
        "nonsense": "This RFx has no such field.",
        "iso": "Choose Yes or No.",
    }


def test_wrong_answers_are_kept_but_not_valid(sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.answerer)
    answer = client.put(f"{sent.path}/value", json=given(**ANSWERS | {"employees": "many"})).json
    assert answer["saved"]["employees"]["iteration"] == 1
    assert answer["completion"]["valid"] is False
    refused = client.post(f"{sent.path}/submission", json={})
    assert refused.status_code == 422
    assert refused.json["fields"].keys() == {"values.employees"}
    assert refused.json["errors"] == ["Some answers are missing or not right yet."]


OUTSIDE_ITS_RULES = {
    "least": (field("f", "NUMBER", min=3), "2"),
    "most": (field("f", "NUMBER", max=3), "4"),
    "length": (field("f", maxLength=3), "long"),
    "pattern": (field("f", pattern="[A-Z]{2}"), "x1"),
    "e-mail": (field("f", "EMAIL"), "nobody"),
    "number": (field("f", "NUMBER"), "many"),
    "address": (field("f", "URL"), "javascript:alert(1)"),
}


@pytest.mark.parametrize("rule", OUTSIDE_ITS_RULES)
def test_an_answer_outside_its_rules_is_a_draft_and_refused_at_submission(
    session: Session, signed_in: SignedIn, rule: str
) -> None:
    asked, value = OUTSIDE_ITS_RULES[rule]
    sent = send_rfx(blocks=[asked])
    client = signed_in(sent.answerer)
    saved = client.put(f"{sent.path}/value", json=given(f=value)).json
    assert (saved["saved"]["f"]["iteration"], saved["refused"]) == (1, {})
    whole = saved["completion"]
    assert (whole["percent"], whole["valid"], whole["faultCount"]) == (100, False, 1)
    refused = client.post(f"{sent.path}/submission", json={})
    assert refused.status_code == 422
    [sentence] = refused.json["fields"]["values.f"]
    assert sentence.endswith(".")
    assert signed_in(sent.sender).get(sent.path).json["status"] == "INPROGRESS"


def test_hidden_fields_are_stored_but_count_for_nothing(sent: SentRfx, signed_in: SignedIn) -> None:
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    supplier.put(f"{sent.path}/value", json=given(**ANSWERS, certificate="ISO 9001"))
    own = supplier.get(f"{sent.path}/value").json["latestValuesFvc"]
    assert own["values"]["certificate"]["value"] == "ISO 9001"
    assert own["completion"]["valid"] is True
    assert "certificate" not in buyer.get(f"{sent.path}/value").json["latestValuesFvc"]["values"]


def test_the_requester_writes_its_own_fields_and_moves_nothing(sent: SentRfx, signed_in: SignedIn) -> None:
    buyer = signed_in(sent.sender)
    answer = buyer.put(
        f"{sent.path}/value", json=given(verdict="Good", remarks="Both", company_name="No")
    ).json
    assert answer["saved"].keys() == {"verdict", "remarks"}
    assert answer["refused"].keys() == {"company_name"}
    assert answer["status"] == "NEW"
    responses = buyer.get(f"{sent.path}/value").json["latestValuesFvc"]["responses"]
    assert [response["status"] for response in responses] == ["NOT_STARTED", "INPROGRESS"]


def test_files_are_attached_and_described_by_the_server(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    stored = store_bytes(
        organisation_id=sent.answerer.organisation_id, user_id=sent.answerer.id, filename="iso.pdf",
        content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    foreign = store_bytes(
        organisation_id=sent.sender.organisation_id, user_id=sent.sender.id, filename="secret.pdf",
        content=b"%PDF-1.4 y", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    forged = {"attachmentId": stored.id, "filename": "forged.exe", "size": 1, "contentType": "text/html"}
    client = signed_in(sent.answerer)
    answer = client.put(f"{sent.path}/value", json=given(papers=[forged])).json
    assert client.statements <= 10, client.statement_log
    assert answer["saved"]["papers"]["value"] == [
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


def test_a_file_is_read_by_the_other_end_only_while_an_answer_shows_it(
    session: Session, signed_in: SignedIn
) -> None:
    asked = {"field": "iso", "operator": "equals", "value": True}
    sent = send_rfx(blocks=(field("iso", "YESNO"), field("papers", "FILE", visibleWhen=asked)))
    stored = store_bytes(
        organisation_id=sent.answerer.organisation_id, user_id=sent.answerer.id, filename="iso.pdf",
        content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
    )  # fmt: skip
    file = {"attachmentId": stored.id, "filename": "iso.pdf", "size": 10, "contentType": "application/pdf"}
    supplier, colleague = signed_in(sent.answerer), signed_in(colleague_of(sent.answerer))
    buyer = signed_in(sent.sender)

    def seen() -> list[int]:
        return [who.get(f"/api/attachment/{stored.id}").status_code for who in (supplier, colleague, buyer)]

    supplier.put(f"{sent.path}/value", json=given(iso=True, papers=[file]))
    assert seen() == [200, 200, 200]
    supplier.put(f"{sent.path}/value", json={"values": {"iso": {"value": False, "baseIteration": 1}}})
    assert seen() == [200, 200, 404], "it is hidden now"
    again = {"iso": {"value": True, "baseIteration": 2}, "papers": {"value": None, "baseIteration": 1}}
    supplier.put(f"{sent.path}/value", json={"values": again})
    assert seen() == [200, 200, 200], "the history shows what was answered before"
    assert buyer.statements <= 8, buyer.statement_log


def test_a_file_whose_answer_was_in_conflict_is_its_uploaders_alone(
    session: Session, sent: SentRfx, signed_in: SignedIn
) -> None:
    one, other = (
        store_bytes(
            organisation_id=sent.answerer.organisation_id, user_id=sent.answerer.id, filename=f"{name}.pdf",
            content=b"%PDF-1.4 x", kind=AttachmentKind.RFXANSWER,
        ).id
        for name in ("one", "other")
    )  # fmt: skip
    supplier = signed_in(sent.answerer)
    for attachment_id in (one, other):
        file = {
            "attachmentId": attachment_id, "filename": "x.pdf", "size": 1, "contentType": "application/pdf",
        }  # fmt: skip
        answer = supplier.put(f"{sent.path}/value", json=given(papers=[file])).json
    assert answer["conflicts"].keys() == {"papers"}
    assert supplier.get(f"/api/attachment/{other}").status_code == 200
    buyer = signed_in(sent.sender)
    assert [buyer.get(f"/api/attachment/{file}").status_code for file in (one, other)] == [200, 404]


def test_a_signature_is_stamped_by_the_server(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("name"), field("signature", "FORMSIGNATURE")))
    client = signed_in(sent.answerer)
    forged = {
        "name": " Tom Reed ",
        "strokes": [[1, 2, 3, 4]],
        "userId": 1,
        "answersHash": "x",
        "signedAt": "x",
    }
    client.put(f"{sent.path}/value", json=given(name="Brightwater"))
    signed = client.put(f"{sent.path}/value", json=given(signature=forged)).json
    value = signed["saved"]["signature"]["value"]
    assert (value["name"], value["userId"], value["userName"]) == (
        "Tom Reed",
        sent.answerer.id,
        sent.answerer.name,
    )
    assert len(value["answersHash"]) == 64
    assert signed["outdatedSignatures"] == []
    again = client.put(f"{sent.path}/value", json=given(signature=forged)).json
    assert again["saved"]["signature"]["iteration"] == 1
    changed = {"values": {"name": {"value": "Other", "baseIteration": 1}}}
    assert client.put(f"{sent.path}/value", json=changed).json["outdatedSignatures"] == ["signature"]


def test_signing_needs_the_permission_to_submit(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("name"), field("signature", "FORMSIGNATURE")))
    client = signed_in(colleague_of(sent.answerer, role_name="Contributor"))
    answer = client.put(f"{sent.path}/value", json=given(name="x", signature=SIGNED)).json
    assert answer["saved"].keys() == {"name"}
    assert answer["refused"] == {"signature": "You don't have permission to sign."}
    assert client.get(sent.path, query_string={"i": "rwMap"}).json["rwMap"] == {
        "name": True,
        "signature": False,
    }
    assert client.post(f"{sent.path}/submission", json={}).status_code == 403


def test_who_may_submit_signs_what_colleagues_answer(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("name", required=True), field("signature", "FORMSIGNATURE")))
    signer = colleague_of(sent.answerer)
    role = Role(organisation_id=signer.organisation_id, name="Signs", permissions=["SUBMIT_RFX"])
    session.add(role)
    session.flush()
    signer.role_id = role.id
    client, answerer = signed_in(signer), signed_in(sent.answerer)
    loaded = client.get(sent.path, query_string={"i": "rwMap"}).json
    assert loaded["rwMap"] == {"name": False, "signature": True}
    actions = loaded["actions"]
    assert [actions[it] for it in ("answer", "reuse", "reply")] == [False] * 3
    assert [actions[it] for it in ("sign", "submit", "decline")] == [True] * 3
    answerer.put(f"{sent.path}/value", json=given(name="Brightwater"))
    both = {"name": {"value": "x", "baseIteration": 1}, **given(signature=SIGNED)["values"]}
    answer = client.put(f"{sent.path}/value", json={"values": both}).json
    assert answer["refused"] == {"name": "You cannot change this answer."}
    assert answer["saved"]["signature"]["value"]["userId"] == signer.id
    assert client.post(f"{sent.path}/submission", json={}).status_code == 200
    assert client.put(f"{sent.path}/value", json=given(signature=SIGNED)).status_code == 409


def test_a_viewer_reads_and_cannot_answer(session: Session, sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(colleague_of(sent.answerer, role_name="Viewer"))
    assert client.put(f"{sent.path}/value", json=given(company_name="x")).status_code == 403
    loaded = client.get(sent.path, query_string={"i": "rwMap"}).json
    assert not any(loaded["rwMap"].values())
    assert loaded["actions"]["answer"] is False


def test_two_forms_with_the_same_name_have_keys_of_their_own(session: Session, signed_in: SignedIn) -> None:
    from tests.factories.accounts import UserFactory
    from tests.factories.rfx import make_form

    sender = UserFactory()
    forms = [
        make_form(sender, field("notes"), field("a"), title="A"),
        make_form(sender, field("notes"), title="B"),
    ]
    sent = send_rfx(sender, forms=forms)
    client = signed_in(sent.answerer)
    keys = [f"{form.id}.notes" for form in forms]
    answer = client.put(
        f"{sent.path}/value", json=given(**{keys[0]: "one", keys[1]: "two", "notes": "none"})
    ).json
    assert answer["saved"].keys() == set(keys)
    assert answer["refused"].keys() == {"notes"}
    assert answer["completion"]["byForm"] == {
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
def test_what_is_not_a_save_is_a_422(sent: SentRfx, signed_in: SignedIn, body: object) -> None:
    assert signed_in(sent.answerer).put(f"{sent.path}/value", json=body).status_code == 422


def test_json_that_nests_too_deeply_is_no_failure_of_ours(sent: SentRfx, signed_in: SignedIn) -> None:
    deep = (
        '{"values": {"company_name": {"baseIteration": 0, "value": ' + "[" * 100_000 + "]" * 100_000 + "}}}"
    )
    client = signed_in(sent.answerer)
    answer = client.put(f"{sent.path}/value", data=deep, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500
    nested = given(company_name=[[[[["x"]]]]])
    assert client.put(f"{sent.path}/value", json=nested).json["refused"].keys() == {"company_name"}


def test_what_no_database_can_hold_is_refused(sent: SentRfx, signed_in: SignedIn) -> None:
    client = signed_in(sent.answerer)
    kind = {"Content-Type": "application/json"}
    nul = '{"values": {"company_name": {"baseIteration": 0, "value": "a\\u0000b"}}}'
    saved = client.put(f"{sent.path}/value", data=nul, headers=kind).json["saved"]
    assert saved.keys() == {"company_name"}, "the character is dropped, the answer kept"
    half = '{"values": {"\\ud800": {"baseIteration": 0, "value": 1}}}'
    answer = client.put(f"{sent.path}/value", data=half, headers=kind)
    assert answer.json["saved"] == {}
    assert len(answer.json["refused"]) == 1
