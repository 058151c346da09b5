"""Every response needs only a few SQL statements."""

from typing import Any

from flask import Flask

from tests.fixtures.people import SignedIn
from tests.rules.test_security import addresses

LIMIT = 8
HOME_LIMIT = 13
"""For six lists of which two need a statement for their columns, the older events of a user with few recent ones, the charts, the counts of the navigation and, once for each user, hiding the first steps that are done."""
SYSADMIN_LIMIT = 10
"""For the page of figures, with the events that have no partition and the stored secrets that need DATA_KEYS."""
ASSESSMENT_LIMIT = 9
"""For the page of an assessment, with the topics of the previous one."""
ORGANISATION_LIMIT = 10
"""For the page of an organisation, with its relationship, people, tags, open tasks, required documents and merges."""
CORRECTIVE_LIMIT = 9
"""For the page of a corrective action, with its non-conformance, steps, tasks, files and people."""
RFX_LIMIT = 12
"""For a page with a questionnaire, its answers, their authors, tasks and files, its latest hand-over and its schedule."""
REQUEST_LIMIT = 11
"""For the page of a request, with its forms, suppliers, mails and the people who are answering."""
AWARD_LIMIT = 10
"""For an award, with the suppliers, their results, the users who acted and the history."""

EVALUATION_LIMIT = 12
"""For an evaluation with its criteria, evaluators and marks, and the answers of a supplier next to it."""


def test_every_response_needs_few_statements(app: Flask, world: dict[str, Any], signed_in: SignedIn) -> None:
    owner = signed_in(world["owner"])
    world["owner"].is_admin = True
    counts = {}
    for address in addresses(app, world):
        owner.get(address)
        counts[address] = owner.statements
    assert len(counts) > 80
    assert min(counts[address] for address in ("/home", "/organisations", "/api/rfx")) > 1
    questionnaires = tuple(f"{root}/rfx/{world['rfx_id']}" for root in ("", "/api"))
    limits = dict.fromkeys(counts, LIMIT) | {
        "/home": HOME_LIMIT,
        "/sysadmin/home": SYSADMIN_LIMIT,
        "/api/sysadmin/dashboard": SYSADMIN_LIMIT,
    }
    limits[f"/assessment/{world['assessment_id']}"] = ASSESSMENT_LIMIT
    limits[f"/organisations/{world['organisation_id']}"] = ORGANISATION_LIMIT
    limits[f"/ncr/{world['ncr_id']}/correctiveAction"] = CORRECTIVE_LIMIT
    limits[f"/rfx/request/{world['request_id']}"] = REQUEST_LIMIT
    limits[f"/api/rfxRequest/{world['request_id']}/award"] = AWARD_LIMIT
    evaluation = f"/api/rfxRequest/{world['request_id']}/evaluation"
    limits |= {address: EVALUATION_LIMIT for address in counts if address.startswith(evaluation)}
    limits |= {address: RFX_LIMIT for address in counts if address.startswith(questionnaires)}
    assert {address: count for address, count in counts.items() if count > limits[address]} == {}
