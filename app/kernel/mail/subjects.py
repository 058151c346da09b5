"""Subjects of mails: the title first, so that a mailbox sorts and groups them, with a bounded length."""

import re

TITLE_LIMIT = 70
NAME_LIMIT = 40
SUBJECT_LIMIT = 160
ELLIPSIS = "\u2026"
LEGAL_FORM = re.compile(
    r",?\s+(?:ltd|limited|plc|llc|llp|lp|inc|corp|corporation|co|gmbh|ag|kg|ohg|se|ug|e\.k|sa|s\.a|sas|sarl|s\.a\.r\.l|srl|"
    r"s\.r\.l|spa|s\.p\.a|sl|s\.l|bv|b\.v|nv|n\.v|ab|as|a/s|aps|oy|oyj|sp\.\s?z\s?o\.\s?o|s\.r\.o|kft|zrt|pty|pvt)\.?$",
    re.IGNORECASE,
)


def subject_line(title: str, text: str, organisation_name: str = "") -> str:
    """Return a subject like `Pump supplier check 2027: please answer by 10 Dec (Meridian Surgical)`."""
    sender = f" ({shorten(short_name(organisation_name), NAME_LIMIT)})" if organisation_name else ""
    return f"{shorten(title, TITLE_LIMIT)}: {text}{sender}"


def short_name(name: str) -> str:
    """Return an organisation's name without its legal form, for subjects: `Meridian Surgical` for `Meridian Surgical Ltd`.

    `Muster GmbH & Co. KG` loses all three parts; a name of a legal form alone stays.
    """
    words = " ".join(name.split())
    while (match := LEGAL_FORM.search(words)) and match.start() > 0:
        words = words[: match.start()].removesuffix("&").rstrip()
    return words


def shorten(text: str, limit: int) -> str:
    """Return `text` on one line with at most `limit` characters, cut at the end of a word, with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= limit:
        return line
    cut = line[: limit - len(ELLIPSIS) + 1]
    words = cut.rpartition(" ")[0] or cut[:-1]
    return words.rstrip(" ,.;:-\u2013") + ELLIPSIS
