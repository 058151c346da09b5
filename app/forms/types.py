"""Types and states of forms (specification section 3, DocForm)."""

from enum import StrEnum


class DocFormType(StrEnum):
    RFI = "RFI"
    NDA = "NDA"
    GENERIC = "GENERIC"
    INTERNAL_SURVEY = "INTERNAL_SURVEY"
    SELF_SURVEY = "SELF_SURVEY"
    PERFORMANCE_EMAIL = "PERFORMANCE_EMAIL"
    QUALIFICATION_EMAIL = "QUALIFICATION_EMAIL"
    CUSTOM_FIELDS = "CUSTOM_FIELDS"


class DocFormStatus(StrEnum):
    DRAFT = "DRAFT"
    PUBLISHED = "PUBLISHED"
