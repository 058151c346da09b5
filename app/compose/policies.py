"""Rules of new messages without database access."""

import re
from collections.abc import Iterator, Sequence

from app.compose.types import NewGuest, NewMessageType, PastedAddress
from app.forms.public import DocFormType
from app.kernel.email_addresses import named_address
from app.kernel.http.auth import Permission

FORM_TYPES: dict[NewMessageType, tuple[DocFormType, ...]] = {
    NewMessageType.MESSAGE: (),
    NewMessageType.RFI: (DocFormType.RFI, DocFormType.GENERIC),
    NewMessageType.NDA: (DocFormType.NDA,),
}
"""The types of documents in a message of each type (specification section 3, Message types)."""


def takes_forms(type: NewMessageType) -> bool:
    """Return True if a message of this type has documents, and therefore an RFx."""
    return bool(FORM_TYPES[type])


def needed_permission(type: NewMessageType) -> Permission:
    """Return the permission that the sender needs."""
    return Permission.SEND_RFX if takes_forms(type) else Permission.SEND_MESSAGES


ENTRY = re.compile(r'(?:"[^"\n]*"|[^",;\t])+')
"""A part of a line between separators; separators in a quoted name do not count."""
LONGEST_ENTRY = 400


def addresses_of(pasted: str) -> list[PastedAddress]:
    """Return the entries of a pasted list: one for each line, or several separated by comma, semicolon or tab.

    A name may be in front of its address, as in `Jo Park <jo@x.example>`, or in the cell before it.
    """
    return [
        PastedAddress(number, text, _guest(text))
        for number, line in enumerate(pasted.splitlines(), start=1)
        for text in _entries(line)
    ]


def _entries(line: str) -> Iterator[str]:
    parts = [part.strip() for part in ENTRY.findall(line)]
    name = ""
    for part in filter(None, parts):
        if "@" not in part and not name:
            name = part
        elif name and "@" in part and "<" not in part and " " not in part:
            yield f"{name} <{part}>"
            name = ""
        else:
            yield from filter(None, (name, part))
            name = ""
    if name:
        yield name


def _guest(text: str) -> NewGuest | None:
    if len(text) > LONGEST_ENTRY:
        return None
    try:
        name, email = named_address(text)
    except ValueError:
        return None
    return NewGuest(name=name, email=email)


def line_problems(problems: Sequence[tuple[int, str]], *, shown: int = 5) -> list[str]:
    """Return sentences with line numbers for an error body, and the number of further ones."""
    sentences = [f"Line {line}: {sentence}" for line, sentence in problems[:shown]]
    more = len(problems) - shown
    return [*sentences, f"And {more} more."] if more > 0 else sentences
