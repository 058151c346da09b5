"""Who may read a file: whoever may see what it is attached to.

The features that files are attached to say who that is (`register_access`); this feature knows none of them.
"""

from collections.abc import Callable

from app.kernel.auth import Actor

AccessCheck = Callable[[Actor, list[int]], bool]
"""May `actor` see at least one of the subjects with these ids?"""

_checks: dict[str, list[AccessCheck]] = {}


def register_access(subject_type: str, check: AccessCheck) -> None:
    """Say who may read what is attached to subjects of `subject_type`.

    Several checks may be given for one type by different features: one that agrees is enough.
    """
    checks = _checks.setdefault(subject_type, [])
    if check not in checks:
        checks.append(check)


def may_read(actor: Actor, *, uploaded_by: int, subjects: dict[str, list[int]]) -> bool:
    """May `actor` read a file that `uploaded_by` sent and that is attached to `subjects`?

    What is attached to nothing yet is its uploader's alone.
    """
    if not subjects:
        return uploaded_by == actor.user_id
    return any(
        check(actor, ids) for subject_type, ids in subjects.items() for check in _checks.get(subject_type, [])
    )
