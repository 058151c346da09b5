"""Delivery of mails in the outbox by SMTP, over one connection for each worker process."""

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
from email_validator import EmailNotValidError
from sqlalchemy import select

from app.extensions import db
from app.kernel.clock import now
from app.kernel.email_addresses import parse_address
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.outbox import MailStatus, OutboxMail
from app.kernel.mail.subjects import NAME_LIMIT, shorten
from app.kernel.registry import current_registry

log = structlog.get_logger(__name__)

SMTP_TIMEOUT = 20
MAILS_PER_CONNECTION = 100
"""Many servers close a connection after this number of mails."""
SECRET_IN_ADDRESS = re.compile(r"(?<=/)[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])")
"""Matches the 43-character secret (32 random bytes) at the end of a login link."""
RETRY_GAPS = (
    timedelta(seconds=20),
    timedelta(minutes=2),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=6),
)


def send_mail(mail_id: int) -> None:
    """Send one mail of the outbox; after a failure it is retried up to 5 times, with growing delays."""
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
    """Return True if a retry is useless: the address is not valid, or the server does not know it.

    A server that rejects a recipient temporarily (4xx, for example greylisting) accepts the mail later.
    """
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(code >= 500 for code, _ in error.recipients.values())
    return isinstance(error, ValueError)


def _without_secrets(text: str) -> str:
    """Return a sent mail's text with unusable links; the database stores the secrets only as hashes too."""
    return SECRET_IN_ADDRESS.sub("...", text)


def _message(mail: OutboxMail) -> EmailMessage:
    message = EmailMessage()
    product, address = parseaddr(current_registry().settings.MAIL_FROM)
    message["From"] = Address(display_name=_sender_name(mail.from_name, product), addr_spec=address)
    message["To"] = Address(
        display_name=_header_text(mail.to_name), addr_spec=_with_ascii_domain(mail.to_email)
    )
    message["Subject"] = _header_text(mail.subject)
    message["Message-ID"] = mail.message_id
    message["Auto-Submitted"] = "auto-generated"
    if mail.unsubscribe_url:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe_url}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    message.add_alternative(mail.html, subtype="html")
    return message


def _sender_name(name: str | None, product: str) -> str:
    """Return the name that mail programs list: the organisation and, as the address is not its own, the product."""
    parts = [shorten(_header_text(name), NAME_LIMIT), product] if name else [product]
    return " via ".join(filter(None, parts))


def _header_text(text: str) -> str:
    """Return `text` as one header line without encoded words.

    Python decodes `=?utf-8?q?...?=` in a name, and has written decoded line breaks into the header, so that a name
    could add headers.
    """
    return " ".join(text.split()).replace("=?", "= ?")


def _with_ascii_domain(address: str) -> str:
    """Return the address with its domain in ASCII: few servers accept `bücher.example`, all `xn--bcher-kva.example`."""
    if address.isascii():
        return address
    try:
        return parse_address(address).ascii_email or address
    except EmailNotValidError:
        return address


class _TrackedSmtp(smtplib.SMTP):
    """A connection that records its progress with the current mail."""

    url = ""
    mails = 0
    """Number of mails started on this connection."""
    in_flight = False
    """True once the content of the current mail was sent: from then on the server may have accepted it."""

    def data(self, msg: Any) -> tuple[int, bytes]:
        self.in_flight = True
        return super().data(msg)


class _TrackedSmtpTls(_TrackedSmtp, smtplib.SMTP_SSL):
    """The same with TLS from the beginning."""


_connection: list[_TrackedSmtp] = []
"""The connection for the next mail. Only one thread of a process sends mails."""


def _deliver(url: str, message: EmailMessage) -> None:
    """Send a mail over the open connection or a new one, which stays open until `close_connection`.

    A connection that the server has closed meanwhile is replaced, unless the mail was in flight: then it may have been
    accepted, and the error is raised.
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


def _send(client: _TrackedSmtp, message: EmailMessage) -> None:
    client.mails += 1
    client.in_flight = False
    try:
        client.send_message(message)
    finally:
        if client.sock is None:
            _connection.clear()


def close_connection() -> None:
    """Close the connection to the mail server, if it is open, because no mail is due."""
    for client in _connection:
        with suppress(smtplib.SMTPException, OSError):
            client.quit()
        client.close()
    _connection.clear()


def _connect(url: str) -> _TrackedSmtp:
    parts = urlsplit(url)
    host, port = parts.hostname or "localhost", parts.port
    client: _TrackedSmtp
    if parts.scheme == "smtps":
        client = _TrackedSmtpTls(
            host,
            port or 465,
            local_hostname=_greeting_name(),
            timeout=SMTP_TIMEOUT,
            context=ssl.create_default_context(),
        )
    else:
        client = _TrackedSmtp(host, port or 25, local_hostname=_greeting_name(), timeout=SMTP_TIMEOUT)
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


def _greeting_name() -> str:
    """Return the name for the SMTP greeting: the host of the public address.

    By default the library looks it up in the network for each mail, half a second if the host's name cannot be resolved.
    """
    name = urlsplit(current_registry().settings.BASE_URL).hostname or "localhost"
    with suppress(ValueError):
        return f"[IPv6:{name}]" if ip_address(name).version == 6 else f"[{name}]"
    return name
