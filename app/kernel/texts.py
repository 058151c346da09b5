"""Text as users type or paste it."""

JOINERS = "\u200c\u200d"
"""Invisible characters that join or separate letters of Persian and Indian names, and parts of emoji."""


def storable(data: object) -> object:
    """Return `data` without what PostgreSQL cannot store in a text: NUL characters and unpaired surrogates.

    They come with text pasted from other programs and are invisible.
    """
    match data:
        case str():
            if data.isascii() and "\x00" not in data:
                return data
            whole = data.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
            return whole.replace("\x00", "")
        case dict():
            return {storable(key): storable(value) for key, value in data.items()}
        case list():
            return [storable(value) for value in data]
        case _:
            return data


def visible_text(text: str, *, keep: str = "") -> str:
    """Return the visible text: trimmed, every kind of space as a space, without control characters other than `keep`."""
    if text.isprintable():
        return text.strip()
    allowed = JOINERS + keep
    chars = (c if c.isprintable() or c in allowed else " " if c.isspace() else "" for c in text)
    visible = "".join(chars).strip()
    return visible if visible.strip(JOINERS) else ""
