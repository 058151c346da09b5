"""Changing the layout of Home."""

from collections.abc import Sequence

from sqlalchemy.dialects.postgresql import insert

from app.extensions import db
from app.home.models import HomeLayout
from app.home.types import ChartKey
from app.kernel.clock import now
from app.kernel.http.auth import Actor


def choose_charts(*, actor: Actor, charts: Sequence[ChartKey]) -> None:
    """Store the actor's choice and order; duplicates are removed."""
    _store(actor, charts=[key.value for key in dict.fromkeys(charts)])


def hide_first_steps(*, actor: Actor) -> None:
    """Hide the first steps on the actor's Home permanently."""
    _store(actor, steps_hidden=now())


def _store(actor: Actor, **values: object) -> None:
    db.session.execute(
        insert(HomeLayout)
        .values(user_id=actor.user_id, **values)
        .on_conflict_do_update(index_elements=["user_id"], set_=values)
    )
