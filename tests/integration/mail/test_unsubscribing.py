"""List-Unsubscribe: the mails that have it, and its effect."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.accounts.types import AccountMail
from app.accounts.unsubscribing import unsubscribe_path
from app.kernel.clock import shifted
from app.kernel.mail.outbox import MailStatus, OutboxMail, Recipient, queue_mail
from tests.factories.accounts import UserFactory
from tests.factories.messages import make_thread
from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox

RunJobs = Callable[[], int]


@pytest.fixture
def user(session: Session) -> User:
    created: User = UserFactory(name="Sam Supplier", email="sam@supplier.example")
    return created


def write(user: User, key: str, *, optional: bool) -> None:
    queue_mail(
        AccountMail.GENERAL,
        to=Recipient(user.name, user.email, user.id),
        dedupe_key=key,
        context={"heading": key, "lines": [], "button_label": "Open", "button_url": "http://localhost/x"},
        optional=optional,
    )


def test_only_optional_mails_have_unsubscribe_links(user: User, run_jobs: RunJobs, mailbox: Mailbox) -> None:
    write(user, "An alert", optional=True)
    write(user, "A password link", optional=False)
    run_jobs()
    mails = {mail.subject: mail for mail in mailbox.wait_for(to=user.email, count=2)}
    alert, link = mails["An alert"], mails["A password link"]
    url = f"http://localhost{unsubscribe_path(user.id)}"
    assert str(alert.message["List-Unsubscribe"]).strip() == f"<{url}>"
    assert alert.message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert url in alert.text
    assert url in alert.html
    assert link.message["List-Unsubscribe"] is None
    assert "unsubscribe" not in link.html


def test_mails_about_messages_are_optional(user: User, session: Session, run_jobs: RunJobs) -> None:
    make_thread(UserFactory(), [user])
    with shifted(timedelta(minutes=6)):
        run_jobs()
    assert session.execute(select(OutboxMail)).scalar_one().unsubscribe_url is not None


def test_unsubscribe_link_changes_nothing_and_its_button_stops_optional_mails(
    user: User, client: CheckedClient, session: Session, run_jobs: RunJobs
) -> None:
    path = unsubscribe_path(user.id)
    token = path.rsplit("/", 1)[1]
    for method in (client.head, client.get, client.get):
        assert method(path).status_code == 200
    assert session.get_one(User, user.id).gets_optional_mail is True
    assert client.put(f"/api/user/unsubscribe/{token}", json={"wanted": False}).json == {"wanted": False}
    assert session.get_one(User, user.id).gets_optional_mail is False
    write(user, "An alert", optional=True)
    write(user, "A password link", optional=False)
    run_jobs()
    statuses = {mail.subject: mail.status for mail in session.execute(select(OutboxMail)).scalars()}
    assert statuses == {"An alert": MailStatus.SUPPRESSED, "A password link": MailStatus.SENT}
    client.put(f"/api/user/unsubscribe/{token}", json={"wanted": True})
    assert session.get_one(User, user.id).gets_optional_mail is True


def test_one_click_unsubscribe_works_without_a_cookie(
    user: User, client: CheckedClient, session: Session
) -> None:
    response = client.post(unsubscribe_path(user.id), data={"List-Unsubscribe": "One-Click"})
    assert response.status_code == 200
    assert session.get_one(User, user.id).gets_optional_mail is False


def test_forged_unsubscribe_token_does_nothing(user: User, client: CheckedClient, session: Session) -> None:
    path = unsubscribe_path(user.id)
    for wrong in (path[:-1], path + "x", f"/unsubscribe/{user.id}", unsubscribe_path(999_999)):
        assert client.get(wrong).status_code == 200
        assert client.post(wrong).status_code == 404
        token = wrong.rsplit("/", 1)[1]
        assert client.put(f"/api/user/unsubscribe/{token}", json={"wanted": False}).status_code == 404
    assert session.get_one(User, user.id).gets_optional_mail is True
