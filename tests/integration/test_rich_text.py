"""Every rich text that people write, with what is hostile in it: what is stored and shown cannot run or fetch anything."""

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


def faults_of(html: str) -> list[str]:
    """What a text has that no rich text of the product has."""
    found: list[str] = []
    for element in lxml_html.fragment_fromstring(html, create_parent="div").iter():
        if element.tag not in ALLOWED_TAGS | {"div"}:
            found.append(f"<{element.tag}>")
        for name, value in element.attrib.items():
            if name not in ATTRIBUTES or (
                name == "href" and not value.startswith(("https://", "http://", "mailto:"))
            ):
                found.append(f"{name}={value}")
            if "bcc" in value.lower():
                found.append(f"{name}={value}")
    return found


Texts = Callable[[str], list[str]]


@pytest.fixture
def texts(session: Session, signed_in: SignedIn) -> Texts:
    """Write a text wherever a rich text can be written, and answer what is read back there."""
    buyer, supplier = UserFactory(), UserFactory()
    kept: Relationship = relate(buyer.organisation_id, supplier.organisation_id)
    thread = make_thread(buyer, [supplier])
    ncr = make_ncr(buyer, kept.id).ncr
    sent = send_rfx(buyer, supplier)
    client, other = signed_in(buyer), signed_in(supplier)
    other.put(f"{sent.path}/value", json=answers_json(company_name="Brightwater"))

    def ok(by: CheckedClient, method: str, path: str, body: Any) -> Any:
        response = by.open(path, method=method, json=body)
        assert response.status_code < 300, response.text
        return response.json if response.data else None

    def write(html: str) -> list[str]:
        text = f"<p>Words</p>{html}"
        ok(client, "PUT", f"/api/relationship/{kept.id}/notes", {"notes": text})
        profile = {"name": "Brightwater", "registrationNumber": "1", "preferredCurrency": "EUR"}
        ok(client, "PUT", f"/api/organisation/{buyer.organisation_id}", {**profile, "descriptionHtml": text})
        version = client.get(f"/api/ncr/{ncr.id}").json["version"]
        ok(client, "PUT", f"/api/ncr/{ncr.id}", ncr_json(kept.id, description=text, version=version))
        ok(other, "POST", f"/api/ncr/{ncr.id}/progress", {"html": text})
        ok(other, "POST", f"/api/messageThread/{thread.id}/message", {"html": text})
        ok(client, "POST", f"{sent.path}/task", {"field": "company_name", "descriptionHtml": text})
        seen = other.get(f"/api/ncr/{ncr.id}").json
        tasks = other.get(sent.path, query_string={"i": "tasks"}).json["tasks"]
        found = [
            client.get(f"/api/organisation/{supplier.organisation_id}").json["relationship"]["notes"],
            client.get(f"/api/organisation/{buyer.organisation_id}").json["descriptionHtml"],
            seen["description"],
            seen["userTask"]["messageThread"]["messages"][-1]["html"],
            other.get(f"/api/messageThread/{thread.id}").json["messages"][-1]["html"],
            *[task["descriptionHtml"] for task in tasks],
        ]
        assert len(found) > 5
        return found

    return write


@pytest.mark.parametrize("first", range(6))
def test_nothing_of_a_rich_text_runs_or_fetches(texts: Texts, first: int) -> None:
    for read in texts("".join(HOSTILE[first::6])):
        assert "Words" in read
        assert faults_of(read) == []
