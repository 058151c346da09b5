"""The log of an organisation, compared with the sentences of a story."""

from collections import defaultdict
from typing import Any

from app.events.models import EventLog
from app.events.public import EventSchema, serialize_event
from app.extensions import db
from app.kernel.schemas import dumped
from tests.fixtures.client import CheckedClient
from tests.integration.events.stories import STORIES


def send(client: CheckedClient, method: str, path: str, body: object = None) -> Any:
    response = client.open(path, method=method, json=body)
    assert response.status_code < 300, response.text
    return response.json if response.data else None


def assert_story(client: CheckedClient, name: str, **ids: int) -> None:
    """Assert that the log has the sentences of the story, each with its type, and that every link opens."""
    for link in assert_sentences(client, name, **ids):
        assert client.get(link).status_code == 200, link


def assert_sentences(client: CheckedClient, name: str, **ids: object) -> set[str]:
    """Assert that the log has the sentences of the story, each with its type; return the links of the log."""
    organisation_id = send(client, "GET", "/api/session")["organisation"]["id"]
    sentences: dict[str, set[str]] = defaultdict(set)
    links: set[str] = set()
    for event in log_of(organisation_id):
        parts = event["sentence"]
        sentences[event["type"]].add("".join(f"[{p['text']}]" if p["href"] else p["text"] for p in parts))
        links |= {p["href"] for p in parts if p["href"]}
    for event_type, words in STORIES[name].items():
        assert words.format(**ids) in sentences[event_type], sentences
    return links


def log_of(organisation_id: int) -> list[dict[str, Any]]:
    """Return all events in an organisation's log, newest first, serialized like the API."""
    events = (
        db.session.query(EventLog).filter_by(organisation_id=organisation_id).order_by(EventLog.id.desc())
    )
    return [dumped(EventSchema, serialize_event(event)) for event in events]
