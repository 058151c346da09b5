"""Titles of parts."""

import pytest

from app.delegation.policies import title_of
from app.forms.public import walk_forms
from tests.factories.rfx import field, form_document, heading

FIELDS = walk_forms(
    [
        (
            1,
            form_document(
                *(block for n in (1, 2, 3) for block in (heading(f"Area {n}"), field(f"question_{n}")))
            ),
        )
    ]
)


@pytest.mark.parametrize(
    ("count", "title"), [(1, "Area 1"), (2, "Area 1 and Area 2"), (3, "Area 1 and 2 more")]
)
def test_title_names_one_or_two_sections(count: int, title: str) -> None:
    assert title_of(FIELDS, [placed.key for placed in FIELDS[:count]]) == title
