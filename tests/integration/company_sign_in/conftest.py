"""Fixtures for tests of the company sign-in.

- `reaching`: the application may reach the identity provider and the DNS server of the tests.
- `lead`: Rosa Meyer, the Super User of Northwind.
- `browser`: a browser that goes to the provider and back.
"""

import dataclasses
from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy.orm import Session
from werkzeug.test import TestResponse

from app.accounts.models import User
from app.kernel.registry import EXTENSION
from tests.factories.accounts import OrganisationFactory, UserFactory
from tests.factories.company import SLUG
from tests.fixtures.client import CheckedClient
from tests.fixtures.identity_provider import DnsServer, IdentityProvider
from tests.fixtures.people import SignedIn

CLIENT = {"REMOTE_ADDR": "203.0.113.9"}


class Browser:
    """A browser, which follows redirects to the provider and back."""

    def __init__(self, client: CheckedClient, provider: IdentityProvider) -> None:
        self.client = client
        self.provider = provider

    def go(self, path: str = f"/signin/company/{SLUG}") -> str:
        """Begin a sign-in, and return the address at the provider."""
        response = self.client.get(path)
        assert response.status_code == 302, response.text
        return str(response.headers["Location"])

    def return_path(self, path: str = f"/signin/company/{SLUG}") -> str:
        """Go to the provider, and return the path of the way back."""
        return self.provider.sign_in(self.go(path))

    def sign_in(self, path: str = f"/signin/company/{SLUG}") -> TestResponse:
        """Go to the provider and back; return the last response."""
        return self.client.get(self.return_path(path), environ_base=CLIENT)

    @property
    def is_signed_in(self) -> bool:
        return self.client.get("/home").status_code == 200


@pytest.fixture
def reaching(
    app: Flask,
    session: Session,
    identity_provider: IdentityProvider,
    dns_server: DnsServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Let the application reach the provider and the DNS server."""
    settings = app.extensions[EXTENSION].settings
    monkeypatch.setitem(
        app.config,
        "ASSAY",
        dataclasses.replace(settings, PRIVATE_HOSTS=identity_provider.host, DNS_SERVER=dns_server.address),
    )


@pytest.fixture
def lead(reaching: None) -> User:
    created: User = UserFactory(
        in_organisation=OrganisationFactory(name="Northwind"),
        name="Rosa Meyer",
        email="rosa@northwind.example",
    )
    return created


@pytest.fixture
def new_browser(
    new_client: Callable[[], CheckedClient], identity_provider: IdentityProvider
) -> Callable[[], Browser]:
    """Return a function that opens browsers with their own cookies."""
    return lambda: Browser(new_client(), identity_provider)


@pytest.fixture
def browser(new_browser: Callable[[], Browser]) -> Browser:
    return new_browser()


@pytest.fixture
def owner(lead: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(lead)
