"""Creating, changing, rotating and revoking API keys, the page, and the mail before a key ends."""

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Role, SignIn, User
from app.accounts.types import UserStatus, UserType
from app.api_keys.jobs import warn_of_ends
from app.api_keys.models import ApiKey
from app.api_keys.policies import hash_of
from app.api_keys.types import MAX_KEYS, MAX_REVOKED_SHOWN
from app.audit.models import AuditEntry
from app.data_export.queries.kinds import KINDS
from app.extensions import db
from app.kernel.clock import now, shifted
from app.kernel.http.auth import Permission
from app.kernel.mail.outbox import OutboxMail
from tests.factories.accounts import UserFactory, colleague_of, role_id
from tests.factories.api_keys import make_key
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

KEYS = "/api/apiKey"
DAY = timedelta(days=1)


@pytest.fixture
def owner(session: Session) -> User:
    created: User = UserFactory(name="Ann Owner", in_organisation__name="Brightwater")
    return created


@pytest.fixture
def client_of_owner(owner: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(owner)


def body_of(user: User, **changes: Any) -> dict[str, Any]:
    """The body of a new key."""
    body = {
        "name": "ERP key",
        "roleId": role_id(user.organisation_id, "Manager"),
        "scopes": ["rfx:write"],
        "addresses": [],
    }
    return body | changes


class TestCreating:
    def test_the_secret_is_in_the_response_alone(self, client_of_owner: CheckedClient, owner: User) -> None:
        response = client_of_owner.post(
            KEYS, json=body_of(owner, addresses=["203.0.113.9/24", "2001:db8::1"])
        )
        assert response.status_code == 201
        secret, created = response.json["secret"], response.json["key"]
        assert secret.startswith("asy_")
        assert len(secret) == 47
        key = db.session.query(ApiKey).one()
        assert key.hash == hash_of(secret)
        assert created["prefix"] == secret[:10]
        assert created["scopes"] == ["rfx:read", "rfx:write"]
        assert created["addresses"] == ["203.0.113.0/24", "2001:db8::1/128"]
        assert created["state"] == "ACTIVE"
        assert created["createdBy"] == "Ann Owner"
        assert abs(key.expires - now() - timedelta(days=365)) < timedelta(minutes=1)
        assert secret not in client_of_owner.get(KEYS).text
        assert secret not in client_of_owner.get("/setup/integrations").text

    @pytest.mark.parametrize(
        ("changes", "field", "sentence"),
        [
            ({"name": " "}, "name", "This is required."),
            ({"name": "x" * 81}, "name", "This must have at most 80 characters."),
            ({"scopes": []}, "scopes", "Choose at least one scope."),
            ({"scopes": ["rfx:delete"]}, "scopes", "This scope does not exist."),
            ({"roleId": 999_999}, "roleId", "Choose a role of your organisation."),
            (
                {"addresses": ["203.0.113.300"]},
                "addresses",
                "203.0.113.300 is no IP address or network, such as 203.0.113.7 or 203.0.113.0/24.",
            ),
            ({"expires": "2020-01-01"}, "expires", "The key must expire in the future."),
            ({"expires": "2031-01-01"}, "expires", "A key can last at most 24 months."),
        ],
    )
    def test_wrong_values_get_a_sentence(
        self, client_of_owner: CheckedClient, owner: User, changes: dict[str, Any], field: str, sentence: str
    ) -> None:
        response = client_of_owner.post(KEYS, json=body_of(owner, **changes))
        assert response.status_code == 422
        assert sentence in str(response.json["fields"]), response.json
        assert any(name.startswith(field) for name in response.json["fields"])
        assert db.session.query(ApiKey).count() == 0
        assert db.session.query(User).filter_by(type=UserType.SERVICE).count() == 0

    def test_a_role_of_another_organisation_is_unknown(
        self, client_of_owner: CheckedClient, owner: User
    ) -> None:
        foreign = UserFactory().role_id
        assert client_of_owner.post(KEYS, json=body_of(owner, roleId=foreign)).status_code == 422

    def test_a_key_does_not_exceed_its_creator(self, owner: User, signed_in: SignedIn) -> None:
        role = Role(
            organisation_id=owner.organisation_id, name="Integrator", permissions=["MANAGE_INTEGRATIONS"]
        )
        db.session.add(role)
        db.session.flush()
        integrator = signed_in(colleague_of(owner, role_name="Integrator"))
        key = make_key(owner)
        super_role = role_id(owner.organisation_id, "Super User")
        assert integrator.post(KEYS, json=body_of(owner, roleId=super_role)).status_code == 403
        assert integrator.post(KEYS, json=body_of(owner)).status_code == 201
        assert integrator.put(f"{KEYS}/{key.key.id}", json=body_of(owner)).status_code == 403
        assert integrator.post(f"{KEYS}/{key.key.id}/rotate").status_code == 403
        assert not next(row for row in integrator.get(KEYS).json if row["id"] == key.key.id)["mayChange"]
        assert integrator.delete(f"{KEYS}/{key.key.id}").status_code == 200

    def test_only_people_who_manage_integrations_see_keys(self, owner: User, signed_in: SignedIn) -> None:
        manager = signed_in(colleague_of(owner, role_name="Manager"))
        assert manager.get(KEYS).status_code == 403
        assert manager.post(KEYS, json=body_of(owner)).status_code == 403
        assert manager.get("/setup/integrations").location == "/unauthorized"

    def test_every_change_needs_a_step_up(self, client_of_owner: CheckedClient, owner: User) -> None:
        key = make_key(owner)
        db.session.query(SignIn).update({"assured_at": now() - timedelta(minutes=11)})
        for method, path, body in (
            ("POST", KEYS, body_of(owner)),
            ("PUT", f"{KEYS}/{key.key.id}", body_of(owner)),
            ("POST", f"{KEYS}/{key.key.id}/rotate", None),
            ("DELETE", f"{KEYS}/{key.key.id}", None),
        ):
            response = client_of_owner.open(path, method=method, json=body)
            assert (response.status_code, response.json["code"]) == (403, "stepUp"), (method, path)
        assert client_of_owner.get(KEYS).status_code == 200

    def test_the_number_of_keys_is_limited(self, client_of_owner: CheckedClient, owner: User) -> None:
        keys = [make_key(owner) for _ in range(MAX_KEYS)]
        assert client_of_owner.post(KEYS, json=body_of(owner)).status_code == 409
        client_of_owner.delete(f"{KEYS}/{keys[0].key.id}")
        assert client_of_owner.post(KEYS, json=body_of(owner)).status_code == 201


class TestChanging:
    def test_a_change_keeps_the_secret_and_renames_the_service_user(
        self, client_of_owner: CheckedClient, owner: User
    ) -> None:
        key = make_key(owner)
        response = client_of_owner.put(
            f"{KEYS}/{key.key.id}", json=body_of(owner, name="SAP", expires="2027-06-30")
        )
        assert response.status_code == 200
        assert (response.json["name"], response.json["role"]["name"]) == ("SAP", "Manager")
        assert response.json["expires"] == "2027-06-30T23:59:59+00:00"
        assert key.user.name == "SAP (API)"
        assert client_of_owner.get("/api/rfx", headers=key.headers).status_code == 200
        assert client_of_owner.get("/api/ncr", headers=key.headers).status_code == 403

    def test_two_people_do_not_overwrite_each_other(
        self, client_of_owner: CheckedClient, owner: User
    ) -> None:
        key = make_key(owner, role_name="Manager", scopes=["rfx:write"])
        loaded = client_of_owner.get(KEYS).json[0]
        base = body_of(owner, scopes=loaded["scopes"], expires=loaded["expires"])
        path = f"{KEYS}/{key.key.id}"
        first = client_of_owner.put(path, json={**base, "name": "First", "basedOn": base})
        assert first.status_code == 200
        second = client_of_owner.put(
            path, json={**base, "addresses": ["203.0.113.7"], "basedOn": base}
        )  # fmt: skip
        assert second.json["name"] == "First"
        assert second.json["addresses"] == ["203.0.113.7/32"]
        third = client_of_owner.put(path, json={**base, "name": "Third", "basedOn": base})
        assert third.status_code == 409
        assert third.json["now"] == {"name": "First"}

    def test_keys_of_others_are_not_found(self, client_of_owner: CheckedClient, owner: User) -> None:
        foreign = make_key(UserFactory())
        path = f"{KEYS}/{foreign.key.id}"
        assert client_of_owner.put(path, json=body_of(owner)).status_code == 404
        assert client_of_owner.delete(path).status_code == 404
        assert client_of_owner.post(f"{path}/rotate").status_code == 404
        assert client_of_owner.get(KEYS).json == []

    def test_rotation_shows_the_new_secret_and_the_end_of_the_old_one(
        self, client_of_owner: CheckedClient, owner: User
    ) -> None:
        key = make_key(owner)
        response = client_of_owner.post(f"{KEYS}/{key.key.id}/rotate")
        assert response.status_code == 200
        assert response.json["secret"] != key.secret
        assert response.json["key"]["previousUntil"] is not None
        key.key.previous_until = now() - DAY
        assert client_of_owner.get(KEYS).json[0]["previousUntil"] is None

    def test_a_revoked_key_stays_revoked(self, client_of_owner: CheckedClient, owner: User) -> None:
        key = make_key(owner)
        path = f"{KEYS}/{key.key.id}"
        assert client_of_owner.delete(path).json["state"] == "REVOKED"
        assert client_of_owner.delete(path).status_code == 200
        assert client_of_owner.put(path, json=body_of(owner)).status_code == 409
        assert client_of_owner.post(f"{path}/rotate").status_code == 409
        assert key.user.status == UserStatus.SUSPENDED
        revocations = db.session.query(AuditEntry).filter_by(type="apiKey.revoked").count()
        assert revocations == 1

    def test_an_expired_key_is_rotated_only_after_a_new_end(
        self, client_of_owner: CheckedClient, owner: User
    ) -> None:
        key = make_key(owner)
        key.key.expires = now() - DAY
        db.session.flush()
        path = f"{KEYS}/{key.key.id}"
        assert client_of_owner.get(KEYS).json[0]["state"] == "EXPIRED"
        assert client_of_owner.post(f"{path}/rotate").status_code == 409
        later = (now() + DAY).date().isoformat()
        assert client_of_owner.put(path, json=body_of(owner, expires=later)).json["state"] == "EXPIRING"
        assert client_of_owner.post(f"{path}/rotate").status_code == 200

    def test_only_the_newest_revoked_keys_are_listed(
        self, client_of_owner: CheckedClient, owner: User
    ) -> None:
        keys = [make_key(owner) for _ in range(MAX_REVOKED_SHOWN + 2)]
        for each in keys[:-1]:
            client_of_owner.delete(f"{KEYS}/{each.key.id}")
        rows = client_of_owner.get(KEYS).json
        assert [row["id"] for row in rows] == [each.key.id for each in reversed(keys[1:])]
        statements = client_of_owner.statements
        make_key(owner)
        client_of_owner.get(KEYS)
        assert client_of_owner.statements == statements

    def test_each_change_is_in_the_audit_log(self, client_of_owner: CheckedClient, owner: User) -> None:
        created = client_of_owner.post(KEYS, json=body_of(owner)).json["key"]
        path = f"{KEYS}/{created['id']}"
        client_of_owner.put(path, json=body_of(owner, name="SAP"))
        client_of_owner.post(f"{path}/rotate")
        client_of_owner.delete(path)
        entries = client_of_owner.get("/api/auditEntry", query_string={"area": "apiKey"}).json
        assert [entry["title"] for entry in entries] == [
            "API key: revoked",
            "API key: rotated",
            "API key: changed",
            "API key: created",
        ]
        record = {"kind": "API key", "name": "SAP", "href": "/setup/integrations"}
        assert all(record in entry["records"] for entry in entries)
        assert "Name" in entries[2]["fields"]

    def test_the_export_of_all_data_has_no_hashes(self) -> None:
        kind = next(kind for kind in KINDS if kind.table == "api_key")
        assert kind.without == {"hash", "previous_hash"}


class TestEnd:
    @pytest.fixture
    def key(self, owner: User) -> ApiKey:
        colleague_of(owner, role_name="Manager", name="Mia Manager")
        return make_key(owner, expires=now() + 15 * DAY).key

    def mails(self, session: Session) -> list[OutboxMail]:
        return session.query(OutboxMail).filter(OutboxMail.dedupe_key.startswith("apiKeyEnds")).all()

    def test_one_mail_14_days_before_the_end(self, key: ApiKey, session: Session, owner: User) -> None:
        warn_of_ends()
        assert self.mails(session) == []
        for days in (2, 3):
            with shifted(days * DAY):
                warn_of_ends()
        (mail,) = self.mails(session)
        assert mail.to_user_id == owner.id
        assert mail.subject == "The API key ERP key expires soon"
        assert "asy_" in mail.text

    def test_a_new_end_has_its_own_mail(
        self, key: ApiKey, session: Session, client_of_owner: CheckedClient, owner: User
    ) -> None:
        with shifted(2 * DAY):
            warn_of_ends()
        later = (now() + 60 * DAY).date().isoformat()
        assert client_of_owner.put(f"{KEYS}/{key.id}", json=body_of(owner, expires=later)).status_code == 200
        with shifted(50 * DAY):
            warn_of_ends()
        assert len(self.mails(session)) == 2

    def test_revoked_and_expired_keys_get_none(
        self, key: ApiKey, session: Session, client_of_owner: CheckedClient
    ) -> None:
        with shifted(20 * DAY):
            warn_of_ends()
        client_of_owner.delete(f"{KEYS}/{key.id}")
        with shifted(2 * DAY):
            warn_of_ends()
        assert self.mails(session) == []


def test_permission_of_the_menu_entry(
    client_of_owner: CheckedClient, owner: User, signed_in: SignedIn
) -> None:
    assert '"href":"/setup/integrations"' in client_of_owner.get("/home").text
    manager = signed_in(colleague_of(owner, role_name="Manager"))
    assert Permission.MANAGE_INTEGRATIONS not in actor_permissions(manager)
    assert '"href":"/setup/integrations"' not in manager.get("/home").text


def actor_permissions(client: CheckedClient) -> list[str]:
    permissions: list[str] = client.get("/api/session").json["permissions"]
    return permissions
