"""Sanitising of HTML that users write, before it is stored."""

import re
from html import escape, unescape
from urllib.parse import unquote

import nh3

ALLOWED_TAGS = {
    "a", "b", "blockquote", "br", "code", "em", "h2", "h3", "h4", "hr", "i", "li", "ol", "p", "pre",
    "s", "span", "strong", "sub", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul",
}  # fmt: skip
BLOCK_END = re.compile(r"</(p|div|li|h[1-6]|tr|blockquote|pre)>|<br\s*/?>", re.IGNORECASE)
PARAGRAPHS = re.compile(r"</p>\s*(?=<(?:p|ul|ol|blockquote|h[1-6])\b)", re.IGNORECASE)
TAG = re.compile(r"<[^>]*>")
SPACE = re.compile(r"\s+")
LINK = re.compile(r'<a [^>]*?href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")
BLANK_LINES = re.compile(r"\n\s*\n+")


def clean_html(html: str) -> str:
    """Return `html` with harmless elements and attributes only: no scripts, styles, images, forms or frames.

    Links keep http, https and harmless mailto addresses (`is_harmless_mailto`), and cannot access the opening page
    (`rel`).
    """
    return nh3.clean(
        html,
        tags=ALLOWED_TAGS,
        attributes={"a": {"href", "title"}, "td": {"colspan", "rowspan"}, "th": {"colspan", "rowspan"}},
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer nofollow",
        attribute_filter=_without_other_recipients,
        strip_comments=True,
    ).strip()


def paragraphs(text: str) -> str | None:
    """Return the lines of a plain text as HTML paragraphs, without empty ones; None for an empty text."""
    if not text:
        return None
    return "".join(f"<p>{escape(line)}</p>" for line in text.splitlines() if line.strip())


def is_harmless_mailto(href: str) -> bool:
    """Return True if a mailto address adds only a subject and a text to a mail: no line break, no other recipient."""
    address, _, query = href.partition("?")
    names = {unquote(pair.partition("=")[0]).lower() for pair in re.split("[&;]", query) if pair}
    return CONTROL.search(unquote(address) + unquote(query)) is None and names <= {"subject", "body"}


def _without_other_recipients(_tag: str, name: str, value: str) -> str | None:
    # Browsers ignore spaces and line breaks in the scheme.
    href = CONTROL.sub("", value).strip()
    if name == "href" and href[:7].lower() == "mailto:" and not is_harmless_mailto(value):
        return None
    return value


def plain_text(html: str, limit: int | None = None) -> str:
    """Return the text of `html` on one line, cut to `limit` characters if it is set."""
    spaced = BLOCK_END.sub(" ", nh3.clean(html, tags=ALLOWED_TAGS))
    text = SPACE.sub(" ", unescape(TAG.sub("", spaced))).strip()
    return text if limit is None else text[:limit]


def text_of(html: str) -> str:
    """Return `html` as lines of plain text, links with their addresses: the text part of mails."""
    linked = LINK.sub(r"\2 (\1)", clean_html(html))
    separated = PARAGRAPHS.sub("</p><br>", linked.replace("\n", " "))
    lines = TAG.sub("", BLOCK_END.sub("\n", separated))
    return BLANK_LINES.sub(
        "\n\n", "\n".join(SPACE.sub(" ", line).strip() for line in unescape(lines).split("\n"))
    ).strip()
