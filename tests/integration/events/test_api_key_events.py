"""The events of API keys."""

from sqlalchemy.orm import Session

from tests.factories.accounts import UserFactory, role_id
from tests.fixtures.people import SignedIn
from tests.integration.events.log import assert_story, send


def test_api_key_events(session: Session, signed_in: SignedIn) -> None:
    buyer = UserFactory(name="Ann Buyer", in_organisation__name="Brightwater")
    client = signed_in(buyer)
    body = {"name": "ERP", "roleId": role_id(buyer.organisation_id, "Manager"), "scopes": ["rfx:read"]}
    key = send(client, "POST", "/api/apiKey", body)["key"]
    send(client, "PUT", f"/api/apiKey/{key['id']}", body | {"name": "SAP"})
    send(client, "POST", f"/api/apiKey/{key['id']}/rotate")
    send(client, "DELETE", f"/api/apiKey/{key['id']}")
    assert_story(client, "API keys")
