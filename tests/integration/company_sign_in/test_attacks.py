"""Responses of a provider, or of an attacker, that are refused."""

import dataclasses
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from app.accounts.models import SignIn, User
from app.accounts.models.company import CompanySignIn
from app.accounts.operations.company import provider
from app.audit.models import AuditEntry
from app.events.models import EventLog
from app.extensions import db
from app.kernel.clock import shifted
from app.kernel.registry import EXTENSION
from tests.factories.accounts import colleague_of
from tests.factories.company import add_company, link_identity
from tests.fixtures.client import CheckedClient
from tests.fixtures.identity_provider import IdentityProvider
from tests.integration.company_sign_in.conftest import Browser


@pytest.fixture(autouse=True)
def ada(lead: User, identity_provider: IdentityProvider) -> User:
    """Create a user who could sign in."""
    add_company(lead, identity_provider, joins=True)
    created = colleague_of(lead, name="Ada Adams", email="ada@northwind.example")
    link_identity(created, identity_provider)
    provider._cache.clear()
    return created


def refusals() -> list[str]:
    return [
        event.args["reason"]
        for event in db.session.query(EventLog).filter_by(type="user.companySignInFailed")
    ]


def moment(seconds: int) -> int:
    return int(time.time()) + seconds


@pytest.mark.parametrize(
    ("attack", "reason"),
    [
        ({"signature": "none"}, "The signature of the ID token is not valid."),
        ({"signature": "HS256"}, "The signature of the ID token is not valid."),
        ({"signature": "foreign"}, "The signature of the ID token is not valid."),
        ({"signature": "old"}, "The signature of the ID token is not valid."),
        ({"claims": {"iss": "https://attacker.example"}}, "The ID token is from another issuer."),
        ({"claims": {"iss": None}}, "The ID token is from another issuer."),
        ({"claims": {"aud": "another-client"}}, "The ID token is for another client."),
        ({"claims": {"aud": ["another-client"]}}, "The ID token is for another client."),
        ({"claims": {"aud": ["assay-tests", "another-client"]}}, "The ID token is for another client."),
        ({"claims": {"azp": "another-client"}}, "The ID token is for another client."),
        ({"claims": {"nonce": "of-another-sign-in"}}, "The ID token is from another sign-in."),
        ({"claims": {"nonce": None}}, "The ID token is from another sign-in."),
        ({"claims": {"exp": moment(-61)}}, "The ID token has expired."),
        ({"claims": {"exp": None}}, "The ID token is not complete."),
        ({"claims": {"iat": moment(600)}}, "The ID token is from the future. Check the clocks."),
        ({"claims": {"nbf": moment(600)}}, "The ID token is not valid yet. Check the clocks."),
        ({"claims": {"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}}, "The ID token belongs to another access token."),
        ({"claims": {"sub": None}}, "The ID token is not complete."),
        ({"claims": {"sub": ""}}, "The ID token is not complete."),
        ({"claims": {"sub": 7}}, "The ID token is not complete."),
        ({"claims": {"sub": "x" * 256}}, "The ID token is not complete."),
    ],
)
def test_wrong_tokens_are_refused(
    ada: User, browser: Browser, identity_provider: IdentityProvider, attack: dict[str, Any], reason: str
) -> None:
    """SIGN-4. The event names the reason, and the audit log has it too."""
    identity_provider.set(**attack)
    response = browser.sign_in()
    assert response.status_code == 403
    assert reason in response.text
    assert not browser.is_signed_in
    assert refusals() == [reason]
    assert db.session.query(SignIn).count() == 0
    [entry] = db.session.query(AuditEntry).filter_by(type="user.companySignInFailed").all()
    assert entry.organisation_id == ada.organisation_id


@pytest.mark.parametrize("offsets", [{"iat": 50}, {"exp": -40, "iat": -300}])
def test_clocks_may_differ_by_a_minute(
    browser: Browser, identity_provider: IdentityProvider, offsets: dict[str, int]
) -> None:
    identity_provider.set(claims={name: moment(seconds) for name, seconds in offsets.items()})
    assert browser.sign_in().status_code == 302


def test_rotated_keys_work_at_once(browser: Browser, identity_provider: IdentityProvider) -> None:
    """The retired key is refused, although it was valid a moment ago."""
    assert browser.sign_in().status_code == 302
    browser.client.delete_cookie("assay_session")
    identity_provider.rotate()
    identity_provider.set(signature="old")
    assert browser.sign_in().status_code == 403
    identity_provider.set(signature="right")
    assert browser.sign_in().status_code == 302


def test_foreign_subject_with_the_same_address_does_not_sign_in(
    ada: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    identity_provider.be(sub="another-subject")
    assert browser.sign_in().status_code == 200
    assert not browser.is_signed_in


def test_response_works_once_and_only_in_its_browser(
    browser: Browser, new_browser: Callable[[], Browser], identity_provider: IdentityProvider
) -> None:
    path = browser.return_path()
    cookie = browser.client.get_cookie("assay_company", path="/signin/company")
    assert cookie is not None
    # Another browser, without and with another sign-in.
    other = new_browser()
    assert other.client.get(path).status_code == 403
    other.go()
    assert other.client.get(path).status_code == 403
    assert not other.is_signed_in
    assert browser.client.get(path).status_code == 302
    # The same response again: the cookie is gone, and a copy of it is spent.
    thief = new_browser()
    thief.client.set_cookie("assay_company", cookie.value, path="/signin/company")
    assert thief.client.get(path).status_code == 403
    assert not thief.is_signed_in
    assert [path for path in identity_provider.paths() if path == "POST /token"] == ["POST /token"]


def test_code_works_once_and_only_with_its_verifier(
    browser: Browser, new_browser: Callable[[], Browser], identity_provider: IdentityProvider
) -> None:
    """An attacker injects the code of a victim into a sign-in of their own."""
    stolen = parse_qs(urlsplit(browser.return_path()).query)["code"][0]
    attacker = new_browser()
    path = attacker.return_path()
    own = parse_qs(urlsplit(path).query)["code"][0]
    response = attacker.client.get(path.replace(own, stolen))
    assert response.status_code == 403
    assert "invalid_grant" in response.text
    assert not attacker.is_signed_in


@pytest.mark.parametrize("change", ["expired", "forged", "another issuer", "no code", "long code"])
def test_changed_responses_are_refused(
    browser: Browser, identity_provider: IdentityProvider, change: str
) -> None:
    path = browser.return_path()
    if change == "forged":
        browser.client.set_cookie("assay_company", "W10.forged", path="/signin/company")
    if change == "another issuer":
        path = path.replace(f"iss={identity_provider.issuer}", "iss=https://attacker.example")
    if change == "no code":
        path = path.replace("code=", "other=")
    if change == "long code":
        path += "&code=" + "x" * 5000
        path = path.replace("?code=", "?first=")
    if change == "expired":
        with shifted(timedelta(minutes=11)):
            assert browser.client.get(path).status_code == 403
    else:
        assert browser.client.get(path).status_code == 403
    assert not browser.is_signed_in
    assert "POST /token" not in identity_provider.paths()


def test_refusal_of_the_provider_is_shown(browser: Browser, identity_provider: IdentityProvider) -> None:
    identity_provider.set(authorization_error="access_denied")
    response = browser.sign_in()
    assert response.status_code == 403
    assert "The provider returned an error (access_denied)." in response.text
    path = browser.return_path().replace("access_denied", "%3Cscript%3Ealert(1)%3C/script%3E" + "x" * 60)
    text = browser.client.get(path).text
    assert "<script>alert" not in text
    assert "The provider returned an error (no code)." in text


def test_settings_that_change_meanwhile_end_the_sign_in(
    lead: User, browser: Browser, identity_provider: IdentityProvider
) -> None:
    path = browser.return_path()
    db.session.query(CompanySignIn).one().client_id = "another"
    db.session.flush()
    assert "was changed meanwhile" in browser.client.get(path).text
    assert not browser.is_signed_in


@pytest.mark.parametrize(
    ("metadata", "sentence"),
    [
        ({"issuer": "https://attacker.example"}, "names another issuer"),
        ({"issuer": None}, "no OpenID Connect metadata"),
        ({"token_endpoint": None}, "no OpenID Connect metadata"),
        ({"token_endpoint": "http://example.com/token"}, "must begin with https://"),
        ({"jwks_uri": "https://169.254.169.254/latest"}, "private network"),
        ({"authorization_endpoint": "javascript:alert(1)"}, "full address"),
    ],
)
def test_wrong_metadata_is_refused(
    browser: Browser, identity_provider: IdentityProvider, metadata: dict[str, Any], sentence: str
) -> None:
    identity_provider.set(metadata=metadata)
    response = browser.client.get("/signin/company/northwind")
    assert response.status_code == 403
    assert sentence in response.text


def test_private_hosts_and_redirects_are_not_followed(
    app: Flask, browser: Browser, identity_provider: IdentityProvider, lead: User
) -> None:
    identity_provider.set(metadata={"jwks_uri": "https://localhost:1/jwks"})
    assert "private network" in browser.sign_in().text
    identity_provider.set(metadata={}, redirects_metadata=True)
    provider._cache.clear()
    assert "The provider returned an error (302)." in browser.client.get("/signin/company/northwind").text
    assert "GET /elsewhere" not in identity_provider.paths()


def test_provider_that_is_away(
    lead: User, browser: Browser, identity_provider: IdentityProvider, client: CheckedClient
) -> None:
    """The settings show since when; the next sign-in that works ends it."""
    identity_provider.set(is_down=True)
    response = browser.client.get("/signin/company/northwind")
    assert response.status_code == 403
    assert "The sign-in of Northwind could not be reached." in response.text
    company = db.session.query(CompanySignIn).one()
    assert company.problem == "The provider returned an error (503)."
    assert company.problem_since is not None
    identity_provider.set(is_down=False)
    path = browser.return_path()
    identity_provider.set(is_down=True)
    assert "could not be reached" in browser.client.get(path).text
    identity_provider.set(is_down=False)
    assert browser.sign_in().status_code == 302
    db.session.refresh(company)
    assert (company.problem, company.problem_since) == (None, None)


def test_metadata_is_read_once_an_hour_and_for_few_providers(
    app: Flask, reaching: None, identity_provider: IdentityProvider, monkeypatch: pytest.MonkeyPatch
) -> None:
    provider.discover(identity_provider.issuer)
    provider.discover(identity_provider.issuer)
    assert identity_provider.paths().count("GET /.well-known/openid-configuration") == 1
    provider.discover(identity_provider.issuer, fresh=True)
    assert identity_provider.paths().count("GET /.well-known/openid-configuration") == 2
    monkeypatch.setattr(provider, "CACHED_PROVIDERS", 0)
    provider.discover(identity_provider.issuer, fresh=True)
    assert not provider._cache


def test_missing_data_key_is_a_sentence(
    app: Flask, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = app.extensions[EXTENSION].settings
    other = "b3RoZXIga2V5IG9mIHRoZSB0ZXN0cywgMzIgYnl0ZS4="
    monkeypatch.setitem(app.config, "ASSAY", dataclasses.replace(settings, DATA_KEYS=other))
    response = browser.client.get("/signin/company/northwind")
    assert response.status_code == 403
    assert "DATA_KEYS" in response.text
