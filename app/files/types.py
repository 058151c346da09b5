"""Kinds of attachments, and what each kind accepts (specification section 3, Attachment)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

MAX_SIZE = 25 * 1024 * 1024
MAX_ATTACHMENTS = 10
"""The most attachments that one message, answer or report takes."""
UPLOAD_PERIOD = timedelta(hours=1)
UNUSED_KEPT = timedelta(days=7)
"""How long a file waits to be attached: answers that were given offline may come days after their files."""
LONGEST_PATH = 1_000
"""Of what is given as the name of a file; of its last part, as much is kept as a name may have."""

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


DECODERS = {
    PNG: "PNG",
    JPEG: "JPEG",
    WEBP: "WEBP",
    "image/heic": "HEIF",
    "image/bmp": "BMP",
    "image/gif": "GIF",
    "image/tiff": "TIFF",
    "image/vnd.microsoft.icon": "ICO",
}
"""The types of pictures that can be read, and what Pillow calls each."""


SMALL_EDGE = 96
"""Pixels: enough for 32 on the densest screens and for 48 on most. The browser names it in faces.tsx too."""
SMALL_TYPE = WEBP
"""Of all small variants: mails, whose readers need png, show the large ones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRule:
    """How a picture of some kind is kept: fitted into a square of `edge` pixels, or cropped to fill it."""

    edge: int
    crop: bool = False
    small_edge: int | None = None
    """Of the small variant that lists show, in pixels; None where there is none."""
    accepts: frozenset[str] = frozenset(DECODERS)
    suffixes: frozenset[str] = frozenset()
    """What its name must end in; empty where any name will do, since what a file holds decides."""
    content_type: str = WEBP
    refusal: str = PICTURE_SENTENCE

    @property
    def format(self) -> str:
        """What Pillow calls the type in which it is kept."""
        return DECODERS[self.content_type]


PICTURES: dict[AttachmentKind, PictureRule] = {
    AttachmentKind.COMPANYLOGO: PictureRule(
        edge=400,
        small_edge=SMALL_EDGE,
        accepts=frozenset({PNG, JPEG}),
        suffixes=frozenset({".png", ".jpeg", ".jpg"}),
        content_type=PNG,
        refusal=LOGO_SENTENCE,
    ),
    AttachmentKind.USERPICLARGE: PictureRule(edge=320, crop=True, small_edge=SMALL_EDGE),
    AttachmentKind.USERPICSOURCE: PictureRule(edge=1600),
    AttachmentKind.FORMIMAGE: PictureRule(edge=1600),
    AttachmentKind.FORMTHUMBNAIL: PictureRule(edge=480, accepts=frozenset({PNG}), content_type=PNG),
}
"""Kinds that are pictures: made anew from their pixels, so that nothing else in the file survives.

Logos are png, because mail programs show no webp.
"""


def picture_version(sha256: str) -> str:
    """Return what the address of a picture names of its content, so that the same address never shows another one."""
    return sha256[:16]


def small_key(storage_key: str) -> str:
    """Return where the storage has the small variant of the picture at `storage_key`."""
    return f"{storage_key}-small"


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadLimits:
    """How many files, and bytes together, one person may send in `UPLOAD_PERIOD`, and have waiting to be attached."""

    files: int
    size: int
    waiting_files: int
    waiting_size: int


USER_UPLOADS = UploadLimits(files=300, size=2 * 1024**3, waiting_files=1_000, waiting_size=5 * 1024**3)
"""More than anybody attaches by hand; an import by the API waits for the next hour."""
GUEST_UPLOADS = UploadLimits(files=100, size=500 * 1024**2, waiting_files=200, waiting_size=1024**3)
"""A guest answers one RFx, and needs nothing but a link to do so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uploads:
    """What one person has sent in the last `UPLOAD_PERIOD`, and what of theirs is attached to nothing yet."""

    files: int
    size: int
    first: datetime | None
    """When the first file of the period was announced."""
    waiting_files: int
    waiting_size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentInfo:
    """A stored attachment as lists of them show it; `size` is in bytes, `sha256` in hexadecimal."""

    id: int
    filename: str
    size: int
    content_type: str
    sha256: str
    created: datetime
