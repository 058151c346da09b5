"""The mail outbox: mails are rows, written in the transaction that causes them, and sent by the worker.

Each mail has a `dedupe_key`, so that asking twice sends once, and a Message-ID of its own, so that a mail
that was in flight when a worker died can be known as a copy. Without SMTP settings mails are kept and can be
read at /sysadmin/outbox.
"""

import re
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from enum import StrEnum
from ipaddress import ip_address
from typing import Any
from urllib.parse import unquote, urlsplit

import css_inline
import structlog
from email_validator import EmailNotValidError, validate_email
from flask import current_app, render_template
from sqlalchemy import Index, select
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from app.config import Settings
from app.extensions import db
from app.kernel.clock import now
from app.kernel.jobs import Rank, enqueue, job
from app.kernel.model import Base, enum_column
from app.kernel.sanitise import text_of

log = structlog.get_logger(__name__)

SMTP_TIMEOUT = 20
MAILS_PER_CONNECTION = 100
"""Many servers end a connection after that many mails."""
SECRET_IN_ADDRESS = re.compile(r"(?<=/)[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])")
"""The 32 random bytes that end the address of a link which lets in who has it."""
RETRY_GAPS = (
    timedelta(seconds=20),
    timedelta(minutes=2),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=6),
)


class MailTemplate(StrEnum):
    """The mails of the product (specification section 2, Sysadmin); each is a folder of templates/email."""

    GENERAL = "GENERAL"
    NCRCONVERSATION = "NCRCONVERSATION"
    USERTASKASSIGNMENT = "USERTASKASSIGNMENT"
    RFI = "RFI"
    RFICONVERSATION = "RFICONVERSATION"
    RFIREMINDER = "RFIREMINDER"
    RFIREOPEN = "RFIREOPEN"
    RFISUBMIT = "RFISUBMIT"
    SUPPLIERINVITE = "SUPPLIERINVITE"
    RELATIONSHIPADDED = "RELATIONSHIPADDED"
    RELATIONSHIPUPDATED = "RELATIONSHIPUPDATED"
    SELFSURVEYREQUEST = "SELFSURVEYREQUEST"
    SURVEYREQUEST = "SURVEYREQUEST"
    DEADLINECHANGED = "DEADLINECHANGED"
    USERINVITE = "USERINVITE"
    USERINVITEDALERT = "USERINVITEDALERT"


class MailStatus(StrEnum):
    """QUEUED until sent; KEPT where there is no SMTP; SUPPRESSED where the recipient gets no mail."""

    QUEUED = "QUEUED"
    SENT = "SENT"
    KEPT = "KEPT"
    SUPPRESSED = "SUPPRESSED"
    FAILED = "FAILED"


