"""Grants: access of a guest to one record, by several links, until it expires or is revoked."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier

import pytest
from flask import Flask
from sqlalchemy.orm import Session

from app.accounts.models import AccessGrant, SignIn, User
from app.accounts.public import (
    LinkPurpose,
    expire_access,
    grant_access,
    guest_of_link,
    new_link,
    revoke_access,
)
from app.extensions import db
from app.kernel import clock
from app.kernel.clock import now
from app.kernel.db.session import commit
from app.kernel.http.auth import Grant
from app.kernel.registry import current_registry
from tests.factories.accounts import UserFactory, make_guest
from tests.fixtures.client import CheckedClient, counted_statements
from tests.fixtures.people import SignedIn

NewClient = Callable[[], CheckedClient]
PAPER = "TEST_PAPER"
"""A subject that these tests register."""


@pytest.fixture
def paper(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """Register PAPER."""
    monkeypatch.setitem(
        current_registry().grant_pages, PAPER, lambda token, paper_id: f"/guest/{token}/paper/{paper_id}"
    )


@pytest.fixture
def guest(paper: None) -> User:
    return make_guest()


def grant_paper(
    guest: User,
    paper_id: int = 7,
    scope: dict[str, object] | None = None,
    expires: datetime | None = None,
) -> AccessGrant:
    return grant_access(
        user_id=guest.id,
        subject_type=PAPER,
        subject_id=paper_id,
        created_by_user_id=guest.id,
        scope=scope,
        expires=expires,
    )


def link_to(grant: AccessGrant) -> str:
    return new_link(purpose=LinkPurpose.GUEST, user_id=grant.user_id, life=None, grant_id=grant.id)


def sign_in(client: CheckedClient, token: str) -> CheckedClient:
    response = client.post("/api/session/guest", json={"uuid": token})
    assert response.status_code == 200, response.text
    client.token = response.json["accessToken"]
    return client


def assert_is_gone(client: CheckedClient, token: str) -> None:
    page = client.get(f"/guest/{token}")
    assert page.status_code == 404
    assert "Sorry, that link is no longer valid." in page.text
    assert client.post("/api/session/guest", json={"uuid": token}).status_code == 401


def test_granting_again_returns_the_live_grant(guest: User) -> None:
    grant = grant_paper(guest, scope={"parts": [1]})
    assert grant_paper(guest, scope={"parts": [2]}) is grant
    assert grant.scope == {"parts": [1]}
    assert grant_paper(guest, paper_id=8).id != grant.id
    assert grant_paper(make_guest()).id != grant.id


def test_granting_again_renews_an_expired_grant_but_not_a_revoked_one(guest: User) -> None:
    grant = grant_paper(guest, scope={"parts": [1]}, expires=now() - timedelta(hours=1))
    end = now() + timedelta(days=1)
    renewed = grant_paper(guest, scope={"parts": [2]}, expires=end)
    assert (renewed.id, renewed.scope, renewed.expires) == (grant.id, {"parts": [2]}, end)
    revoke_access(user_id=guest.id, subject_type=PAPER, subject_id=7)
    assert grant_paper(guest).id != grant.id
    assert grant.revoked is not None


def test_subjects_must_be_registered(session: Session) -> None:
    guest = make_guest()
    with pytest.raises(ValueError, match="OTHER"):
        grant_access(user_id=guest.id, subject_type="OTHER", subject_id=7, created_by_user_id=guest.id)


def test_every_link_of_a_grant_leads_to_its_page_and_has_its_scope(
    guest: User, client: CheckedClient
) -> None:
    grant = grant_paper(guest, scope={"parts": [1, 2]})
    for token in (link_to(grant), link_to(grant)):
        assert client.get(f"/guest/{token}").location == f"/guest/{token}/paper/7"
        actor = guest_of_link(token)
        assert actor is not None
        assert actor.grant == Grant(id=grant.id, subject_type=PAPER, subject_id=7, scope={"parts": [1, 2]})


def test_revoking_ends_links_and_sessions_of_this_grant_only(guest: User, new_client: NewClient) -> None:
    grants = grant_paper(guest), grant_paper(guest, paper_id=8)
    tokens = [link_to(grant) for grant in grants]
    clients = [sign_in(new_client(), token) for token in tokens]
    assert [client.get("/api/session").status_code for client in clients] == [200, 200]
    revoke_access(user_id=guest.id, subject_type=PAPER, subject_id=7)
    assert [client.get("/api/session").status_code for client in clients] == [401, 200]
    assert_is_gone(new_client(), tokens[0])
    assert new_client().get(f"/guest/{tokens[1]}").status_code == 302
    assert_is_gone(new_client(), link_to(grants[0]))


def test_expiry_ends_links_and_sessions_until_it_is_removed(guest: User, new_client: NewClient) -> None:
    token = link_to(grant_paper(guest))
    client = sign_in(new_client(), token)
    expire_access(user_id=guest.id, subject_type=PAPER, subject_id=7, expires=now() + timedelta(days=2))
    assert client.get("/api/session").status_code == 200
    with clock.shifted(timedelta(days=3)):
        assert_is_gone(new_client(), token)
        expire_access(user_id=guest.id, subject_type=PAPER, subject_id=7, expires=None)
        assert new_client().get(f"/guest/{token}").status_code == 302


def test_session_ends_with_its_grant(guest: User, signed_in: SignedIn) -> None:
    client = signed_in(guest, grant=grant_paper(guest))
    assert client.get("/api/session").status_code == 200
    expire_access(user_id=guest.id, subject_type=PAPER, subject_id=7, expires=now())
    assert client.get("/api/session").status_code == 401


def test_links_of_a_subject_that_no_feature_has_show_the_error_page(
    session: Session, guest: User, client: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = link_to(grant_paper(guest))
    monkeypatch.delitem(current_registry().grant_pages, PAPER)
    assert client.get(f"/guest/{token}").status_code == 404


def test_actor_of_a_guest_needs_one_statement(guest: User, signed_in: SignedIn) -> None:
    from app.accounts.queries.actors import actor_of_sign_in

    grant = grant_paper(guest)
    signed_in(guest, grant=grant)
    signed_in_id = db.session.query(SignIn.id).filter_by(user_id=guest.id).scalar()
    with counted_statements() as log:
        actor = actor_of_sign_in(sign_in_id=signed_in_id, user_id=guest.id)
    assert actor is not None
    assert actor.grant is not None
    assert actor.grant.id == grant.id
    assert len(log.statements) == 1


def test_concurrent_requests_create_one_grant(committed_app: Flask) -> None:
    with committed_app.app_context():
        user_id = UserFactory().id
        commit()
    barrier = Barrier(6)

    def grant(_: int) -> int:
        with committed_app.app_context():
            barrier.wait()
            created = grant_access(
                user_id=user_id, subject_type="RFX", subject_id=7, created_by_user_id=user_id
            )
            grant_id = created.id
            commit()
            return grant_id

    with ThreadPoolExecutor(6) as pool:
        assert len(set(pool.map(grant, range(6)))) == 1
