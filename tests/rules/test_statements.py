"""No answer asks the database more than a few things, whatever it shows."""

from typing import Any

from flask import Flask

from tests.fixtures.people import SignedIn
from tests.rules.test_security import addresses

MOST = 8
MOST_OF_AN_RFX = 10
"""A page with a whole questionnaire, its answers, their authors, tasks and files."""


def test_every_page_and_call_takes_a_few_statements(
    app: Flask, world: dict[str, Any], signed_in: SignedIn
) -> None:
    owner = signed_in(world["owner"])
    world["owner"].is_admin = True
    taken = {}
    for address in addresses(app, world):
        owner.get(address)
        taken[address] = owner.statements
    assert len(taken) > 80
    assert min(taken[address] for address in ("/home", "/organisations", "/api/rfx")) > 1
    questionnaires = tuple(f"{root}/rfx/{world['rfx_id']}" for root in ("", "/api"))
    assert {
        address: count
        for address, count in taken.items()
        if count > (MOST_OF_AN_RFX if address.startswith(questionnaires) else MOST)
    } == {}
