"""Every column with the id of an organisation or relationship follows a merge, or has a reason to stay."""

from flask import Flask

from app.extensions import db
from app.kernel.registry import EXTENSION
from app.network.policies import MergeHooks

TARGETS = {"organisation", "relationship"}


def foreign_keys() -> set[str]:
    return {
        f"{table.name}.{key.parent.name}"
        for table in db.metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table.name in TARGETS
    }


def test_no_column_is_forgotten_by_a_merge(app: Flask) -> None:
    hooks = app.extensions[EXTENSION].hooks(MergeHooks)
    moving = [f"{each.column.class_.__tablename__}.{each.column.key}" for each in hooks.references]
    assert len(moving) == len(set(moving)), "a column is registered twice"
    assert set(moving).isdisjoint(hooks.staying), "a column moves or stays"
    assert foreign_keys() - set(moving) - hooks.staying.keys() == set(), (
        "Register these columns in the wiring of their feature: MergeHooks.references moves them to the survivor, "
        "MergeHooks.staying has the reason why not"
    )
    assert (set(moving) | hooks.staying.keys()) - foreign_keys() == set(), "no such foreign key"
    assert all(hooks.staying.values())


def test_a_parent_moves_before_its_rows(app: Flask) -> None:
    hooks = app.extensions[EXTENSION].hooks(MergeHooks)
    moved: set[str] = set()
    for reference in hooks.references:
        if reference.parent is not None:
            assert reference.parent[1].class_.__tablename__ in moved, reference.column
        moved.add(reference.column.class_.__tablename__)
