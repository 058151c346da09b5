"""Definitions of blank, short and storable text that are the same in Python and JavaScript.

`strip`/`trim`, string lengths and case rules differ between the two languages. The twin is
static_src/domain/questionnaire/rules/text.ts.
"""

import re

_WHITESPACE = (
    "\t\n\v\f\r \u00a0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_SPACES = re.compile(f"[{_WHITESPACE}]+")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")

_EMAIL_LOCAL = re.compile(r"[^\x00-\x20\x7f-\x9f\"(),:;<>@\[\\\]]+")
_DOMAIN_LABEL = r"(?:[A-Za-z0-9]|[^\x00-\x7f])(?:(?:[A-Za-z0-9-]|[^\x00-\x7f])*(?:[A-Za-z0-9]|[^\x00-\x7f]))?"
_HOST = re.compile(rf"{_DOMAIN_LABEL}(?:\.{_DOMAIN_LABEL})+")
_LAST_LABEL = re.compile(r"\.(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]+|[0-9]+|[^.]*[^\x00-\x7f][^.]*)$")
_WEB_ADDRESS = re.compile(
    r"[Hh][Tt][Tt][Pp][Ss]?://([^/?#:@]+)(?::[0-9]{1,5})?(?:[/?#][^\x00-\x20\x7f-\x9f<>\"]*)?"
)


def trimmed(text: str) -> str:
    """Remove white space at both ends."""
    return text.strip(_WHITESPACE)


def collapsed(text: str) -> str:
    """Trim a text and replace each run of white space, including line breaks, by one space."""
    return trimmed(_SPACES.sub(" ", text))


def is_storable(text: str) -> bool:
    """True if the database can store `text`: no NUL, no lone surrogate."""
    return _UNSTORABLE.search(text) is None


def folded(text: str) -> str:
    """Normalise a text for comparison: trimmed, with A to Z in lower case."""
    return "".join(chr(ord(c) + 32) if "A" <= c <= "Z" else c for c in trimmed(text))


def is_email(text: str) -> bool:
    """True if `text` has the format of an e-mail address with a dotted domain; the address need not exist."""
    local, at, domain = text.rpartition("@")
    if not at or len(text) > 254 or len(local) > 64 or _SPACES.search(text):
        return False
    if local.startswith(".") or local.endswith(".") or ".." in local or not _EMAIL_LOCAL.fullmatch(local):
        return False
    return _is_host(domain) and not "0" <= domain[-1] <= "9"


def is_web_address(text: str) -> bool:
    """True if `text` is an absolute http or https URL with a dotted host and without a user name."""
    if _SPACES.search(text):
        return False
    match = _WEB_ADDRESS.fullmatch(text)
    return match is not None and _is_host(match[1])


def _is_host(host: str) -> bool:
    return len(host) <= 253 and _HOST.fullmatch(host) is not None and _LAST_LABEL.search(host) is not None
