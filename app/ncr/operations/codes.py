"""Adding, changing, archiving and restoring the defect codes of an organisation."""

from sqlalchemy import select

from app.accounts.public import Organisation
from app.extensions import db
from app.kernel.http.auth import Actor, Permission
from app.kernel.http.errors import ConflictError, InvalidError
from app.ncr.models import DefectCode
from app.ncr.queries.codes import code_for, is_code_used, own_codes
from app.ncr.types import MAX_DEFECT_CODES, USUAL_CODES

CODE_TAKEN = "There is already a defect with this code."
CODE_ARCHIVED = "There is an archived defect with this code. Restore it or choose another code."
TOO_MANY = f"An organisation can have at most {MAX_DEFECT_CODES} defect codes, archived ones included."
ARCHIVED = "This defect code is archived. Restore it first."


def add_code(*, actor: Actor, code: str, name: str) -> DefectCode:
    """Add a defect code. Raises InvalidError for a code that is taken, ConflictError if there are too many."""
    codes = _locked_codes(actor)
    _check(codes, code)
    if len(codes) >= MAX_DEFECT_CODES:
        raise ConflictError(TOO_MANY)
    defect = DefectCode(organisation_id=actor.organisation_id, code=code, name=name)
    db.session.add(defect)
    db.session.flush()
    return defect


def add_usual_codes(*, actor: Actor) -> int:
    """Add the codes that an organisation can start with, except those that it has; return the number of added ones."""
    codes = _locked_codes(actor)
    free = [(code, name) for code, name in USUAL_CODES if code.lower() not in codes]
    if len(codes) + len(free) > MAX_DEFECT_CODES:
        raise ConflictError(TOO_MANY)
    db.session.add_all(
        DefectCode(organisation_id=actor.organisation_id, code=code, name=name) for code, name in free
    )
    db.session.flush()
    return len(free)


def change_code(*, actor: Actor, code_id: int, code: str, name: str) -> DefectCode:
    """Rename a defect code, also on the non-conformances that have it. An archived one raises ConflictError."""
    codes = _locked_codes(actor)
    defect = code_for(actor=actor, code_id=code_id, lock=True)
    if defect.archived:
        raise ConflictError(ARCHIVED)
    codes.pop(defect.code.lower(), None)
    _check(codes, code)
    defect.code, defect.name = code, name
    db.session.flush()
    return defect


def remove_code(*, actor: Actor, code_id: int) -> None:
    """Delete a defect code, or archive it if a non-conformance has it."""
    actor.demand(Permission.MANAGE_NCRS)
    defect = code_for(actor=actor, code_id=code_id, lock=True)
    if is_code_used(defect.id):
        defect.archived = True
    else:
        db.session.delete(defect)
    db.session.flush()


def restore_code(*, actor: Actor, code_id: int) -> DefectCode:
    """Make an archived defect code available again."""
    actor.demand(Permission.MANAGE_NCRS)
    defect = code_for(actor=actor, code_id=code_id, lock=True)
    defect.archived = False
    db.session.flush()
    return defect


def _locked_codes(actor: Actor) -> dict[str, DefectCode]:
    """Return the codes of the organisation by lower-case code. The lock makes concurrent additions see each other."""
    actor.demand(Permission.MANAGE_NCRS)
    db.session.execute(
        select(Organisation.id).where(Organisation.id == actor.organisation_id).with_for_update()
    )
    return {defect.code.lower(): defect for defect in own_codes(actor.organisation_id)}


def _check(codes: dict[str, DefectCode], code: str) -> None:
    if taken := codes.get(code.lower()):
        raise InvalidError(fields={"code": [CODE_ARCHIVED if taken.archived else CODE_TAKEN]})
