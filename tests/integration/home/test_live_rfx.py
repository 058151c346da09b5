"""Live state of the RFx that a page shows: its stamp, the people who have it open, and their visibility by party."""

import socket
import time
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any

import pytest
from flask import Flask
from redis import Redis
from sqlalchemy.orm import Session

from app.kernel.clock import shifted
from app.kernel.presence import AWAY, LIFE, PAGES, PresenceStore
from app.kernel.registry import EXTENSION
from app.rfx.models import Rfx
from tests.factories.accounts import UserFactory, colleague_of, make_guest
from tests.factories.assessments import make_assessment
from tests.factories.network import relate
from tests.factories.parts import delegate_of, make_part
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.people import SignedIn


def poll(client: CheckedClient, rfx_id: int, *, page: str = "p1", **query: Any) -> Any:
    return client.get("/api/updates", query_string={"rfxId": rfx_id, "page": page, **query})


def present(client: CheckedClient, rfx_id: int, **query: Any) -> list[tuple[str, int | None]]:
    """Poll and return the people as (name, section)."""
    people = poll(client, rfx_id, **query).json["rfx"]["people"]
    return [(person["name"], person["section"]) for person in people]


@pytest.fixture
def sent(session: Session) -> SentRfx:
    respondent = UserFactory(name="Tomas Oliveira")
    return send_rfx(
        UserFactory(name="Rosa Meyer"), respondent, also_to=[colleague_of(respondent, name="Jana")]
    )


def test_each_party_sees_the_people_it_may_see(sent: SentRfx, signed_in: SignedIn) -> None:
    rosa, tomas = signed_in(sent.sender), signed_in(sent.respondent)
    ann, jana = (
        signed_in(colleague_of(sent.sender, name="Ann")),
        signed_in(colleague_of(sent.respondent, name="Jana Berg")),
    )
    assert present(rosa, sent.id, section=2) == []
    assert present(tomas, sent.id, section=2) == [], "a respondent does not see the requester's readers"
    assert present(jana, sent.id) == [("Tomas Oliveira", 2)]
    assert present(ann, sent.id) == [("Tomas Oliveira", 2), ("Jana Berg", None), ("Rosa Meyer", None)]
    assert present(rosa, sent.id) == [("Tomas Oliveira", 2), ("Ann", None), ("Jana Berg", None)]
    assert present(tomas, sent.id, section=1) == [("Jana Berg", None)]


def test_colleague_without_permission_to_answer_is_shown_as_reader(
    sent: SentRfx, signed_in: SignedIn
) -> None:
    viewer = colleague_of(sent.respondent, name="Vera", role_name="Viewer")
    present(signed_in(viewer), sent.id, section=2)
    assert present(signed_in(sent.sender), sent.id) == [("Vera", None)]


def test_requester_sees_the_guest_and_the_guest_sees_no_one(session: Session, signed_in: SignedIn) -> None:
    sent = send_rfx(guest=True)
    rosa, guest = signed_in(sent.sender), signed_in(sent.respondent, rfx_id=sent.id)
    present(rosa, sent.id)
    response = poll(guest, sent.id, section=1)
    assert response.json["rfx"]["people"] == []
    assert (response.json["newMessages"], response.json["openTasks"], response.json["events"]) == (0, 0, [])
    assert present(rosa, sent.id) == [("Guest", 1)]
    sent.respondent.name = "Anonymous"
    session.flush()
    assert present(rosa, sent.id) == [("Guest (guest@elsewhere.example)", 1)]
    assert poll(guest, sent.id, stamp=poll(guest, sent.id).json["stamp"]).status_code == 204


