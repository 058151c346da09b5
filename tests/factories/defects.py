"""Defect codes for tests."""

from app.accounts.models import User
from app.ncr.models import DefectCode
from app.ncr.operations.codes import add_code
from tests.factories.accounts import actor_of


def make_code(owner: User, code: str = "BUR", name: str = "burr") -> DefectCode:
    """Add a defect code of the organisation of `owner`."""
    return add_code(actor=actor_of(owner), code=code, name=name)
