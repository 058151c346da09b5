"""A list that a program reads with an API key, against the same list of a signed-in user."""

from collections.abc import Iterator
from dataclasses import replace

from app.accounts.public import actor_of_user
from app.api_keys.operations.managing import create_key
from app.api_keys.policies import ALL_SCOPES
from app.api_keys.types import KeyValues
from app.config import Settings
from app.kernel.db.session import unit_of_work
from bench.measure import ask, in_turns
from bench.table import Row
from bench.world import World, user_of

LIST = "/api/rfx?pageSize=16"
GOAL = 1.5
REQUESTS = 1_000_000
"""More requests a minute than a measurement sends."""


def run(world: World) -> Iterator[Row]:
    """Measure the list with a key and with an access token in turns."""
    person = world.person()
    settings: Settings = world.app.config["ASSAY"]
    world.app.config["ASSAY"] = replace(settings, API_KEY_REQUESTS=REQUESTS)
    with world.app.app_context(), unit_of_work():
        user = user_of(person.email)
        values = KeyValues(
            name="Benchmark", role_id=user.role_id or 0, scopes=ALL_SCOPES, addresses=(), expires=None
        )
        _, secret = create_key(actor=actor_of_user(user.id), values=values)
    key = {"Authorization": f"Bearer {secret}"}
    by_key, by_person = in_turns(
        lambda: ask(world.app, LIST, key),
        lambda: ask(world.app, LIST, person.headers),
        seconds=world.sizes.seconds,
    )
    world.app.config["ASSAY"] = settings
    yield Row(
        figure="a list of RFxs with an API key, which counts the request",
        measured=by_key.p50,
        baseline=by_person.p50,
        against="the same list of a user",
        goal=GOAL,
        of="ratio",
    )
