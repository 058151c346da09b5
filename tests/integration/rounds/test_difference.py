"""Difference between an RFx and an earlier one: for the requester's users, with scores and answers to accept."""

from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.rfx.models import Rfx
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of, make_guest
from tests.factories.compared import answer
from tests.factories.rfx import SentRfx, answers_json, field, heading, make_form, next_revision, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

SCORING = [
    {"operator": "equals", "operand": True, "points": 1},
    {"operator": "equals", "operand": False, "points": 0},
]
FIRST = (
    heading("Security"),
    field("policy", "YESNO", label="Is there a policy?", scoring=SCORING),
    field("text", "TEXTAREA", label="How is it reviewed?"),
    heading("Environment"),
    field("iso", "YESNO", label="ISO 14001?", scoring=SCORING),
    field("gone", label="Old question"),
)  # fmt: skip
SECOND = (
    heading("Security"),
    field("policy", "YESNO", label="Is there a policy?", scoring=SCORING),
    field("text", "TEXTAREA", label="How do you review it?"),
    heading("Environment"),
    field("iso", "YESNO", label="ISO 14001?", scoring=SCORING),
    field("added", label="New question"),
)  # fmt: skip


@pytest.fixture
def buyer(session: Session) -> User:
    return UserFactory(in_organisation=OrganisationFactory(name="Northwind Buying"))


@pytest.fixture
def rounds(buyer: User, signed_in: SignedIn) -> tuple[SentRfx, SentRfx]:
    """Send two rounds with two revisions of a form; both are answered and submitted."""
    supplier = UserFactory()
    form = make_form(buyer, *FIRST)
    then = send_rfx(buyer, supplier, forms=[form], title="Round 2025")
    answer(signed_in, then, policy=False, text="Once a year", iso=True, gone="Old")
    accepted = {
        "accepted": True,
        "answers": [{"field": key, "iteration": 1} for key in ("policy", "iso", "text")],
    }
    assert signed_in(buyer).put(f"{then.path}/acceptance", json=accepted).status_code == 200
    now = send_rfx(buyer, supplier, forms=[next_revision(form, buyer, *SECOND)], title="Round 2026")
    answer(signed_in, now, policy=True, text="Twice a year", iso=True, added="New")
    return then, now


def rows_of(difference: Any) -> dict[str, tuple[str, str | None, str | None]]:
    return {
        row["key"] or row["earlierKey"]: (row["kind"], row["earlier"], row["now"])
        for row in difference["rows"]
    }


def test_difference_from_the_newest_earlier_round(
    rounds: tuple[SentRfx, SentRfx], buyer: User, signed_in: SignedIn
) -> None:
    then, now = rounds
    client = signed_in(buyer)
    difference = client.get(f"{now.path}/difference").json
    assert client.statements <= 8, client.statement_log
    assert (difference["earlier"]["id"], difference["earlier"]["title"]) == (then.id, "Round 2025")
    assert difference["counts"] == {
        "changed": 2,
        "new": 1,
        "removed": 1,
        "same": 1,
        "unconfirmed": 0,
        "confirmed": 0,
        "scoreMoved": 1,
    }
    assert rows_of(difference) == {
        "policy": ("CHANGED", "No", "Yes"),
        "text": ("CHANGED", "Once a year", "Twice a year"),
        "iso": ("SAME", "Yes", "Yes"),
        "added": ("NEW", None, "New"),
        "gone": ("REMOVED", "Old", None),
    }
    text = next(row for row in difference["rows"] if row["key"] == "text")
    assert (text["label"], text["earlierLabel"], text["question"], text["section"]) == (
        "How do you review it?", "How is it reviewed?", "REWORDED", "Security",
    )  # fmt: skip
    policy = next(row for row in difference["rows"] if row["key"] == "policy")
    assert (policy["pointsEarlier"], policy["pointsNow"]) == (
        {"points": 0, "most": 1},
        {"points": 1, "most": 1},
    )
    assert difference["score"] == {
        "earlier": 50, "now": 100,
        "topics": [
            {"topic": "Security", "earlier": 0, "now": 100, "move": 50},
            {"topic": "Environment", "earlier": 100, "now": 100, "move": 0},
        ],
    }  # fmt: skip
    assert client.get(f"{now.path}/round").json["rounds"] == [difference["earlier"]]


