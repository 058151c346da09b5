"""Requests with API keys: refusals, scopes, rate limits, the last use, and what a key leaves in histories."""

from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from app.accounts.models import Role, User
from app.accounts.operations.roles import delete_role
from app.api_keys.models import ApiKey
from app.api_keys.operations.managing import revoke_key, rotate_key
from app.api_keys.types import PREFIX
from app.audit.models import AuditEntry
from app.config import Settings
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import now, shifted
from app.kernel.http.errors import ConflictError
from tests.factories.accounts import UserFactory, actor_of
from tests.factories.api_keys import NewKey, make_key
from tests.factories.network import relate
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient

SUPPLIERS = "/api/organisation"
HOUR = timedelta(hours=1)
TOO_MANY = 429


@pytest.fixture
def owner(session: Session) -> User:
    created: User = UserFactory(name="Ann Owner", in_organisation__name="Brightwater")
    return created


def get(client: CheckedClient, key: NewKey | str, path: str = SUPPLIERS, **environ: str) -> tuple[int, str]:
    """Send a GET request with a key, and return its status and the sentence of an error."""
    secret = key if isinstance(key, str) else key.secret
    headers = {"Authorization": f"Bearer {secret}", "Client-Version": None}
    response = client.get(path, headers=headers, environ_overrides=environ)
    body = response.get_json(silent=True)
    return response.status_code, body["message"] if isinstance(body, dict) and "message" in body else ""


class TestRefusals:
    def test_a_key_lists_suppliers_without_a_client_version(self, client: CheckedClient, owner: User) -> None:
        supplier = UserFactory(in_organisation__name="Meridian")
        relate(owner.organisation_id, supplier.organisation_id)
        response = client.get(SUPPLIERS, headers=make_key(owner).headers)
        assert response.status_code == 200
        assert "Meridian" in [row["name"] for row in response.json]

    def test_authentication_is_one_statement(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner, scopes=["forms:read"])
        client.get(SUPPLIERS, headers=key.headers)
        assert client.statements == 1

    def test_wrong_keys_are_refused(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner)
        wrong = (key.secret + "x", key.secret[:-1], PREFIX, PREFIX + "é", PREFIX + "a" * 5_000)
        for secret in wrong:
            assert get(client, secret.encode().decode("latin-1")) == (401, "This API key is not valid.")
        assert get(client, key.key.hash)[0] == 401

    def test_revoked_keys_are_refused(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner)
        assert get(client, key)[0] == 200
        revoke_key(actor=actor_of(owner), key_id=key.key.id)
        assert get(client, key) == (401, "This API key was revoked.")

    def test_expired_keys_are_refused(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner, expires=now() + HOUR)
        with shifted(HOUR - timedelta(seconds=5)):
            assert get(client, key)[0] == 200
        with shifted(HOUR + timedelta(seconds=5)):
            status, sentence = get(client, key)
        assert status == 401
        assert sentence.startswith("This API key expired on ")

    @pytest.mark.parametrize(
        ("networks", "address", "status"),
        [
            (["203.0.113.0/24"], "203.0.113.9", 200),
            (["203.0.113.0/24"], "::ffff:203.0.113.9", 200),
            (["203.0.113.0/24"], "203.0.114.9", 401),
            (["203.0.113.7"], "203.0.113.7", 200),
            (["203.0.113.7"], "203.0.113.8", 401),
            (["2001:db8::/32"], "2001:db8::1", 200),
            (["2001:db8::/32"], "203.0.113.7", 401),
            (["2001:db8::/32", "203.0.113.7/32"], "203.0.113.7", 200),
            (["203.0.113.0/24"], "not an address", 401),
        ],
    )
    def test_the_address_must_be_in_a_network_of_the_key(
        self, client: CheckedClient, owner: User, networks: list[str], address: str, status: int
    ) -> None:
        key = make_key(owner, addresses=networks)
        assert get(client, key, REMOTE_ADDR=address)[0] == status
        if status == 401:
            assert get(client, key, REMOTE_ADDR=address)[1] == "This API key can't be used from this address."

    def test_forwarded_addresses_do_not_count_without_a_proxy(
        self, client: CheckedClient, owner: User
    ) -> None:
        key = make_key(owner, addresses=["203.0.113.7"])
        headers = key.headers | {"X-Forwarded-For": "203.0.113.7"}
        assert client.get(SUPPLIERS, headers=headers).status_code == 401

    def test_the_previous_secret_works_for_a_day_after_a_rotation(
        self, client: CheckedClient, owner: User
    ) -> None:
        first = make_key(owner)
        _, second = rotate_key(actor=actor_of(owner), key_id=first.key.id)
        assert get(client, first)[0] == 200
        assert get(client, second)[0] == 200
        with shifted(timedelta(hours=24, minutes=1)):
            assert get(client, first) == (401, "This API key is not valid.")
            assert get(client, second)[0] == 200

    def test_a_second_rotation_ends_the_first_secret(self, client: CheckedClient, owner: User) -> None:
        first = make_key(owner)
        _, second = rotate_key(actor=actor_of(owner), key_id=first.key.id)
        _, third = rotate_key(actor=actor_of(owner), key_id=first.key.id)
        assert [get(client, secret)[0] for secret in (first, second, third)] == [401, 200, 200]

    def test_pages_do_not_accept_keys(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner)
        for path in ("/home", "/organisations", "/setup/integrations"):
            assert client.get(path, headers=key.headers).status_code == 302
        client.set_cookie("assay_session", key.secret)
        assert client.get("/home").status_code == 302

    def test_keys_download_files_but_not_the_file_with_all_data(
        self, client: CheckedClient, owner: User
    ) -> None:
        key = make_key(owner)
        assert client.get("/files/999999", headers=key.headers).status_code == 404
        assert client.get("/setup/data/1/file", headers=key.headers).status_code == 403
        without = make_key(owner, scopes=["rfx:read"])
        assert client.get("/files/999999", headers=without.headers).status_code == 403


