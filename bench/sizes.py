"""The sizes of `make bench` and the smaller ones of `make bench-quick`; environment variables override both."""

from collections.abc import Mapping
from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Sizes:
    """The sizes of a run. `BENCH_` and the name in capitals set one, for example `BENCH_ORGANISATIONS=100000`."""

    organisations: int = 1_000_000
    """Organisations in the largest directory; three of ten have a relationship with the measured tenant."""
    records: int = 300_000
    """Contacts, NCRs, RFxs, threads and assessments of that tenant, each; three times as many events."""
    events: int = 10_000_000
    """Events of all organisations, a tenth of them of the measured tenant, in monthly partitions of three years."""
    mails: int = 3_000
    answers: int = 500_000
    """Saved answers of other RFxs, in addition to the measured ones."""
    fields: int = 500
    """Fields of the long form."""
    export_rows: int = 50_000
    """Rows of the longest export."""
    people: int = 20
    """Users who answer one RFx, and clients of mixed use."""
    answering_seconds: int = 120
    clients_seconds: int = 60
    requests: int = 10_000
    """Requests after which a web process may not have grown."""
    keys: int = 120
    """Keys that are pressed in Chromium."""
    seconds: float = 6.0
    """Seconds for one figure, when calls alternate."""

    @classmethod
    def chosen(cls, environ: Mapping[str, str], *, quick: bool) -> "Sizes":
        """Return the sizes of this run."""
        texts = {f.name: environ.get(f"BENCH_{f.name.upper()}") for f in fields(cls)}
        values = {name: type(getattr(cls(), name))(text) for name, text in texts.items() if text}
        return cls(**{**(QUICK if quick else {}), **values})

    def described(self) -> str:
        """Return one line for the head of the table."""
        return ", ".join(f"{f.name.replace('_', ' ')} {getattr(self, f.name):,}" for f in fields(self))


QUICK = {
    "organisations": 20_000,
    "records": 5_000,
    "events": 300_000,
    "mails": 600,
    "answers": 20_000,
    "export_rows": 10_000,
    "answering_seconds": 8,
    "clients_seconds": 8,
    "requests": 400,
    "keys": 30,
    "seconds": 1.2,
}
