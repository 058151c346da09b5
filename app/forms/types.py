"""Types and states of forms (specification section 3, DocForm)."""

from enum import StrEnum

DOC_FORM_FILE = "docForm"
"""What the pictures of a form are attached to: the revisions that show them."""
DRAW_THUMBNAIL = "forms.drawThumbnail"
"""The job that draws the first page of a form."""
PREVIEW_FILE = "formPreview"
"""What the files of preview values are attached to: the values of one user."""


class DocFormType(StrEnum):
    """What a form is for."""

    RFI = "RFI"
    NDA = "NDA"
    GENERIC = "GENERIC"
    INTERNAL_SURVEY = "INTERNAL_SURVEY"
    SELF_SURVEY = "SELF_SURVEY"
    PERFORMANCE_EMAIL = "PERFORMANCE_EMAIL"
    QUALIFICATION_EMAIL = "QUALIFICATION_EMAIL"
    CUSTOM_FIELDS = "CUSTOM_FIELDS"


class DocFormStatus(StrEnum):
    """A revision is a draft until it is published; then it never changes."""

    DRAFT = "DRAFT"
    PUBLISHED = "PUBLISHED"


class Audience(StrEnum):
    """Who reads a form: people at the supplier, or at the own organisation."""

    SUPPLIER = "SUPPLIER"
    INTERNAL = "INTERNAL"


AUDIENCE_TYPES: dict[Audience, frozenset[DocFormType]] = {
    Audience.SUPPLIER: frozenset(
        {
            DocFormType.RFI,
            DocFormType.NDA,
            DocFormType.GENERIC,
            DocFormType.SELF_SURVEY,
            DocFormType.QUALIFICATION_EMAIL,
        }
    ),
    Audience.INTERNAL: frozenset(
        {
            DocFormType.GENERIC,
            DocFormType.INTERNAL_SURVEY,
            DocFormType.PERFORMANCE_EMAIL,
            DocFormType.CUSTOM_FIELDS,
        }
    ),
}
"""Which types each audience reads; GENERIC forms are for both."""
