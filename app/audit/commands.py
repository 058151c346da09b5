"""`flask --app wsgi audit ...`: checking the audit log against its seals."""

import click
from flask.cli import AppGroup

from app.audit.queries.checking import check_chains

audit = AppGroup("audit", help="The audit log.")


@audit.command("verify")
@click.option("--organisation", type=int, help="The id of one organisation; by default all are checked.")
def verify(organisation: int | None) -> None:
    """Check that no sealed entry was changed, removed or added; exit with 1 and the first broken entry otherwise."""
    broken = chains = entries = 0
    for chain in check_chains(organisation_id=organisation):
        chains, entries = chains + 1, entries + chain.entries
        if chain.fault:
            broken += 1
            click.echo(f"Organisation {chain.organisation_id}: {chain.fault}")
        elif organisation is not None:
            click.echo(f"Last seal of organisation {organisation}: {chain.last_hash}")
    if broken:
        click.echo(f"{broken} of {chains} chains are broken.")
        raise SystemExit(1)
    click.echo(f"Checked {entries:,} sealed entries in {chains:,} chains: no change.")
