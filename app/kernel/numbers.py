"""Numbers in sentences."""


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """Return a number with its noun: "1 supplier", "2,000 suppliers". `plural` is for nouns that add more than an s."""
    return f"{count:,} {noun if count == 1 else plural or f'{noun}s'}"
