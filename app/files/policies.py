"""Read access to files: users who may see the subject of an attachment may read its file.

The features with subjects register the checks (`FileHooks`); this feature knows none of them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from app.kernel.http.auth import Actor
from app.kernel.registry import current_registry

AccessCheck = Callable[[Actor, list[int]], bool]
"""Returns True if the actor may see at least one of the subjects with these ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedFile:
    """A file that an actor requests to read."""

    id: int
    uploaded_by: int


FileCheck = Callable[[Actor, list[int], AskedFile], bool]
"""Returns True if the actor may read this file, which is attached to the subjects with these ids."""


@dataclass
class FileHooks:
    """The access checks of files, by subject type. If a type has several checks, one that returns True is enough."""

    checks: dict[str, list[FileCheck]] = field(default_factory=dict)
    owners: dict[str, AccessCheck] = field(default_factory=dict)
    """Checks by subject type whether a file belongs to the actor's organisation, even if a guest uploaded it."""

    def add_access(self, subject_type: str, check: AccessCheck) -> None:
        """Let users who may see a subject of `subject_type` read all files attached to it."""
        self.add_file_access(subject_type, lambda actor, ids, _file: check(actor, ids))

    def add_file_access(self, subject_type: str, check: FileCheck) -> None:
        """Like `add_access`, for subjects where visibility differs by file; `check` receives the file."""
        self.checks.setdefault(subject_type, []).append(check)


def is_owned(actor: Actor, *, subjects: Iterable[tuple[str, int]]) -> bool:
    """Return True if one of these subjects, as (type, id), makes its files belong to the actor's organisation."""
    owners = current_registry().hooks(FileHooks).owners
    ids: dict[str, list[int]] = {}
    for subject_type, subject_id in subjects:
        ids.setdefault(subject_type, []).append(subject_id)
    return any(owners[subject_type](actor, ids[subject_type]) for subject_type in owners.keys() & ids)


def may_read(actor: Actor, *, file: AskedFile, subjects: dict[str, list[int]]) -> bool:
    """Return True if `actor` may read `file`, which is attached to `subjects`.

    A file that is not attached yet can be read by its uploader only.
    """
    if not subjects:
        return file.uploaded_by == actor.user_id
    checks = current_registry().hooks(FileHooks).checks
    return any(
        check(actor, ids, file)
        for subject_type, ids in subjects.items()
        for check in checks.get(subject_type, [])
    )
