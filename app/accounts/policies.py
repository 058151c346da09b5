"""Rules of accounts without database access."""

import re
import unicodedata
from collections.abc import Collection
from contextlib import suppress
from datetime import timedelta
from functools import lru_cache
from pathlib import Path

from email_validator import EmailNotValidError

from app.accounts.models import User
from app.accounts.types import ADMINISTRATIVE, ANONYMOUS
from app.kernel.clock import now
from app.kernel.email_addresses import parse_address
from app.kernel.http.auth import Actor
from app.kernel.http.errors import ForbiddenError, StepUpError

PASSWORD_MIN = 8
PASSWORD_MAX = 128
RULE_OF_PASSWORDS = "8 to 128 characters. Avoid common passwords, your e-mail and your organisation's name."


@lru_cache(maxsize=1)
def common_passwords() -> frozenset[str]:
    """Return the most common passwords of eight or more characters, in lower case.

    The list is Django's (BSD licence), with words of this industry.
    """
    text = Path(__file__).with_name("common_passwords.txt").read_text(encoding="utf-8")
    return frozenset(text.splitlines())


def password_fault(password: str, *, email: str, organisation_name: str) -> str | None:
    """Return the error of a new password, or None."""
    if len(password) < PASSWORD_MIN:
        return f"The password must have at least {PASSWORD_MIN} characters."
    if len(password) > PASSWORD_MAX:
        return f"The password must have at most {PASSWORD_MAX} characters."
    plain = password.strip().casefold()
    if plain in common_passwords() or len(set(plain)) == 1:
        return "This password is too common. Please choose another one."
    if plain in {email.casefold(), email.casefold().partition("@")[0]}:
        return "The password must not be your e-mail address."
    if plain == organisation_name.strip().casefold():
        return "The password must not be your organisation's name."
    return None


def known_as(email: str) -> str:
    """Normalise an address for lookups: trimmed, in lower case, with its domain in Unicode.

    Browsers submit `bücher.example` as `xn--bcher-kva.example`. Text that is not an address is only trimmed and
    lowered.
    """
    text = email.strip()
    with suppress(EmailNotValidError):
        text = parse_address(text).normalized
    return text.lower()


ALPHABETS = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)
"""Scripts that are written together in one word."""
LOOKALIKES = frozenset(
    "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0455\u0456\u0458\u04bb\u051b\u051d\u0501\u03bf\u03bd\u03b1"
)
"""Cyrillic and Greek letters that look like Latin ones: a c e o p x y s i j h q w d, o v a."""
LABEL_END = re.compile(r"[@._+\-]")
FULL_WIDTH = re.compile("[\uff01-\uff5e]")


def mixes_alphabets(email: str) -> bool:
    """Return True if a word of an address mixes alphabets, so that it can be mistaken for another word.

    This includes a word of Cyrillic or Greek letters that all look like Latin ones, in an address with Latin words, and
    full-width characters, which an input method for Japanese or Chinese types in place of the plain ones.
    Words end at a full stop, an at sign, a hyphen, an underscore or a plus sign. Scripts that are written together, as
    in Japanese, are allowed. Expects a normalised address.
    """
    if FULL_WIDTH.search(email):
        return True
    labels = LABEL_END.split(email)
    has_latin = any(char.isascii() and char.isalpha() for char in email)
    for label in labels:
        letters = {char for char in label.casefold() if char.isalpha()}
        if has_latin and letters and letters <= LOOKALIKES:
            return True
        # The first word of a character's Unicode name is its script.
        scripts = {unicodedata.name(char, "").partition(" ")[0] for char in label if char.isalpha()}
        if len(scripts) > 1 and not any(scripts <= alphabets for alphabets in ALPHABETS):
            return True
    return False


def is_nameless(user: User) -> bool:
    """Return True if the user was created without a name."""
    return user.name == ANONYMOUS


PEOPLE_ONLY = "API keys can't do this. Sign in to do it."
STEP_UP_PERIOD = timedelta(minutes=10)
"""Time after a sign-in or a step-up without another confirmation of the identity."""


def require_step_up(actor: Actor) -> None:
    """Raise StepUpError unless the actor has proved their identity within STEP_UP_PERIOD.

    Raises ForbiddenError for an API key, which cannot prove an identity. Other actors without a sign-in pass: they run
    jobs whose request was checked, or commands of the operator.
    """
    if actor.api_key_id is not None:
        raise ForbiddenError(PEOPLE_ONLY)
    if actor.session_id is None:
        return
    if actor.assured_at is None or actor.assured_at < now() - STEP_UP_PERIOD:
        raise StepUpError


def decides_about_others(permissions: Collection[str]) -> bool:
    """Return True if a role with these permissions manages users or the organisation, as the Super User's does."""
    return bool(ADMINISTRATIVE & set(permissions))


def exceeds(permissions: Collection[str], own: Collection[str]) -> bool:
    """Return True if a role with these permissions has an administrative permission that `own` lacks.

    An actor may not assign such a role, change its users, or change the e-mail address of a user who has it: that
    would turn a smaller permission into the greater one.
    """
    return bool((ADMINISTRATIVE & set(permissions)) - set(own))


def initials(name: str) -> str:
    """Return up to two initials of a person or an organisation."""
    words = [word for word in name.split() if word[0].isalnum()]
    if not words:
        return "?"
    return (words[0][0] + (words[-1][0] if len(words) > 1 else "")).upper()


COLOURS = ("teal", "amber", "rose", "blue", "violet", "olive")


def colour(id: int) -> str:
    """Return the avatar colour of a row."""
    return COLOURS[id % len(COLOURS)]


BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Windows", "Windows"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip


def browser_name(user_agent: str) -> str:
    """Return browser and device of a user agent for display, such as 'Firefox on Windows'."""
    browser = next((name for mark, name in BROWSERS if mark in user_agent), "Another browser")
    system = next((name for mark, name in SYSTEMS if mark in user_agent), None)
    return f"{browser} on {system}" if system else browser


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


def same_origin_path(url: str | None) -> str:
    """Return the target after a sign-in: `url` if it is a path of this site, otherwise /home (specification section 2)."""
    if not url or not url.startswith("/") or url.startswith(("//", "/\\")) or any(ord(c) < 33 for c in url):
        return "/home"
    return url
