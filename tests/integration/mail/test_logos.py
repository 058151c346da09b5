"""The sender shown in a mail: the organisation's logo, which loads in mail programs, or its name."""

from collections.abc import Callable
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from lxml import html as lxml_html
from PIL import Image
from sqlalchemy.orm import Session

from app.accounts.models import Organisation, User
from app.kernel.clock import shifted
from app.kernel.mail.outbox import OutboxMail
from app.messages.types import MAIL_GAP
from tests.factories.accounts import UserFactory
from tests.factories.files import make_picture
from tests.factories.messages import make_thread
from tests.factories.rfx import ANSWERS, SentRfx, answers_json, send_rfx
from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox, ReceivedMail
from tests.fixtures.people import SignedIn


def give_logo(session: Session, user: User) -> None:
    """Give the organisation of `user` a logo."""
    session.get_one(Organisation, user.organisation_id).logo_id = make_picture(user)
    session.flush()


def heading_of(html: str) -> Any:
    """Return the part of a mail that names its sender."""
    (element,) = lxml_html.fromstring(html).xpath("//td[contains(@class, 'from')]")
    return element


def receive_mail(run_jobs: Callable[[], int], mailbox: Mailbox, to: str) -> ReceivedMail:
    with shifted(MAIL_GAP * 2):
        run_jobs()
    (mail,) = mailbox.wait_for(to=to)
    return mail


def test_mail_shows_the_senders_logo_to_signed_out_readers(
    session: Session,
    client: CheckedClient,
    run_jobs: Callable[[], int],
    mailbox: Mailbox,
) -> None:
    buyer, supplier = UserFactory(), UserFactory(email="sam@supplier.example")
    give_logo(session, buyer)
    make_thread(buyer, [supplier])
    session.commit()
    mail = receive_mail(run_jobs, mailbox, "sam@supplier.example")
    name = session.get_one(Organisation, buyer.organisation_id).name
    (picture,) = heading_of(mail.html).xpath(".//img")
    assert picture.get("alt") == name
    assert f"{buyer.name}, {name}, via Assay" in heading_of(mail.html).text_content()
    assert name in mail.text
    address = urlsplit(picture.get("src"))
    assert f"{address.scheme}://{address.netloc}" == "http://localhost"
    assert client.token is None
    shown = client.get(address.path)
    assert (shown.status_code, shown.mimetype) == (200, "image/png")
    assert shown.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert Image.open(BytesIO(shown.data)).width > 0


def test_organisation_without_a_logo_is_named(
    session: Session, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    buyer, supplier = UserFactory(), UserFactory(email="sam@supplier.example")
    make_thread(buyer, [supplier])
    session.commit()
    heading = heading_of(receive_mail(run_jobs, mailbox, "sam@supplier.example").html)
    assert heading.xpath(".//img") == []
    (name,) = heading.xpath(".//span[contains(@class, 'name')]")
    assert name.text_content() == session.get_one(Organisation, buyer.organisation_id).name


@pytest.mark.parametrize(
    ("move", "body"),
    [("submission", {}), ("decline", {"reason": "No capacity"})],
    ids=["submitted", "declined"],
)
def test_mail_about_a_response_names_the_respondents_organisation(
    session: Session, signed_in: SignedIn, move: str, body: dict[str, str]
) -> None:
    sent: SentRfx = send_rfx()
    give_logo(session, sent.respondent)
    supplier = signed_in(sent.respondent)
    supplier.put(f"{sent.path}/value", json=answers_json(**ANSWERS))
    assert supplier.post(f"{sent.path}/{move}", json=body).status_code == 200
    mail = session.query(OutboxMail).filter_by(to_email=sent.sender.email).one()
    name = session.get_one(Organisation, sent.respondent.organisation_id).name
    (picture,) = heading_of(mail.html).xpath(".//img")
    assert picture.get("alt") == name
    assert f"{sent.respondent.name}, {name}, via Assay" in heading_of(mail.html).text_content()
