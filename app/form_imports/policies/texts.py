"""Texts of cells: folded for comparison, without markup, split into choices and numbers."""

import json
import re
import unicodedata
from collections.abc import Sequence

from app.form_imports.policies.words import NO, NOT_APPLICABLE, YES
from app.kernel.sanitise import plain_text

_SEPARATORS = re.compile(r"(?:[^\w#%✓✔]|_)+")
_TAGS = re.compile(
    r"</?(?:p|br|b|i|u|strong|em|ul|ol|li|span|div|a|font|h[1-6]|table|tr|td|sub|sup)\b[^<>]*>", re.IGNORECASE
)
_BLOCKS = re.compile(r"(?:<br\s*/?>|</(?:p|li|div|h[1-6]|tr)>)\s*", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\n]+")
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
_BULLET = re.compile(r"^(?:[-\u2013•*☐□○◯▢❑❏]|\(?[a-zA-Z0-9]{1,2}[).])\s+")
_BOXES = re.compile(r"(?:[☐□○◯▢❑❏]|\[\s?\])\s*")
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
_QUESTION_NUMBER = re.compile(r"^\s*(?:\(?[a-zA-Z]?\d{1,3}(?:\.\d{1,3})*[.):]|\([a-z]\)|[a-z]\))\s+\S")
MOST_RANGE = 25
"""Characters of a range such as "more than 1,000 people"."""
MAX_PIECE = 300
"""Characters of a choice; a longer piece shows that a text is no list of choices."""


def fold(text: str) -> str:
    """Return a text in lower case without accents and punctuation."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    without_accents = "".join(char for char in decomposed if not unicodedata.combining(char))
    return " ".join(_SEPARATORS.sub(" ", without_accents).split())


def clean(text: str) -> str:
    """Return the text of a cell: without markup and control characters, with single spaces and line breaks."""
    text = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text).replace("\r\n", "\n").replace("\r", "\n")
    if _TAGS.search(text):
        text = "\n".join(plain_text(line) for line in _BLOCKS.sub("\n", text).split("\n"))
    lines = (_SPACES.sub(" ", line).strip() for line in _CONTROL.sub("", text).split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def one_line(text: str) -> str:
    """Return a text on one line."""
    return " ".join(text.split())


def choices_in(text: str) -> list[str]:
    """Split a text into choices: by lines, boxes, bars, semicolons, slashes or commas. A text that is no list is one piece."""
    text = text.strip()
    if not text:
        return []
    if text.startswith("[") and (listed := _json_list(text)):
        return _pieces(listed)
    if has_boxes(text):
        return _pieces(_BOXES.split(text))
    for separator in ("\n", "|", ";"):
        if separator in text:
            return _pieces(text.split(separator))
    for separator, longest in (("/", 30), (",", 60)):
        pieces = [piece.strip() for piece in text.split(separator)]
        is_list = len(pieces) > 1 and all(piece and len(piece) <= longest for piece in pieces)
        if is_list and fold(text) not in NOT_APPLICABLE and not re.search(r"https?:", text):
            return _pieces(_joined_na(pieces))
    return [text]


def _json_list(text: str) -> list[str]:
    """Return the texts of a JSON list, as exports of other programs have them; empty for another text."""
    try:
        parsed = json.loads(text)
    except ValueError:
        return []
    return [piece for piece in parsed if isinstance(piece, str)] if isinstance(parsed, list) else []


def _joined_na(pieces: Sequence[str]) -> list[str]:
    """Return the pieces with "N" and "A" joined: "Yes/No/N/A" has three choices."""
    joined: list[str] = []
    for piece in pieces:
        if piece.casefold() == "a" and joined and joined[-1].casefold() == "n":
            joined[-1] = f"{joined[-1]}/{piece}"
        else:
            joined.append(piece)
    return joined


def is_bulleted(text: str) -> bool:
    """Return True for a text that begins with a bullet or a letter, such as "a) Rail"."""
    return _BULLET.match(text.strip()) is not None


def without_bullets(texts: Sequence[str]) -> list[str]:
    """Return texts without the bullets or letters that most of them begin with."""
    filled = [text for text in texts if text.strip()]
    if 2 * sum(map(is_bulleted, filled)) < len(filled):
        return list(texts)
    return [_BULLET.sub("", text.strip()) for text in texts]


def _pieces(texts: Sequence[str]) -> list[str]:
    stripped = [text.strip(" \t,;") for text in texts]
    # "1. None, 2, 3": a number before one of several choices belongs to it.
    pieces = map(one_line, without_bullets(stripped))
    return list(dict.fromkeys(piece[:MAX_PIECE] for piece in pieces if piece))


def has_boxes(text: str) -> bool:
    """Return True for choices with boxes to tick, such as "☐ High ☐ Low"."""
    return len(_BOXES.findall(text)) > 1


def is_blank(text: str) -> bool:
    """Return True for a cell that respondents fill in: empty, or with a blank, boxes, or a word such as "Date:"."""
    plain = text.strip()
    return not plain or "__" in plain or plain.endswith(":") or bool(_BOXES.search(plain))


def is_yes(text: str) -> bool:
    """Return True for a word that means yes."""
    return (fold(text) or text.strip()) in YES


def is_no(text: str) -> bool:
    """Return True for a word that means no."""
    return (fold(text) or text.strip()) in NO


def are_yes_and_no(choices: Sequence[str]) -> bool:
    """Return True if the choices are exactly yes and no."""
    return len(choices) == 2 and any(map(is_yes, choices)) and any(map(is_no, choices))


def are_exclusive(choices: Sequence[str]) -> bool:
    """Return True if only one of the choices can be right: they begin with yes or no, or most are numbers or ranges."""
    firsts = [(fold(choice).split() or [""])[0] for choice in choices]
    agreeing, refusing = sum(first in YES for first in firsts), sum(first in NO | {"not"} for first in firsts)
    numbers = sum(len(choice) <= MOST_RANGE and any(map(str.isdigit, choice)) for choice in choices)
    return agreeing > 1 or (agreeing == 1 and refusing > 0) or 2 * numbers > len(choices)


def offer_yes_and_no(choices: Sequence[str]) -> bool:
    """Return True for choices of which one means yes and one means no."""
    return any(map(is_yes, choices)) and any(map(is_no, choices))


def name_from(text: str, *, limit: int = 40) -> str:
    """Return letters, digits and underscores of a text for the name of a field; empty if it has none."""
    decomposed = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    name = _NOT_IN_NAMES.sub("_", decomposed).strip("_")
    return name if len(name) <= limit else name[:limit].rsplit("_", 1)[0] or name[:limit]


def unique_name(base: str, taken: set[str], *, limit: int = 64) -> str:
    """Return a name that is not taken, and take it."""
    name, number = base[:limit], 2
    while name in taken:
        end = f"_{number}"
        name, number = base[: limit - len(end)] + end, number + 1
    taken.add(name)
    return name


def has_two_questions(text: str) -> bool:
    """Return True if a cell seems to have several questions: numbered lines that are questions, or questions on lines."""
    lines = [line for line in text.split("\n") if line.strip()]
    asking = [line for line in lines if line.rstrip().endswith(("?", "؟", "\uff1f"))]
    if len(asking) > 1:
        return True
    return len(lines) > 1 and bool(asking) and sum(bool(_QUESTION_NUMBER.match(line)) for line in lines) > 1


def depth_of(number: str) -> int:
    """Return the number of parts of a question's number: 1 for "A", 3 for "2.1.4"; 0 without one."""
    return len([part for part in re.split(r"[.\-_/ ]+", number) if part])
