"""Pages that cannot be made: what stands in their place, with and without a sign-in, and with the database away."""

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.factory import create_app
from tests.factories.accounts import UserFactory
from tests.fixtures.application import settings_for_tests
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


def take_away(session: Session, table: str) -> None:
    """Let every statement about `table` fail, until the test's transaction is undone."""
    session.execute(text(f"alter table {table} rename to away"))
    session.commit()


def test_a_page_that_breaks_can_be_tried_again(session: Session, signed_in: SignedIn) -> None:
    client = signed_in(UserFactory())
    take_away(session, "non_conformance")
    page = client.get("/ncr?pending=true&sort=deadline")
    assert page.status_code == 500
    assert "Something went wrong on our side. Please try again." in page.text
    assert 'href="/ncr?pending=true&amp;sort=deadline"' in page.text
    assert 'href="/home"' in page.text


def test_what_every_page_shows_of_its_viewer_may_be_what_breaks(
    session: Session, signed_in: SignedIn
) -> None:
    client = signed_in(UserFactory())
    take_away(session, "user_task")
    page = client.get("/contacts")
    assert page.status_code == 500
    assert "Something went wrong on our side. Please try again." in page.text
    assert 'href="/contacts"' in page.text
    assert 'href="/login"' not in page.text


def test_who_is_signed_in_is_led_home_from_an_address_that_is_refused(signed_in: SignedIn) -> None:
    page = signed_in(UserFactory()).get("/contacts?name=%00")
    assert page.status_code == 422
    assert 'href="/home"' in page.text
    assert "Try again" not in page.text


@pytest.mark.parametrize(
    ("address", "status"), [("/nowhere", 404), ("/rfx/1", 404), ("/contacts?name=%00", 422)]
)
def test_who_has_lost_the_way_keeps_the_navigation(
    signed_in: SignedIn, client: CheckedClient, address: str, status: int
) -> None:
    page = signed_in(UserFactory()).get(address)
    assert page.status_code == status
    assert '<nav class="nav-left"' in page.text
    assert "Skip to the content" in page.text
    assert '<nav class="nav-left"' not in client.get("/nowhere").text


def test_only_what_was_asked_for_can_be_tried_again(client: CheckedClient) -> None:
    page = client.post("/home")
    assert page.status_code == 405
    assert "Try again" not in page.text
    assert 'href="/login"' in page.text


def test_a_page_without_a_database_says_that_the_service_is_away() -> None:
    away = create_app(settings_for_tests(DATABASE_URL="postgresql://postgres@127.0.0.1:1/away"))
    page = away.test_client().get("/passwordReset/abc")
    assert page.status_code == 503
    assert "The service is away for a moment." in page.text
    assert 'href="/passwordReset/abc"' in page.text
    assert page.headers["Retry-After"] == "5"


def test_a_call_without_a_database_says_that_the_service_is_away_and_when_to_try_again() -> None:
    away = create_app(settings_for_tests(DATABASE_URL="postgresql://postgres@127.0.0.1:1/away"))
    response = away.test_client().get("/api/user/invite/abc")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert response.json == {
        "code": "unavailable",
        "status": 503,
        "message": "The service is away for a moment.",
        "errors": ["The service is away for a moment."],
    }
