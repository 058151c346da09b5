"""The mail outbox: mails are rows, written in the transaction that causes them, and sent by the worker.

Each mail has a `dedupe_key`, so that a repeated request sends it once, and its own Message-ID, so that a mail that was
in flight when a worker died can be recognised as a duplicate. `mail_delivery` sends them. Without SMTP settings the
mails stay in the outbox and can be read at /sysadmin/outbox.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.utils import make_msgid
from enum import Enum, StrEnum
from typing import Any
from urllib.parse import urlsplit

import css_inline
from flask import render_template
from sqlalchemy import Index, literal, select
from sqlalchemy import text as sql
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.model import Base, enum_column
from app.kernel.db.purging import delete_with_keys, is_spent
from app.kernel.jobs.queue import enqueue
from app.kernel.mail.subjects import SUBJECT_LIMIT, shorten
from app.kernel.registry import current_registry
from app.kernel.sanitise import text_of


class MailStatus(StrEnum):
    """QUEUED until sent; KEPT without SMTP settings; SUPPRESSED if the recipient gets no mail."""

    QUEUED = "QUEUED"
    SENT = "SENT"
    KEPT = "KEPT"
    SUPPRESSED = "SUPPRESSED"
    FAILED = "FAILED"


class OutboxMail(Base):
    """One mail to one recipient.

    `template` has no check constraint: the features above register their templates when the application starts, after
    this table is declared, and mails of templates that no longer exist stay. `queue_mail` rejects other values.
    """

    __tablename__ = "outbox_mail"
    __table_args__ = (
        Index("uq_outbox_mail_dedupe_key", "dedupe_key", unique=True),
        Index("ix_outbox_mail_status", "status", "id"),
        Index("ix_outbox_mail_created", "created"),
        Index(
            "ix_outbox_mail_subject", "subject_type", "subject_id", "id",
            postgresql_where=sql("subject_id is not null"),
        ),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(primary_key=True)
    dedupe_key: Mapped[str]
    template: Mapped[str]
    organisation_id: Mapped[int | None]
    from_name: Mapped[str | None]
    """The name of the sender, shown before the product's; None for mails of the product itself."""
    to_user_id: Mapped[int | None]
    to_name: Mapped[str]
    to_email: Mapped[str]
    subject: Mapped[str]
    html: Mapped[str]
    text: Mapped[str]
    message_id: Mapped[str]
    unsubscribe_url: Mapped[str | None]
    """The address where the recipient can end mails of this kind; None for mails that a user waits for."""
    subject_type: Mapped[str | None]
    """With `subject_id`, the record whose pages show the state of this mail; the feature above chooses the name."""
    subject_id: Mapped[int | None]
    status: Mapped[MailStatus] = enum_column(MailStatus, default=MailStatus.QUEUED)
    attempts: Mapped[int] = mapped_column(server_default=sql("0"))
    last_error: Mapped[str | None]
    created: Mapped[datetime]
    sent: Mapped[datetime | None] = mapped_column(server_default=sql("null"))


@dataclass(frozen=True, slots=True)
class Recipient:
    """The recipient of a mail; `user_id` is None for people without an account.

    If `is_anonymous`, `name` is a placeholder, which the greeting of the mail does not use.
    """

    name: str
    email: str
    user_id: int | None = None
    is_anonymous: bool = False

    @property
    def greeting(self) -> str:
        """Return the first line of the mail."""
        return "Hello," if self.is_anonymous else f"Hello {self.name},"


@dataclass(frozen=True, slots=True)
class MailSender:
    """The sender shown in the From line (its organisation) and the heading of a mail. `logo_path` needs no sign-in."""

    organisation_name: str
    name: str = ""
    logo_path: str | None = None


def public_picture_path(picture_id: int | None) -> str | None:
    """Return the path of a logo or profile picture for readers of a mail or an invitation, who are not signed in."""
    return current_registry().picture_path(picture_id) if picture_id is not None else None


class Outbox(Enum):
    """The destination of queued mails: the recipients, the outbox alone (KEPT), or nowhere."""

    SENDS = "sends"
    KEEPS = "keeps"
    DISCARDS = "discards"


_outbox = ContextVar("outbox", default=Outbox.SENDS)
_collected: ContextVar[list["CollectedMail"] | None] = ContextVar("collected_mails", default=None)


@contextmanager
def keep_mails() -> Iterator[None]:
    """Write mails to the outbox as KEPT while the block runs: demo data must not send mails to real people."""
    token = _outbox.set(Outbox.KEEPS)
    try:
        yield
    finally:
        _outbox.reset(token)


@contextmanager
def discard_mails() -> Iterator[None]:
    """Drop mails while the block runs: the generated past of demo and test data has no mails."""
    token = _outbox.set(Outbox.DISCARDS)
    try:
        yield
    finally:
        _outbox.reset(token)


@contextmanager
def collect_mails() -> Iterator[list["CollectedMail"]]:
    """Return the mails that the block queues; for previews, whose caller rolls the block back."""
    mails: list[CollectedMail] = []
    token = _collected.set(mails)
    try:
        yield mails
    finally:
        _collected.reset(token)


