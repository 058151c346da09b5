"""Types, statuses and audiences of forms (specification section 3, DocForm)."""

from enum import StrEnum

DOC_FORM_FILE = "docForm"
"""Subject type of pictures in forms; the subject is the revision that shows them."""
DRAW_THUMBNAIL = "forms.drawThumbnail"
"""Name of the job that draws the first page of a form."""
PREVIEW_FILE = "formPreview"
"""Subject type of files in preview values; the subject is one user's values for a form."""


class DocFormType(StrEnum):
    """Purpose of a form."""

    RFI = "RFI"
    NDA = "NDA"
    GENERIC = "GENERIC"
    INTERNAL_SURVEY = "INTERNAL_SURVEY"
    SELF_SURVEY = "SELF_SURVEY"
    PERFORMANCE_EMAIL = "PERFORMANCE_EMAIL"
    QUALIFICATION_EMAIL = "QUALIFICATION_EMAIL"
    CUSTOM_FIELDS = "CUSTOM_FIELDS"


class DocFormStatus(StrEnum):
    """Status of a revision: a draft can change, a published revision never does."""

    DRAFT = "DRAFT"
    PUBLISHED = "PUBLISHED"


class Audience(StrEnum):
    """Readers of a form: users of the supplier, or of the form's organisation."""

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
"""Types that each audience reads; GENERIC forms are for both."""
