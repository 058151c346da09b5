"""Signing in with the company sign-in: linked users, the first link, joining, and refused people."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy.orm import Session

from app.accounts.models import MailLink, Organisation, Role, SignIn, User
from app.accounts.models.company import ExternalIdentity
from app.accounts.operations.company.people import GOOGLE, fault_of, person_of
from app.accounts.public import erase_user, invite
from app.accounts.types import CompanySignInUse, LinkPurpose, UserStatus
from app.audit.models import AuditEntry
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import now, shifted
from tests.factories.accounts import (
    UserFactory,
    actor_of,
    colleague_of,
    make_guest,
    role_id,
)
from tests.factories.company import add_company, link_identity
from tests.fixtures.identity_provider import IdentityProvider
from tests.fixtures.mailbox import Mailbox
from tests.integration.company_sign_in.conftest import Browser

RunJobs = Callable[[], int]


def ada_of(lead: User, **values: Any) -> User:
    return colleague_of(lead, name="Ada Adams", email="ada@northwind.example", **values)


def events(type: str) -> list[EventLog]:
    return db.session.query(EventLog).filter_by(type=type).all()


def test_linked_user_signs_in(lead: User, browser: Browser, identity_provider: IdentityProvider) -> None:
    add_company(lead, identity_provider)
    ada = ada_of(lead)
    identity = link_identity(ada, identity_provider)
    response = browser.sign_in("/signin/company/northwind?returnUrl=/setup/roles")
    assert (response.status_code, response.headers["Location"]) == (302, "/setup/roles")
    assert "no-store" in response.headers["Cache-Control"]
    assert browser.is_signed_in
    sign_in = db.session.query(SignIn).filter_by(user_id=ada.id).one()
    assert sign_in.methods == ["company"]
    assert sign_in.assured_at is not None
    db.session.refresh(identity)
    assert identity.last_used is not None
    assert [event.subject_user_id for event in events("user.login")] == [ada.id]


def test_request_to_the_provider_has_pkce_and_a_nonce(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    add_company(lead, identity_provider)
    url = httpx.URL(browser.go())
    assert url.params["response_type"] == "code"
    assert url.params["code_challenge_method"] == "S256"
    assert len(url.params["nonce"]) >= 32
    assert len(url.params["state"]) >= 32
    assert url.params["redirect_uri"] == "http://localhost/signin/company/return"
    assert "client_secret" not in url.params
    cookie = browser.client.get_cookie("assay_company", path="/signin/company")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Lax"


def test_equal_address_signs_in_only_after_a_mail(
    lead: User,
    browser: Browser,
    new_browser: Callable[[], Browser],
    identity_provider: IdentityProvider,
    mailbox: Mailbox,
    run_jobs: RunJobs,
) -> None:
    """SIGN-3."""
    add_company(lead, identity_provider)
    ada = ada_of(lead)
    response = browser.sign_in()
    assert response.status_code == 200
    assert "Confirm by e-mail" in response.text
    assert not browser.is_signed_in
    assert db.session.query(ExternalIdentity).one().confirmed is None
    # A second attempt without the mail changes nothing.
    assert browser.sign_in().status_code == 200
    assert not browser.is_signed_in
    run_jobs()
    mails = [mail for mail in mailbox.mails if mail.recipients == [ada.email]]
    assert [mail.subject for mail in mails] == ["Confirm your Northwind sign-in"] * 2
    link = next(link for link in mails[-1].links if "/confirm/" in link)
    path = link.removeprefix("http://localhost")

    # A scanner of mails opens the link, which changes nothing.
    page = new_browser().client.get(path)
    assert page.status_code == 200
    assert db.session.query(ExternalIdentity).one().confirmed is None

    reader = new_browser()
    token = path.rpartition("/")[2]
    response = reader.sign_in(f"/signin/company/northwind?link={token}")
    assert (response.status_code, response.headers["Location"]) == (302, "/home")
    assert reader.is_signed_in
    identity = db.session.query(ExternalIdentity).one()
    assert (identity.user_id, identity.subject) == (ada.id, "subject-1")
    assert identity.confirmed is not None
    assert len(events("user.companySignInLinked")) == 1
    run_jobs()
    assert mailbox.mails[-1].subject == "You now sign in with Northwind"
    # The link works once, and the earlier one ended with the second mail.
    old = next(link for link in mails[0].links if "/confirm/" in link).rpartition("/")[2]
    for used in (token, old):
        again = new_browser()
        assert again.sign_in(f"/signin/company/northwind?link={used}").status_code == 403
        assert not again.is_signed_in
    assert browser.sign_in().status_code == 302


def test_link_that_another_person_caused_links_nothing(
    lead: User, browser: Browser, identity_provider: IdentityProvider, mailbox: Mailbox, run_jobs: RunJobs
) -> None:
    """A colleague who has Ada's address at the provider causes the mail; Ada opens it and signs in as herself."""
    add_company(lead, identity_provider)
    ada_of(lead)
    identity_provider.be(sub="mallory")
    browser.sign_in()
    run_jobs()
    token = next(link for link in mailbox.mails[-1].links if "/confirm/" in link).rpartition("/")[2]
    identity_provider.be(sub="ada")
    response = browser.sign_in(f"/signin/company/northwind?link={token}")
    assert response.status_code == 403
    assert "another person" in response.text
    assert not browser.is_signed_in
    assert db.session.query(ExternalIdentity).filter(ExternalIdentity.confirmed.is_not(None)).count() == 0


