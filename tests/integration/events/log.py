"""The log of an organisation, compared with the sentences of a story."""

import json
from collections import defaultdict
from typing import Any

from app.events.models import EventLog
from app.events.public import EventSchema, serialize_event
from app.extensions import db
from app.kernel.http.schemas import dumped
from app.webhooks.policies.catalogue import CATALOGUE, body_of, sample_of
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
        assert_as_in_catalogue(event)
        parts = event["sentence"]
        sentences[event["type"]].add("".join(f"[{p['text']}]" if p["href"] else p["text"] for p in parts))
        links |= {p["href"] for p in parts if p["href"]}
    for event_type, words in STORIES[name].items():
        assert words.format(**ids) in sentences[event_type], sentences
    return links


def assert_as_in_catalogue(event: dict[str, Any]) -> None:
    """Assert that what a webhook sends of an event has the types of the sample in the catalogue of events."""
    if event["type"] not in CATALOGUE:
        return
    sent = body_of(
        message_id=f"evt_{event['id']}",
        type=event["type"],
        timestamp=event["created"],
        organisation_id=1,
        args=json.loads(event["data"]["args"]),
    )
    sample = sample_of(event["type"])
    assert list(sent) == list(sample)
    for name, value in sent["data"].items():
        shown = sample["data"][name]
        assert value is None or type(value) is type(shown), f"{event['type']}: {name} is {value!r}"


def log_of(organisation_id: int) -> list[dict[str, Any]]:
    """Return all events in an organisation's log, newest first, serialized like the API."""
    events = (
        db.session.query(EventLog).filter_by(organisation_id=organisation_id).order_by(EventLog.id.desc())
    )
    return [dumped(EventSchema, serialize_event(event)) for event in events]
