"""Who may read a file: whoever may see what it is attached to.

The features that files are attached to say who that is (`register_access`); this feature knows none of them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from app.kernel.auth import Actor

AccessCheck = Callable[[Actor, list[int]], bool]
"""May `actor` see at least one of the subjects with these ids?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFile:
    """A file that somebody wants to read."""

    id: int
    uploaded_by: int


FileCheck = Callable[[Actor, list[int], AskedFile], bool]
"""May `actor` read this file, which is attached to the subjects with these ids?"""

_checks: dict[str, list[FileCheck]] = {}


def register_access(subject_type: str, check: AccessCheck) -> None:
    """Say who may read all that is attached to subjects of `subject_type`: who may see the subject.

    Several checks may be given for one type by different features: one that agrees is enough.
    """
    register_file_access(subject_type, lambda actor, ids, _file: check(actor, ids))


def register_file_access(subject_type: str, check: FileCheck) -> None:
    """The same for subjects that not everybody who sees them sees all of: `check` is told which file is asked for."""
    _checks.setdefault(subject_type, []).append(check)


def may_read(actor: Actor, *, file: AskedFile, subjects: dict[str, list[int]]) -> bool:
    """May `actor` read `file`, which is attached to `subjects`?

    What is attached to nothing yet is its uploader's alone.
    """
    if not subjects:
        return file.uploaded_by == actor.user_id
    return any(
        check(actor, ids, file)
        for subject_type, ids in subjects.items()
        for check in _checks.get(subject_type, [])
    )