class TestScopesAndRoles:
    def test_a_missing_scope_is_named(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner, scopes=["rfx:read"])
        assert get(client, key) == (403, "This API key needs the scope suppliers:read.")
        assert get(client, key, "/api/rfx")[0] == 200

    def test_reading_does_not_include_writing(self, client: CheckedClient, owner: User) -> None:
        supplier = UserFactory()
        relationship = relate(owner.organisation_id, supplier.organisation_id)
        path = f"/api/relationship/{relationship.id}/notes"
        body = {"notes": "<p>From the ERP</p>"}
        reading = make_key(owner, scopes=["suppliers:read"])
        response = client.put(path, json=body, headers=reading.headers)
        assert (response.status_code, response.json["message"]) == (
            403,
            "This API key needs the scope suppliers:write.",
        )
        writing = make_key(owner, scopes=["suppliers:write"])
        assert writing.key.scopes == ["suppliers:read", "suppliers:write"]
        assert client.put(path, json=body, headers=writing.headers).status_code in {200, 204}

    def test_the_role_limits_a_key_too(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner, role_name="Viewer")
        relationship = relate(owner.organisation_id, UserFactory().organisation_id)
        response = client.put(
            f"/api/relationship/{relationship.id}/notes", json={"notes": "x"}, headers=key.headers
        )
        assert response.status_code == 403
        assert get(client, key)[0] == 200

    def test_a_changed_role_counts_from_the_next_request(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner)
        assert get(client, key, "/api/auditEntry")[0] == 200
        role = db.session.get_one(Role, key.user.role_id)
        role.permissions = []
        assert get(client, key, "/api/auditEntry")[0] == 403

    def test_messages_alone_do_not_send_an_rfx(self, client: CheckedClient, owner: User) -> None:
        supplier = UserFactory()
        relate(owner.organisation_id, supplier.organisation_id)
        body = {
            "type": "RFI",
            "subject": "Prices",
            "html": "<p>Please answer.</p>",
            "toOrganisationIds": [supplier.organisation_id],
            "docFormIds": [send_rfx(owner).forms[0].id],
        }
        messages = make_key(owner, scopes=["messages:write"])
        response = client.post("/api/messageThread", json=body, headers=messages.headers)
        assert (response.status_code, response.json["message"]) == (
            403,
            "This API key needs the scope rfx:write.",
        )
        both = make_key(owner, scopes=["messages:write", "rfx:write"])
        assert client.post("/api/messageThread", json=body, headers=both.headers).status_code == 201

    def test_endpoints_for_people_are_closed(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner)
        for path in ("/api/session", "/api/signIn", "/api/user/factor", "/api/home/chart", "/api/apiKey",
                     "/api/session/stepUp", "/api/search", "/api/savedView", "/api/dataExport"):  # fmt: skip
            assert get(client, key, path) == (403, "API keys can't do this. Sign in to do it."), path

    def test_a_key_creates_no_key_and_changes_no_role(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner)
        body = {"name": "Second", "roleId": key.user.role_id, "scopes": ["rfx:read"]}
        assert client.post("/api/apiKey", json=body, headers=key.headers).status_code == 403
        role = {"name": "Own", "permissions": ["MANAGE_USERS"]}
        assert client.post("/api/role", json=role, headers=key.headers).status_code == 403
        assert db.session.query(ApiKey).filter_by(organisation_id=owner.organisation_id).count() == 1