def test_unchanged_answers_are_accepted_in_one_request(
    rounds: tuple[SentRfx, SentRfx], buyer: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    path = rounds[1].path
    acceptable = client.get(f"{path}/difference").json["acceptable"]
    assert acceptable == [{"field": "iso", "iteration": 1}]
    accepted = client.put(f"{path}/acceptance", json={"accepted": True, "answers": acceptable})
    assert accepted.json["latestValuesFvc"]["values"]["iso"]["accepted"] is not None
    assert client.get(f"{path}/difference").json["acceptable"] == []
    viewer = signed_in(colleague_of(buyer, role_name="Viewer"))
    client.put(f"{path}/acceptance", json={"accepted": False, "answers": acceptable})
    assert viewer.get(f"{path}/difference").json["acceptable"] == [], "may read but not accept"


def test_without_an_earlier_round_the_difference_is_empty(
    rounds: tuple[SentRfx, SentRfx], buyer: User, signed_in: SignedIn
) -> None:
    client = signed_in(buyer)
    empty = client.get(f"{rounds[0].path}/difference").json
    assert (empty["earlier"], empty["rows"], empty["score"], empty["acceptable"]) == (None, [], None, [])
    assert client.get(f"{rounds[0].path}/round").json == {"rounds": [], "haste": None}


def test_rounds_have_the_same_parties_share_a_form_and_are_submitted(
    rounds: tuple[SentRfx, SentRfx], buyer: User, signed_in: SignedIn
) -> None:
    then, now = rounds
    client = signed_in(buyer)
    to_other = send_rfx(buyer, UserFactory(), forms=then.forms)
    answer(signed_in, to_other, policy=True)
    other_form = send_rfx(buyer, now.respondent, forms=[make_form(buyer, field("alone"), title="Other")])
    answer(signed_in, other_form, alone="A")
    send_rfx(buyer, now.respondent, forms=then.forms)
    newest = send_rfx(buyer, now.respondent, forms=now.forms, title="Round 2027")
    listed = client.get(f"{newest.path}/round").json["rounds"]
    assert [each["title"] for each in listed] == ["Round 2026", "Round 2025"]
    chosen = client.get(f"{newest.path}/difference?with={then.id}").json
    assert (chosen["earlier"]["title"], chosen["score"]) == ("Round 2025", None), "the newest is not finished"
    for unrelated in (to_other.id, newest.id, 10**9):
        assert client.get(f"{newest.path}/difference?with={unrelated}").status_code == 404
    assert client.get(f"{newest.path}/difference?with=x").status_code in (400, 422)


def test_guests_are_compared_with_themselves_only(buyer: User, signed_in: SignedIn) -> None:
    form = make_form(buyer, *FIRST)
    one, other = make_guest(), make_guest()
    first, second = (send_rfx(buyer, guest, forms=[form], guest=True) for guest in (one, other))
    client = signed_in(buyer)
    assert client.get(f"{second.path}/difference?with={first.id}").status_code == 404


def test_only_the_requester_reads_the_difference(
    rounds: tuple[SentRfx, SentRfx], signed_in: SignedIn
) -> None:
    now = rounds[1]
    for path in (f"{now.path}/difference", f"{now.path}/round"):
        assert signed_in(now.respondent).get(path).status_code == 403
        assert signed_in(UserFactory()).get(path).status_code == 404


def test_sealed_answers_are_not_compared(
    rounds: tuple[SentRfx, SentRfx], buyer: User, signed_in: SignedIn, session: Session
) -> None:
    then, now = rounds
    client = signed_in(buyer)

    def seal(sent: SentRfx, *, is_sealed: bool) -> None:
        session.get_one(Rfx, sent.id).is_sealed = is_sealed
        session.flush()

    seal(now, is_sealed=True)
    assert client.get(f"{now.path}/difference").status_code == 409
    assert client.get(f"{now.path}/round").status_code == 409
    seal(now, is_sealed=False)
    seal(then, is_sealed=True)
    assert client.get(f"{now.path}/difference").json["earlier"] is None
    assert client.get(f"{now.path}/difference?with={then.id}").status_code == 409


def test_open_follow_up_is_not_accepted_again(
    rounds: tuple[SentRfx, SentRfx], buyer: User, signed_in: SignedIn
) -> None:
    client: CheckedClient = signed_in(buyer)
    path = rounds[1].path
    body = {"field": "iso", "descriptionHtml": "<p>Still valid?</p>"}
    assert client.post(f"{path}/task", json=body).status_code == 201
    assert client.get(f"{path}/difference").json["acceptable"] == []


def test_answers_in_progress_are_compared_without_scores(
    rounds: tuple[SentRfx, SentRfx], buyer: User, signed_in: SignedIn
) -> None:
    sent = send_rfx(buyer, rounds[1].respondent, forms=rounds[1].forms)
    signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(policy=False))
    difference = signed_in(buyer).get(f"{sent.path}/difference").json
    assert difference["score"] is None
    assert rows_of(difference)["iso"] == ("CHANGED", "Yes", "")
    assert rows_of(difference)["policy"] == ("CHANGED", "Yes", "No")
