"""Merges and acceptances at the same moment, each on its own connection."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from flask import Flask
from sqlalchemy import func, select

from app.accounts.models import Organisation
from app.accounts.operations.invitations import invite
from app.accounts.types import OrganisationStatus
from app.duplicates.models import MergeLog
from app.extensions import db
from app.kernel.db.session import commit
from app.network.models import Relationship
from tests.factories.accounts import actor_of, token_of
from tests.factories.merging import make_twins


def test_concurrent_merges_in_both_directions_run_once(committed_app: Flask) -> None:
    with committed_app.app_context():
        twins = make_twins()
        token, organisation_id = token_of(twins.buyer), twins.buyer.organisation_id
        there = twins.body
        back = {"survivorId": there["goneId"], "goneId": there["survivorId"]}
        commit()
    barrier = Barrier(6)

    def merge(number: int) -> int:
        client = committed_app.test_client()
        client.token = token
        barrier.wait()
        return int(client.post("/api/relationship/merge", json=there if number % 2 else back).status_code)

    with ThreadPoolExecutor(6) as pool:
        assert Counter(pool.map(merge, range(6))) == {200: 1, 404: 5}
    with committed_app.app_context():
        assert db.session.execute(select(func.count()).select_from(MergeLog)).scalar_one() == 1
        left = select(func.count()).where(Relationship.organisation_id == organisation_id)
        assert db.session.execute(left).scalar_one() == 1


def test_concurrent_undos_run_once(committed_app: Flask) -> None:
    with committed_app.app_context():
        twins = make_twins()
        token, body = token_of(twins.buyer), twins.body
        commit()
    client = committed_app.test_client()
    client.token = token
    merge_id = client.post("/api/relationship/merge", json=body).json["id"]
    barrier = Barrier(4)

    def undo(_number: int) -> int:
        own = committed_app.test_client()
        own.token = token
        barrier.wait()
        return int(own.post(f"/api/merge/{merge_id}/undo", json={}).status_code)

    with ThreadPoolExecutor(4) as pool:
        assert Counter(pool.map(undo, range(4))) == {200: 1, 409: 3}


def test_a_merge_and_an_acceptance_at_once_never_lose_the_user(committed_app: Flask) -> None:
    """Either the invitation is accepted first and the merge is refused, or the user joins the survivor."""
    for _ in range(4):
        with committed_app.app_context():
            twins = make_twins(is_full=False)
            _, link = invite(
                user=twins.former.user,
                invited_by=actor_of(twins.buyer),
                relationship_id=twins.former.relationship.id,
            )
            token, body, email = token_of(twins.buyer), twins.body, twins.former.user.email
            commit()
        barrier = Barrier(2)

        def merge(token: str = token, body: object = body, barrier: Barrier = barrier) -> int:
            client = committed_app.test_client()
            client.token = token
            barrier.wait()
            return int(client.post("/api/relationship/merge", json=body).status_code)

        def accept(link: str = link, email: str = email, barrier: Barrier = barrier) -> int:
            client = committed_app.test_client()
            barrier.wait()
            answer = {
                "name": "Ada",
                "email": email,
                "password": "Walnut-Harbour-27",
                "organisationName": "Calder",
            }
            return int(client.put(f"/api/user/invite/{link}", json=answer).status_code)

        with ThreadPoolExecutor(2) as pool:
            merged, accepted = pool.submit(merge), pool.submit(accept)
            statuses = (merged.result(), accepted.result())
        assert statuses[1] == 200, statuses
        with committed_app.app_context():
            former = db.session.get_one(Organisation, body["goneId"])
            survivor = db.session.get_one(Organisation, body["survivorId"])
            if statuses[0] == 200:
                assert survivor.status == OrganisationStatus.CONFIRMED
                assert former.status == OrganisationStatus.INVITED
            else:
                assert statuses[0] == 409
                assert former.status == OrganisationStatus.CONFIRMED
