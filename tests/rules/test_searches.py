"""Searches in lists ignore case and accents."""

from typing import Any

from app.accounts.models import Organisation
from app.extensions import db
from app.forms.models import DocForm, RfxQuestion
from tests.fixtures.people import SignedIn
from tests.rules.endpoints import Endpoint

WORDS, OTHERWISE = "Zanzibar Secret", "ZÄNZIBAR sécrét"
TEXTS = {
    "search", "name", "subject", "title", "city", "supplierName", "userName", "organisationName",
    "sectionFilter", "questionFilter",
}  # fmt: skip
"""Filters that search text written by users. Names of fields are ASCII and not included."""
EMPTY_LISTS = {"/api/sysadmin/job", "/api/sysadmin/outbox"}
"""The world has no jobs and no mails."""


def rename_remaining_rows(world: dict[str, Any]) -> None:
    """Write the search words into rows that `make_world` names differently."""
    for model, key, column in (
        (DocForm, "form_id", "title"),
        (Organisation, "organisation_id", "address_city"),
        (RfxQuestion, "question_id", "section"),
    ):
        setattr(db.session.get(model, world[key]), column, f"{WORDS} Words")
    db.session.flush()


def test_searches_ignore_case_and_accents(
    endpoints: list[Endpoint], world: dict[str, Any], signed_in: SignedIn
) -> None:
    rename_remaining_rows(world)
    world["owner"].is_admin = True
    owner = signed_in(world["owner"])

    def count_results(endpoint: Endpoint, name: str, text: str) -> int:
        everyone = {"allOrganisations": "true"} if endpoint.path == "/api/organisation" else {}
        response = owner.get(endpoint.path.format_map(world), query_string={**everyone, name: text})
        assert response.status_code == 200, (endpoint.path, name, response.json)
        return len(response.json)

    searches = [
        (endpoint, parameter["name"])
        for endpoint in endpoints
        for parameter in endpoint.operation.get("parameters", [])
        if endpoint.method == "GET" and parameter.get("in") == "query" and parameter["name"] in TEXTS
        if endpoint.path not in EMPTY_LISTS
    ]
    counts = {(endpoint.path, name): count_results(endpoint, name, WORDS) for endpoint, name in searches}
    assert {
        (endpoint.path, name): count_results(endpoint, name, OTHERWISE) for endpoint, name in searches
    } == counts
    assert {each for each, count in counts.items() if not count} == set()
