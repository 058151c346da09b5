"""The organisation's rules for signing in: required second factors and the life of sign-ins."""

from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, SignIn, User
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import now, shifted
from tests.factories.accounts import PASSWORD, UserFactory, colleague_of, make_guest, role_id
from tests.factories.factors import add_app, code_of
from tests.factories.network import relate
from tests.factories.passkeys import Authenticator
from tests.factories.rfx import send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


@pytest.fixture
def lead(session: Session) -> User:
    created: User = UserFactory(name="Rosa Meyer")
    return created


@pytest.fixture
def client(lead: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(lead)


def today(days: int = 0) -> str:
    return (now().date() + timedelta(days=days)).isoformat()


def rules(**changes: Any) -> dict[str, Any]:
    return {"requirement": "EVERYBODY", "starts": today(), "roleIds": [], "sessionDays": None} | changes


def require(lead: User, **changes: Any) -> None:
    """Require a second factor, as if the rules had been saved earlier."""
    organisation = db.session.get_one(Organisation, lead.organisation_id)
    values = {"factor_requirement": "EVERYBODY", "factor_from": now().date()} | changes
    for name, value in values.items():
        setattr(organisation, name, value)
    db.session.flush()


def test_rules_are_saved_and_show_who_has_no_factor(lead: User, client: CheckedClient) -> None:
    add_app(colleague_of(lead, name="Ada"))
    colleague_of(lead, name="Vera")
    viewer = role_id(lead.organisation_id, "Viewer")
    body = rules(requirement="ROLES", roleIds=[viewer], starts=today(30), sessionDays=5)
    saved = client.put("/api/signInPolicy", json=body)
    assert saved.status_code == 200
    policy = client.get("/api/signInPolicy").json
    assert policy == saved.json
    assert (policy["requirement"], policy["starts"], policy["sessionDays"]) == ("ROLES", today(30), 5)
    assert [role["name"] for role in policy["roles"] if role["requiresFactor"]] == ["Viewer"]
    assert policy["withoutFactor"]["total"] == 2
    assert [person["name"] for person in policy["withoutFactor"]["people"]] == ["Rosa Meyer", "Vera"]
    assert db.session.query(EventLog).filter_by(type="organisation.signInChanged").count() == 1
    optional = client.put("/api/signInPolicy", json=rules(requirement="OPTIONAL", roleIds=[viewer])).json
    assert optional["starts"] is None
    assert not any(role["requiresFactor"] for role in optional["roles"])


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"requirement": "ROLES"}, "roleIds"),
        ({"requirement": "ROLES", "roleIds": [999_999]}, "roleIds"),
        ({"starts": None}, "starts"),
        ({"starts": "tomorrow"}, "starts"),
        ({"sessionDays": 0}, "sessionDays"),
        ({"sessionDays": 15}, "sessionDays"),
        ({"sessionDays": "5"}, "sessionDays"),
        ({"requirement": "SOME"}, "requirement"),
    ],
)
def test_invalid_rules_return_a_sentence(client: CheckedClient, changes: dict[str, Any], field: str) -> None:
    response = client.put("/api/signInPolicy", json=rules(**changes))
    assert (response.status_code, list(response.json["fields"])) == (422, [field])


