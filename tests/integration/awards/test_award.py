"""The award of a request: the decision, its letters, and what each supplier learns."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import UserStatus
from app.events.models import EventLog
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.messages.models import Message
from app.rfx.models import Rfx
from app.rfx.types import RequestState, RfxStatus
from app.tasks.models import UserTask
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.awards import AwardCase, demand_approval, draft_award, make_award_case
from tests.fixtures.people import SignedIn


def decide(case: AwardCase, *awarded: int, **more: Any) -> dict[str, Any]:
    return {"lines": [{"rfxId": case.ids[at], "reason": "Best offer."} for at in awarded]} | more


def letters_to(session: Session, user: User) -> list[OutboxMail]:
    stmt = select(OutboxMail).where(
        OutboxMail.to_email == user.email, OutboxMail.dedupe_key.like("rfx:%award%")
    )
    return list(session.execute(stmt).scalars())


def test_suppliers_are_ranked_by_the_scores_of_their_forms(signed_in: SignedIn) -> None:
    case = make_award_case(60, 90, 90)
    body = signed_in(case.buyer).get(case.path).json
    assert (body["state"], body["refusal"], body["needsApproval"]) == (None, None, False)
    assert [(row["name"], row["score"], row["rank"], row["canAward"]) for row in body["suppliers"]] == [
        ("Supplier B", 90.0, 1, True),
        ("Supplier C", 90.0, 1, True),
        ("Supplier A", 60.0, 3, True),
    ]


def test_letters_go_to_all_submitters_and_the_request_is_awarded(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    case = make_award_case(80, 70)
    buyer, client = case.buyer, signed_in(case.buyer)
    standstill = (now() + timedelta(days=10)).date()
    saved = client.put(
        case.path, json=decide(case, 0, standstillUntil=standstill.isoformat(), includeScores=True)
    ).json
    assert (saved["state"], saved["actions"]["send"], saved["actions"]["submit"]) == ("DRAFT", True, False)
    sent = client.post(f"{case.path}/send", json={"basedOn": saved["updated"]}).json
    assert (sent["state"], sent["sentBy"]["name"]) == ("SENT", buyer.name)
    assert [row["letterState"] for row in sent["suppliers"]] == ["WAITING", "WAITING"]
    run_jobs()
    shown = client.get(case.path).json
    assert [(row["isAwarded"], row["letterState"]) for row in shown["suppliers"]] == [
        (True, "SENT"),
        (False, "SENT"),
    ]
    assert client.get(f"/api/rfxRequest/{case.request.id}").json["state"] == RequestState.AWARDED
    progress = client.get(f"/api/rfxRequest/{case.request.id}/rfx").json
    assert [row["isAwarded"] for row in progress["rows"]] == [True, False]
    winner, other = (each.respondent for each in case.sent)
    (won,), (lost,) = letters_to(session, winner), letters_to(session, other)
    assert "award this request to Supplier A" in won.text
    assert "Your score: 80 of 100. Your rank: 1." in won.text
    assert "not to award this request to Supplier B" in lost.text
    assert "Your score: 70 of 100. Your rank: 2." in lost.text
    assert f"{standstill.day} " in lost.text
    for mail, foreign in ((won, "Supplier B"), (lost, "Supplier A")):
        assert foreign not in mail.html + mail.text + mail.subject
    assert [event["type"] for event in shown["history"]] == ["rfxAward.sent", "rfxAward.drafted"]
    text = "".join(part["text"] for part in shown["history"][0]["sentence"])
    assert text == f"{buyer.name} awarded {case.request.title} and sent letters to 2 suppliers"


def test_supplier_sees_only_its_own_outcome(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    case = make_award_case(80, 70, guests=1)
    draft_award(case, 0)
    assert signed_in(case.buyer).post(f"{case.path}/send", json={}).status_code == 200
    run_jobs()
    winner, other, guest = (each.respondent for each in case.sent)
    assert signed_in(winner).get(f"/api/rfx/{case.ids[0]}").json["isAwarded"] is True
    assert signed_in(other).get(f"/api/rfx/{case.ids[1]}").json["isAwarded"] is False
    assert signed_in(guest, rfx_id=case.ids[2]).get(f"/api/rfx/{case.ids[2]}").json["isAwarded"] is False
    assert signed_in(other).get(case.path).status_code == 404
    assert signed_in(other).get(f"/api/rfx/{case.ids[0]}").status_code == 404
    logs = session.execute(
        select(EventLog).where(
            EventLog.organisation_id == other.organisation_id, EventLog.type.like("rfx%ward%")
        )
    ).scalars()
    events = [(event.type, str(event.args)) for event in logs]
    assert [kind for kind, _ in events] == ["rfx.notAwarded"]
    assert "Supplier A" not in events[0][1]


def test_letter_is_also_a_message_and_one_mail(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    case = make_award_case(80)
    draft_award(case, 0)
    signed_in(case.buyer).post(f"{case.path}/send", json={})
    run_jobs()
    thread_id = session.get_one(Rfx, case.ids[0]).thread_id
    messages = session.execute(select(Message.html).where(Message.thread_id == thread_id)).scalars().all()
    assert any("award this request to Supplier A" in html for html in messages)
    mails = session.execute(
        select(OutboxMail).where(OutboxMail.to_email == case.sent[0].respondent.email)
    ).scalars()
    assert [mail.subject for mail in mails] == ["Supplier qualification 2027: decision (Meridian Surgical)"]


def test_letter_to_a_guest_has_the_name_or_the_address(session: Session, signed_in: SignedIn) -> None:
    case = make_award_case(guests=2)
    first, second = (each.respondent for each in case.sent)
    first.name, second.name = "Ines Duarte", ""
    session.flush()
    draft_award(case, 0, 1)
    client = signed_in(case.buyer)
    letters = [client.get(f"{case.path}/letter/{rfx_id}").json["html"] for rfx_id in case.ids]
    assert "award this request to Ines Duarte." in letters[0]
    assert f"award this request to {second.email}." in letters[1]


def test_letters_without_scores_have_none(signed_in: SignedIn) -> None:
    case = make_award_case(80)
    draft_award(case, 0)
    letter = signed_in(case.buyer).get(f"{case.path}/letter/{case.ids[0]}").json
    assert "score" not in letter["html"].lower()
    assert "standstill" not in letter["html"]
    assert "<p></p>" not in letter["html"]


def test_edited_letter_is_sent_and_an_outdated_one_blocks_the_sending(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    case = make_award_case(80, 70)
    draft_award(case, 0)
    client, path = signed_in(case.buyer), f"{case.path}/letter/{case.ids[1]}"
    html = "<p>Dear team, not this time.</p><script>alert(1)</script>"
    edited = client.put(path, json={"html": html}).json
    assert (edited["html"], edited["isEdited"], edited["isOutdated"]) == (
        "<p>Dear team, not this time.</p>",
        True,
        False,
    )
    draft_award(case, 0, 1)
    assert client.get(path).json["isOutdated"] is True
    refused = client.post(f"{case.path}/send", json={})
    assert (refused.status_code, refused.json["message"]) == (
        409,
        "The award has changed since you edited the letter to Supplier B. Check that letter first.",
    )
    assert client.put(path, json={"html": html}).json["isOutdated"] is False
    assert client.post(f"{case.path}/send", json={}).status_code == 200
    run_jobs()
    (mail,) = letters_to(session, case.sent[1].respondent)
    assert "Dear team, not this time." in mail.text


def test_wording_has_placeholders_that_cannot_inject(signed_in: SignedIn) -> None:
    case = make_award_case(80)
    draft_award(case, 0, include_scores=True)
    client = signed_in(case.buyer)
    text = '<p>{supplier}, {unknown}: <a href="{request}">about</a> {score}</p>'
    saved = client.put(f"{case.path}/wording", json={"awardedHtml": text}).json
    assert (saved["wording"]["isAwardedStandard"], saved["wording"]["isOtherStandard"]) == (False, True)
    letter = client.get(f"{case.path}/letter/{case.ids[0]}").json["html"]
    assert letter.startswith("<p>Supplier A, {unknown}: ")
    assert "Your score: 80 of 100. Your rank: 1." in letter
    assert client.put(f"{case.path}/wording", json={"awardedHtml": "<p> </p>"}).status_code == 422
    assert client.put(f"{case.path}/wording", json={}).json["wording"]["isAwardedStandard"] is True


@pytest.mark.parametrize(
    ("change", "status", "sentence"),
    [
        ({"lines": []}, 422, "Choose at least one supplier."),
        ({"reason": ""}, 422, "Give a reason for Supplier A."),
    ],
)
def test_incomplete_award_is_not_sent(
    signed_in: SignedIn, change: dict[str, Any], status: int, sentence: str
) -> None:
    case = make_award_case(80)
    draft_award(case, *([] if "lines" in change else [0]), reason=change.get("reason", "x"))
    response = signed_in(case.buyer).post(f"{case.path}/send", json={})
    assert (response.status_code, response.json["fields"]["lines"]) == (status, [sentence])


def test_wrong_suppliers_and_days_are_refused_with_sentences(signed_in: SignedIn) -> None:
    case, other = make_award_case(80, 70), make_award_case(50)
    client = signed_in(case.buyer)
    twice = client.put(case.path, json=decide(case, 0, 0))
    assert (twice.status_code, twice.json["fields"]["lines"]) == (
        422,
        ["A supplier can be awarded only once."],
    )
    foreign = client.put(case.path, json=decide(other, 0))
    assert (foreign.status_code, foreign.json["fields"]["lines"]) == (
        422,
        ["Choose suppliers of this request."],
    )
    past = client.put(case.path, json=decide(case, 0, standstillUntil="2020-01-01"))
    assert past.json["fields"]["standstillUntil"] == ["The standstill must end today or later."]
    late = client.put(case.path, json=decide(case, 0, standstillUntil="2999-01-01"))
    assert late.json["fields"]["standstillUntil"] == ["The standstill can last at most one year."]
    assert client.get(case.path).json["state"] is None


def test_only_submitted_responses_are_awarded(session: Session, signed_in: SignedIn) -> None:
    case = make_award_case(80, 70)
    session.get_one(Rfx, case.ids[0]).status = RfxStatus.INPROGRESS
    session.flush()
    client = signed_in(case.buyer)
    response = client.put(case.path, json=decide(case, 0))
    assert (response.status_code, response.json["message"]) == (
        409,
        "Supplier A has not submitted a response, so it can't be awarded.",
    )
    draft_award(case, 1)
    session.get_one(Rfx, case.ids[1]).status = RfxStatus.INPROGRESS
    session.flush()
    assert client.post(f"{case.path}/send", json={}).status_code == 409


def test_sealed_request_is_not_awarded_and_shows_no_scores(signed_in: SignedIn) -> None:
    case = make_award_case(80, is_sealed=True)
    client = signed_in(case.buyer)
    response = client.put(case.path, json=decide(case, 0))
    assert (response.status_code, response.json["code"]) == (409, "requestSealed")
    shown = client.get(case.path).json
    assert shown["refusal"] == "This request is sealed: its answers can be read after the deadline."
    assert [(row["score"], row["rank"]) for row in shown["suppliers"]] == [(None, None)]
    assert client.post(f"{case.path}/report", json={}).status_code == 409


def test_a_stale_draft_overwrites_nothing(signed_in: SignedIn) -> None:
    case = make_award_case(80, 70)
    client = signed_in(case.buyer)
    first = client.put(case.path, json=decide(case, 0)).json
    client.put(case.path, json=decide(case, 1, basedOn=first["updated"]))
    stale = client.put(case.path, json=decide(case, 0, basedOn=first["updated"]))
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    assert [row["isAwarded"] for row in client.get(case.path).json["suppliers"]] == [False, True]


def test_sent_award_never_changes(signed_in: SignedIn, run_jobs: Callable[[], int]) -> None:
    case = make_award_case(80)
    draft_award(case, 0)
    client = signed_in(case.buyer)
    client.post(f"{case.path}/send", json={})
    run_jobs()
    sentence = "The letters were sent, so the award can no longer be changed."
    for method, path, body in (
        ("PUT", "", decide(case, 0)),
        ("PUT", "/wording", {}),
        ("PUT", f"/letter/{case.ids[0]}", {"html": "<p>No.</p>"}),
        ("POST", "/send", {}),
        ("POST", "/recall", {}),
        ("POST", "/cancel", {}),
    ):
        response = client.open(f"{case.path}{path}", method=method, json=body)
        assert (response.status_code, response.json["message"]) == (409, sentence), path
    actions = client.get(case.path).json["actions"]
    assert not any(actions.values())


def test_cancelled_award_starts_again(signed_in: SignedIn) -> None:
    case = make_award_case(80)
    draft_award(case, 0)
    client = signed_in(case.buyer)
    assert client.post(f"{case.path}/cancel", json={}).json["state"] == "CANCELLED"
    assert client.post(f"{case.path}/send", json={}).status_code == 409
    again = client.put(case.path, json=decide(case, 0)).json
    assert (again["state"], len(again["history"])) == ("DRAFT", 3)


def test_letter_that_reaches_no_person_becomes_a_task(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    case = make_award_case(80, 70)
    case.sent[1].respondent.status = UserStatus.SUSPENDED
    session.flush()
    draft_award(case, 0)
    client = signed_in(case.buyer)
    client.post(f"{case.path}/send", json={})
    run_jobs()
    rows = client.get(case.path).json["suppliers"]
    assert [(row["letterState"], row["failure"]) for row in rows] == [
        ("SENT", None),
        ("FAILED", "No one at this supplier can receive the letter."),
    ]
    task = session.execute(select(UserTask).where(UserTask.subject_type == "rfxRequest")).scalar_one()
    assert (task.title, task.assigned_user_id) == (
        "1 letter about the award could not be delivered",
        case.buyer.id,
    )
    assert "Supplier B" in (task.description_html or "")
    assert "password" not in (task.description_html or "")


def test_letter_that_was_not_delivered_is_sent_again(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    case = make_award_case(80, 70)
    user, client = case.sent[1].respondent, signed_in(case.buyer)
    again = f"{case.path}/letter/{case.ids[1]}/send"
    draft_award(case, 0)
    assert client.post(again, json={}).json["message"] == "The letters of this award have not been sent yet."
    user.status = UserStatus.SUSPENDED
    client.post(f"{case.path}/send", json={})
    run_jobs()
    assert [row["canSendLetter"] for row in client.get(case.path).json["suppliers"]] == [False, True]
    client.post(again, json={})
    run_jobs()
    tasks = session.execute(select(UserTask).where(UserTask.subject_type == "rfxRequest")).scalars().all()
    assert len(tasks) == 2, "a second failure is reported again"
    user.status = UserStatus.ACTIVE
    sent = client.post(again, json={}).json
    assert [row["letterState"] for row in sent["suppliers"]] == ["SENT", "WAITING"]
    refused = client.post(again, json={})
    assert (refused.status_code, refused.json["message"]) == (
        409,
        "The letter to Supplier B was sent already.",
    )
    run_jobs()
    (mail,) = letters_to(session, user)
    assert "We have decided not to award" in mail.text
    assert [row["canSendLetter"] for row in client.get(case.path).json["suppliers"]] == [False, False]
    assert client.post(f"{case.path}/letter/{case.ids[1] + 1_000}/send", json={}).status_code == 404


def test_supplier_that_responds_after_the_award_can_get_its_letter(
    session: Session, signed_in: SignedIn, run_jobs: Callable[[], int]
) -> None:
    case = make_award_case(80, 70)
    late, client = session.get_one(Rfx, case.ids[1]), signed_in(case.buyer)
    late.status = RfxStatus.INPROGRESS
    draft_award(case, 0)
    client.post(f"{case.path}/send", json={})
    run_jobs()
    path = f"{case.path}/letter/{late.id}/send"
    refused = client.post(path, json={})
    assert refused.json["message"] == "Supplier B has not submitted a response, so it gets no letter."
    late.status = RfxStatus.COMPLETED
    rows = client.get(case.path).json["suppliers"]
    assert [(row["getsLetter"], row["canSendLetter"]) for row in rows] == [(True, False), (False, True)]
    client.post(path, json={})
    run_jobs()
    assert len(letters_to(session, case.sent[1].respondent)) == 1
    assert session.execute(select(UserTask).where(UserTask.subject_type == "rfxRequest")).first() is None


def test_other_organisations_and_lower_roles_award_nothing(signed_in: SignedIn) -> None:
    case = make_award_case(80)
    reader = colleague_of(case.buyer, role_name="Viewer")
    assert signed_in(reader).get(case.path).status_code == 200
    assert not any(signed_in(reader).get(case.path).json["actions"].values())
    assert signed_in(reader).put(case.path, json=decide(case, 0)).status_code == 403
    stranger = UserFactory()
    assert signed_in(stranger).get(case.path).status_code == 404
    assert signed_in(stranger).put(case.path, json=decide(case, 0)).status_code == 404


def test_approval_is_needed_only_where_it_is_switched_on(signed_in: SignedIn) -> None:
    case = make_award_case(80)
    draft_award(case, 0)
    client = signed_in(case.buyer)
    colleague = colleague_of(case.buyer)
    off = client.post(f"{case.path}/submit", json={"approverId": colleague.id})
    assert (off.status_code, off.json["message"]) == (
        409,
        "Your organisation needs no approval of awards. Send the letters.",
    )
    demand_approval(case)
    on = client.post(f"{case.path}/send", json={})
    assert (on.status_code, on.json["message"]) == (
        409,
        "This award needs an approval first. Choose a colleague who approves it.",
    )
