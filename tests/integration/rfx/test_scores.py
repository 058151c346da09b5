"""Scores are computed when answers change, and only the requester sees them."""

from decimal import Decimal
from typing import Any

from sqlalchemy.orm import Session

from app.rfx.models import RfxScore
from app.rfx.public import rfx_results
from tests.factories.rfx import answers_json, field, heading, send_rfx
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


def get_scoring(client: Any, path: str) -> Any:
    return client.get(path).json["scoring"]


def test_score_follows_the_answers(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=SCORED)
    supplier, buyer = signed_in(sent.respondent), signed_in(sent.sender)
    assert get_scoring(buyer, sent.path) == {"overall": None}

    supplier.put(f"{sent.path}/value", json=answers_json(iso=True, otd="97.5", remarks="As agreed."))
    # Weights 3, 1 and 1 with scores of 100, 60 and 0 percent.
    assert get_scoring(buyer, sent.path) == {"overall": 72}

    buyer.put(f"{sent.path}/value", json=answers_json(verdict="g"))
    assert get_scoring(buyer, sent.path) == {"overall": 92}

    body = {"values": {"iso": {"value": False, "baseIteration": 1}}}
    supplier.put(f"{sent.path}/value", json=body)
    # The delivery question is hidden now and does not count: weights 3 and 1 with scores of 0 and 100 percent.
    assert get_scoring(buyer, sent.path) == {"overall": 25}
    assert session.get_one(RfxScore, sent.id).overall == Decimal("0.250000")


def test_results_explain_how_they_were_computed(session: Session, signed_in: SignedIn) -> None:
    sent, empty = send_rfx(blocks=SCORED), send_rfx(blocks=SCORED)
    supplier = signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(iso=True, otd="97.5", remarks="As agreed."))
    results = rfx_results([sent.id, empty.id])
    result = results[sent.id]
    assert (result.overall, result.percent) == (Decimal("0.720000"), 72)
    assert [(s.topic, s.score, s.weight) for s in result.sections] == [
        ("Quality", Decimal("0.75"), 4),
        ("Delivery", Decimal("0.6"), 1),
    ]
    line = result.sections[1].fields[0]
    assert (line.question, line.answer, line.rule) == ("Label of otd", "97.5%", "is 98 or less")
    assert (line.points, line.most, line.weight, line.score) == (6, 10, 1, Decimal("0.6"))
    assert line.follow_up == "What will you do?"
    assert result.sections[0].fields[1].rule == "No rule applies"
    assert result.comments == [("Label of remarks", "As agreed.")]
    assert (results[empty.id].overall, results[empty.id].sections) == (None, [])


def test_respondents_and_guests_never_see_a_score(session: Session, signed_in: SignedIn) -> None:
    sent, to_guest = send_rfx(blocks=SCORED), send_rfx(blocks=SCORED, guest=True)
    for each in (sent, to_guest):
        client = signed_in(each.respondent, rfx_id=each.id if each is to_guest else None)
        client.put(f"{each.path}/value", json=answers_json(iso=True))
        response = client.get(f"{each.path}?i=tasks&i=fields&i=rwMap")
        for secret in ("scoring", "points", "weight", "followUp", "overall"):
            assert secret not in response.get_data(as_text=True)


def test_rfx_without_scored_fields_has_no_score(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(blocks=(field("name"),))
    signed_in(sent.respondent).put(f"{sent.path}/value", json=answers_json(name="Brightwater"))
    assert get_scoring(signed_in(sent.sender), sent.path) == {"overall": None}
    assert session.get(RfxScore, sent.id) is None
    assert rfx_results([sent.id])[sent.id].percent is None
