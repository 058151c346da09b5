"""The file with all data of an organisation, in a separate process: `python -m bench.all_data EMAIL` prints time and memory."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator

from app.accounts.public import actor_of_user
from app.config import ROOT, load_settings
from app.data_export.exports import build_export
from app.data_export.models import DataExport
from app.data_export.operations.requesting import request_data_export
from app.data_export.types import UNFINISHED
from app.extensions import db
from app.factory import create_app
from app.kernel.db.session import commit
from bench.exporting import MEGABYTE, Peak
from bench.server import environment
from bench.table import Row
from bench.world import World, user_of

GOAL_MEGABYTES = 60
GOAL = 120
"""Seconds for an organisation with the demo data and `sizes.export_rows` audit entries and events."""
FILL = """
insert into event_log (type, created, organisation_id, created_by_user_id, args)
select 'organisation.updated', now(), %(tenant)s, %(user)s, jsonb_build_object('organisationId', n, 'byUserName', 'Measured')
from generate_series(1, %(count)s) n
"""


def run(world: World) -> Iterator[Row]:
    """Measure the file of the buyer of the demo data, with many events."""
    person = world.person()
    with world.app.app_context():
        user = user_of(person.email)
        parameters = {"tenant": user.organisation_id, "user": user.id, "count": world.sizes.export_rows}
    world.connection.execute(FILL, parameters)
    done = subprocess.run(
        [sys.executable, "-m", "bench.all_data", person.email], cwd=ROOT, env=environment(world.settings),
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    cost = json.loads(done.stdout.splitlines()[-1])
    yield Row(
        figure=f"all data of an organisation: {cost['rfxs']} RFxs, {world.sizes.export_rows:,} events, {cost['size']:.1f} MB",
        measured=cost["seconds"], unit="s", goal=GOAL,
    )  # fmt: skip
    yield Row(
        figure="all data of an organisation, memory that it takes more", measured=cost["megabytes"], unit="MB",
        goal=GOAL_MEGABYTES,
    )  # fmt: skip


def main() -> int:
    """Build the file like the worker, and print its cost."""
    app = create_app(load_settings(os.environ))
    with app.app_context():
        export_id = request_data_export(actor=actor_of_user(user_of(sys.argv[1]).id)).id
        commit()
        with Peak() as peak:
            started = time.perf_counter()
            while (export := db.session.get_one(DataExport, export_id)).status in UNFINISHED:
                build_export(export_id)
                commit()
            seconds = time.perf_counter() - started
        rfxs = db.session.execute(
            db.text("select count(*) from rfx where :id in (organisation_id, with_organisation_id)"),
            {"id": export.organisation_id},
        ).scalar_one()
        cost = {
            "seconds": seconds, "megabytes": max(peak.megabytes, 0.1), "size": (export.size or 0) / MEGABYTE, "rfxs": rfxs,
        }  # fmt: skip
    print(json.dumps(cost))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
