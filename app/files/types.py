"""Kinds of attachments, and what each kind accepts (specification section 3, Attachment)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

MAX_SIZE = 25 * 1024 * 1024
MAX_ATTACHMENTS = 10
"""The maximum number of attachments of a message, answer or report."""
UPLOAD_PERIOD = timedelta(hours=1)
UNUSED_RETENTION = timedelta(days=7)
"""The time after which an unattached file is deleted: offline answers may arrive days after their files."""
LONGEST_PATH = 1_000
"""Limit of the sent file name with its path; only the last part is stored, cut to the limit of names."""

PDF = "application/pdf"
PNG = "image/png"
JPEG = "image/jpeg"
WEBP = "image/webp"
UNKNOWN = "application/octet-stream"
"""Unknown content, or content that could run where it is opened: stored, but only downloaded."""

LOGO_SENTENCE = "Only .png, .jpeg or .jpg files are allowed"
PICTURE_SENTENCE = "This picture can't be used. Please choose a png, jpg, heic, bmp, gif, tiff or webp file."


class AttachmentKind(StrEnum):
    """The purpose of a file (specification section 3, Attachment)."""

    COMPANYLOGO = "COMPANYLOGO"
    USERPICLARGE = "USERPICLARGE"
    USERPICSOURCE = "USERPICSOURCE"
    """A picture that the browser cannot decode, converted so that it can be cropped; never shown to others."""
    MESSAGE = "MESSAGE"
    RFXANSWER = "RFXANSWER"
    NCR = "NCR"
    FORMIMAGE = "FORMIMAGE"
    FORMTHUMBNAIL = "FORMTHUMBNAIL"
    DOCUMENT = "DOCUMENT"


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
"""The types of pictures that can be decoded, with their names in Pillow."""


SMALL_EDGE = 96
"""Pixels: enough for 32 on the densest screens and for 48 on most. faces.tsx in the browser has it too."""
SMALL_TYPE = WEBP
"""The type of small variants. Mails show the large picture, because mail programs need png."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRule:
    """The stored form of a kind of picture: fitted into a square of `edge` pixels, or cropped to fill it."""

    edge: int
    crop: bool = False
    small_edge: int | None = None
    """Edge of the small variant for lists, in pixels; None if there is none."""
    accepts: frozenset[str] = frozenset(DECODERS)
    suffixes: frozenset[str] = frozenset()
    """The allowed extensions of its name; empty for any, since the content decides."""
    content_type: str = WEBP
    refusal: str = PICTURE_SENTENCE

    @property
    def format(self) -> str:
        """Return Pillow's name of the stored type."""
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
"""The kinds that are pictures. They are re-encoded from their pixels, so that nothing else in the file remains.

Logos are png, because mail programs do not show webp.
"""

PREVIEWED = frozenset({AttachmentKind.MESSAGE, AttachmentKind.NCR, AttachmentKind.DOCUMENT})
"""The kinds whose pictures get a preview and a small one, both as `SMALL_TYPE`. The file itself stays unchanged."""
PREVIEW = PictureRule(edge=1600, small_edge=320)


def picture_version(sha256: str) -> str:
    """Return the version in a picture's address, so that an address never shows another picture."""
    return sha256[:16]


def variant_path(attachment_id: int, sha256: str, size: str) -> str:
    """Return the path of a variant of a picture, with its version, so that browsers can cache it permanently."""
    return f"/files/{attachment_id}?size={size}&v={picture_version(sha256)}"


def small_key(storage_key: str) -> str:
    """Return the storage key of the small variant of the picture at `storage_key`."""
    return f"{storage_key}-small"


def preview_key(storage_key: str) -> str:
    """Return the storage key of the preview of the picture at `storage_key`."""
    return f"{storage_key}-preview"


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadLimits:
    """The number and total size of files that a user may send in `UPLOAD_PERIOD`, and may have unattached."""

    files: int
    size: int
    waiting_files: int
    waiting_size: int


USER_UPLOADS = UploadLimits(files=300, size=2 * 1024**3, waiting_files=1_000, waiting_size=5 * 1024**3)
"""More than users attach by hand; an import through the API waits for the next hour."""
GUEST_UPLOADS = UploadLimits(files=100, size=500 * 1024**2, waiting_files=200, waiting_size=1024**3)
"""A guest answers one RFx and needs only a link, so the limits are lower."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uploads:
    """A user's uploads in the last `UPLOAD_PERIOD`, and their unattached files."""

    files: int
    size: int
    first: datetime | None
    """The time when the first file of the period was announced."""
    waiting_files: int
    waiting_size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachmentInfo:
    """A stored attachment in lists; `size` is in bytes, `sha256` in hexadecimal."""

    id: int
    filename: str
    size: int
    content_type: str
    sha256: str
    created: datetime
    has_preview: bool = False

    @property
    def thumbnail_url(self) -> str | None:
        """Return the path of the small variant; None for files that are no pictures."""
        return variant_path(self.id, self.sha256, "small") if self.has_preview else None

    @property
    def preview_url(self) -> str | None:
        """Return the path of the preview; None for files that are no pictures."""
        return variant_path(self.id, self.sha256, "preview") if self.has_preview else None
