"""Progress of evaluators: the marks that they have to enter, and the missing ones. Needs no database."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from app.accounts.public import User, is_nameless

MISSING = "No mark from {evaluator} for {criterion}"


class Named(Protocol):
    """A criterion."""

    @property
    def id(self) -> int: ...
    @property
    def name(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkCount:
    """Number of marks that are in, and of all that an evaluator has to enter."""

    entered: int
    total: int

    @property
    def missing(self) -> int:
        return self.total - self.entered


def label_of(user: User) -> str:
    """Return the name of an evaluator; the address of a guest without a name."""
    return user.email if is_nameless(user) else user.name


def count_marks(
    *,
    rfx_ids: Collection[int],
    criterion_ids: Collection[int],
    conflicts: Collection[int],
    entered: Collection[tuple[int, int]],
) -> MarkCount:
    """Count the marks of an evaluator. `entered` are pairs of RFx and criterion; suppliers with a conflict need none."""
    needed = {(rfx_id, each) for rfx_id in rfx_ids if rfx_id not in conflicts for each in criterion_ids}
    return MarkCount(entered=len(needed.intersection(entered)), total=len(needed))


def missing_marks(
    *,
    rfx_id: int,
    criteria: Sequence[Named],
    evaluators: Mapping[int, str],
    conflicts: Mapping[int, Collection[int]],
    entered: Collection[tuple[int, int, int]],
) -> list[str]:
    """Return a sentence for each missing mark of a supplier.

    `evaluators` are names by id; `entered` are triples of evaluator, RFx and criterion.
    """
    return [
        MISSING.format(evaluator=name, criterion=criterion.name)
        for evaluator_id, name in evaluators.items()
        if rfx_id not in conflicts.get(evaluator_id, ())
        for criterion in criteria
        if (evaluator_id, rfx_id, criterion.id) not in entered
    ]
