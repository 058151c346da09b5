"""Several invite the same person at the same moment, each with a connection of their own."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from flask import Flask

from app.accounts.models import Organisation, User
from app.extensions import db
from app.kernel.db import commit
from tests.factories.accounts import UserFactory, token_of

BUYERS, EACH = 3, 3


@pytest.fixture
def tokens(committed_app: Flask) -> list[str]:
    """Tokens of buyers of different organisations."""
    with committed_app.app_context():
        made = [token_of(UserFactory()) for _ in range(BUYERS)]
        commit()
    return made


def test_each_buyer_who_invites_the_same_new_supplier_at_once_has_invited_it(
    committed_app: Flask, tokens: list[str]
) -> None:
    barrier = Barrier(BUYERS * EACH)

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

    with ThreadPoolExecutor(BUYERS * EACH) as pool:
        answers = Counter(pool.map(invite, range(BUYERS * EACH)))
    assert answers == {201: BUYERS, 422: BUYERS * (EACH - 1)}
    with committed_app.app_context():
        assert db.session.query(User).filter_by(email="jo@supplier.example").count() == 1
        assert db.session.query(Organisation).filter_by(name="Supplier Ltd").count() == 1


def test_colleagues_who_add_the_same_person_at_once_add_one(committed_app: Flask, tokens: list[str]) -> None:
    barrier = Barrier(8)

    def add(number: int) -> int:
        client = committed_app.test_client()
        client.token = tokens[number % 2]
        body = {"name": "Jo", "email": "jo@supplier.example", "role": "Viewer"}
        barrier.wait()
        return int(client.post("/api/user", json=body).status_code)

    with ThreadPoolExecutor(8) as pool:
        answers = Counter(pool.map(add, range(8)))
    assert answers == {201: 1, 422: 7}
