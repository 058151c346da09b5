"""Signing in and out, and the end of sessions (specification sections 2 and 8)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from app.accounts.models import SignIn
from app.accounts.types import UserStatus
from app.config import VERSION
from app.kernel import clock
from tests.factories.accounts import PASSWORD, OrganisationFactory, UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn

NewClient = Callable[[], CheckedClient]


def test_sign_in_sets_a_cookie_for_pages_and_a_token_for_the_api(
    session: Session, client: CheckedClient
) -> None:
    user = UserFactory(email="Rosa@Firm.example")
    response = client.sign_in(" rosa@firm.EXAMPLE ", PASSWORD)
    cookie = response.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert response.json["expiresIn"] == 900
    assert client.get("/api/session").json["user"]["id"] == user.id
    assert client.get("/unauthorized").status_code == 200


def test_session_shows_the_admin_authority_to_administrators_only(
    session: Session, signed_in: SignedIn
) -> None:
    admin, other = UserFactory(is_admin=True), UserFactory()
    assert signed_in(admin).get("/api/session").json["user"]["authorities"] == ["ROLE_ADMIN"]
    assert signed_in(other).get("/api/session").json["user"]["authorities"] == []


@pytest.mark.parametrize("is_known", [True, False])
def test_failed_sign_in_does_not_reveal_known_addresses(
    session: Session, client: CheckedClient, is_known: bool
) -> None:
    if is_known:
        UserFactory(email="rosa@firm.example")
    response = client.post("/api/session", json={"email": "rosa@firm.example", "password": "wrong"})
    assert response.status_code == 401
    assert response.json["errors"] == ["Username or password is incorrect."]


@pytest.mark.parametrize(
    ("status", "password", "sentence"),
    [
        (UserStatus.INVITED, PASSWORD, "Username or password is incorrect."),
        (UserStatus.SUSPENDED, "wrong", "Username or password is incorrect."),
        (
            UserStatus.SUSPENDED,
            PASSWORD,
            "This account is suspended. Ask the people who manage users at your organisation.",
        ),
    ],
)
def test_only_active_users_sign_in_and_suspended_users_get_the_reason(
    session: Session, client: CheckedClient, status: UserStatus, password: str, sentence: str
) -> None:
    user = UserFactory(status=status)
    response = client.post("/api/session", json={"email": user.email, "password": password})
    assert response.status_code == 401
    assert response.json["errors"] == [sentence]
    assert "Set-Cookie" not in response.headers


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/", "/home"),
        ("/login", "/home"),
        ("/login?returnUrl=%2Frfx%2F7%3Ftab%3Drfi", "/rfx/7?tab=rfi"),
        ("/login?returnUrl=https%3A%2F%2Fevil.example", "/home"),
        ("/login?returnUrl=%2F%2Fevil.example", "/home"),
        ("/?returnUrl=%2Fncr", "/ncr"),
    ],
)
def test_signed_in_users_skip_the_sign_in_page(
    session: Session, client: CheckedClient, signed_in: SignedIn, path: str, leads_to: str
) -> None:
    response = signed_in(UserFactory()).get(path)
    assert (response.status_code, response.location) == (302, leads_to)
    assert response.headers["Cache-Control"] == "no-store"
    stranger = client.get(path)
    assert (
        stranger.location == "/login" if path.startswith("/?") or path == "/" else stranger.status_code == 200
    )


@pytest.mark.parametrize(
    ("query", "reason"),
    [("?reason=kept", '"kept"'), ("?reason=expired", '"expired"'), ("?reason=<b>", "null"), ("", "null")],
)
def test_sign_in_page_accepts_only_known_reasons(client: CheckedClient, query: str, reason: str) -> None:
    assert f'"reason":{reason}' in client.get(f"/login{query}").text.replace(": ", ":")


def test_suspended_user_is_redirected_to_the_sign_in_page(session: Session, client: CheckedClient) -> None:
    user = UserFactory()
    client.sign_in(user.email, PASSWORD)
    user.status = UserStatus.SUSPENDED
    assert client.get("/login").status_code == 200
    assert client.get("/").location == "/login"


def test_cookie_does_not_authenticate_api_requests(session: Session, client: CheckedClient) -> None:
    client.sign_in(UserFactory().email, PASSWORD)
    client.token = None
    assert client.get("/api/session").status_code == 401


def test_token_does_not_authenticate_pages(
    session: Session, client: CheckedClient, new_client: NewClient
) -> None:
    client.sign_in(UserFactory().email, PASSWORD)
    other = new_client()
    response = other.get("/unauthorized", headers={"Authorization": f"Bearer {client.token}"})
    assert response.status_code == 302
    assert response.location == "/login?returnUrl=%2Funauthorized"


def test_sign_out_ends_token_and_cookie(session: Session, client: CheckedClient) -> None:
    client.sign_in(UserFactory().email, PASSWORD)
    assert client.delete("/api/session").status_code == 204
    assert client.get("/api/session").status_code == 401
    assert client.get("/unauthorized").status_code == 302


def test_suspension_takes_effect_with_the_next_request(session: Session, client: CheckedClient) -> None:
    user = UserFactory()
    client.sign_in(user.email, PASSWORD)
    user.status = UserStatus.SUSPENDED
    assert client.get("/api/session").status_code == 401
    assert client.get("/unauthorized").status_code == 302


def test_refresh_needs_the_cookie_and_the_version_header(session: Session, client: CheckedClient) -> None:
    user = UserFactory()
    client.sign_in(user.email, PASSWORD)
    response = client.post("/api/session/refresh")
    assert (response.status_code, response.json["userId"]) == (200, user.id)
    client.token = response.json["accessToken"]
    assert client.get("/api/session").status_code == 200
    assert client.post("/api/session/refresh", headers={"Client-Version": None}).status_code == 403


def test_unused_session_expires(session: Session, client: CheckedClient) -> None:
    client.sign_in(UserFactory().email, PASSWORD)
    with clock.shifted(timedelta(days=15)):
        assert client.post("/api/session/refresh").status_code == 401


def test_used_session_is_extended(session: Session, client: CheckedClient) -> None:
    client.sign_in(UserFactory().email, PASSWORD)
    with clock.shifted(timedelta(days=10)):
        assert client.post("/api/session/refresh").status_code == 200
    with clock.shifted(timedelta(days=20)):
        assert client.post("/api/session/refresh").status_code == 200


def test_failures_are_limited_per_account_even_for_the_right_password(
    session: Session, client: CheckedClient
) -> None:
    user = UserFactory()
    for _ in range(10):
        response = client.post("/api/session", json={"email": user.email, "password": "wrong"})
        assert response.status_code == 401
    response = client.post("/api/session", json={"email": user.email.upper(), "password": PASSWORD})
    assert response.status_code == 429
    assert response.json["errors"] == ["Too many attempts. Please wait a little and try again."]
    other = UserFactory()
    assert client.post("/api/session", json={"email": other.email, "password": PASSWORD}).status_code == 200


SPELLINGS = (
    "alice@a5.example",
    " ALICE@A5.Example ",
    "alice@a5\u3002example",
    "alice@\uff41\uff15.example",
    "alice@\u24d05.example",
    "alice@a5\uff0eexample",
    "alice@a5\uff61ex\u24d0mple",
)
"""Spellings of one address: ideographic full stops, and full-width or circled letters and digits."""


def test_failures_are_counted_across_spellings_of_an_address(session: Session, client: CheckedClient) -> None:
    UserFactory(email="alice@a5.example")

    def try_to_sign_in(email: str, password: str) -> int:
        return client.post("/api/session", json={"email": email, "password": password}).status_code

    assert {try_to_sign_in(spelling, PASSWORD) for spelling in SPELLINGS} == {200}
    assert [try_to_sign_in(SPELLINGS[n % len(SPELLINGS)], "wrong") for n in range(10)] == [401] * 10
    assert {try_to_sign_in(spelling, PASSWORD) for spelling in SPELLINGS} == {429}


def test_resets_are_counted_across_spellings_of_an_address(session: Session, client: CheckedClient) -> None:
    status_codes = [
        client.post("/api/user/sendPasswordReset", json={"email": SPELLINGS[n % len(SPELLINGS)]}).status_code
        for n in range(11)
    ]
    assert status_codes == [204] * 10 + [429]


def test_requests_without_token_do_not_block_sign_out(
    session: Session, client: CheckedClient, new_client: NewClient
) -> None:
    client.sign_in(UserFactory().email, PASSWORD)
    stranger = new_client()
    for _ in range(130):
        assert stranger.get("/api/session").status_code == 401
    assert stranger.delete("/api/session").status_code == 401
    assert client.get("/api/session").status_code == 200
    assert client.delete("/api/session").status_code == 204


def test_sign_ins_without_account_are_limited_per_ip_address(client: CheckedClient) -> None:
    def try_to_sign_in(address: str) -> int:
        return client.post(
            "/api/session", json={"password": "x"}, environ_base={"REMOTE_ADDR": address}
        ).status_code

    assert [try_to_sign_in("192.0.2.1") for _ in range(11)] == [422] * 10 + [429]
    assert try_to_sign_in("192.0.2.2") == 422


def test_limited_response_has_retry_after(client: CheckedClient) -> None:
    responses = [
        client.post("/api/session", json={"email": "a@b.example", "password": "x"}) for _ in range(11)
    ]
    assert "Retry-After" not in responses[9].headers
    assert responses[10].status_code == 429
    assert 0 < int(responses[10].headers["Retry-After"]) <= 301


def test_known_device_is_not_locked_out_by_other_devices(
    session: Session, client: CheckedClient, new_client: NewClient
) -> None:
    user, other = UserFactory(), UserFactory()
    client.sign_in(user.email, PASSWORD)
    client.delete("/api/session")
    stranger = new_client()
    # A device known to another account does not count as known here.
    stranger.sign_in(other.email, PASSWORD)
    wrong = {"email": user.email, "password": "wrong"}
    assert [stranger.post("/api/session", json=wrong).status_code for _ in range(11)] == [401] * 10 + [429]
    right = {"email": user.email, "password": PASSWORD}
    assert new_client().post("/api/session", json=right).status_code == 429
    assert client.post("/api/session", json=right).status_code == 200
    assert [client.post("/api/session", json=wrong).status_code for _ in range(11)] == [401] * 10 + [429]


def test_shared_device_stays_known_to_five_accounts(
    session: Session, client: CheckedClient, new_client: NewClient
) -> None:
    users = [UserFactory() for _ in range(6)]
    for user in users:
        client.sign_in(user.email, PASSWORD)
        client.token = None
    stranger = new_client()
    for user in users:
        for _ in range(10):
            stranger.post("/api/session", json={"email": user.email, "password": "wrong"})
    status_codes = [
        client.post("/api/session", json={"email": user.email, "password": PASSWORD}).status_code
        for user in users
    ]
    assert status_codes == [429] + [200] * 5


@pytest.mark.parametrize("value", ["", "x", "WzFd.aaaa.bbbb", "\u20ac"])
def test_forged_device_cookie_is_ignored(session: Session, client: CheckedClient, value: str) -> None:
    client.set_cookie("assay_device", value)
    client.sign_in(UserFactory().email, PASSWORD)


@pytest.fixture
def over_tls(app: Flask, monkeypatch: pytest.MonkeyPatch) -> str:
    """Configure the product with an https base URL and return the URL."""
    settings = replace(app.config["ASSAY"], BASE_URL="https://assay.example")
    monkeypatch.setitem(app.config, "ASSAY", settings)
    return "https://assay.example"


def test_over_tls_every_cookie_is_bound_to_the_host(
    session: Session, over_tls: str, new_client: NewClient
) -> None:
    user = UserFactory()
    client = new_client()
    body = {"email": user.email, "password": PASSWORD}
    response = client.post("/api/session", json=body, base_url=over_tls, headers={"Client-Version": VERSION})
    cookies = response.headers.getlist("Set-Cookie")
    assert [cookie.partition("=")[0] for cookie in cookies] == ["__Host-assay_session", "__Host-assay_device"]
    for cookie in cookies:
        attributes = {part.strip().lower() for part in cookie.split(";")[1:]}
        assert {"secure", "httponly", "path=/", "samesite=lax"} <= attributes
        assert not any(attribute.startswith("domain") for attribute in attributes)
    assert client.get("/unauthorized", base_url=over_tls).status_code == 200
    bearer = {"Authorization": f"Bearer {response.json['accessToken']}", "Client-Version": VERSION}
    ended = client.delete("/api/session", base_url=over_tls, headers=bearer)
    names = {cookie.partition("=")[0] for cookie in ended.headers.getlist("Set-Cookie")}
    assert names == {"assay_session", "assay_guest", "__Host-assay_session", "__Host-assay_guest"}
    assert client.get("/unauthorized", base_url=over_tls).status_code == 302


def test_session_cookies_without_host_prefix_still_work(
    session: Session, over_tls: str, signed_in: SignedIn
) -> None:
    client = signed_in(UserFactory())
    cookie = client.get_cookie("assay_session")
    assert cookie is not None
    client.set_cookie("assay_session", cookie.value, domain="assay.example", secure=True)
    assert client.get("/unauthorized", base_url=over_tls).status_code == 200


def test_reset_requests_are_limited_per_account_and_per_ip_address(
    session: Session, client: CheckedClient
) -> None:
    def request_reset(email: str) -> int:
        return client.post("/api/user/sendPasswordReset", json={"email": email}).status_code

    assert [request_reset("one@firm.example") for _ in range(11)] == [204] * 10 + [429]
    assert {request_reset(f"{number}@firm.example") for number in range(49)} == {204}
    assert request_reset("another@firm.example") == 429


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/user/invite/no-such-token", None, 404),
        ("PUT", "/api/user/no-such-token/resetPassword", {"password": "A brand-new secret 7"}, 404),
        ("POST", "/api/session/guest", {"uuid": "no-such-token"}, 401),
    ],
)
def test_token_guesses_are_limited_per_ip_address(
    session: Session, client: CheckedClient, method: str, path: str, body: object, status: int
) -> None:
    status_codes = [client.open(path, method=method, json=body).status_code for _ in range(121)]
    assert status_codes == [status] * 120 + [429]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"email": "a@b.example"}, "password"),
        ({"email": 5, "password": "x"}, "email"),
        ({"email": "a@b.example", "password": "x", "admin": True}, "admin"),
        ({"email": "a" * 400, "password": "x"}, "email"),
    ],
)
def test_invalid_bodies_return_a_sentence_for_the_field(
    client: CheckedClient, body: dict[str, object], field: str
) -> None:
    response = client.post("/api/session", json=body)
    assert response.status_code == 422
    assert list(response.json["fields"]) == [field]


@pytest.mark.parametrize("raw", [b"{", b"[1,2]", b'"text"', b"\xff\xfe", b""])
def test_invalid_json_returns_a_sentence(client: CheckedClient, raw: bytes) -> None:
    response = client.post("/api/session", data=raw, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert response.json["errors"]


def test_tokens_are_stored_as_hashes_only(session: Session, client: CheckedClient) -> None:
    response = client.sign_in(UserFactory(in_organisation=OrganisationFactory()).email, PASSWORD)
    secret = response.headers["Set-Cookie"].split("=", 1)[1].split(";")[0]
    hashes = session.query(SignIn.token_hash).all()
    assert all(secret not in row[0] for row in hashes)


def test_unknown_page_is_404_with_and_without_session(
    session: Session, signed_in: SignedIn, new_client: NewClient
) -> None:
    """Pages depend on the session: home or sign-in. The API returns the same 404 to everyone."""
    user = UserFactory()
    user_client, visitor = signed_in(user), new_client()
    for client, name in ((user_client, f'"name":"{user.name}"'), (visitor, '"user":null')):
        page = client.get("/nowhere")
        assert page.status_code == 404
        assert name in page.text
    assert user_client.get("/api/nowhere").json == visitor.get("/api/nowhere").json
