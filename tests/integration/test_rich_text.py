"""Hostile content in every rich text: stored texts cannot run scripts or load anything."""

from collections.abc import Callable
from typing import Any

import pytest
from lxml import html as lxml_html
from sqlalchemy.orm import Session

from app.kernel.sanitise import ALLOWED_TAGS
from app.network.models import Relationship
from tests.factories.accounts import UserFactory
from tests.factories.messages import make_thread
from tests.factories.ncr import make_ncr, ncr_json
from tests.factories.network import relate
from tests.factories.rfx import answers_json, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.fixtures.vectors import vectors

HOSTILE: list[str] = vectors("hostile-html")
ATTRIBUTES = {"href", "rel", "target", "colspan", "rowspan"}


def forbidden_parts(html: str) -> list[str]:
    """Return the elements and attributes that rich text must not contain."""
    forbidden: list[str] = []
    for element in lxml_html.fragment_fromstring(html, create_parent="div").iter():
        if element.tag not in ALLOWED_TAGS | {"div"}:
            forbidden.append(f"<{element.tag}>")
        for name, value in element.attrib.items():
            if name not in ATTRIBUTES or (
                name == "href" and not value.startswith(("https://", "http://", "mailto:"))
            ):
                forbidden.append(f"{name}={value}")
            if "bcc" in value.lower():
                forbidden.append(f"{name}={value}")
    return forbidden


Texts = Callable[[str], list[str]]


@pytest.fixture
def write_everywhere(session: Session, signed_in: SignedIn) -> Texts:
    """Return a function that saves a text in every rich text field and returns the stored texts."""
    buyer, supplier = UserFactory(), UserFactory()
    relationship: Relationship = relate(buyer.organisation_id, supplier.organisation_id)
    thread = make_thread(buyer, [supplier])
    ncr = make_ncr(buyer, relationship.id).ncr
    sent = send_rfx(buyer, supplier)
    client, other = signed_in(buyer), signed_in(supplier)
    other.put(f"{sent.path}/value", json=answers_json(company_name="Brightwater"))

    def send(by: CheckedClient, method: str, path: str, body: Any) -> Any:
        response = by.open(path, method=method, json=body)
        assert response.status_code < 300, response.text
        return response.json if response.data else None

    def write(html: str) -> list[str]:
        text = f"<p>Words</p>{html}"
        send(client, "PUT", f"/api/relationship/{relationship.id}/notes", {"notes": text})
        profile = {"name": "Brightwater", "registrationNumber": "1", "preferredCurrency": "EUR"}
        send(
            client, "PUT", f"/api/organisation/{buyer.organisation_id}", {**profile, "descriptionHtml": text}
        )
        version = client.get(f"/api/ncr/{ncr.id}").json["version"]
        send(
            client, "PUT", f"/api/ncr/{ncr.id}", ncr_json(relationship.id, description=text, version=version)
        )
        send(other, "POST", f"/api/ncr/{ncr.id}/progress", {"html": text})
        send(other, "POST", f"/api/messageThread/{thread.id}/message", {"html": text})
        send(client, "POST", f"{sent.path}/task", {"field": "company_name", "descriptionHtml": text})
        ncr_json_response = other.get(f"/api/ncr/{ncr.id}").json
        tasks = other.get(sent.path, query_string={"i": "tasks"}).json["tasks"]
        stored_texts = [
            client.get(f"/api/organisation/{supplier.organisation_id}").json["relationship"]["notes"],
            client.get(f"/api/organisation/{buyer.organisation_id}").json["descriptionHtml"],
            ncr_json_response["description"],
            ncr_json_response["userTask"]["messageThread"]["messages"][-1]["html"],
            other.get(f"/api/messageThread/{thread.id}").json["messages"][-1]["html"],
            *[task["descriptionHtml"] for task in tasks],
        ]
        assert len(stored_texts) > 5
        return stored_texts

    return write


@pytest.mark.parametrize("first", range(6))
def test_rich_text_contains_no_active_content(write_everywhere: Texts, first: int) -> None:
    for stored_text in write_everywhere("".join(HOSTILE[first::6])):
        assert "Words" in stored_text
        assert forbidden_parts(stored_text) == []
