"""Whatever list is searched as typed: what is found does not depend on capitals and accents."""

from typing import Any

from app.accounts.models import Organisation
from app.extensions import db
from app.forms.models import DocForm, RfxQuestion
from tests.fixtures.people import SignedIn
from tests.rules.calls import Call

WORDS, OTHERWISE = "Zanzibar Secret", "ZÄNZIBAR sécrét"
TEXTS = {
    "search", "name", "subject", "title", "city", "supplierName", "userName", "organisationName",
    "sectionFilter", "questionFilter",
}  # fmt: skip
"""The filters of lists that look for a text that people write: fields have names of ASCII."""
NOTHING_THERE = {"/api/sysadmin/job", "/api/sysadmin/outbox"}
"""The world has no jobs and no mails."""


def name_the_rest(world: dict[str, Any]) -> None:
    """Write the words also where the world has others."""
    for model, key, column in (
        (DocForm, "form_id", "title"),
        (Organisation, "organisation_id", "address_city"),
        (RfxQuestion, "question_id", "section"),
    ):
        setattr(db.session.get(model, world[key]), column, f"{WORDS} Words")
    db.session.flush()


def test_capitals_and_accents_make_no_difference(
    calls: list[Call], world: dict[str, Any], signed_in: SignedIn
) -> None:
    name_the_rest(world)
    world["owner"].is_admin = True
    owner = signed_in(world["owner"])

    def found(call: Call, name: str, text: str) -> int:
        everyone = {"allOrganisations": "true"} if call.path == "/api/organisation" else {}
        answer = owner.get(call.path.format_map(world), query_string={**everyone, name: text})
        assert answer.status_code == 200, (call.path, name, answer.json)
        return len(answer.json)

    searches = [
        (call, parameter["name"])
        for call in calls
        for parameter in call.operation.get("parameters", [])
        if call.method == "GET" and parameter.get("in") == "query" and parameter["name"] in TEXTS
        if call.path not in NOTHING_THERE
    ]
    counts = {(call.path, name): found(call, name, WORDS) for call, name in searches}
    assert {(call.path, name): found(call, name, OTHERWISE) for call, name in searches} == counts
    assert {each for each, count in counts.items() if not count} == set()
