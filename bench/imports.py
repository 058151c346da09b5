"""The import of 10,000 suppliers: planned against a network of the same size, and run."""

import csv
import time
from collections.abc import Iterator
from io import StringIO

from sqlalchemy import func, select

from app.accounts.public import actor_of_user
from app.extensions import db
from app.files.public import AttachmentKind, store_bytes
from app.imports.models import SupplierImport
from app.imports.operations.reading import plan_import, read_import
from app.imports.operations.running import run_import
from app.imports.types import ImportState
from app.kernel.bulk.models import BulkJob, BulkState
from app.kernel.bulk.running import run_batch
from app.kernel.db.session import commit
from app.network.public import Relationship
from bench.measure import timed
from bench.table import Row
from bench.world import World, user_of

BUYER = "elsa.noren@halden-rail.example"
ROWS = 10_000
PLAN_GOAL, RUN_GOAL = 20, 90
KINDS = (
    "Ventile",
    "Metal",
    "Coatings",
    "Logistics",
    "Services",
    "Plastics",
    "Electronics",
    "Castings",
    "Tools",
)
FORMS = ("GmbH", "AG", "Ltd", "Inc", "S.A.", "SRL")
COUNTRIES = ("DE", "Österreich", "France", "IT", "Spain", "GBR")


def run(world: World) -> Iterator[Row]:
    """Plan and run a file with ROWS new suppliers, then plan the same file again, when all of them are in the network."""
    with world.app.app_context():
        first = _planned()
        yield Row(
            figure=f"{ROWS:,} new suppliers planned", measured=first, unit="s", goal=PLAN_GOAL,
            baseline=_parsed(), against="the file parsed by the csv module",
        )  # fmt: skip
        yield Row(
            figure=f"{ROWS:,} suppliers created by the run of a plan", measured=_run(), unit="s", goal=RUN_GOAL,
        )  # fmt: skip
        again = _planned()
        yield Row(
            figure=f"{ROWS:,} suppliers of the network planned again", measured=again, unit="s", goal=PLAN_GOAL,
            baseline=first, against="the same file before it was imported",
        )  # fmt: skip
        network = select(func.count()).where(Relationship.organisation_id == user_of(BUYER).organisation_id)
        world.notes.append(
            f"The measured network has {db.session.execute(network).scalar_one():,} suppliers."
        )


def _content() -> bytes:
    out = StringIO()
    lines = csv.writer(out, delimiter=";")
    lines.writerow(("Lieferantennr.", "Firma", "Land", "Ort", "Ansprechpartner", "E-Mail", "Status", "Tags"))
    for n in range(ROWS):
        name = f"{KINDS[n % 9]} {n:05} {KINDS[(n // 9) % 9]} {FORMS[n % 6]}"
        person = f"person{n}@measured{n}.example"
        lines.writerow(
            (
                f"K{n:06}",
                name,
                COUNTRIES[n % 6],
                f"City {n % 300}",
                f"Person {n}",
                person,
                "Approved",
                f"t{n % 40}",
            )
        )
    return out.getvalue().encode("cp1252")


def _parsed() -> float:
    content = _content()
    return timed(lambda: list(csv.reader(StringIO(content.decode("cp1252")), delimiter=";"))) / 1000


def _planned() -> float:
    """Return the seconds of reading and planning."""
    user = user_of(BUYER)
    stored = store_bytes(
        organisation_id=user.organisation_id, user_id=user.id, filename="measured.csv", content=_content(),
        kind=AttachmentKind.DOCUMENT,
    )  # fmt: skip
    supplier_import = SupplierImport(
        organisation_id=user.organisation_id,
        user_id=user.id,
        attachment_id=stored.id,
        filename="measured.csv",
    )
    db.session.add(supplier_import)
    commit()
    import_id = supplier_import.id
    started = time.monotonic()
    read_import(import_id)
    commit()
    supplier_import = db.session.get_one(SupplierImport, import_id)
    assert supplier_import.state is ImportState.MAPPING, supplier_import.error
    supplier_import.state = ImportState.PLANNING
    commit()
    plan_import(import_id)
    commit()
    seconds = time.monotonic() - started
    assert db.session.get_one(SupplierImport, import_id).state is ImportState.READY
    return seconds


def _run() -> float:
    """Return the seconds from the request to the end of the last batch."""
    user = user_of(BUYER)
    newest = select(func.max(SupplierImport.id)).where(SupplierImport.user_id == user.id)
    import_id = db.session.execute(newest).scalar_one()
    version = db.session.get_one(SupplierImport, import_id).plan_version
    started = time.monotonic()
    running = run_import(actor=actor_of_user(user.id), import_id=import_id, plan_version=version)
    assert running is not None
    assert running.job_id is not None
    job_id = running.job_id
    commit()
    while db.session.get_one(BulkJob, job_id).state is not BulkState.DONE:
        run_batch(job_id)
        commit()
    return time.monotonic() - started
