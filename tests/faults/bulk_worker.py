"""A worker process with one more bulk action: it counts each row in the table `bulk_probe`.

The action waits in the middle of a job until the test releases an advisory lock, so that the test can kill the worker.
"""

import sys

from sqlalchemy import text

from app import worker
from app.extensions import db
from app.factory import shared_application
from app.kernel.bulk.actions import BulkAction, BulkRun, Forecast, Preview, RowResult, Target
from app.kernel.http.auth import SIGNED_IN
from app.kernel.registry import EXTENSION

KIND = "tests.probe"
MIDDLE = 150
"""The row that waits for the lock."""
LOCK = 4711


def run_row(_run: BulkRun, target: Target) -> RowResult:
    number = target.data["number"]
    if number == MIDDLE:
        db.session.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    db.session.execute(text("insert into bulk_probe (number) values (:number)"), {"number": number})
    return RowResult()


PROBE = BulkAction(
    kind=KIND,
    title="Count",
    rule=SIGNED_IN,
    resolve=lambda _actor, _selection, _args: [],
    preview=lambda _actor, targets, _args: Preview([Forecast() for _ in targets]),
    run_row=run_row,
)


def main() -> int:
    """Run the worker of the product with the action."""
    shared_application().extensions[EXTENSION].add_bulk(PROBE)
    return worker.main()


if __name__ == "__main__":
    sys.exit(main())
