"""Rules of the network that need no database."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from typing import Any

from app.kernel.auth import Actor
from app.network.models import Relationship
from app.network.types import LEVELS_ABOVE_NONE, RelationshipLevel

PUBLIC_MAIL_DOMAINS = frozenset(
    [
        "aol.com",
        "fastmail.com",
        "free.fr",
        "gmail.com",
        "gmx.at",
        "gmx.ch",
        "gmx.com",
        "gmx.de",
        "gmx.net",
        "googlemail.com",
        "hey.com",
        "hotmail.co.uk",
        "hotmail.com",
        "hotmail.de",
        "hotmail.fr",
        "icloud.com",
        "inbox.lv",
        "interia.pl",
        "laposte.net",
        "libero.it",
        "live.com",
        "mac.com",
        "mail.com",
        "mail.ru",
        "me.com",
        "msn.com",
        "naver.com",
        "onet.pl",
        "orange.fr",
        "outlook.com",
        "outlook.de",
        "pm.me",
        "proton.me",
        "protonmail.com",
        "qq.com",
        "rediffmail.com",
        "seznam.cz",
        "sfr.fr",
        "t-online.de",
        "tutanota.com",
        "wanadoo.fr",
        "web.de",
        "wp.pl",
        "yahoo.co.jp",
        "yahoo.co.uk",
        "yahoo.com",
        "yahoo.de",
        "yahoo.fr",
        "yandex.com",
        "yandex.ru",
        "ymail.com",
        "zoho.com",
        "126.com",
        "163.com",
    ]
)
"""Domains that say nothing of an organisation."""


def mail_domain(email: str) -> str | None:
    """The domain of an address, if it is likely to be an organisation's own."""
    domain = email.rpartition("@")[2].strip().lower()
    return domain if "." in domain and domain not in PUBLIC_MAIL_DOMAINS else None


def is_above_none(level: str | None) -> bool:
    """Whether a level is a relationship that messages, RFxs and the like may build on."""
    return level is not None and RelationshipLevel(level) in LEVELS_ABOVE_NONE


USER_NAME = "{{userName}}"
"""Where the name of the user who sends it comes in a kept invitation message."""


def with_placeholder(message_html: str, user_name: str) -> str:
    """An invitation message to be kept for all users: with `USER_NAME` instead of the name of the one who wrote it."""
    name = re.escape(escape(user_name, quote=False))
    return re.sub(rf"(?<!\w){name}(?!\w)(?![^<]*>)", lambda _: USER_NAME, message_html)


def signed_by(message_html: str, user_name: str) -> str:
    """A kept invitation message with the name of the user who sends it."""
    return message_html.replace(USER_NAME, escape(user_name, quote=False))


def default_invite_message(user_name: str) -> str:
    """The message that an invitation begins with, signed with the user's name (specification section 2)."""
    return (
        "<p>Hello,</p><p>we would like to work with you through this platform: messages, questionnaires and "
        "everything else about our relationship in one place. Please accept the invitation to get started.</p>"
        f"<p>Kind regards,<br>{escape(user_name)}</p>"
    )


Section = Callable[[Actor, Relationship | None], dict[str, Any] | None]
"""Return a part of an organisation's page for the actor, by the relationship that the actor's organisation keeps."""


@dataclass
class OrganisationHooks:
    """Sections that features above add to an organisation's JSON, by name."""

    sections: dict[str, Section] = field(default_factory=dict)
