"""Stored files for tests."""

from io import BytesIO

from PIL import Image

from app.accounts.models import User
from app.files.public import AttachmentKind, store_bytes


def make_picture(user: User, kind: AttachmentKind = AttachmentKind.COMPANYLOGO) -> int:
    """Store a small PNG uploaded by `user` and return its id."""
    out = BytesIO()
    Image.new("RGB", (64, 64), "teal").save(out, "PNG")
    return store_bytes(
        organisation_id=user.organisation_id,
        user_id=user.id,
        filename="l.png",
        content=out.getvalue(),
        kind=kind,
    ).id


def photo(size: tuple[int, int] = (1200, 900)) -> bytes:
    """Return a JPEG with a gradient, as a camera would send it."""
    out = BytesIO()
    Image.linear_gradient("L").resize(size).convert("RGB").save(out, "JPEG", quality=90)
    return out.getvalue()
