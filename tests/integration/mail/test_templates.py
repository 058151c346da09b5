"""Mail templates: each is used, has both parts and one button, and escapes names and sentences."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from lxml import html as lxml_html
from sqlalchemy import select
from sqlalchemy.orm import Session

from app.accounts.types import AccountMail
from app.config import ROOT
from app.kernel.mail.outbox import MailSender, MailStatus, OutboxMail, Recipient, queue_mail
from app.kernel.registry import EXTENSION, Registry
from app.rfx.types import RfxMail
from app.sysadmin.types import TemplateId
from tests.fixtures.mailbox import Mailbox
from tests.fixtures.vectors import vectors

FOLDER = ROOT / "templates" / "email"
NAMES: list[str] = vectors("hostile-values")["names"]


def queue(session: Session, template: str, **overrides: Any) -> OutboxMail:
    context = {
        "heading": "A heading & more",
        "lines": ["First sentence.", "Second sentence."],
        "button_label": "Open it",
        "button_url": "http://localhost/somewhere?a=1&b=2",
        **overrides.pop("context", {}),
    }
    queue_mail(
        template,
        **{
            "to": Recipient("Sam Supplier", "sam@supplier.example"),
            "dedupe_key": f"test:{template}",
            "context": context,
            "sender": MailSender("Brightwater", "Ann Buyer"),
            **overrides,
        },
    )
    return session.execute(select(OutboxMail)).scalar_one()


def test_every_template_has_a_folder() -> None:
    folders = {path.name for path in FOLDER.iterdir() if path.is_dir()}
    assert folders == {template.lower() for template in TemplateId}
    for folder in folders:
        names = {path.name for path in (FOLDER / folder).iterdir()}
        assert names == {"subject.txt", "body.html", "body.txt"}


def test_features_register_exactly_the_documented_templates(app: Flask) -> None:
    registry: Registry = app.extensions[EXTENSION]
    assert registry.mail_templates == set(TemplateId)


def test_unregistered_template_is_refused(session: Session) -> None:
    with pytest.raises(ValueError, match="NEWSLETTER"):
        queue(session, "NEWSLETTER")


def test_every_template_is_used() -> None:
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for path in Path(ROOT / "app").rglob("*.py")
        if path.parent.name != "sysadmin"
    )
    unused = [name for name in TemplateId if not re.search(rf"\w+Mail\.{name}\b", code)]
    assert unused == []


@pytest.mark.parametrize("template", list(TemplateId))
def test_every_mail_has_both_parts_a_sender_and_one_button(session: Session, template: str) -> None:
    mail = queue(session, template, context={"message_html": "<p>Dear <b>Sam</b>,</p><p>how are you?</p>"})
    assert mail.subject == "A heading & more"
    page = lxml_html.fromstring(mail.html)
    buttons = page.xpath("//a[contains(@class, 'button')]")
    assert [(b.get("href"), b.text_content()) for b in buttons] == [
        ("http://localhost/somewhere?a=1&b=2", "Open it")
    ]
    has_greeting = template != AccountMail.SUPPLIERINVITE
    for words in (
        *(["Hello Sam Supplier,"] if has_greeting else []),
        "First sentence.",
        "Second sentence.",
        "Brightwater",
        "how are you?",
    ):
        assert words in page.text_content()
        assert words in mail.text
    assert "Sam" in page.xpath("string(//*[@dir='auto'])"), "the direction of a message follows its script"
    assert "http://localhost/somewhere?a=1&b=2" in mail.text
    assert "Dear Sam,\n\nhow are you?" in mail.text
    assert "<" not in mail.text


@pytest.mark.parametrize("message", ["<p>Hello,</p><p>we would like to work with you.</p>", None])
def test_invitation_contains_one_greeting(session: Session, message: str | None) -> None:
    """The message to a supplier is a letter with its own greeting (specification, section 2, Invite supplier)."""
    mail = queue(session, AccountMail.SUPPLIERINVITE, context={"message_html": message})
    assert [part.count("Hello") for part in (mail.html, mail.text)] == [1, 1]


@pytest.mark.parametrize("template", list(TemplateId))
def test_styles_are_inline_and_dark_mode_is_in_the_head(session: Session, template: str) -> None:
    mail = queue(session, template)
    page = lxml_html.fromstring(mail.html)
    for element in page.xpath("//h1 | //a[contains(@class, 'button')] | //td[contains(@class, 'body')]"):
        assert "color" in element.get("style")
    for element in page.xpath("//td[contains(@class, 'outer')]"):
        assert "overflow-wrap: anywhere" in element.get("style"), "long words wrap on a phone"
    styles = page.xpath("//style")
    assert len(styles) == 1
    assert "prefers-color-scheme: dark" in styles[0].text_content()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("template", list(TemplateId))
def test_names_and_sentences_are_escaped(
    session: Session, run_jobs: Callable[[], int], mailbox: Mailbox, template: str, name: str
) -> None:
    mail = queue(
        session,
        template,
        to=Recipient(name, "sam@supplier.example"),
        sender=MailSender(name, name),
        context={"heading": f"Hi\r\nBcc: all@example.org {name}", "lines": [name]},
    )
    page = lxml_html.fromstring(mail.html)
    assert page.xpath("//script | //img[@onerror]") == []
    assert "<script" not in mail.html
    assert "49" not in mail.html
    assert "\n" not in mail.subject
    assert "\r" not in mail.subject
    assert " ".join(name.split()) in " ".join(page.text_content().split())
    run_jobs()
    (sent,) = mailbox.mails
    assert sent.recipients == ["sam@supplier.example"]
    assert sent.message["Bcc"] is None
    (address,) = sent.message["From"].addresses
    assert address.addr_spec == "no-reply@localhost"


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        (MailSender("Meridian Surgical Ltd", "Rosa Meyer"), "Meridian Surgical Ltd via Assay"),
        (MailSender('Müller, Söhne & Co. "Präzision"'), 'Müller, Söhne & Co. "Präzision" via Assay'),
        (MailSender(" ".join(["Long"] * 40)), " ".join(["Long"] * 8) + "\u2026 via Assay"),
        (None, "Assay"),
    ],
    ids=["organisation", "quoted", "long", "product"],
)
def test_from_line_names_the_organisation_and_the_product(
    session: Session, run_jobs: Callable[[], int], mailbox: Mailbox, sender: MailSender | None, name: str
) -> None:
    queue(session, AccountMail.GENERAL, sender=sender)
    run_jobs()
    (sent,) = mailbox.mails
    (address,) = sent.message["From"].addresses
    assert (address.display_name, address.addr_spec) == (name, "no-reply@localhost")


def test_system_mail_names_the_product(session: Session) -> None:
    mail = queue(session, AccountMail.GENERAL, sender=None)
    assert (
        "Assay" in lxml_html.fromstring(mail.html).xpath("//td[contains(@class, 'from')]")[0].text_content()
    )


def test_url_below_the_button_is_the_same(session: Session) -> None:
    mail = queue(session, RfxMail.RFI)
    links = {a.get("href") for a in lxml_html.fromstring(mail.html).xpath("//a")}
    assert links == {"http://localhost/somewhere?a=1&b=2"}


def test_invalid_address_fails_without_retry(session: Session, run_jobs: Callable[[], int]) -> None:
    queue(session, AccountMail.GENERAL, to=Recipient("Sam", "sam@\r\nx"))
    run_jobs()
    mail = session.execute(select(OutboxMail)).scalar_one()
    assert (mail.status, mail.attempts) == (MailStatus.FAILED, 1)
    assert mail.last_error


def test_internationalised_domain_is_sent_in_punycode(
    session: Session, run_jobs: Callable[[], int], mailbox: Mailbox
) -> None:
    queue(session, AccountMail.GENERAL, to=Recipient("Uli", "uli@straße-und-bücher.example"))
    run_jobs()
    assert [mail.recipients for mail in mailbox.mails] == [["uli@xn--strae-und-bcher-tib41c.example"]]
