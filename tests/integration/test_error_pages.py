"""Error pages, with and without a session and with an unavailable database."""

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.factory import create_app
from tests.factories.accounts import UserFactory
from tests.fixtures.application import settings_for_tests
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


def break_table(session: Session, table: str) -> None:
    """Make every statement that uses `table` fail until the test's transaction is rolled back."""
    session.execute(text(f"alter table {table} rename to away"))
    session.commit()


def test_broken_page_offers_a_retry(session: Session, signed_in: SignedIn) -> None:
    client = signed_in(UserFactory())
    break_table(session, "non_conformance")
    page = client.get("/ncr?pending=true&sort=deadline")
    assert page.status_code == 500
    assert "Something went wrong on our side. Please try again." in page.text
    assert 'href="/ncr?pending=true&amp;sort=deadline"' in page.text
    assert 'href="/home"' in page.text


def test_error_page_works_when_the_navigation_breaks(session: Session, signed_in: SignedIn) -> None:
    client = signed_in(UserFactory())
    break_table(session, "user_task")
    page = client.get("/contacts")
    assert page.status_code == 500
    assert "Something went wrong on our side. Please try again." in page.text
    assert 'href="/contacts"' in page.text
    assert 'href="/login"' not in page.text


def test_rejected_address_links_home_for_signed_in_users(signed_in: SignedIn) -> None:
    page = signed_in(UserFactory()).get("/contacts?name=%00")
    assert page.status_code == 422
    assert 'href="/home"' in page.text
    assert "Try again" not in page.text


@pytest.mark.parametrize(
    ("address", "status"), [("/nowhere", 404), ("/rfx/1", 404), ("/contacts?name=%00", 422)]
)
def test_error_pages_keep_the_navigation_for_signed_in_users(
    signed_in: SignedIn, client: CheckedClient, address: str, status: int
) -> None:
    page = signed_in(UserFactory()).get(address)
    assert page.status_code == status
    assert '<nav class="nav-left"' in page.text
    assert "Skip to the content" in page.text
    assert '<nav class="nav-left"' not in client.get("/nowhere").text


def test_error_page_of_a_post_offers_no_retry(client: CheckedClient) -> None:
    page = client.post("/home")
    assert page.status_code == 405
    assert "Try again" not in page.text
    assert 'href="/login"' in page.text


def test_page_without_database_returns_503() -> None:
    app_without_database = create_app(
        settings_for_tests(DATABASE_URL="postgresql://postgres@127.0.0.1:1/away")
    )
    page = app_without_database.test_client().get("/passwordReset/abc")
    assert page.status_code == 503
    assert "The service is away for a moment." in page.text
    assert 'href="/passwordReset/abc"' in page.text
    assert page.headers["Retry-After"] == "5"


def test_api_without_database_returns_503_with_retry_after() -> None:
    app_without_database = create_app(
        settings_for_tests(DATABASE_URL="postgresql://postgres@127.0.0.1:1/away")
    )
    response = app_without_database.test_client().get("/api/user/invite/abc")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert response.json == {
        "code": "unavailable",
        "status": 503,
        "message": "The service is away for a moment.",
        "errors": ["The service is away for a moment."],
    }