def test_rules_need_the_permission_and_a_confirmation(
    lead: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    manager = signed_in(colleague_of(lead, role_name="Manager"))
    assert manager.get("/api/signInPolicy").status_code == 403
    assert manager.put("/api/signInPolicy", json=rules()).status_code == 403
    with shifted(timedelta(minutes=11)):
        assert client.put("/api/signInPolicy", json=rules()).json["code"] == "stepUp"


def test_user_without_a_factor_is_led_to_add_one_before_anything_else(
    lead: User, client: CheckedClient
) -> None:
    require(lead)
    for path in ("/api/session", "/api/user/factor", "/api/session/stepUp"):
        assert client.get(path).status_code == 200
    for path in ("/api/user", "/api/rfx", "/api/signInPolicy", "/api/signIn"):
        refused = client.get(path)
        assert (refused.status_code, refused.json["code"]) == (403, "factorRequired")
    page = client.get("/contacts?page=2")
    assert page.status_code == 302
    assert page.location == "/secondFactor?returnUrl=%2Fcontacts%3Fpage%3D2"
    shown = client.get(page.location)
    assert shown.status_code == 200
    assert "Add a second factor" in shown.text
    device, started = Authenticator(), client.post("/api/user/passkey/options").json
    body = {"ticket": started["ticket"], "name": "Laptop", "credential": device.create(started["options"])}
    assert client.post("/api/user/passkey", json=body).status_code == 201
    assert client.get("/api/user").status_code == 200
    assert client.get(page.location).location == "/contacts?page=2"
    [passkey] = client.get("/api/user/factor").json["passkeys"]
    assert client.delete(f"/api/user/passkey/{passkey['id']}").status_code == 409


def test_requirement_starts_on_its_day_and_locks_no_user_out(lead: User, client: CheckedClient) -> None:
    """The day begins in the organisation's time zone."""
    zone = {"time_zone": "Pacific/Auckland"}
    require(lead, factor_from=date(2026, 12, 1), **zone)
    before, after = "2026-11-30T10:59:00+00:00", "2026-11-30T11:01:00+00:00"
    for moment, status in ((before, 200), (after, 403)):
        with shifted(type(now()).fromisoformat(moment) - now()):
            db.session.query(SignIn).update({"expires": now() + timedelta(days=1)})
            assert client.get("/api/user").status_code == status
    client.sign_in(lead.email, PASSWORD)


def test_requirement_for_roles_leaves_other_roles_alone(
    lead: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    viewer = role_id(lead.organisation_id, "Viewer")
    assert (
        client.put("/api/signInPolicy", json=rules(requirement="ROLES", roleIds=[viewer])).status_code == 200
    )
    assert client.get("/api/user").status_code == 200
    assert signed_in(colleague_of(lead, role_name="Viewer")).get("/api/user").status_code == 403
    assert signed_in(colleague_of(lead, role_name="Manager")).get("/api/user").status_code == 200


def test_user_with_a_factor_is_not_asked_for_another(lead: User, client: CheckedClient) -> None:
    require(lead)
    app = add_app(lead)
    step = client.post("/api/session", json={"email": lead.email, "password": PASSWORD}).json
    body = {"ticket": step["ticket"], "code": code_of(app)}
    assert client.post("/api/session/factor", json=body).status_code == 200
    assert client.get("/home").status_code == 200


def test_suppliers_and_guests_are_never_forced_into_a_buyers_rules(lead: User, signed_in: SignedIn) -> None:
    supplier = UserFactory()
    relate(lead.organisation_id, supplier.organisation_id)
    require(lead)
    assert signed_in(supplier).get("/api/user").status_code == 200
    guest = make_guest()
    sent = send_rfx(lead, guest=True)
    assert signed_in(sent.respondent, rfx_id=sent.id).get(f"/api/rfx/{sent.id}").status_code == 200
    require(UserFactory(in_organisation=db.session.get_one(Organisation, guest.organisation_id)))
    assert signed_in(sent.respondent, rfx_id=sent.id).get(f"/api/rfx/{sent.id}").status_code == 200


def test_shorter_sign_ins_apply_to_existing_and_new_ones(
    lead: User, client: CheckedClient, signed_in: SignedIn
) -> None:
    other = signed_in(UserFactory())
    client.sign_in(lead.email, PASSWORD)
    db.session.query(SignIn).update({"expires": now() + timedelta(days=14)})
    assert (
        client.put("/api/signInPolicy", json=rules(requirement="OPTIONAL", sessionDays=2)).status_code == 200
    )
    response = client.sign_in(lead.email, PASSWORD)
    assert any("Max-Age=172800" in cookie for cookie in response.headers.getlist("Set-Cookie"))
    with shifted(timedelta(days=1)):
        assert client.post("/api/session/refresh").status_code == 200, "used: it lasts two more days"
    with shifted(timedelta(days=2, hours=1)):
        assert client.get("/api/session").status_code == 200
    with shifted(timedelta(days=4)):
        assert client.get("/api/session").status_code == 401
        assert other.get("/api/session").status_code == 200