def test_confirmation_links_expire_and_are_limited(
    lead: User, browser: Browser, identity_provider: IdentityProvider, run_jobs: RunJobs, mailbox: Mailbox
) -> None:
    add_company(lead, identity_provider)
    ada_of(lead)
    for _ in range(5):
        assert browser.sign_in().status_code == 200
    assert browser.sign_in().status_code == 403
    purpose = LinkPurpose.IDENTITY_CONFIRMATION
    assert db.session.query(MailLink).filter_by(purpose=purpose, used=None).count() == 1
    run_jobs()
    path = next(link for link in mailbox.mails[-1].links if "/confirm/" in link)
    with shifted(timedelta(hours=3)):
        assert browser.client.get(path.removeprefix("http://localhost")).status_code == 404


def test_address_that_changes_at_the_provider_changes_nothing(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    add_company(lead, identity_provider)
    ada = ada_of(lead)
    colleague_of(lead, name="Bo Berg", email="bo@northwind.example")
    link_identity(ada, identity_provider)
    identity_provider.be(email="bo@northwind.example")
    assert browser.sign_in().status_code == 302
    assert db.session.query(SignIn).one().user_id == ada.id
    db.session.refresh(ada)
    assert ada.email == "ada@northwind.example"


def test_address_comes_from_the_userinfo_endpoint_if_need_be(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    add_company(lead, identity_provider)
    ada_of(lead)
    identity_provider.set(in_userinfo=["email", "email_verified"])
    assert "ada@northwind.example" in browser.sign_in().text
    identity_provider.set(userinfo={"sub": "subject-2"})
    response = browser.sign_in()
    assert response.status_code == 403
    assert "belongs to another person" in response.text


@pytest.mark.parametrize(
    ("person", "sentence"),
    [
        ({"email": "ada@elsewhere.example"}, "not in a domain of this organisation"),
        ({"email": None}, "sent no e-mail address"),
        ({"email": "new@northwind.example"}, "You have no account yet"),
        ({"email": "new@northwind.example", "email_verified": False}, "has not verified your e-mail address"),
        ({"email": "suspended@northwind.example"}, "suspended"),
        ({"email": "invited@northwind.example"}, "Your invitation has expired"),
        ({"email": "foreign@northwind.example"}, "an account of another organisation"),
        ({"email": "guest@northwind.example"}, "You have no account yet"),
    ],
)
def test_unlinked_people_who_are_refused(
    lead: User, browser: Browser, identity_provider: IdentityProvider, person: dict[str, Any], sentence: str
) -> None:
    add_company(lead, identity_provider)
    colleague_of(lead, email="suspended@northwind.example", status=UserStatus.SUSPENDED)
    colleague_of(lead, email="invited@northwind.example", status=UserStatus.INVITED)
    UserFactory(email="foreign@northwind.example")
    make_guest("guest@northwind.example")
    before = db.session.query(User).count()
    identity_provider.be(**person)
    response = browser.sign_in()
    assert response.status_code == 403
    assert sentence in response.text
    assert not browser.is_signed_in
    assert db.session.query(User).count() == before
    assert db.session.query(ExternalIdentity).count() == 0
    [event] = events("user.companySignInFailed")
    assert sentence in event.args["reason"]


def test_suspended_and_erased_users_stay_out(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    add_company(lead, identity_provider, joins=True)
    ada = ada_of(lead, status=UserStatus.SUSPENDED)
    link_identity(ada, identity_provider)
    response = browser.sign_in()
    assert response.status_code == 403
    assert "suspended" in response.text
    erase_user(user=ada)
    assert db.session.query(ExternalIdentity).count() == 0
    assert not browser.is_signed_in


def test_identity_of_another_organisation_is_refused(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    """Two organisations use the same provider, such as Google."""
    add_company(lead, identity_provider)
    link_identity(UserFactory(), identity_provider)
    response = browser.sign_in()
    assert response.status_code == 403
    assert "belongs to another user" in response.text
    assert not browser.is_signed_in


def test_unknown_person_joins_with_the_lowest_role(
    lead: User, browser: Browser, identity_provider: IdentityProvider, mailbox: Mailbox, run_jobs: RunJobs
) -> None:
    add_company(lead, identity_provider, joins=True)
    identity_provider.be(email="New.Person@Northwind.example", name="  New\u202e Person\n")
    assert browser.sign_in().status_code == 302
    assert browser.is_signed_in
    user = db.session.query(User).filter_by(email="new.person@northwind.example").one()
    assert (user.name, user.status, user.password_hash) == ("New Person", UserStatus.ACTIVE, None)
    assert user.organisation_id == lead.organisation_id
    assert user.role_id == role_id(lead.organisation_id, "Viewer")
    assert len(events("user.companySignInJoined")) == 1
    run_jobs()
    assert [mail.subject for mail in mailbox.mails] == ["You now sign in with Northwind"]


def test_first_mapped_group_decides_the_role(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    roles = {
        role.name: role for role in db.session.query(Role).filter_by(organisation_id=lead.organisation_id)
    }
    groups = {"buyers": roles["Manager"], "staff": roles["Contributor"]}
    add_company(lead, identity_provider, joins=True, groups=groups)
    identity_provider.be(groups=["everybody", "staff", "buyers", 7])
    assert browser.sign_in().status_code == 302
    ada = db.session.query(User).filter_by(email="ada@northwind.example").one()
    assert ada.role_id == roles["Manager"].id


def test_administrative_role_is_never_the_default(
    lead: User, browser: Browser, identity_provider: IdentityProvider, session: Session
) -> None:
    add_company(lead, identity_provider, joins=True)
    session.query(Role).filter(Role.organisation_id == lead.organisation_id, Role.id != lead.role_id).delete()
    response = browser.sign_in()
    assert response.status_code == 403
    assert "no role is meant for new people" in response.text


def test_google_vouches_only_for_its_workspace_domains(
    lead: User, identity_provider: IdentityProvider
) -> None:
    company = add_company(lead, identity_provider, joins=True)
    company.issuer = GOOGLE
    claims = {"sub": "1", "email": "new@northwind.example", "email_verified": True}
    assert "not verified" in (fault_of(company, person_of(company, claims), None) or "")
    other = person_of(company, claims | {"hd": "elsewhere.example"})
    assert "not verified" in (fault_of(company, other, None) or "")
    assert fault_of(company, person_of(company, claims | {"hd": "Northwind.example"}), None) is None


def test_invited_user_accepts_by_the_mail(
    lead: User, browser: Browser, identity_provider: IdentityProvider, mailbox: Mailbox, run_jobs: RunJobs
) -> None:
    add_company(lead, identity_provider)
    ada = ada_of(lead, status=UserStatus.INVITED, password_hash=None)
    invitation, _ = invite(user=ada, invited_by=actor_of(lead))
    assert browser.sign_in().status_code == 200
    db.session.refresh(ada)
    assert ada.status is UserStatus.INVITED
    run_jobs()
    token = next(link for link in mailbox.mails[-1].links if "/confirm/" in link).rpartition("/")[2]
    assert browser.sign_in(f"/signin/company/northwind?link={token}").status_code == 302
    assert browser.is_signed_in
    db.session.refresh(ada)
    db.session.refresh(invitation)
    assert ada.status is UserStatus.ACTIVE
    assert invitation.accepted is not None
    assert len(events("user.accepted")) == 1


def test_second_factor_rules_do_not_apply_additionally(
    lead: User, browser: Browser, identity_provider: IdentityProvider, new_browser: Callable[[], Browser]
) -> None:
    add_company(lead, identity_provider)
    ada = ada_of(lead)
    link_identity(ada, identity_provider)
    organisation = db.session.get_one(Organisation, lead.organisation_id)
    organisation.factor_requirement, organisation.factor_from = "EVERYBODY", now().date()
    db.session.flush()
    assert browser.sign_in().status_code == 302
    assert browser.is_signed_in
    other = new_browser().client
    other.sign_in(ada.email, "Correct-horse-42")
    assert other.get("/home").headers["Location"].startswith("/secondFactor")


def test_company_sign_in_that_is_off_is_refused(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    company = add_company(lead, identity_provider)
    link_identity(ada_of(lead), identity_provider)
    path = browser.return_path()
    company.use = CompanySignInUse.OFF
    db.session.flush()
    assert browser.client.get(path).status_code == 403
    assert browser.client.get("/signin/company/northwind").status_code == 403
    assert browser.client.get("/signin/company/no-such-company").status_code == 404
    assert not browser.is_signed_in


def test_failures_are_in_the_audit_log(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    add_company(lead, identity_provider)
    identity_provider.be(email="ada@elsewhere.example")
    browser.sign_in()
    [entry] = db.session.query(AuditEntry).filter_by(type="user.companySignInFailed").all()
    assert (entry.organisation_id, entry.address) == (lead.organisation_id, "203.0.113.9")


def test_login_page_offers_it_by_the_domain_alone(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    company = add_company(lead, identity_provider)
    client = browser.client
    offer = client.get("/api/session/companySignIn?domain=Northwind.example").json
    assert offer == {"offer": {"path": "/signin/company/northwind", "organisationName": "Northwind"}}
    for other in ("elsewhere.example", "gmail.com", "x"):
        assert client.get(f"/api/session/companySignIn?domain={other}").json == {"offer": None}
    company.use = CompanySignInUse.OFF
    db.session.flush()
    assert client.get("/api/session/companySignIn?domain=northwind.example").json == {"offer": None}
