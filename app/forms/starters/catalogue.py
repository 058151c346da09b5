"""Starter forms of every new organisation."""

from app.forms.starters.assessment_mails import PERFORMANCE_MAIL, QUALIFICATION_MAIL
from app.forms.starters.building import Starter
from app.forms.starters.custom_fields import CUSTOM_FIELDS
from app.forms.starters.information_security import INFORMATION_SECURITY
from app.forms.starters.mutual_nda import MUTUAL_NDA
from app.forms.starters.performance_survey import PERFORMANCE_SURVEY
from app.forms.starters.qualification import QUALIFICATION

STARTERS: tuple[Starter, ...] = (
    QUALIFICATION,
    INFORMATION_SECURITY,
    MUTUAL_NDA,
    PERFORMANCE_SURVEY,
    PERFORMANCE_MAIL,
    QUALIFICATION_MAIL,
    CUSTOM_FIELDS,
)
