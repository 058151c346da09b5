"""The samples of all mails, for admins (specification section 2, Sysadmin)."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from flask import Flask
from lxml import html as lxml_html
from sqlalchemy.orm import Session

from app.accounts.models import User
from app.kernel.mail.outbox import MailStatus, OutboxMail
from app.sysadmin.samples import rendered_sample
from app.sysadmin.types import TemplateId
from tests.factories.accounts import UserFactory
from tests.fixtures.client import CheckedClient
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.people import SignedIn

IDS = [
    "GENERAL",
    "NCRCONVERSATION",
    "USERTASKASSIGNMENT",
    "RFI",
    "RFICONVERSATION",
    "RFIREMINDER",
    "RFIREOPEN",
    "RFISUBMIT",
    "SUPPLIERINVITE",
    "RELATIONSHIPADDED",
    "RELATIONSHIPUPDATED",
    "USERINVITEDALERT",
    "USERINVITE",
    "SELFSURVEYREQUEST",
    "SURVEYREQUEST",
    "DEADLINECHANGED",
]


@pytest.fixture
def admin_user(session: Session) -> User:
    created: User = UserFactory(name="Ada Admin", is_admin=True)
    return created


@pytest.fixture
def admin(admin_user: User, signed_in: SignedIn) -> CheckedClient:
    return signed_in(admin_user)


def test_there_are_exactly_the_16_specified_templates(admin: CheckedClient) -> None:
    assert [template["id"] for template in admin.get("/api/sysadmin/emailSample").json] == IDS
    assert set(TemplateId) == set(IDS)
    page = admin.get("/sysadmin/emails").text
    for name in IDS:
        assert f'src="/sysadmin/emails/view/{name}"' in page
    assert page.count('sandbox="allow-popups allow-popups-to-escape-sandbox"') == 16


@pytest.mark.parametrize("id", IDS)
def test_each_sample_is_rendered_from_its_template(admin: CheckedClient, id: str) -> None:
    sample = admin.get(f"/api/sysadmin/emailSample/{id}").json
    assert sample["subject"]
    page = lxml_html.fromstring(sample["html"])
    (button,) = page.xpath("//a[contains(@class, 'button')]")
    assert button.get("href").startswith("http://localhost/")
    # These messages have their own greeting.
    has_greeting = id in {"SUPPLIERINVITE", "RFI", "SELFSURVEYREQUEST"}
    assert ("Hello Jana," if has_greeting else "Jana Bergmann") in page.text_content()
    (heading,) = page.xpath("//td[contains(@class, 'from')]")
    pictures = [(img.get("src"), img.get("alt")) for img in heading.xpath(".//img")]
    if id == "RFISUBMIT":
        assert pictures == []
        assert "Jana Bergmann, Bergmann Präzision GmbH, via Assay" in heading.text_content()
    else:
        assert pictures == [("http://localhost/static/sample-logo.png", "Meridian Surgical Ltd")]
        with admin.get("/static/sample-logo.png") as picture:
            assert (picture.status_code, picture.mimetype) == (200, "image/png")
    shown = admin.get(f"/sysadmin/emails/view/{id}")
    assert shown.status_code == 200
    assert shown.text.replace('<base target="_blank">', "") == sample["html"]
    policy = shown.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox ")
    assert "allow-scripts" not in policy
    assert "frame-ancestors 'self'" in policy


@pytest.mark.parametrize("id", IDS)
def test_text_part_contains_every_sentence_of_the_html(app: Flask, id: str) -> None:
    with app.test_request_context():
        mail = rendered_sample(id)
    words = " ".join(mail.text.split())
    for text in lxml_html.fromstring(mail.html).xpath("//*[@dir='auto']//text()"):
        assert " ".join(text.split()) in words


@pytest.mark.parametrize("id", ["NOTHING", "general", "..%2Frfi"])
def test_unknown_template_is_not_found(admin: CheckedClient, id: str) -> None:
    assert admin.get(f"/api/sysadmin/emailSample/{id}").status_code == 404
    shown = admin.get(f"/sysadmin/emails/view/{id}")
    assert shown.status_code == 404
    if "%2F" not in id:
        assert "Cannot see content." in shown.text
    assert admin.post(f"/api/sysadmin/emailSample/{id}/test").status_code == 404


def test_test_mail_goes_to_the_requesting_admin(
    session: Session, admin_user: User, admin: CheckedClient, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    key = {"Idempotency-Key": "one"}
    for _ in range(2):
        sent = admin.post("/api/sysadmin/emailSample/SURVEYREQUEST/test", headers=key)
        assert (sent.status_code, sent.json) == (202, {"email": admin_user.email, "isKept": False})
    run_jobs()
    mail = session.query(OutboxMail).one()
    assert (mail.template, mail.to_email, mail.status) == ("SURVEYREQUEST", admin_user.email, MailStatus.SENT)


def test_test_mail_without_smtp_server_is_reported_as_kept(
    app: Flask, admin: CheckedClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(app.config, "ASSAY", replace(app.config["ASSAY"], SMTP_URL=""))
    assert admin.post("/api/sysadmin/emailSample/RFI/test").json["isKept"] is True