class TestRateLimit:
    def test_headers_report_the_limit(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner)
        first = client.get(SUPPLIERS, headers=key.headers).headers
        second = client.get(SUPPLIERS, headers=key.headers).headers
        assert first["RateLimit-Limit"] == "600"
        assert int(first["RateLimit-Remaining"]) - int(second["RateLimit-Remaining"]) == 1
        assert 0 <= int(second["RateLimit-Reset"]) <= 61

    def test_people_get_no_such_headers(self, client: CheckedClient, owner: User) -> None:
        assert "RateLimit-Limit" not in client.get("/api/reference/countries").headers

    def test_too_many_requests_are_refused_for_each_key_separately(
        self, app: Flask, client: CheckedClient, owner: User
    ) -> None:
        key, other = make_key(owner), make_key(owner)
        settings: Settings = app.config["ASSAY"]
        allowed = 3
        app.config["ASSAY"] = replace(settings, API_KEY_REQUESTS=allowed)
        try:
            statuses = [get(client, key)[0] for _ in range(allowed)]
            response = client.get(SUPPLIERS, headers=key.headers)
            assert get(client, other)[0] == 200
        finally:
            app.config["ASSAY"] = settings
        assert statuses == [200] * allowed
        assert response.status_code == TOO_MANY
        assert response.json["code"] == "tooMany"
        assert response.headers["RateLimit-Remaining"] == "0"
        assert 1 <= int(response.headers["Retry-After"]) <= 61


class TestTraces:
    def test_the_last_use_is_written_after_the_response_at_most_once_a_minute(
        self, client: CheckedClient, owner: User
    ) -> None:
        key = make_key(owner)
        response = client.get(SUPPLIERS, headers=key.headers)
        assert "UPDATE api_key" not in "\n".join(client.statement_log)
        assert db.session.get_one(ApiKey, key.key.id).last_used is None
        response.close()
        db.session.expire_all()
        first = db.session.get_one(ApiKey, key.key.id).last_used
        assert first is not None
        with shifted(timedelta(seconds=30)):
            client.get(SUPPLIERS, headers=key.headers).close()
            db.session.expire_all()
            assert db.session.get_one(ApiKey, key.key.id).last_used == first
        with shifted(timedelta(seconds=70)):
            client.get(SUPPLIERS, headers=key.headers).close()
            db.session.expire_all()
            assert db.session.get_one(ApiKey, key.key.id).last_used > first

    def test_refused_requests_are_no_use(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner, addresses=["203.0.113.7"])
        client.get(SUPPLIERS, headers=key.headers).close()
        db.session.expire_all()
        assert db.session.get_one(ApiKey, key.key.id).last_used is None

    def test_events_and_the_audit_log_name_the_key(self, client: CheckedClient, owner: User) -> None:
        key = make_key(owner, name="ERP key")
        relationship = relate(owner.organisation_id, UserFactory().organisation_id)
        client.put(
            f"/api/relationship/{relationship.id}/notes",
            json={"notes": "<p>New</p>"},
            headers=key.headers,
        )
        event = db.session.query(EventLog).filter_by(created_by_user_id=key.user.id).one()
        assert event.args["byUserName"] == "ERP key (API)"
        sentence = client.get("/api/eventLog", headers=key.headers).json[0]["sentence"]
        assert sentence[0] == {"text": "ERP key (API)", "href": None}
        assert db.session.query(AuditEntry).filter_by(user_id=key.user.id).count() == 1

    def test_a_role_of_a_revoked_key_can_be_deleted(self, owner: User) -> None:
        role = Role(organisation_id=owner.organisation_id, name="ERP", permissions=[])
        db.session.add(role)
        db.session.flush()
        key = make_key(owner, role_name="ERP")
        with pytest.raises(ConflictError):
            delete_role(actor=actor_of(owner), role_id=role.id)
        revoke_key(actor=actor_of(owner), key_id=key.key.id)
        delete_role(actor=actor_of(owner), role_id=role.id)
