"""Logos for generated files."""

from collections.abc import Collection

from sqlalchemy import select

from app.accounts.public import Organisation
from app.extensions import db
from app.files.public import contents_of


def logos_of(organisation_ids: Collection[int]) -> dict[int, bytes]:
    """Return the contents of the logos of organisations by id; organisations without one are left out."""
    rows = db.session.execute(
        select(Organisation.id, Organisation.logo_id).where(
            Organisation.id.in_(organisation_ids), Organisation.logo_id.is_not(None)
        )
    ).all()
    contents = contents_of([row.logo_id for row in rows])
    return {row.id: contents[row.logo_id] for row in rows if row.logo_id in contents}
