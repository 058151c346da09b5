"""Rules of the network that need no database."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape

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
"""Mail domains of public providers, which do not identify an organisation."""


def mail_domain(email: str) -> str | None:
    """Return the domain of an e-mail address, or None for a public provider."""
    domain = email.rpartition("@")[2].strip().lower()
    return domain if "." in domain and domain not in PUBLIC_MAIL_DOMAINS else None


def is_above_none(level: str | None) -> bool:
    """True for a level that allows messages, RFxs and so on."""
    return level is not None and RelationshipLevel(level) in LEVELS_ABOVE_NONE


USER_NAME = "{{userName}}"
"""Placeholder for the sender's name in a saved invitation message."""


def with_placeholder(message_html: str, user_name: str) -> str:
    """Replace the author's name in an invitation message by `USER_NAME`, so that all users can reuse it."""
    name = re.escape(escape(user_name, quote=False))
    return re.sub(rf"(?<!\w){name}(?!\w)(?![^<]*>)", lambda _: USER_NAME, message_html)


def signed_by(message_html: str, user_name: str) -> str:
    """Insert the sender's name into a saved invitation message."""
    return message_html.replace(USER_NAME, escape(user_name, quote=False))


def default_invite_message(user_name: str) -> str:
    """Return the default invitation message, signed with the user's name (specification section 2)."""
    return (
        "<p>Hello,</p><p>we would like to work with you through this platform: messages, questionnaires and "
        "everything else about our relationship in one place. Please accept the invitation to get started.</p>"
        f"<p>Kind regards,<br>{escape(user_name)}</p>"
    )


Section = Callable[[Actor, Relationship | None], Mapping[str, object] | None]
"""Return a section of an organisation's page; called with the actor and their organisation's relationship with it."""


@dataclass
class OrganisationHooks:
    """Sections that higher layers add to an organisation's JSON, by name."""

    sections: dict[str, Section] = field(default_factory=dict)


@dataclass
class NetworkPageHooks:
    """Tabs of the page /organisations by the value of `tab`; each function renders the page for the signed-in user."""

    tabs: dict[str, Callable[[], object]] = field(default_factory=dict)
