"""Links that need a code: a forwarded link alone opens nothing, and the recipient confirms each browser once."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.models import AccessGrant, LinkCode, User
from app.accounts.operations.link_codes import MAX_TRIES, delete_expired_codes
from app.kernel.clock import now
from app.kernel.mail.outbox import OutboxMail
from app.rfx.models import Rfx
from tests.factories.rfx import answers_json
from tests.factories.sending import post, request_json, rfxs_of
from tests.fixtures.client import CheckedClient

GUEST = "jo@adria-metal.example"
LINK = re.compile(r"http://localhost/guest/([\w-]+)/(?:rfx|part)/(\d+)")
NewClient = Callable[[], CheckedClient]
SECRET_TITLE = "Titanium housings"


@pytest.fixture
def rfx(session: Session, buyer: User, client: CheckedClient) -> Rfx:
    """Return the RFx of a guest whose links need a code."""
    recipients = {"pasted": f"Jo Park <{GUEST}>"}
    body = post(client, request_json(buyer, recipients=recipients, subject=SECRET_TITLE, linksNeedCode=True))
    assert body["linksNeedCode"] is True
    (sent,) = rfxs_of(session, body["id"])
    return sent


def link_in_mail(session: Session, email: str = GUEST) -> str:
    mails = session.query(OutboxMail).filter_by(to_email=email).order_by(OutboxMail.id.desc())
    match = next(each for mail in mails if (each := LINK.search(mail.text)))
    return match[1]


def mailed_code(session: Session, email: str = GUEST) -> str:
    mail = session.query(OutboxMail).filter_by(to_email=email).order_by(OutboxMail.id.desc()).first()
    assert mail is not None
    match = re.search(r"Your code is (\d{3}) (\d{3})", mail.subject)
    assert match is not None, mail.subject
    return match[1] + match[2]


def confirm(client: CheckedClient, uuid: str, code: str) -> Any:
    return client.put("/api/session/guest/code", json={"uuid": uuid, "code": code})


def test_link_alone_opens_nothing(rfx: Rfx, session: Session, new_client: NewClient) -> None:
    uuid, browser = link_in_mail(session), new_client()
    for path in (f"/guest/{uuid}", f"/guest/{uuid}/rfx/{rfx.id}"):
        page = browser.get(path)
        assert (page.status_code, SECRET_TITLE in page.text) == (200, False)
        assert "Confirm that it&#39;s you" in page.text or "Confirm that it's you" in page.text
    refused = browser.post("/api/session/guest", json={"uuid": uuid})
    assert (refused.status_code, refused.json["code"]) == (403, "linkCode")
    assert session.query(LinkCode).count() == 0, "opening a link sends nothing"


def test_mailed_code_opens_the_link_in_this_browser(
    rfx: Rfx, session: Session, new_client: NewClient
) -> None:
    uuid, browser = link_in_mail(session), new_client()
    assert browser.post("/api/session/guest/code", json={"uuid": uuid}).status_code == 204
    code = mailed_code(session)
    assert confirm(browser, uuid, f"{code[:3]} {code[3:]}").status_code == 204
    assert SECRET_TITLE in browser.get(f"/guest/{uuid}/rfx/{rfx.id}").text
    browser.token = browser.post("/api/session/guest", json={"uuid": uuid}).json["accessToken"]
    assert browser.put(f"/api/rfx/{rfx.id}/value", json=answers_json(name="Adria")).status_code == 200
    assert browser.post("/api/session/guest", json={"uuid": uuid}).status_code == 200, "and again later"
    other = new_client()
    assert other.post("/api/session/guest", json={"uuid": uuid}).status_code == 403
    assert confirm(other, uuid, code).status_code == 422, "a code works once"


def test_code_ends_after_wrong_tries_and_ten_minutes(
    rfx: Rfx, session: Session, new_client: NewClient
) -> None:
    uuid, browser = link_in_mail(session), new_client()
    browser.post("/api/session/guest/code", json={"uuid": uuid})
    code = mailed_code(session)
    wrong = "000000" if code != "000000" else "000001"
    for _ in range(MAX_TRIES):
        refused = confirm(browser, uuid, wrong)
        assert (refused.status_code, list(refused.json["fields"])) == (422, ["code"])
    assert confirm(browser, uuid, code).status_code == 422
    browser.post("/api/session/guest/code", json={"uuid": uuid})
    fresh = mailed_code(session)
    session.query(LinkCode).one().expires = now() - timedelta(seconds=1)
    session.flush()
    assert confirm(browser, uuid, fresh).status_code == 422


def test_newest_code_replaces_earlier_ones(rfx: Rfx, session: Session, new_client: NewClient) -> None:
    uuid, browser = link_in_mail(session), new_client()
    browser.post("/api/session/guest/code", json={"uuid": uuid})
    first = mailed_code(session)
    browser.post("/api/session/guest/code", json={"uuid": uuid})
    second = mailed_code(session)
    if first != second:
        assert confirm(browser, uuid, first).status_code == 422
    assert confirm(browser, uuid, second).status_code == 204


def test_number_of_mailed_codes_is_limited(rfx: Rfx, session: Session, new_client: NewClient) -> None:
    uuid, browser = link_in_mail(session), new_client()
    statuses = [browser.post("/api/session/guest/code", json={"uuid": uuid}).status_code for _ in range(7)]
    assert statuses == [204] * 6 + [429]


def test_handed_over_link_needs_a_code_too(rfx: Rfx, session: Session, new_client: NewClient) -> None:
    uuid, browser = link_in_mail(session), new_client()
    browser.post("/api/session/guest/code", json={"uuid": uuid})
    confirm(browser, uuid, mailed_code(session))
    browser.token = browser.post("/api/session/guest", json={"uuid": uuid}).json["accessToken"]
    body = {"name": "Milos Petrov", "email": "milos@adria-metal.example"}
    assert browser.post(f"/api/rfx/{rfx.id}/handover", json=body).status_code == 201
    handed_over = link_in_mail(session, "milos@adria-metal.example")
    assert new_client().post("/api/session/guest", json={"uuid": handed_over}).status_code == 403
    assert browser.post("/api/session/guest/code", json={"uuid": uuid}).status_code == 404


def test_links_of_parts_need_a_code_too(rfx: Rfx, session: Session, new_client: NewClient) -> None:
    uuid, browser = link_in_mail(session), new_client()
    browser.post("/api/session/guest/code", json={"uuid": uuid})
    confirm(browser, uuid, mailed_code(session))
    browser.token = browser.post("/api/session/guest", json={"uuid": uuid}).json["accessToken"]
    body = {"name": "Ida Berg", "email": "ida@adria-metal.example", "keys": ["name"], "title": "Name"}
    assert browser.post(f"/api/rfx/{rfx.id}/part", json=body).status_code in (200, 201)
    part_link = link_in_mail(session, "ida@adria-metal.example")
    assert new_client().post("/api/session/guest", json={"uuid": part_link}).json["code"] == "linkCode"


def test_links_need_no_code_by_default(
    session: Session, buyer: User, client: CheckedClient, new_client: NewClient
) -> None:
    post(client, request_json(buyer, recipients={"pasted": GUEST}))
    assert new_client().post("/api/session/guest", json={"uuid": link_in_mail(session)}).status_code == 200
    assert session.query(AccessGrant).filter_by(needs_code=True).count() == 0


def test_copy_of_the_request_has_the_option(rfx: Rfx, client: CheckedClient) -> None:
    assert client.get(f"/api/rfxRequest/{rfx.request_id}/copy").json["linksNeedCode"] is True
    assert client.get(f"/api/rfx/{rfx.id}/newRound").json["linksNeedCode"] is True


def test_expired_codes_are_deleted(rfx: Rfx, session: Session, new_client: NewClient) -> None:
    new_client().post("/api/session/guest/code", json={"uuid": link_in_mail(session)})
    session.query(LinkCode).one().expires = now() - timedelta(minutes=1)
    session.flush()
    delete_expired_codes()
    assert session.query(LinkCode).count() == 0
