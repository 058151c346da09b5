"""The file of the figures (kind `ncrFigure`), built by the worker: one line for each group of each figure.

Costs have one column for each currency. They are internal, so they are only in the file of what the actor's organisation
raised. A figure without data is an empty cell.
"""

import csv
from collections.abc import Iterator, Sequence
from datetime import date
from io import BytesIO, TextIOWrapper

from app.kernel.files.cells import quoted
from app.kernel.http.auth import Actor
from app.kernel.http.json_types import Arguments
from app.kernel.jobs.exports import ExportFile
from app.kernel.registry import current_registry
from app.ncr.policies import NcrHooks
from app.ncr.queries.figures import Figure, FigureRow, figure_of
from app.ncr.types import MAX_EXPORTED_FIGURE_ROWS, FigureFilter, FigureGroup, FigureParty

KIND = "ncrFigure"
HEADINGS = ("Figure", "Name", "Count", "Delivered", "Defective", "Defective per million", "Value")
GROUP_LABELS = {
    FigureGroup.DEFECT: "Defect",
    FigureGroup.MONTH: "Month",
    FigureGroup.SUPPLIER: "Supplier",
    FigureGroup.PART: "Part",
}
ACTIONS = "Corrective actions"
Cell = str | int | float | None


def export_args(filters: FigureFilter) -> dict[str, object]:
    """Return filters as arguments of an export."""
    return {"party": filters.party, "start": filters.start.isoformat(), "end": filters.end.isoformat()}


def build(actor: Actor, _format: str, args: Arguments) -> ExportFile:
    """Build the figures that `actor` sees now as CSV, in UTF-8 with a byte order mark, as the files of lists."""
    filters = FigureFilter(
        party=FigureParty(args["party"]),
        start=date.fromisoformat(args["start"]),
        end=date.fromisoformat(args["end"]),
    )
    figures = {
        group: figure_of(actor=actor, group=group, filters=filters, limit=MAX_EXPORTED_FIGURE_ROWS)
        for group in FigureGroup
    }
    currencies = sorted(figures[FigureGroup.MONTH].total.costs or ())
    file = BytesIO()
    encoded = TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(encoded)
    writer.writerow([*HEADINGS, *(f"Cost {currency} (internal)" for currency in currencies)])
    for line in _lines(actor, filters, figures, currencies):
        writer.writerow([quoted(cell) if isinstance(cell, str) else cell for cell in line])
    encoded.flush()
    name = f"Non-conformances {filters.party} {filters.start} to {filters.end}.csv"
    return ExportFile(filename=name, content_type="text/csv", content=file.getvalue())


def _lines(
    actor: Actor, filters: FigureFilter, figures: dict[FigureGroup, Figure], currencies: Sequence[str]
) -> Iterator[list[Cell]]:
    yield _line("Total", "", figures[FigureGroup.MONTH].total, currencies)
    for group, figure in figures.items():
        label = GROUP_LABELS[group]
        if group is FigureGroup.SUPPLIER and filters.party is FigureParty.RECEIVED:
            label = "Customer"
        for row in figure.rows:
            name = (row.key or "")[:7] if group is FigureGroup.MONTH else row.label or ""
            yield _line(label, name, row, currencies)
        if figure.ungrouped:
            yield _line(label, "", figure.ungrouped, currencies)
    for name, count, value in _measures(actor, filters):
        yield [ACTIONS, name, count, None, None, None, value, *(None for _ in currencies)]


def _line(label: str, name: str, row: FigureRow, currencies: Sequence[str]) -> list[Cell]:
    costs = row.costs or {}
    amounts = [f"{costs[currency]:.2f}" if currency in costs else None for currency in currencies]
    return [label, name, row.count, row.delivered, row.defective, row.ppm, None, *amounts]


def _measures(actor: Actor, filters: FigureFilter) -> Iterator[tuple[str, int, float | None]]:
    """Yield the figures of corrective actions as (name, counted records, value)."""
    figure = current_registry().hooks(NcrHooks).figure_actions(actor, filters)
    yield "Asked for", figure.count, None
    for stage in figure.stages:
        yield f"Median days to the acceptance of {stage.name}", stage.accepted, stage.median_days
    for steps in figure.punctuality:
        percent = None if steps.share is None else round(steps.share * 100, 1)
        yield f"{steps.name} (%)", steps.counted, percent
    yield "Returned steps per corrective action", figure.with_sent_step, figure.returns_per_action
