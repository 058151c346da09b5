"""Security rules of every response, log line and committed file."""

import re
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import argon2
import pytest
from flask import Flask
from sqlalchemy.exc import DataError
from sqlalchemy.orm import Session

from app.config import ROOT
from app.extensions import db
from app.kernel.http import responses
from tests.factories.accounts import PASSWORD, UserFactory
from tests.fixtures.application import settings_for_tests
from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn
from tests.rules.test_routes import views_of

PARAMETER = re.compile(r"<(?:\w+:)?(\w+)>")
OPEN_TO_ALL = ("/api/docs", "/api/openapi.json", "/api/reference/")
SECRETS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{36}|\bxox[abp]-\w{10}|\bsk_live_\w{10}"
)


def addresses(app: Flask, world: dict[str, Any]) -> list[str]:
    """Return every address that accepts GET, with ids of rows that the world's owner can see."""
    return sorted(
        PARAMETER.sub(lambda match: str(world.get(match[1], 1)), path)
        for method, path, _view in views_of(app)
        if method == "GET"
    )


def test_static_files_are_served_with_nosniff(client: CheckedClient) -> None:
    with client.get("/static/sample-logo.png") as picture:
        assert picture.status_code == 200
        assert picture.headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in picture.headers


def test_every_response_has_security_headers(
    app: Flask, world: dict[str, Any], signed_in: SignedIn, new_client: Callable[[], CheckedClient]
) -> None:
    owner = signed_in(world["owner"])
    paths = addresses(app, world)
    assert len(paths) > 80
    for client in (owner, new_client()):
        for address in paths:
            headers = client.get(address).headers
            assert headers["X-Content-Type-Options"] == "nosniff", address
            assert headers["Referrer-Policy"] == "same-origin", address
            assert headers["Cross-Origin-Opener-Policy"] == "same-origin", address
            assert headers["X-Frame-Options"] in {"SAMEORIGIN", "DENY"}, address
            assert "camera=()" in headers["Permissions-Policy"], address
            policy = headers["Content-Security-Policy"]
            assert "unsafe" not in policy.replace("style-src 'unsafe-inline'", ""), address
            assert "frame-ancestors 'self'" in policy, address
            if address.startswith("/api/") and not address.startswith(OPEN_TO_ALL):
                assert headers["Cache-Control"] in {"no-store", "private, max-age=0"}, address


def test_nonces_are_used_once(client: CheckedClient) -> None:
    nonces = [
        re.findall(r"nonce-([\w-]+)", client.get("/login").headers["Content-Security-Policy"]) for _ in "12"
    ]
    assert len(set(nonces[0])) == 1
    assert nonces[0] != nonces[1]


def test_production_sends_strict_transport_security(committed_app: Flask) -> None:
    assert "Strict-Transport-Security" not in committed_app.test_client().get("/login").headers
    committed_app.config["ASSAY_HSTS"] = True
    header = committed_app.test_client().get("/login").headers["Strict-Transport-Security"]
    assert int(header.split("max-age=")[1].split(";")[0]) >= 31_536_000


@pytest.fixture
def logging() -> Iterator[None]:
    """Write logs as in production."""
    responses.configure_logging(settings_for_tests(LOG_LEVEL="DEBUG", LOG_FORMAT="json"))
    yield
    responses.configure_logging(settings_for_tests())


def test_secrets_are_not_logged(
    session: Session,
    client: CheckedClient,
    new_client: Callable[[], CheckedClient],
    mailbox: Mailbox,
    run_jobs: Callable[[], int],
    logging: None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    user = UserFactory()
    signed = client.sign_in(user.email, PASSWORD)
    client.post("/api/session", json={"email": user.email, "password": "A wrong secret 1"})
    client.post("/api/user/sendPasswordReset", json={"email": user.email})
    run_jobs()
    reset = mailbox.to(user.email)[-1].links[0].rsplit("/", 1)[1]
    visitor = new_client()
    visitor.get(f"/passwordReset/{reset}")
    visitor.put(f"/api/user/{reset}/resetPassword", json={"password": "A second secret 2"})
    for path in (f"/acceptInvite/{reset}", f"/guest/{reset}/rfx/1", f"/api/user/invite/{reset}"):
        visitor.get(path)
    cookie = signed.headers["Set-Cookie"].split("=", 1)[1].split(";")[0]
    logged = capsys.readouterr().out
    assert '"path": "/passwordReset/<uuid>"' in logged
    assert logged.count('"event": "request"') >= 8
    for secret in (
        PASSWORD,
        "A wrong secret 1",
        "A second secret 2",
        reset,
        cookie,
        signed.json["accessToken"],
    ):
        assert secret not in logged


def test_database_errors_are_logged_without_parameters(session: Session) -> None:
    with pytest.raises(DataError) as caught:
        session.execute(
            db.text("select cast(:typed as integer)"), {"typed": "an answer that nobody else may read"}
        )
    message = str(caught.value).split("[SQL:", 1)[1]
    assert "nobody else" not in message


def test_passwords_are_also_checked_for_unknown_addresses(
    session: Session, client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check takes most of the time, so both cases must run it once: response times would reveal known addresses."""
    checks: list[str] = []
    verify = argon2.PasswordHasher.verify

    def record_check(self: argon2.PasswordHasher, stored: str, password: str) -> Any:
        checks.append(stored)
        return verify(self, stored, password)

    monkeypatch.setattr(argon2.PasswordHasher, "verify", record_check)
    for email in (UserFactory().email, "nobody@nowhere.example"):
        response = client.post("/api/session", json={"email": email, "password": "wrong"})
        assert response.status_code == 401
    assert len(checks) == 2
    assert argon2.extract_parameters(checks[0]) == argon2.extract_parameters(checks[1])
    assert all(stored.startswith("$argon2id$") for stored in checks)


def test_no_committed_file_contains_a_secret() -> None:
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    names_with_secrets = []
    for name in filter(None, names.decode().split("\0")):
        path = ROOT / name
        if path.is_file() and SECRETS.search(path.read_text(encoding="utf-8", errors="ignore")):
            names_with_secrets.append(name)
    assert names_with_secrets == []
    assert SECRETS.search("-----BEGIN RSA " + "PRIVATE KEY-----")
