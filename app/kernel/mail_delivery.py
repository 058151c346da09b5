"""Delivery of the outbox's mails by SMTP, over one connection for each worker process."""

import re
import smtplib
import ssl
from contextlib import suppress
from datetime import timedelta
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import parseaddr
from ipaddress import ip_address
from typing import Any
from urllib.parse import unquote, urlsplit

import structlog
from email_validator import EmailNotValidError, validate_email
from sqlalchemy import select

from app.extensions import db
from app.kernel.clock import now
from app.kernel.jobs import enqueue
from app.kernel.mail import MailStatus, OutboxMail
from app.kernel.registry import current_registry

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


def send_mail(mail_id: int) -> None:
    """Send one mail of the outbox; after a failure it is tried again up to 5 times, with growing gaps."""
    mail: OutboxMail | None = db.session.execute(
        select(OutboxMail).where(OutboxMail.id == mail_id).with_for_update(skip_locked=True)
    ).scalar()
    if mail is None or mail.status not in {MailStatus.QUEUED, MailStatus.FAILED}:
        return
    if current_registry().suppresses_mail(mail.to_user_id, mail.to_email, mail.unsubscribe_url is not None):
        mail.status = MailStatus.SUPPRESSED
        return
    url = current_registry().settings.SMTP_URL
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
    name, address = parseaddr(current_registry().settings.MAIL_FROM)
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
    """Send a mail by the open connection, else by a new one, which stays open until `close_connection`.

    One that the server has ended meanwhile is replaced, unless the mail was in flight: then nobody knows whether it
    was accepted, and the error is the caller's.
    """
    client = _connection[0] if _connection else None
    if client is not None and (client.url != url or client.mails >= MAILS_PER_CONNECTION):
        close_connection()
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


def close_connection() -> None:
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
    name = urlsplit(current_registry().settings.BASE_URL).hostname or "localhost"
    with suppress(ValueError):
        return f"[IPv6:{name}]" if ip_address(name).version == 6 else f"[{name}]"
    return name
