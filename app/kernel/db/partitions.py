"""Tables with one partition for each month: making the partitions ahead of time, and dropping old ones.

The partitions cover all times without a gap: the oldest one has no beginning until it is dropped, and the last one,
`{table}_later`, has no end. So every row can be stored, even if no job has made partitions for a year. It is not a
DEFAULT partition, because PostgreSQL reads partitions in their order, and stops after the first page, only without one
(docs/adr/0011).
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from zlib import crc32

import structlog
from psycopg.errors import LockNotAvailable
from sqlalchemy import column, exists, func, select, table, text
from sqlalchemy.exc import OperationalError

from app.extensions import db
from app.kernel.clock import now
from app.kernel.db.session import commit, rollback

log = structlog.get_logger(__name__)

MONTHS_AHEAD = 3
LOCK_TIMEOUT = "500ms"
"""Less than the `deadlock_timeout` of PostgreSQL (1 s): in a deadlock with a request, the job gives up first."""
LOCK_ATTEMPTS = 20
_LOCK = 0x70617274 << 32
_BOUNDS = re.compile(r"FOR VALUES FROM \('?(.+?)'?\) TO \('?(.+?)'?\)")


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition with the rows from `begin` (included) to `end`; None means without a bound."""

    name: str
    begin: datetime | None
    end: datetime | None