def test_internal_survey_shows_its_recipient_to_the_requester_only(
    session: Session, signed_in: SignedIn
) -> None:
    buyer = UserFactory(name="Rosa Meyer")
    colleague = colleague_of(buyer, name="Marek")
    relationship = relate(buyer.organisation_id, UserFactory().organisation_id)
    assessment = make_assessment(buyer, relationship, internal_recipients=[colleague.id])
    rfx_id: int = session.query(Rfx.id).filter_by(assessment_id=assessment.id).scalar()
    assert present(signed_in(buyer), rfx_id) == []
    assert present(signed_in(colleague), rfx_id, section=1) == []
    assert present(signed_in(buyer), rfx_id) == [("Marek", 1)]


def test_strangers_get_404_and_leave_no_trace(sent: SentRfx, signed_in: SignedIn) -> None:
    other = send_rfx(guest=True)
    stranger, guest = signed_in(UserFactory()), signed_in(make_guest(), rfx_id=other.id)
    assert poll(stranger, sent.id).status_code == 404
    assert poll(stranger, sent.id).json == poll(stranger, 987654321).json
    assert poll(guest, sent.id).status_code == 404
    assert poll(guest, other.id).status_code == 404, "another guest than the one of this RFx"
    assert present(signed_in(sent.sender), sent.id) == []


@pytest.mark.parametrize(
    "query",
    [
        {"section": 0},
        {"section": 1001},
        {"section": "x"},
        {"page": "P1"},
        {"page": "p" * 21},
        {"page": "1:2"},
        {"rfxId": 0},
    ],
)
def test_invalid_reports_are_rejected(sent: SentRfx, signed_in: SignedIn, query: dict[str, object]) -> None:
    response = signed_in(sent.sender).get("/api/updates", query_string={"rfxId": sent.id, **query})
    assert response.status_code == 422


def test_presence_ends_after_30_seconds_without_a_report(
    sent: SentRfx, signed_in: SignedIn, clean_redis: Redis
) -> None:
    rosa, tomas = signed_in(sent.sender), signed_in(sent.respondent)
    present(tomas, sent.id)
    assert 0 < clean_redis.ttl(f"presence:rfx:{sent.id}") <= LIFE.total_seconds()
    with shifted(timedelta(seconds=29)):
        assert present(rosa, sent.id) == [("Tomas Oliveira", None)]
    with shifted(timedelta(seconds=31)):
        assert present(rosa, sent.id) == []
        assert clean_redis.hlen(f"presence:rfx:{sent.id}") == 1, "the old entry is deleted"


def test_user_is_shown_once_with_the_latest_page_and_cannot_fill_the_memory(
    sent: SentRfx, signed_in: SignedIn, clean_redis: Redis
) -> None:
    tomas = signed_in(sent.respondent)
    for number in range(PAGES + 3):
        present(tomas, sent.id, page=f"p{number}", section=number + 1)
    assert present(signed_in(sent.sender), sent.id) == [("Tomas Oliveira", PAGES + 3)]
    assert clean_redis.hlen(f"presence:rfx:{sent.id}") == PAGES + 1


def test_save_changes_the_stamp_once_for_both_parties(sent: SentRfx, signed_in: SignedIn) -> None:
    rosa, tomas = signed_in(sent.sender), signed_in(sent.respondent)
    stamp, count = _state(rosa, sent)
    assert count == 0
    saved = tomas.put(f"{sent.path}/value", json=answers_json(**ANSWERS)).json
    assert (saved["baseSaveCount"], saved["saveCount"]) == (0, 3)
    after, count = _state(rosa, sent)
    assert (after != stamp, count) == (True, 3)
    assert rosa.get(f"{sent.path}/value").json["latestValuesFvc"]["saveCount"] == 3
    again = tomas.put(f"{sent.path}/value", json=answers_json(**ANSWERS)).json
    assert (again["baseSaveCount"], again["saveCount"]) == (3, 3), "an equal answer is no save"
    change = {"values": {"company_name": {"value": "Other", "baseIteration": 1}}}
    assert tomas.put(f"{sent.path}/value", json=change).json["saveCount"] == 4
    assert _state(rosa, sent)[1] == 4


