"""Scores are reckoned when answers change, and only the requester sees them."""

from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from app.rfx.models import RfxScore
from app.rfx.public import rfx_results
from tests.factories.rfx import field, given, heading, send_rfx
from tests.fixtures.people import SignedIn

YES = [
    {"operator": "equals", "operand": True, "points": 10},
    {"operator": "equals", "operand": False, "points": 0},
]
SCORED = (
    heading("Quality"),
    field("iso", "YESNO", scoring=YES, weight=3, topic="Quality"),
    field(
        "otd", "NUMBER", suffix="%", topic="Delivery",
        visibleWhen={"field": "iso", "operator": "equals", "value": True},
        scoring=[
            {"operator": "between", "operand": ["98", None], "points": 10},
            {"operator": "between", "operand": [None, "98"], "points": 6, "followUp": "What will you do?"},
        ],
    ),
    field("verdict", "SINGLE_CHOICE", writableBy="REQUESTER", topic="Quality",
          options=[{"value": "g", "label": "Good"}], scoring=[{"operator": "in", "operand": ["g"], "points": 4}]),
    field("remarks", "TEXTAREA"),
)  # fmt: skip


def overall(client: Any, path: str) -> Any:
    return client.get(path).json["scoring"]


def test_a_score_follows_the_answers(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=SCORED)
    supplier, buyer = signed_in(sent.answerer), signed_in(sent.sender)
    assert overall(buyer, sent.path) == {"overall": None}

    supplier.put(f"{sent.path}/value", json=given(iso=True, otd="97.5", remarks="As agreed."))
    # Of weights 3, 1 and 1: all, six tenths and nothing.
    assert overall(buyer, sent.path) == {"overall": 72}

    buyer.put(f"{sent.path}/value", json=given(verdict="g"))
    assert overall(buyer, sent.path) == {"overall": 92}

    body = {"values": {"iso": {"value": False, "baseIteration": 1}}}
    supplier.put(f"{sent.path}/value", json=body)
    # The delivery question is hidden now, though its answer is kept: of weights 3 and 1 nothing and all.
    assert overall(buyer, sent.path) == {"overall": 25}
    assert session.get_one(RfxScore, sent.id).overall == Decimal("0.250000")


def test_the_results_say_how_they_came_about(session: Session, signed_in: SignedIn) -> None:
    sent, empty = send_rfx(blocks=SCORED), send_rfx(blocks=SCORED)
    supplier = signed_in(sent.answerer)
    supplier.put(f"{sent.path}/value", json=given(iso=True, otd="97.5", remarks="As agreed."))
    results = rfx_results([sent.id, empty.id])
    found = results[sent.id]
    assert (found.overall, found.percent) == (Decimal("0.720000"), 72)
    assert [(s.topic, s.score, s.weight) for s in found.sections] == [
        ("Quality", Decimal("0.75"), 4),
        ("Delivery", Decimal("0.6"), 1),
    ]
    line = found.sections[1].fields[0]
    assert (line.question, line.answer, line.rule) == ("Label of otd", "97.5%", "is 98 or less")
    assert (line.points, line.most, line.weight, line.score) == (6, 10, 1, Decimal("0.6"))
    assert line.follow_up == "What will you do?"
    assert found.sections[0].fields[1].rule == "No rule applies"
    assert found.comments == [("Label of remarks", "As agreed.")]
    assert (results[empty.id].overall, results[empty.id].sections) == (None, [])


def test_respondents_and_guests_never_see_a_score(session: Session, signed_in: SignedIn) -> None:
    sent, to_guest = send_rfx(blocks=SCORED), send_rfx(blocks=SCORED, guest=True)
    for each in (sent, to_guest):
        client = signed_in(each.answerer, guest_rfx_id=each.id if each is to_guest else None)
        client.put(f"{each.path}/value", json=given(iso=True))
        answer = client.get(f"{each.path}?i=tasks&i=fields&i=rwMap")
        for secret in ("scoring", "points", "weight", "followUp", "overall"):
            assert secret not in answer.get_data(as_text=True)


def test_an_rfx_without_scored_fields_has_no_score(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("name"),))
    signed_in(sent.answerer).put(f"{sent.path}/value", json=given(name="Brightwater"))
    assert overall(signed_in(sent.sender), sent.path) == {"overall": None}
    assert session.get(RfxScore, sent.id) is None
    assert rfx_results([sent.id])[sent.id].percent is None
