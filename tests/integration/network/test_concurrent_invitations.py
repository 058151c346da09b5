"""Concurrent invitations of the same person, each on its own connection."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from app.accounts.models import Organisation, User
from app.extensions import db
from app.kernel.db.session import commit
from tests.factories.accounts import UserFactory, token_of

BUYERS, REQUESTS_EACH = 3, 3


@pytest.fixture
def tokens(committed_app: Flask) -> list[str]:
    """Return the tokens of buyers of different organisations."""
    with committed_app.app_context():
        user_tokens = [token_of(UserFactory()) for _ in range(BUYERS)]
        commit()
    return user_tokens


def test_concurrent_invitations_of_a_supplier_succeed_once_per_buyer(
    committed_app: Flask, tokens: list[str]
) -> None:
    barrier = Barrier(BUYERS * REQUESTS_EACH)

    def invite(number: int) -> int:
        client = committed_app.test_client()
        client.token = tokens[number % BUYERS]
        body = {
            "contactName": "Jo",
            "contactEmail": "jo@supplier.example",
            "organisationName": "Supplier Ltd",
            "relationshipLevel": "Evaluation",
            "testSupplier": False,
        }
        barrier.wait()
        return int(client.post("/api/relationship/invite", json=body).status_code)

    with ThreadPoolExecutor(BUYERS * REQUESTS_EACH) as pool:
        status_counts = Counter(pool.map(invite, range(BUYERS * REQUESTS_EACH)))
    assert status_counts == {201: BUYERS, 422: BUYERS * (REQUESTS_EACH - 1)}
    with committed_app.app_context():
        assert db.session.query(User).filter_by(email="jo@supplier.example").count() == 1
        assert db.session.query(Organisation).filter_by(name="Supplier Ltd").count() == 1


def test_concurrent_additions_of_a_person_create_one_user(committed_app: Flask, tokens: list[str]) -> None:
    barrier = Barrier(8)

    def add(number: int) -> int:
        client = committed_app.test_client()
        client.token = tokens[number % 2]
        body = {"name": "Jo", "email": "jo@supplier.example", "role": "Viewer"}
        barrier.wait()
        return int(client.post("/api/user", json=body).status_code)

    with ThreadPoolExecutor(8) as pool:
        status_counts = Counter(pool.map(add, range(8)))
    assert status_counts == {201: 1, 422: 7}