def test_status_deadline_and_follow_ups_change_the_version(sent: SentRfx, signed_in: SignedIn) -> None:
    rosa, tomas = signed_in(sent.sender), signed_in(sent.respondent)
    versions = [_version(tomas, sent)]
    tomas.post(f"{sent.path}/opened")
    versions.append(_version(tomas, sent))
    assert rosa.put(f"{sent.path}/deadline", json={"deadline": "2099-01-01T00:00:00Z"}).status_code == 200
    versions.append(_version(tomas, sent))
    tomas.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    versions.append(_version(tomas, sent))
    question = {"field": "employees", "descriptionHtml": "<p>Which site?</p>"}
    response = rosa.post(f"{sent.path}/task", json=question)
    assert response.status_code in (200, 201), response.text
    versions.append(_version(tomas, sent))
    assert _version(tomas, sent) == versions[-1]
    assert len(set(versions)) == len(versions)


def test_open_page_costs_one_statement_more_and_one_for_new_people(
    sent: SentRfx, signed_in: SignedIn
) -> None:
    rosa, tomas = signed_in(sent.sender), signed_in(sent.respondent)
    stamp = poll(rosa, sent.id).json["stamp"]
    assert poll(rosa, sent.id, stamp=stamp).status_code == 204
    assert rosa.statements == 3
    present(tomas, sent.id)
    stamp = poll(rosa, sent.id).json["stamp"]
    assert rosa.statements == 4
    assert poll(rosa, sent.id, stamp=stamp).status_code == 204
    assert rosa.statements == 3, "the people are loaded only if they have changed"


@pytest.fixture
def silent_port() -> Iterator[int]:
    """Listen on a port without accepting or answering, like a host behind a firewall."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield listener.getsockname()[1]


def test_without_redis_there_is_no_presence_and_no_error(
    app: Flask, sent: SentRfx, signed_in: SignedIn, silent_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rosa, tomas = signed_in(sent.sender), signed_in(sent.respondent)
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        refused = closed.getsockname()[1]
    for url in ("", f"redis://127.0.0.1:{refused}/0", f"redis://127.0.0.1:{silent_port}/0"):
        monkeypatch.setattr(app.extensions[EXTENSION], "presence", PresenceStore(url))
        assert present(tomas, sent.id) == []
        started = time.monotonic()
        for _ in range(5):
            assert present(rosa, sent.id) == []
        assert time.monotonic() - started < AWAY / 10, "after a failure no request waits for Redis"
        stamp = poll(rosa, sent.id).json["stamp"]
        assert poll(rosa, sent.id, stamp=stamp).status_code == 204


def _state(client: CheckedClient, sent: SentRfx) -> tuple[str, int]:
    body = client.get("/api/updates", query_string={"rfxId": sent.id}).json
    return body["stamp"], body["rfx"]["saveCount"]


def _version(client: CheckedClient, sent: SentRfx) -> str:
    version: str = client.get("/api/updates", query_string={"rfxId": sent.id}).json["rfx"]["version"]
    return version


def test_reading_without_a_page_reports_no_one(sent: SentRfx, signed_in: SignedIn) -> None:
    _state(signed_in(sent.respondent), sent)
    assert present(signed_in(sent.sender), sent.id) == []


def test_changed_part_changes_the_version_for_the_respondent_only(
    sent: SentRfx, session: Session, signed_in: SignedIn
) -> None:
    part = make_part(sent, keys=[next(iter(ANSWERS))])
    guest, grant = delegate_of(part)
    requester, delegate = signed_in(sent.sender), signed_in(guest, grant=grant)

    def versions() -> tuple[str, str]:
        first, second = (poll(client, sent.id).json["rfx"]["version"] for client in (requester, delegate))
        return first, second

    before = versions()
    assert versions() == before
    part.due = date(2030, 1, 31)
    session.flush()
    after = versions()
    assert after[0] == before[0], "the requester does not see parts"
    assert after[1] != before[1]
