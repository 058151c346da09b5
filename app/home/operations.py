"""Choosing the charts of Home."""

from collections.abc import Sequence

from sqlalchemy.dialects.postgresql import insert

from app.extensions import db
from app.home.models import HomeLayout
from app.home.types import ChartKey
from app.kernel.auth import Actor


def choose_charts(*, actor: Actor, charts: Sequence[ChartKey]) -> None:
    """Store the actor's choice and order; duplicates are removed."""
    keys = [key.value for key in dict.fromkeys(charts)]
    db.session.execute(
        insert(HomeLayout)
        .values(user_id=actor.user_id, charts=keys)
        .on_conflict_do_update(index_elements=["user_id"], set_={"charts": keys})
    )
