"""Types and states of forms (specification section 3, DocForm)."""

from enum import StrEnum


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