@dataclass(frozen=True, slots=True)
class MonthlyTable:
    """A table that is partitioned by the month of its column `created`."""

    name: str

    @property
    def later(self) -> str:
        """Return the name of the partition without an end."""
        return f"{self.name}_later"

    def partitions(self) -> list[Partition]:
        """Return the partitions, the oldest first."""
        rows = db.session.execute(
            text(
                "SELECT relname, pg_get_expr(relpartbound, pg_class.oid) AS bounds FROM pg_inherits"
                " JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = CAST(:name AS regclass)"
            ),
            {"name": self.name},
        )
        partitions = []
        for name, bounds in rows:
            match = _BOUNDS.fullmatch(bounds)
            if match is None:
                raise ValueError(f"the partition {name} has unknown bounds: {bounds}")
            partitions.append(Partition(name, *map(_bound, match.groups())))
        first = datetime.min.replace(tzinfo=UTC)
        return sorted(partitions, key=lambda partition: partition.begin or first)

    def has_late_rows(self) -> bool:
        """Return True if the last partition has rows: its job has not run for months, or a clock was wrong."""
        return bool(db.session.execute(select(exists().select_from(table(self.later)))).scalar())

    def check(self) -> None:
        """Raise RuntimeError if rows are in no month's partition, for /readyz."""
        if self.has_late_rows():
            raise RuntimeError(f"{self.later} has rows: the job that makes its partitions has not run")

    def maintain(self, *, months: int) -> None:
        """Make the partitions of the next months, and drop those older than `months` full months; 0 drops none."""
        self.make_partitions()
        if months:
            self.drop_partitions(months=months)

    def make_partitions(self) -> list[str]:
        """Make the partitions up to MONTHS_AHEAD after this month; return the names of the new ones.

        Commits. A process that is killed leaves the partitions as they were, and simultaneous calls run one after the
        other. Late rows are not moved: their table becomes a partition of its own, which ends with their month.
        """
        end = month_start(now(), MONTHS_AHEAD + 1)
        self._wait_for_others()
        last = self.partitions()[-1]
        late_until = None
        if self.has_late_rows():
            late_until = self._limit_late_rows()
            log.warning(
                "rows_without_month", partition=self.later, since=str(last.begin), until=str(late_until)
            )
        names: list[str] = []
        if late_until is not None or (last.begin is not None and last.begin < end):
            self._with_short_lock(lambda: names.extend(self._replace_last(end, late_until)))
            log.info("partitions_made", table=self.name, names=names)
        if names or not self._has_statistics():
            # Autovacuum never does this for a partitioned table.
            _execute(f"ANALYZE {self.name}")
            commit()
        return names

    def drop_partitions(self, *, months: int) -> list[str]:
        """Drop the partitions whose rows are all older than `months` full months; return their names.

        Commits after each. The table from before the partitions has no beginning, and is dropped like the others.
        """
        until = month_start(now(), -months)
        old = [each.name for each in self.partitions() if each.end is not None and each.end <= until]
        for name in old:
            self._with_short_lock(partial(_execute, f"DROP TABLE IF EXISTS {name}"))
            log.info("partition_dropped", table=self.name, name=name)
        return old

    def _replace_last(self, end: datetime, late_until: datetime | None) -> list[str]:
        """Replace the last partition by the months up to `end` and a new last one; return the names of the months."""
        _execute(f"LOCK TABLE {self.name} IN ACCESS EXCLUSIVE MODE")
        begin = self.partitions()[-1].begin
        if (
            begin is None
            or self.has_late_rows() != (late_until is not None)
            or (late_until is None and begin >= end)
        ):
            # Another worker was faster, or a late row has arrived; then the next run continues.
            return []
        names = []
        if late_until is None:
            _execute(f"DROP TABLE {self.later}")
        else:
            name = f"{self.name}_until_{late_until - timedelta(days=1):%Y_%m}"
            _execute(f"ALTER TABLE {self.name} DETACH PARTITION {self.later}")
            _execute(f"ALTER TABLE {self.later} RENAME TO {name}")
            _execute(f"ALTER TABLE {self.name} ATTACH PARTITION {name} {_values(begin, late_until)}")
            _execute(f"ALTER TABLE {name} DROP CONSTRAINT {self._until}")
            names.append(name)
            begin = late_until
        while begin < end:
            following = month_start(begin, 1)
            name = f"{self.name}_{begin:%Y_%m}"
            _execute(f"CREATE TABLE {name} PARTITION OF {self.name} {_values(begin, following)}")
            names.append(name)
            begin = following
        _execute(f"CREATE TABLE {self.later} PARTITION OF {self.name} {_values(begin, None)}")
        return names

    def _limit_late_rows(self) -> datetime:
        """Add a checked constraint to the last partition, so that attaching it reads no row under the strong lock."""
        last: datetime = db.session.execute(
            select(func.max(column("created"))).select_from(table(self.later))
        ).scalar_one()
        until = month_start(max(last, now() + timedelta(days=1)), 1)

        def add() -> None:
            _execute(f"ALTER TABLE {self.later} DROP CONSTRAINT IF EXISTS {self._until}")
            _execute(
                f"ALTER TABLE {self.later} ADD CONSTRAINT {self._until}"
                f" CHECK (created < '{until.isoformat()}') NOT VALID"
            )

        self._with_short_lock(add)
        _execute(f"ALTER TABLE {self.later} VALIDATE CONSTRAINT {self._until}")
        commit()
        return until

    @property
    def _until(self) -> str:
        return f"ck_{self.later}_until"

    def _has_statistics(self) -> bool:
        stmt = "SELECT EXISTS (SELECT FROM pg_stats WHERE tablename = :name AND inherited)"
        return bool(db.session.execute(text(stmt), {"name": self.name}).scalar())

    def _with_short_lock(self, change: Callable[[], object]) -> None:
        """Run and commit a change that takes a strong lock, alone and without blocking requests for longer than a moment."""
        for attempt in range(1, LOCK_ATTEMPTS + 1):
            try:
                self._wait_for_others()
                _execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
                change()
                _execute("SET LOCAL lock_timeout = DEFAULT")
                commit()
                return
            except OperationalError as error:
                rollback()
                if not isinstance(error.orig, LockNotAvailable) or attempt == LOCK_ATTEMPTS:
                    raise

    def _wait_for_others(self) -> None:
        db.session.execute(select(func.pg_advisory_xact_lock(_LOCK | crc32(self.name.encode()))))


def month_start(moment: datetime, months: int = 0) -> datetime:
    """Return the first moment (UTC) of the month that is `months` after the month of `moment`."""
    month = moment.year * 12 + moment.month - 1 + months
    return datetime(month // 12, month % 12 + 1, 1, tzinfo=UTC)


def _values(begin: datetime, end: datetime | None) -> str:
    last = "MAXVALUE" if end is None else f"'{end.isoformat()}'"
    return f"FOR VALUES FROM ('{begin.isoformat()}') TO ({last})"


def _bound(value: str) -> datetime | None:
    return None if value in {"MINVALUE", "MAXVALUE"} else datetime.fromisoformat(value).astimezone(UTC)


def _execute(statement: str) -> None:
    db.session.execute(text(statement))
