"""Setting up the company sign-in: provider, domains, groups, break-glass users, and the trial."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import Role, SignIn, User
from app.accounts.models.company import BreakGlassUser, CompanyDomain, CompanyGroup, CompanySignIn
from app.accounts.types import CompanySignInUse
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import shifted
from app.kernel.data_keys import decrypt
from tests.factories.accounts import OrganisationFactory, UserFactory, colleague_of, role_id
from tests.factories.company import add_company, add_domain, link_identity, make_break_glass
from tests.factories.factors import add_app
from tests.fixtures.client import CheckedClient
from tests.fixtures.identity_provider import DnsServer, IdentityProvider
from tests.fixtures.people import SignedIn
from tests.integration.company_sign_in.conftest import Browser


@pytest.fixture
def values(identity_provider: IdentityProvider) -> dict[str, Any]:
    return {
        "issuer": identity_provider.issuer,
        "clientId": identity_provider.client_id,
        "clientSecret": identity_provider.secret,
        "use": "OFF",
        "joinsUnknown": False,
        "groupsClaim": "groups",
        "groups": [],
        "breakGlassUserIds": [],
    }


def put(client: CheckedClient, values: dict[str, Any], **changes: Any) -> Any:
    return client.put("/api/companySignIn", json=values | changes)


def test_company_sign_in_is_set_up_step_by_step(
    lead: User, owner: CheckedClient, values: dict[str, Any], dns_server: DnsServer
) -> None:
    empty = owner.get("/api/companySignIn").json
    assert (empty["state"], empty["provider"], empty["canSetUp"]) == ("NOT_SET_UP", None, True)
    assert empty["redirectAddress"] == "http://localhost/signin/company/return"
    assert [role["name"] for role in empty["roles"] if role["isLowest"]] == ["Viewer"]

    saved = put(owner, values)
    assert saved.status_code == 200
    assert saved.json["state"] == "DOMAIN_NOT_VERIFIED"
    assert saved.json["provider"]["startPath"] == "/signin/company/northwind"
    assert values["clientSecret"] not in saved.text
    stored = db.session.query(CompanySignIn).one()
    assert values["clientSecret"] not in stored.secret_encrypted
    assert decrypt(stored.secret_encrypted) == values["clientSecret"]
    assert put(owner, values, use="OPTIONAL").json["fields"] == {"use": ["Verify a domain first."]}

    added = owner.post("/api/companySignIn/domain", json={"domain": " Northwind.example "})
    assert added.status_code == 201
    assert added.json["name"] == "northwind.example"
    assert added.json["record"].startswith("assay-verification=")
    verify = f"/api/companySignIn/domain/{added.json['id']}/verify"
    missing = owner.post(verify)
    assert missing.status_code == 409
    assert "The record was not found" in missing.json["message"]
    dns_server.records["northwind.example"] = ["v=spf1 -all", "assay-verification=of-another"]
    assert owner.post(verify).status_code == 409
    dns_server.records["northwind.example"] = ["v=spf1 -all", added.json["record"]]
    assert owner.post(verify).json["verified"] is not None
    # Verified once, the record may go.
    dns_server.records.clear()
    assert owner.post(verify).status_code == 200
    assert owner.get("/api/companySignIn").json["state"] == "READY"

    on = put(owner, values, use="OPTIONAL", clientSecret=None, joinsUnknown=True)
    assert (on.status_code, on.json["state"]) == (200, "ON")
    db.session.refresh(stored)
    assert decrypt(stored.secret_encrypted) == values["clientSecret"]
    add_app(lead)
    enforced = put(owner, values, use="REQUIRED", breakGlassUserIds=[lead.id]).json
    assert enforced["state"] == "ENFORCED"
    assert [keeper["name"] for keeper in enforced["keepers"] if keeper["isBreakGlass"]] == ["Rosa Meyer"]
    assert db.session.query(EventLog).filter_by(type="organisation.signInChanged").count() == 5


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"issuer": ""}, "issuer"),
        ({"issuer": "accounts.example.com"}, "issuer"),
        ({"issuer": "http://example.com"}, "issuer"),
        ({"issuer": "https://10.0.0.1"}, "issuer"),
        ({"issuer": "https://localhost"}, "issuer"),
        ({"issuer": "http://127.0.0.1:1/no-such-provider"}, "issuer"),
        ({"clientId": ""}, "clientId"),
        ({"clientSecret": None}, "clientSecret"),
        ({"clientSecret": "x" * 501}, "clientSecret"),
        ({"use": "SOMETIMES"}, "use"),
        ({"groups": [{"name": "a", "roleId": 999_999}]}, "groups"),
        ({"groups": [{"name": "", "roleId": 1}]}, "groups.0.name"),
        ({"breakGlassUserIds": [999_999]}, "breakGlassUserIds"),
    ],
)
def test_invalid_values_return_a_sentence(
    owner: CheckedClient, values: dict[str, Any], changes: dict[str, Any], field: str
) -> None:
    response = put(owner, values, **changes)
    assert (response.status_code, list(response.json["fields"])) == (422, [field])
    assert db.session.query(CompanySignIn).count() == 0


def test_provider_is_looked_up_before_it_is_saved(
    owner: CheckedClient, values: dict[str, Any], identity_provider: IdentityProvider
) -> None:
    identity_provider.set(metadata={"issuer": "https://other.example"})
    assert "names another issuer" in put(owner, values).json["fields"]["issuer"][0]
    identity_provider.set(metadata={}, is_down=True)
    assert put(owner, values).json["fields"]["issuer"] == ["The provider returned an error (503)."]


def test_settings_can_be_changed_while_the_provider_is_away(
    lead: User, owner: CheckedClient, values: dict[str, Any], identity_provider: IdentityProvider
) -> None:
    make_break_glass(lead)
    add_app(lead)
    add_company(lead, identity_provider, use=CompanySignInUse.REQUIRED)
    identity_provider.set(is_down=True)
    assert put(owner, values, use="OPTIONAL", clientSecret=None).status_code == 200


def test_stored_secret_is_not_sent_to_a_new_issuer(
    lead: User, owner: CheckedClient, values: dict[str, Any], identity_provider: IdentityProvider
) -> None:
    company = add_company(lead, identity_provider)
    company.issuer = "https://former.example"
    db.session.flush()
    response = put(owner, values, clientSecret=None)
    assert response.json["fields"] == {"clientSecret": ["Enter the client secret of the new provider."]}


def test_group_gets_no_role_that_exceeds_the_actor(
    lead: User, identity_provider: IdentityProvider, values: dict[str, Any], signed_in: SignedIn
) -> None:
    """A user who may only manage integrations must not become a Super User by a group."""
    role = Role(
        organisation_id=lead.organisation_id,
        name="Integrator",
        permissions=["MANAGE_INTEGRATIONS", "SEND_RFX"],
    )
    db.session.add(role)
    db.session.flush()
    integrator = signed_in(colleague_of(lead, role_name="Integrator"))
    super_user = {"name": "admins", "roleId": role_id(lead.organisation_id, "Super User")}
    response = put(integrator, values, groups=[super_user])
    assert list(response.json["fields"]) == ["groups"]
    assert put(integrator, values, groups=[{"name": "buyers", "roleId": role.id}]).status_code == 200
    assert put(signed_in(lead), values, groups=[super_user]).status_code == 200
    # The choice of a Super User stays when another user saves the page.
    assert put(integrator, values, groups=[super_user]).status_code == 200
    twice = [{"name": "a", "roleId": role.id}, {"name": "a", "roleId": role.id}]
    assert put(integrator, values, groups=twice).status_code == 422


def test_role_of_a_group_is_not_deleted(
    lead: User, owner: CheckedClient, identity_provider: IdentityProvider
) -> None:
    viewer = db.session.get_one(Role, role_id(lead.organisation_id, "Viewer"))
    add_company(lead, identity_provider, groups={"staff": viewer})
    response = owner.delete(f"/api/role/{viewer.id}")
    assert response.status_code == 409
    assert "A group of your company sign-in" in response.json["message"]


def test_break_glass_users_need_the_permission_and_a_factor(
    lead: User, owner: CheckedClient, values: dict[str, Any]
) -> None:
    add_domain(lead)
    rule = "Break-glass users need the permission to manage integrations, and a second factor."
    required = values | {"use": "REQUIRED"}
    assert put(owner, required).json["fields"]["breakGlassUserIds"] == [
        "Choose at least one user who can sign in if the company sign-in fails."
    ]
    assert put(owner, required, breakGlassUserIds=[lead.id]).json["fields"]["breakGlassUserIds"] == [rule]
    viewer = colleague_of(lead, role_name="Viewer")
    stranger = UserFactory()
    for user in (viewer, stranger):
        add_app(user)
        assert put(owner, required, breakGlassUserIds=[user.id]).json["fields"]["breakGlassUserIds"] == [rule]
    add_app(lead)
    assert put(owner, required, breakGlassUserIds=[lead.id]).status_code == 200
    assert [row.user_id for row in db.session.query(BreakGlassUser)] == [lead.id]


def test_requiring_it_ends_other_sign_ins(
    lead: User, owner: CheckedClient, values: dict[str, Any], signed_in: SignedIn
) -> None:
    add_domain(lead)
    keeper = colleague_of(lead, name="Kim Keeper")
    add_app(keeper)
    ada = colleague_of(lead, name="Ada Adams")
    other = UserFactory()
    clients = [signed_in(ada), signed_in(keeper), signed_in(other)]
    assert put(owner, values, use="REQUIRED", breakGlassUserIds=[keeper.id]).status_code == 200
    assert [client.get("/api/session").status_code for client in clients] == [401, 200, 200]
    assert owner.get("/api/session").status_code == 200


def test_company_sign_in_is_removed_unless_it_is_required(
    lead: User, owner: CheckedClient, identity_provider: IdentityProvider
) -> None:
    company = add_company(lead, identity_provider, use=CompanySignInUse.REQUIRED)
    domain = db.session.query(CompanyDomain).one()
    assert owner.delete("/api/companySignIn").status_code == 409
    assert owner.delete(f"/api/companySignIn/domain/{domain.id}").status_code == 409
    company.use = CompanySignInUse.OPTIONAL
    db.session.flush()
    assert owner.delete(f"/api/companySignIn/domain/{domain.id}").status_code == 204
    assert owner.delete("/api/companySignIn").status_code == 204
    assert owner.delete("/api/companySignIn").status_code == 404
    assert db.session.query(CompanyGroup).count() == 0


@pytest.mark.parametrize(
    ("domain", "word"),
    [
        ("gmail.com", "public mail provider"),
        ("GMX.de", "public mail provider"),
        ("localhost", "Enter a domain"),
        ("not a domain", "Enter a domain"),
        ("https://northwind.example", "Enter a domain"),
        ("ada@northwind.example", "Enter a domain"),
        ("[127.0.0.1]", "Enter a domain"),
        ("", "This is required"),
    ],
)
def test_wrong_domains_return_a_sentence(owner: CheckedClient, domain: str, word: str) -> None:
    response = owner.post("/api/companySignIn/domain", json={"domain": domain})
    assert response.status_code == 422
    assert word in response.json["fields"]["domain"][0]


def test_domain_is_verified_for_one_organisation(
    lead: User, owner: CheckedClient, signed_in: SignedIn, dns_server: DnsServer
) -> None:
    stranger = UserFactory()
    add_domain(stranger, "northwind.example")
    added = owner.post("/api/companySignIn/domain", json={"domain": "northwind.example"}).json
    again = owner.post("/api/companySignIn/domain", json={"domain": "northwind.example"})
    assert again.json["fields"] == {"domain": ["This domain is in the list already."]}
    dns_server.records["northwind.example"] = [added["record"]]
    response = owner.post(f"/api/companySignIn/domain/{added['id']}/verify")
    assert response.status_code == 409
    assert "Another organisation has verified this domain" in response.json["message"]


def test_domain_in_other_letters_is_verified(owner: CheckedClient, dns_server: DnsServer) -> None:
    added = owner.post("/api/companySignIn/domain", json={"domain": "xn--bcher-kva.example"}).json
    assert added["name"] == "b\u00fccher.example"
    dns_server.records["xn--bcher-kva.example"] = [added["record"]]
    assert owner.post(f"/api/companySignIn/domain/{added['id']}/verify").status_code == 200


def test_organisation_has_at_most_20_domains(lead: User, owner: CheckedClient) -> None:
    for number in range(20):
        add_domain(lead, f"d{number}.example", verified=False)
    assert owner.post("/api/companySignIn/domain", json={"domain": "d20.example"}).status_code == 409


def test_dns_that_does_not_respond_returns_a_sentence(
    lead: User, owner: CheckedClient, dns_server: DnsServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain = add_domain(lead, verified=False)
    monkeypatch.setattr("app.accounts.operations.company.domains.DNS_SECONDS", 0.2)
    dns_server.close()
    response = owner.post(f"/api/companySignIn/domain/{domain.id}/verify")
    assert response.status_code == 409
    assert response.json["message"].startswith("The DNS did not respond")


def test_settings_need_the_permission_and_a_confirmation(
    lead: User, owner: CheckedClient, values: dict[str, Any], signed_in: SignedIn
) -> None:
    domain = add_domain(lead, verified=False)
    manager = signed_in(colleague_of(lead, role_name="Manager"))
    writes: list[tuple[str, str, Any]] = [
        ("PUT", "/api/companySignIn", values),
        ("DELETE", "/api/companySignIn", None),
        ("POST", "/api/companySignIn/domain", {"domain": "other.example"}),
        ("POST", f"/api/companySignIn/domain/{domain.id}/verify", None),
        ("DELETE", f"/api/companySignIn/domain/{domain.id}", None),
    ]
    for method, path, body in writes:
        assert manager.open(path, method=method, json=body).status_code == 403
        with shifted(timedelta(minutes=11)):
            response = owner.open(path, method=method, json=body)
        assert (response.status_code, response.json["code"]) == (403, "stepUp")
    assert manager.get("/api/companySignIn").status_code == 403


def test_slug_is_free_and_stays(
    owner: CheckedClient,
    values: dict[str, Any],
    identity_provider: IdentityProvider,
    signed_in: SignedIn,
    session: Session,
) -> None:
    assert put(owner, values).json["provider"]["startPath"] == "/signin/company/northwind"
    for name in ("NORTHWIND", "Return", "\u682a\u5f0f\u4f1a\u793e"):
        other = signed_in(UserFactory(in_organisation=OrganisationFactory(name=name)))
        path = put(other, values).json["provider"]["startPath"]
        assert path not in {"/signin/company/northwind", "/signin/company/return", "/signin/company/"}
        assert other.get(path).status_code in {302, 403}
    session.query(CompanySignIn).filter_by(slug="northwind").one()


class TestTrial:
    """A trial shows the effect of a sign-in, and creates none."""

    PATH = "/signin/company/northwind?trial=1"

    def test_trial_shows_the_claims(
        self, lead: User, owner: CheckedClient, browser: Browser, identity_provider: IdentityProvider
    ) -> None:
        add_company(lead, identity_provider, use=CompanySignInUse.OFF, joins=True)
        browser.client = owner
        before = db.session.query(SignIn).count()
        identity_provider.be(groups=["buyers", "staff"])
        text = browser.sign_in(self.PATH).text
        for shown in ("subject-1", identity_provider.issuer, "ada@northwind.example", "buyers", "staff"):
            assert shown in text
        assert "would create an account with the role Viewer" in text
        ada = colleague_of(lead, name="Ada Adams", email="ada@northwind.example")
        assert "would send an e-mail to Ada Adams" in browser.sign_in(self.PATH).text
        link_identity(ada, identity_provider)
        assert "would enter as Ada Adams" in browser.sign_in(self.PATH).text
        identity_provider.be(sub="other", email="ada@elsewhere.example")
        assert "would be refused" in browser.sign_in(self.PATH).text
        identity_provider.set(signature="none")
        assert "signature of the ID token" in browser.sign_in(self.PATH).text
        assert db.session.query(SignIn).count() == before
        assert db.session.query(User).filter_by(email="ada@elsewhere.example").count() == 0

    def test_trial_needs_the_permission(
        self,
        lead: User,
        browser: Browser,
        identity_provider: IdentityProvider,
        signed_in: SignedIn,
        new_browser: Callable[[], Browser],
    ) -> None:
        add_company(lead, identity_provider, use=CompanySignInUse.OFF)
        for user in (colleague_of(lead, role_name="Manager"), UserFactory()):
            assert signed_in(user).get(self.PATH).status_code == 404
        assert browser.client.get(self.PATH).headers["Location"].startswith("/login?returnUrl=")
        # The way back needs the same user.
        browser.client = signed_in(lead)
        path = browser.return_path(self.PATH)
        browser.client.delete_cookie("assay_session")
        assert browser.client.get(path).status_code == 403
