"""Only company sign-in: other ways are refused, except for break-glass users."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from app.accounts.models import SignIn, User
from app.accounts.models.company import BreakGlassUser, CompanySignIn
from app.accounts.operations.resets import send_password_reset
from app.accounts.public import erase_user, invite
from app.accounts.types import CompanySignInUse, UserStatus
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import now, shifted
from tests.factories.accounts import PASSWORD, UserFactory, actor_of, colleague_of
from tests.factories.company import add_company, link_identity, make_break_glass
from tests.factories.factors import add_app, code_of
from tests.factories.passkeys import Authenticator
from tests.fixtures.client import CheckedClient
from tests.fixtures.identity_provider import IdentityProvider
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn
from tests.integration.company_sign_in.conftest import Browser

SENTENCE = "Your organisation uses only its company sign-in."


@pytest.fixture
def company(lead: User, identity_provider: IdentityProvider) -> CompanySignIn:
    """Require the company sign-in; Rosa is the break-glass user."""
    make_break_glass(lead)
    add_app(lead)
    return add_company(lead, identity_provider, use=CompanySignInUse.REQUIRED)


@pytest.fixture
def ada(lead: User) -> User:
    return colleague_of(lead, name="Ada Adams", email="ada@northwind.example")


def password_sign_in(client: CheckedClient, user: User, password: str = PASSWORD) -> tuple[int, str]:
    response = client.post("/api/session", json={"email": user.email, "password": password})
    return response.status_code, response.json.get("message", "")


def test_password_is_refused_only_after_the_right_one(
    company: CompanySignIn, ada: User, client: CheckedClient
) -> None:
    status, message = password_sign_in(client, ada)
    assert status == 401
    assert message.startswith(SENTENCE)
    assert password_sign_in(client, ada, "wrong")[1] == "Username or password is incorrect."
    assert db.session.query(SignIn).count() == 0


def test_passkey_is_refused(company: CompanySignIn, ada: User, client: CheckedClient) -> None:
    device = Authenticator()
    device.store(ada)
    started = client.post("/api/session/passkey/options").json
    body = {"ticket": started["ticket"], "credential": device.sign(started["options"])}
    response = client.post("/api/session/passkey", json=body)
    assert response.status_code == 401
    assert response.json["message"].startswith(SENTENCE)


def test_ticket_of_an_earlier_password_is_refused(
    lead: User, ada: User, client: CheckedClient, identity_provider: IdentityProvider
) -> None:
    """Downgrade: the password was checked before the company sign-in was required."""
    app = add_app(ada)
    ticket = client.post("/api/session", json={"email": ada.email, "password": PASSWORD}).json["ticket"]
    add_company(lead, identity_provider, use=CompanySignInUse.REQUIRED)
    response = client.post("/api/session/factor", json={"ticket": ticket, "code": code_of(app)})
    assert response.status_code == 401
    assert response.json["message"].startswith(SENTENCE)


def test_reset_is_refused(
    company: CompanySignIn, ada: User, client: CheckedClient, mailbox: Mailbox, run_jobs: Callable[[], int]
) -> None:
    assert client.post("/api/user/sendPasswordReset", json={"email": ada.email}).status_code == 204
    run_jobs()
    run_jobs()
    [mail] = mailbox.mails
    assert mail.subject == "Sign in with Northwind"
    assert not [link for link in mail.links if "passwordReset" in link]


def test_earlier_reset_link_is_refused(
    lead: User,
    ada: User,
    client: CheckedClient,
    identity_provider: IdentityProvider,
    mailbox: Mailbox,
    run_jobs: Callable[[], int],
) -> None:
    send_password_reset(email=ada.email)
    add_company(lead, identity_provider, use=CompanySignInUse.REQUIRED)
    run_jobs()
    token = next(link for link in mailbox.mails[-1].links if "passwordReset" in link).rpartition("/")[2]
    response = client.put(f"/api/user/{token}/resetPassword", json={"password": "Larch-Estuary-41"})
    assert response.status_code == 409
    assert response.json["message"].startswith(SENTENCE)
    assert password_sign_in(client, ada, "Larch-Estuary-41")[0] == 401


def test_invitation_is_accepted_only_with_the_company_sign_in(
    company: CompanySignIn, lead: User, client: CheckedClient
) -> None:
    invited = colleague_of(lead, email="new@northwind.example", status=UserStatus.INVITED, password_hash=None)
    _, token = invite(user=invited, invited_by=actor_of(lead))
    body = {"name": "New", "email": invited.email, "password": PASSWORD, "organisationName": "Northwind"}
    response = client.put(f"/api/user/invite/{token}", json=body)
    assert response.status_code == 409
    assert response.json["message"].startswith(SENTENCE)


def test_break_glass_user_gets_in_and_super_users_are_notified(
    company: CompanySignIn,
    lead: User,
    ada: User,
    client: CheckedClient,
    mailbox: Mailbox,
    run_jobs: Callable[[], int],
    identity_provider: IdentityProvider,
) -> None:
    """SIGN-5, also while the provider is away."""
    identity_provider.set(is_down=True)
    app = add_app(ada)
    make_break_glass(ada)
    colleague_of(lead, name="Vera", role_name="Viewer")
    step = client.post("/api/session", json={"email": ada.email, "password": PASSWORD}).json
    assert step["next"] == "secondFactor"
    run_jobs()
    assert not mailbox.mails
    body = {"ticket": step["ticket"], "code": code_of(app)}
    assert client.post("/api/session/factor", json=body).status_code == 200
    run_jobs()
    assert {mail.recipients[0] for mail in mailbox.mails} == {lead.email, ada.email}
    assert {mail.subject for mail in mailbox.mails} == {"Ada Adams signed in without the company sign-in"}
    [event] = db.session.query(EventLog).filter_by(type="user.breakGlassSignIn").all()
    assert event.subject_user_id == ada.id


def test_other_organisations_and_optional_use_are_not_concerned(
    company: CompanySignIn, lead: User, ada: User, client: CheckedClient, mailbox: Mailbox
) -> None:
    assert password_sign_in(client, UserFactory())[0] == 200
    company.use = CompanySignInUse.OPTIONAL
    db.session.flush()
    assert password_sign_in(client, ada)[0] == 200
    assert db.session.query(EventLog).filter_by(type="user.breakGlassSignIn").count() == 0


class TestLastBreakGlassUser:
    """The only user who can sign in if the provider fails stays able to."""

    def refused(
        self, client: CheckedClient, method: str, path: str, body: dict[str, object] | None = None
    ) -> None:
        response = client.open(path, method=method, json=body)
        assert response.status_code == 409, response.text
        assert "can sign in if the company sign-in fails" in response.json["message"]

    def test_suspension(self, company: CompanySignIn, lead: User, ada: User, signed_in: SignedIn) -> None:
        self.refused(signed_in(ada), "PUT", f"/api/user/{lead.id}/suspended", {"suspended": True})

    def test_another_role(self, company: CompanySignIn, lead: User, ada: User, signed_in: SignedIn) -> None:
        client = signed_in(ada)
        person = client.get(f"/api/user/{lead.id}").json
        body = {"name": person["name"], "email": person["email"], "role": "Viewer"}
        body |= {"jobTitle": "Lead", "phone": "+44 20 7946 0000", "mobile": "+44 20 7946 0001"}
        self.refused(client, "PUT", f"/api/user/{lead.id}", body)

    def test_last_factor(self, company: CompanySignIn, lead: User, signed_in: SignedIn) -> None:
        self.refused(signed_in(lead), "DELETE", "/api/user/totp")

    def test_another_one_is_enough(
        self, company: CompanySignIn, lead: User, ada: User, signed_in: SignedIn
    ) -> None:
        make_break_glass(ada)
        add_app(ada)
        assert signed_in(lead).delete("/api/user/totp").status_code == 204

    def test_erasing_removes_the_right(self, lead: User, ada: User) -> None:
        make_break_glass(ada)
        ada.status = UserStatus.SUSPENDED
        db.session.flush()
        erase_user(user=ada)
        assert db.session.query(BreakGlassUser).count() == 0


class TestStepUp:
    """Users without a password or factor confirm their identity at the provider."""

    @pytest.fixture
    def linked(
        self, company: CompanySignIn, ada: User, browser: Browser, identity_provider: IdentityProvider
    ) -> User:
        link_identity(ada, identity_provider)
        assert browser.sign_in().status_code == 302
        browser.client.token = browser.client.post("/api/session/refresh").json["accessToken"]
        return ada

    def test_identity_is_confirmed_at_the_provider(self, linked: User, browser: Browser) -> None:
        client = browser.client
        with shifted(timedelta(minutes=12)):
            assert client.get("/api/session/stepUp").json == {
                "methods": ["company"],
                "ticket": None,
                "passkeyOptions": None,
                "companyPath": "/signin/company/northwind?stepUp=1",
            }
            body = {"currentPassword": PASSWORD}
            assert client.post("/api/session/stepUp", json=body).status_code == 422
        url = browser.go("/signin/company/northwind?stepUp=1")
        assert "prompt=login" in url
        assert "max_age=0" in url
        db.session.query(SignIn).update({"assured_at": now() - timedelta(hours=1)})
        response = browser.sign_in("/signin/company/northwind?stepUp=1")
        assert response.status_code == 200
        assured = db.session.query(SignIn.assured_at).scalar()
        assert assured is not None
        assert assured > now() - timedelta(minutes=1)
        [event] = db.session.query(EventLog).filter_by(type="user.stepUp").all()
        assert event.args["method"] == "company"

    def test_other_people_and_old_proofs_are_refused(
        self, linked: User, lead: User, browser: Browser, identity_provider: IdentityProvider
    ) -> None:
        db.session.query(SignIn).update({"assured_at": now() - timedelta(hours=1)})
        identity_provider.be(sub="another")
        assert "another person" in browser.sign_in("/signin/company/northwind?stepUp=1").text
        identity_provider.be()
        identity_provider.set(claims={"auth_time": int((now() - timedelta(hours=2)).timestamp())})
        assert "did not confirm just now" in browser.sign_in("/signin/company/northwind?stepUp=1").text
        assured = db.session.query(SignIn.assured_at).scalar()
        assert assured is not None
        assert assured < now() - timedelta(minutes=30)

    def test_it_needs_a_sign_in(self, company: CompanySignIn, browser: Browser) -> None:
        response = browser.client.get("/signin/company/northwind?stepUp=1")
        assert response.headers["Location"].startswith("/login?returnUrl=")