class OutboxMail(Base):
    """One mail to one recipient."""

    __tablename__ = "outbox_mail"
    __table_args__ = (
        Index("uq_outbox_mail_dedupe_key", "dedupe_key", unique=True),
        Index("ix_outbox_mail_status", "status", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    dedupe_key: Mapped[str]
    template: Mapped[str]
    organisation_id: Mapped[int | None]
    to_user_id: Mapped[int | None]
    to_name: Mapped[str]
    to_email: Mapped[str]
    subject: Mapped[str]
    html: Mapped[str]
    text: Mapped[str]
    message_id: Mapped[str]
    unsubscribe_url: Mapped[str | None]
    """Where its reader can end mails of its kind; None for mails that somebody waits for."""
    status: Mapped[MailStatus] = enum_column(MailStatus, default=MailStatus.QUEUED)
    attempts: Mapped[int] = mapped_column(server_default=sql("0"))
    last_error: Mapped[str | None]
    created: Mapped[datetime]
    sent: Mapped[datetime | None] = mapped_column(server_default=sql("null"))


NAMELESS = "Anonymous"
"""Stands for the name of a guest who was asked by e-mail alone (product decisions)."""


@dataclass(frozen=True, slots=True)
class Recipient:
    """Whom a mail goes to; `user_id` is None for somebody who has no account."""

    name: str
    email: str
    user_id: int | None = None

    @property
    def greeting(self) -> str:
        """How a mail begins; who has given no name is not called by a stand-in for it."""
        return "Hello," if self.name == NAMELESS else f"Hello {self.name},"


@dataclass(frozen=True, slots=True)
class MailSender:
    """On whose behalf a mail is sent: shown in its heading. `logo_path` opens to readers without a sign-in."""

    organisation_name: str
    name: str = ""
    logo_path: str | None = None


SuppressionCheck = Callable[[int | None, str, bool], bool]
_suppressed: list[SuppressionCheck] = []


def bind_suppression(check: SuppressionCheck) -> None:
    """Tell the kernel who gets no mail: a function of user id, address, and whether the mail is optional."""
    _suppressed[:] = [check]


LogoPath = Callable[[int], str | None]
_logo_path: list[LogoPath] = []


def bind_logos(path: LogoPath) -> None:
    """Tell the kernel under which path a reader without a sign-in finds a picture, by the attachment's id."""
    _logo_path[:] = [path]


def public_picture_path(picture_id: int | None) -> str | None:
    """The path under which readers without a sign-in, of a mail or an invitation, find a logo or a profile picture."""
    return _logo_path[0](picture_id) if _logo_path and picture_id is not None else None


UnsubscribePath = Callable[[int], str]
_unsubscribe_path: list[UnsubscribePath] = []


def bind_unsubscribing(path: UnsubscribePath) -> None:
    """Tell the kernel under which path a user, by id, ends optional mails without signing in."""
    _unsubscribe_path[:] = [path]


_keeping = ContextVar("keeping", default=False)


@contextmanager
def keep_mails() -> Iterator[None]:
    """Write mails to the outbox as KEPT for as long as the block runs: demo data must not reach anybody."""
    token = _keeping.set(True)
    try:
        yield
    finally:
        _keeping.reset(token)


def absolute_url(path: str) -> str:
    """The public address of `path`; from the settings, never from a request's Host header."""
    settings: Settings = current_app.config["ASSAY"]
    return settings.BASE_URL.rstrip("/") + path


def queue_mail(
    template: MailTemplate,
    *,
    to: Recipient,
    dedupe_key: str,
    context: dict[str, Any],
    sender: MailSender | None = None,
    organisation_id: int | None = None,
    optional: bool = False,
) -> None:
    """Write a mail to the outbox, rendered now; it leaves after the commit, once for each `dedupe_key`.

    `optional` mails tell of something that is in the product anyway (messages, alerts): a user can end them by
    their List-Unsubscribe. Others (invitations, requests, password links) always go.

    `context` holds what templates/email/base.html shows: `heading`, `lines` (sentences), `button_label`,
    `button_url`, and where there are any `subject` (else the heading), `message_html` (sanitised) and
    `messages` ({author, organisation, html}).
    """
    unsubscribe_url = _unsubscribe_url(to) if optional else None
    made = render_mail(template, to=to, context=context, sender=sender, unsubscribe_url=unsubscribe_url)
    mail_id = db.session.execute(
        insert(OutboxMail)
        .values(
            dedupe_key=dedupe_key, template=template.value, organisation_id=organisation_id, to_user_id=to.user_id,
            to_name=to.name, to_email=to.email, subject=made.subject, html=made.html, text=made.text,
            message_id=make_msgid(domain=urlsplit(_settings().BASE_URL).hostname or "localhost"),
            unsubscribe_url=unsubscribe_url,
            status=MailStatus.KEPT if _keeping.get() else MailStatus.QUEUED, created=now(),
        )
        .on_conflict_do_nothing(index_elements=["dedupe_key"])
        .returning(OutboxMail.id)
    ).scalar()  # fmt: skip
    if mail_id is not None and not _keeping.get():
        enqueue("mail.send", mail_id=mail_id)


@dataclass(frozen=True, slots=True)
class RenderedMail:
    """A mail as it is sent: its subject and both parts."""

    subject: str
    html: str
    text: str


def render_mail(
    template: MailTemplate,
    *,
    to: Recipient,
    context: dict[str, Any],
    sender: MailSender | None = None,
    unsubscribe_url: str | None = None,
) -> RenderedMail:
    """Make a mail of its template, with the styles in its elements; `context` as `queue_mail` takes it."""
    values = {
        "to": to,
        "sender": sender,
        "logo_url": absolute_url(sender.logo_path) if sender and sender.logo_path else None,
        "unsubscribe_url": unsubscribe_url,
        "product": _settings().PRODUCT_NAME,
        "message_text": text_of(context.get("message_html") or ""),
        **context,
    }
    folder = f"email/{template.value.lower()}"
    subject = " ".join(render_template(f"{folder}/subject.txt", **values).split())
    html = css_inline.inline(render_template(f"{folder}/body.html", **values), load_remote_stylesheets=False)
    plain = render_template(f"{folder}/body.txt", **values).strip() + "\n"
    return RenderedMail(subject, html, plain)


def _unsubscribe_url(to: Recipient) -> str | None:
    if to.user_id is None or not _unsubscribe_path:
        return None
    return absolute_url(_unsubscribe_path[0](to.user_id))


@job("mail.send", rank=Rank.MAIL)
def send_mail(mail_id: int) -> None:
    """Send one mail of the outbox; after a failure it is tried again up to 5 times, with growing gaps."""
    mail: OutboxMail | None = db.session.execute(
        select(OutboxMail).where(OutboxMail.id == mail_id).with_for_update(skip_locked=True)
    ).scalar()
    if mail is None or mail.status not in {MailStatus.QUEUED, MailStatus.FAILED}:
        return
    if _suppressed and _suppressed[0](mail.to_user_id, mail.to_email, mail.unsubscribe_url is not None):
        mail.status = MailStatus.SUPPRESSED
        return
    url = _settings().SMTP_URL
    if not url:
        mail.status = MailStatus.KEPT
        return
    mail.attempts += 1
    try:
        _deliver(url, _message(mail))
    except (smtplib.SMTPException, OSError, ValueError) as error:
        log.warning("mail_not_sent", mail_id=mail.id, attempt=mail.attempts, error=type(error).__name__)
        mail.last_error = str(error)[:2000] or type(error).__name__
        if mail.attempts > len(RETRY_GAPS) or _is_final(error):
            mail.status = MailStatus.FAILED
        else:
            enqueue("mail.send", run_at=now() + RETRY_GAPS[mail.attempts - 1], mail_id=mail.id)
        return
    mail.status, mail.sent, mail.last_error = MailStatus.SENT, now(), None
    mail.html, mail.text = _without_secrets(mail.html), _without_secrets(mail.text)


def _is_final(error: Exception) -> bool:
    """Whether trying again is of no use: an address that no mail can have, or that the server does not know.

    A server that refuses a recipient for now (4xx, as in greylisting) takes the mail later.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, ValueError)


def _without_secrets(text: str) -> str:
    """What is kept of a mail that was sent: the links in it open nothing any more, like those that are stored."""
    return SECRET_IN_ADDRESS.sub("...", text)


def _message(mail: OutboxMail) -> EmailMessage:
    message = EmailMessage()
    name, address = parseaddr(_settings().MAIL_FROM)
    message["From"] = Address(display_name=name, addr_spec=address)
    message["To"] = Address(display_name=_in_header(mail.to_name), addr_spec=_for_all_servers(mail.to_email))
    message["Subject"] = _in_header(mail.subject)
    message["Message-ID"] = mail.message_id
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe_url:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe_url}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    return message


def _in_header(text: str) -> str:
    """A text as one line of a header in which nothing is an encoded word.

    Python reads `=?utf-8?q?...?=` in a name as what it stands for, and has written the line ends in it as line ends:
    headers of the name's own.
    """
    return " ".join(text.split()).replace("=?", "= ?")


def _for_all_servers(address: str) -> str:
    """An address with the domain as every server takes it: few take `bücher.example`, all `xn--bcher-kva.example`."""
    if address.isascii():
        return address
    try:
        found = validate_email(address, check_deliverability=False, test_environment=True)
    except EmailNotValidError:
        return address
    return found.ascii_email or address


class _Noting(smtplib.SMTP):
    """A connection that notes how far it has come with a mail."""

    url = ""
    mails = 0
    """How many were begun on this connection."""
    in_flight = False
    """Whether the present mail itself was sent: from then on the server may have accepted it."""

    def data(self, msg: Any) -> tuple[int, bytes]:
        self.in_flight = True
        return super().data(msg)


class _NotingTls(_Noting, smtplib.SMTP_SSL):
    """The same with TLS from the beginning."""


_connection: list[_Noting] = []
"""The connection that the next mail takes, of this process's one thread that sends."""


def _deliver(url: str, message: EmailMessage) -> None:
    """Send a mail by the open connection, else by a new one, which stays open until `hang_up`.

    One that the server has ended meanwhile is replaced, unless the mail was in flight: then nobody knows whether it
    was accepted, and the error is the caller's.
    """
    client = _connection[0] if _connection else None
    if client is not None and (client.url != url or client.mails >= MAILS_PER_CONNECTION):
        hang_up()
        client = None
    if client is not None:
        try:
            _send(client, message)
        except (smtplib.SMTPException, OSError) as error:
            if client.in_flight or client.sock is not None:
                raise
            log.info("smtp_connection_renewed", error=type(error).__name__)
        else:
            return
    client = _connect(url)
    _connection[:] = [client]
    _send(client, message)


def _send(client: _Noting, message: EmailMessage) -> None:
    client.mails += 1
    client.in_flight = False
    try:
        client.send_message(message)
    finally:
        if client.sock is None:
            _connection.clear()


def hang_up() -> None:
    """Close the connection to the mail server, if one is open: no mail is sent for a while."""
    for client in _connection:
        with suppress(smtplib.SMTPException, OSError):
            client.quit()
        client.close()
    _connection.clear()


def _connect(url: str) -> _Noting:
    parts = urlsplit(url)
    host, port = parts.hostname or "localhost", parts.port
    client: _Noting
    if parts.scheme == "smtps":
        client = _NotingTls(
            host,
            port or 465,
            local_hostname=_own_name(),
            timeout=SMTP_TIMEOUT,
            context=ssl.create_default_context(),
        )
    else:
        client = _Noting(host, port or 25, local_hostname=_own_name(), timeout=SMTP_TIMEOUT)
    try:
        client.ehlo()
        if parts.scheme == "smtp" and client.has_extn("starttls"):
            client.starttls(context=ssl.create_default_context())
            client.ehlo()
        if parts.username:
            client.login(unquote(parts.username), unquote(parts.password or ""))
    except BaseException:
        client.close()
        raise
    client.url = url
    return client


def _own_name() -> str:
    """By which name to greet a mail server: that of the public address.

    Left to itself the library asks the network for it, for each mail, half a second where the host's name is not known.
    """
    name = urlsplit(_settings().BASE_URL).hostname or "localhost"
    with suppress(ValueError):
        return f"[IPv6:{name}]" if ip_address(name).version == 6 else f"[{name}]"
    return name


def _settings() -> Settings:
    settings: Settings = current_app.config["ASSAY"]
    return settings