def absolute_url(path: str) -> str:
    """Return the public address of `path`, based on the settings and never on a request's Host header."""
    return current_registry().settings.BASE_URL.rstrip("/") + path


def queue_mail(
    template: str,
    *,
    to: Recipient,
    dedupe_key: str,
    context: Mapping[str, Any],
    sender: MailSender | None = None,
    organisation_id: int | None = None,
    optional: bool = False,
    subject: tuple[str, int] | None = None,
) -> bool:
    """Render a mail and write it to the outbox; it is sent after the commit, once for each `dedupe_key`.

    Returns False if nothing was written, because a mail with this key exists or existed, or mails are discarded.

    `template` is a registered template (`Registry.add_mail_templates`); ValueError for others.

    `optional` mails report something that the product also shows (messages, alerts); users can unsubscribe from them
    (List-Unsubscribe). Other mails (invitations, requests, password links) are always sent.

    `subject` is the type and id of the record whose pages show the state of the mail.

    `context` contains the variables of templates/email/base.html: `heading`, `lines` (sentences), `button_label`,
    `button_url`, and optionally `subject` (default: the heading), `facts` (pairs of label and value), `message_html`
    (sanitised), `messages` ({author, organisation, html}), `sections` ({title, items ({text, details, url}), more}) and
    `settings_url`. Subjects of more than `SUBJECT_LIMIT` characters are cut.
    """
    if template not in current_registry().mail_templates:
        raise ValueError(f"no feature has registered a mail {template}")
    outbox = _outbox.get()
    if outbox is Outbox.DISCARDS:
        return False
    unsubscribe_url = _unsubscribe_url(to) if optional else None
    rendered = render_mail(template, to=to, context=context, sender=sender, unsubscribe_url=unsubscribe_url)
    if (collected := _collected.get()) is not None:
        collected.append(CollectedMail(to, rendered))
    mail = {
        "dedupe_key": dedupe_key, "template": template, "organisation_id": organisation_id,
        "from_name": sender.organisation_name if sender else None, "to_user_id": to.user_id,
        "to_name": to.name, "to_email": to.email, "subject": rendered.subject, "html": rendered.html,
        "text": rendered.text,
        "message_id": make_msgid(domain=urlsplit(current_registry().settings.BASE_URL).hostname or "localhost"),
        "unsubscribe_url": unsubscribe_url,
        "subject_type": subject[0] if subject else None, "subject_id": subject[1] if subject else None,
        "status": MailStatus.KEPT if outbox is Outbox.KEEPS else MailStatus.QUEUED, "created": now(),
    }  # fmt: skip
    columns = OutboxMail.__table__.c
    values = select(*(literal(value, columns[name].type) for name, value in mail.items()))
    mail_id = db.session.execute(
        insert(OutboxMail)
        .from_select(
            list(mail), values.where(~is_spent(OutboxMail.dedupe_key, dedupe_key)), include_defaults=False
        )
        .on_conflict_do_nothing(index_elements=["dedupe_key"])
        .returning(OutboxMail.id)
    ).scalar()
    if mail_id is not None and outbox is Outbox.SENDS:
        enqueue("mail.send", mail_id=mail_id)
    return mail_id is not None


def delete_old_mails() -> None:
    """Delete mails after MAIL_DAYS in batches, except those that are still to be sent; their dedupe keys stay."""
    days = current_registry().settings.MAIL_DAYS
    if days:
        is_old = OutboxMail.created < now() - timedelta(days=days)
        delete_with_keys(OutboxMail.id, OutboxMail.dedupe_key, is_old, OutboxMail.status != MailStatus.QUEUED)


@dataclass(frozen=True, slots=True)
class RenderedMail:
    """A rendered mail: its subject and both parts."""

    subject: str
    html: str
    text: str


@dataclass(frozen=True, slots=True)
class CollectedMail:
    """A mail of `collect_mails`."""

    to: Recipient
    rendered: RenderedMail


def render_mail(
    template: str,
    *,
    to: Recipient,
    context: Mapping[str, Any],
    sender: MailSender | None = None,
    unsubscribe_url: str | None = None,
) -> RenderedMail:
    """Render a mail with inline styles; `context` as in `queue_mail`."""
    values = {
        "to": to,
        "sender": sender,
        "logo_url": absolute_url(sender.logo_path) if sender and sender.logo_path else None,
        "unsubscribe_url": unsubscribe_url,
        "product": current_registry().settings.PRODUCT_NAME,
        "message_text": text_of(context.get("message_html") or ""),
        **context,
    }
    folder = f"email/{template.lower()}"
    subject = shorten(render_template(f"{folder}/subject.txt", **values), SUBJECT_LIMIT)
    html = css_inline.inline(render_template(f"{folder}/body.html", **values), load_remote_stylesheets=False)
    plain = render_template(f"{folder}/body.txt", **values).strip() + "\n"
    return RenderedMail(subject, html, plain)


def _unsubscribe_url(to: Recipient) -> str | None:
    if to.user_id is None:
        return None
    return absolute_url(current_registry().unsubscribe_path(to.user_id))
