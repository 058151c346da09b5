"""Webhooks of an organisation: creating, changing and removing them, their secrets, who may do it."""

import dataclasses
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from flask import current_app
from sqlalchemy.orm import Session

from app.accounts.models import SignIn, User
from app.audit.models import AuditEntry
from app.extensions import db
from app.kernel.clock import shifted
from app.kernel.data_keys import decrypt
from app.kernel.registry import current_registry
from app.webhooks.models import WebhookDelivery, WebhookEndpoint
from app.webhooks.operations.results import store_outcome
from app.webhooks.operations.sending import claim_due
from app.webhooks.policies.retrying import Outcome
from app.webhooks.types import MAX_ENDPOINTS
from tests.factories.accounts import UserFactory, colleague_of
from tests.factories.webhooks import URL, deliveries_of, make_endpoint, webhook_json
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn
from tests.integration.events.log import assert_sentences, send


@pytest.fixture
def client(buyer: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(buyer)


def create(client: CheckedClient, **values: object) -> Any:
    return send(client, "POST", "/api/webhook", webhook_json(**values))


class TestCreating:
    def test_created_webhook_is_listed_without_its_secret(self, client: CheckedClient) -> None:
        created = create(client, description="Orders", eventTypes=["rfx.sent", "rfx.sent"])
        assert created["eventTypes"] == ["rfx.sent"]
        assert created["isActive"] is True
        [listed] = send(client, "GET", "/api/webhook")
        assert listed == created == send(client, "GET", f"/api/webhook/{created['id']}")
        assert "secret" not in str(listed).lower().replace("formersecretends", "")
        stored = db.session.get_one(WebhookEndpoint, created["id"]).secret_encrypted
        assert decrypt(stored).startswith("whsec_")
        assert "whsec_" not in stored

    @pytest.mark.parametrize(
        ("url", "sentence"),
        [
            ("http://hooks.example.com/", "The address must begin with https://."),
            ("https://127.0.0.1/", "This address is in a private network. Use a public address."),
            ("https://[::1]/", "This address is in a private network. Use a public address."),
            ("https://169.254.169.254/latest", "This address is in a private network. Use a public address."),
            (
                "https://user:word@hooks.example.com/",
                "Enter a full address, such as https://example.com/path.",
            ),
            ("file:///etc/passwd", "Enter a full address, such as https://example.com/path."),
            ("hooks", "Enter a full address, such as https://example.com/path."),
        ],
    )
    def test_addresses_that_can_never_be_reached_are_refused(
        self, client: CheckedClient, url: str, sentence: str
    ) -> None:
        response = client.post("/api/webhook", json=webhook_json(url=url))
        assert (response.status_code, response.json["fields"]) == (422, {"url": [sentence]})

    def test_unknown_types_and_private_types_are_refused(self, client: CheckedClient) -> None:
        for event_type in ("rfx.nothing", "user.login", "webhook.disabled", "*"):
            response = client.post("/api/webhook", json=webhook_json(eventTypes=[event_type]))
            assert response.status_code == 422, event_type

    def test_maximum_number(self, client: CheckedClient, buyer: User) -> None:
        for _ in range(MAX_ENDPOINTS):
            make_endpoint(buyer)
        response = client.post("/api/webhook", json=webhook_json())
        assert (response.status_code, response.json["message"]) == (
            409,
            "You have 10 webhooks, which is the maximum. Remove one first.",
        )
        make_endpoint(UserFactory())
        first = send(client, "GET", "/api/webhook")[0]
        send(client, "DELETE", f"/api/webhook/{first['id']}")
        create(client)

    def test_no_webhook_without_data_keys(
        self, client: CheckedClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings = dataclasses.replace(current_registry().settings, DATA_KEYS="")
        monkeypatch.setitem(current_app.config, "ASSAY", settings)
        response = client.post("/api/webhook", json=webhook_json())
        assert response.status_code == 409
        assert "DATA_KEYS" in response.json["message"]


class TestAccess:
    def test_permission_is_needed(self, buyer: User, signed_in: SignedIn) -> None:
        endpoint = make_endpoint(buyer)
        viewer = signed_in(colleague_of(buyer, role_name="Viewer"))
        for method, path in (
            ("GET", "/api/webhook"),
            ("POST", "/api/webhook"),
            ("GET", f"/api/webhook/{endpoint.id}"),
            ("GET", f"/api/webhook/{endpoint.id}/delivery"),
            ("POST", f"/api/webhook/{endpoint.id}/secret"),
        ):
            assert viewer.open(path, method=method, json={}).status_code == 403, path
        assert viewer.get("/api/eventType").status_code == 200
        assert viewer.get("/setup/integrations/webhooks").headers["Location"] == "/unauthorized"

    def test_changes_and_the_secret_need_a_step_up(
        self, buyer: User, client: CheckedClient, session: Session
    ) -> None:
        endpoint = make_endpoint(buyer)
        session.query(SignIn).filter_by(user_id=buyer.id).update({"assured_at": None})
        path = f"/api/webhook/{endpoint.id}"
        for method, address, body in (
            ("POST", "/api/webhook", webhook_json()),
            ("PUT", path, webhook_json(isActive=False)),
            ("DELETE", path, None),
            ("POST", f"{path}/secret", {}),
            ("POST", f"{path}/secret", {"rotate": True}),
        ):
            response = client.open(address, method=method, json=body)
            assert (response.status_code, response.json["code"]) == (403, "stepUp"), address
        assert send(client, "GET", path)["isActive"] is True
        send(client, "POST", f"{path}/test")

    def test_other_organisations_find_nothing(self, buyer: User, signed_in: SignedIn) -> None:
        endpoint = make_endpoint(buyer)
        send(signed_in(buyer), "POST", f"/api/webhook/{endpoint.id}/test")
        [delivery] = deliveries_of(endpoint.id)
        stranger = signed_in(UserFactory())
        assert stranger.get("/api/webhook").json == []
        for method, path in (
            ("GET", f"/api/webhook/{endpoint.id}"),
            ("PUT", f"/api/webhook/{endpoint.id}"),
            ("DELETE", f"/api/webhook/{endpoint.id}"),
            ("POST", f"/api/webhook/{endpoint.id}/secret"),
            ("POST", f"/api/webhook/{endpoint.id}/test"),
            ("GET", f"/api/webhook/{endpoint.id}/delivery"),
            ("POST", f"/api/webhookDelivery/{delivery.id}/send"),
        ):
            body = webhook_json() if method == "PUT" else {}
            assert stranger.open(path, method=method, json=body).status_code == 404, path
        assert stranger.get(f"/setup/integrations/webhooks/{endpoint.id}").status_code == 404


class TestChanging:
    def test_stale_change_is_refused(self, client: CheckedClient) -> None:
        created = create(client)
        path = f"/api/webhook/{created['id']}"
        with shifted(timedelta(minutes=1)):
            send(client, "PUT", path, webhook_json(description="One", basedOn=created["updated"]))
            other = client.put(path, json=webhook_json(description="Two", basedOn=created["updated"]))
        assert (other.status_code, other.json["code"]) == (409, "stale")
        assert send(client, "GET", path)["description"] == "One"

    def test_repeated_change_is_accepted(self, client: CheckedClient) -> None:
        created = create(client)
        body = webhook_json(description="One", basedOn=created["updated"])
        for _ in range(2):
            assert client.put(f"/api/webhook/{created['id']}", json=body).status_code == 200

    def test_removed_webhook_is_hidden_and_then_deleted_with_its_deliveries(
        self, client: CheckedClient, run_jobs: Callable[[], int], session: Session
    ) -> None:
        created = create(client)
        path = f"/api/webhook/{created['id']}"
        send(client, "POST", f"{path}/test")
        send(client, "DELETE", path)
        assert client.get(path).status_code == 404
        assert send(client, "GET", "/api/webhook") == []
        assert claim_due() == []
        from app.webhooks.jobs import delete_old

        delete_old()
        assert session.query(WebhookDelivery).count() == 0
        assert session.query(WebhookEndpoint).count() == 0


class TestSecret:
    def test_shown_secret_is_in_the_audit_log(
        self, client: CheckedClient, buyer: User, session: Session
    ) -> None:
        endpoint = make_endpoint(buyer)
        shown = send(client, "POST", f"/api/webhook/{endpoint.id}/secret", {})
        assert shown["secret"] == decrypt(endpoint.secret_encrypted)
        assert shown["formerSecretEnds"] is None
        [entry] = session.query(AuditEntry).filter_by(type="webhook.secretShown")
        assert entry.ids == {"endpointId": endpoint.id}

    def test_rotation_replaces_it(self, client: CheckedClient, buyer: User) -> None:
        endpoint = make_endpoint(buyer)
        path = f"/api/webhook/{endpoint.id}/secret"
        first = send(client, "POST", path, {})["secret"]
        second = send(client, "POST", path, {"rotate": True})
        assert second["secret"] != first
        assert second["formerSecretEnds"] is not None
        assert send(client, "POST", path, {})["secret"] == second["secret"]


def test_webhook_events(buyer: User, client: CheckedClient, session: Session, signed_in: SignedIn) -> None:
    created = create(client, url=URL)
    path = f"/api/webhook/{created['id']}"
    send(client, "PUT", path, webhook_json(description="Orders"))
    send(client, "POST", f"/api/webhook/{created['id']}/test")
    [delivery] = deliveries_of(created["id"])
    delivery.type, delivery.attempts = "rfx.sent", 1
    session.flush()
    store_outcome(delivery_id=delivery.id, attempts=1, outcome=Outcome(5, status=410))
    session.flush()
    send(client, "DELETE", path)
    assert_sentences(client, "webhooks")
    entry = session.query(AuditEntry).filter_by(type="webhook.changed").one()
    assert entry.fields == ["description"]
