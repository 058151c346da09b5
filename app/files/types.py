"""Kinds of attachments, and what each kind accepts (specification section 3, Attachment)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

MAX_SIZE = 25 * 1024 * 1024
MAX_ATTACHMENTS = 10
"""The most attachments that one message, answer or report takes."""

PDF = "application/pdf"
PNG = "image/png"
JPEG = "image/jpeg"
WEBP = "image/webp"
UNKNOWN = "application/octet-stream"
"""What is not known, or could run where it is opened: kept, and only ever downloaded."""

LOGO_SENTENCE = "Only .png, .jpeg or .jpg files are allowed"
PICTURE_SENTENCE = "This picture can't be used. Please choose a png, jpg, heic, bmp, gif, tiff or webp file."


class AttachmentKind(StrEnum):
    """What a file is sent for (specification section 3, Attachment)."""

    COMPANYLOGO = "COMPANYLOGO"
    USERPICLARGE = "USERPICLARGE"
    USERPICSOURCE = "USERPICSOURCE"
    """A picture that the browser can't draw, converted so that it can be cropped; never shown to others."""
    MESSAGE = "MESSAGE"
    RFXANSWER = "RFXANSWER"
    NCR = "NCR"
    FORMIMAGE = "FORMIMAGE"
    FORMTHUMBNAIL = "FORMTHUMBNAIL"


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRule:
    """How a picture of some kind is kept: fitted into a square of `edge` pixels, or cropped to fill it."""

    accepts: frozenset[str]
    edge: int
    crop: bool
    format: str
    content_type: str
    refusal: str


_ANY_PICTURE = frozenset(
    {PNG, JPEG, WEBP, "image/heic", "image/bmp", "image/gif", "image/tiff", "image/vnd.microsoft.icon"}
)

PICTURES: dict[AttachmentKind, PictureRule] = {
    AttachmentKind.COMPANYLOGO: PictureRule(
        accepts=frozenset({PNG, JPEG}),
        edge=400,
        crop=False,
        format="PNG",
        content_type=PNG,
        refusal=LOGO_SENTENCE,
    ),
    AttachmentKind.USERPICLARGE: PictureRule(
        accepts=_ANY_PICTURE,
        edge=320,
        crop=True,
        format="WEBP",
        content_type=WEBP,
        refusal=PICTURE_SENTENCE,
    ),
    AttachmentKind.USERPICSOURCE: PictureRule(
        accepts=_ANY_PICTURE,
        edge=1600,
        crop=False,
        format="WEBP",
        content_type=WEBP,
        refusal=PICTURE_SENTENCE,
    ),
    AttachmentKind.FORMIMAGE: PictureRule(
        accepts=_ANY_PICTURE,
        edge=1600,
        crop=False,
        format="WEBP",
        content_type=WEBP,
        refusal=PICTURE_SENTENCE,
    ),
    AttachmentKind.FORMTHUMBNAIL: PictureRule(
        accepts=frozenset({PNG}),
        edge=480,
        crop=False,
        format="PNG",
        content_type=PNG,
        refusal=PICTURE_SENTENCE,
    ),
}
"""Kinds that are pictures: made anew from their pixels, so that nothing else in the file survives.

Logos are png, because mail programs show no webp.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentInfo:
    """A stored attachment as lists of them show it; `size` is in bytes, `sha256` in hexadecimal."""

    id: int
    filename: str
    size: int
    content_type: str
    sha256: str
    created: datetime
