"""The file of the figures of non-conformances has what the page shows."""

import csv
import math
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from app.devtools.demo_accounts import DEMO_EMAILS
from tests.fixtures.browser import Axe, go, sign_in

BUYER = DEMO_EMAILS[0]
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
Line = dict[str, str]


def parts_of(chart: Locator) -> list[list[str]]:
    """Return the texts of each entry of a chart: its name and its number, in the order of the page."""
    script = "entries => entries.map(entry => [...entry.querySelectorAll(':scope > :not(svg)')].map(e => e.textContent))"
    texts: list[list[str]] = chart.get_by_role("listitem").evaluate_all(script)
    return texts


def cells_of(page: Page, table: str) -> list[list[str]]:
    """Return the texts of the cells of each row."""
    rows = page.get_by_role("table", name=table).locator("tbody tr")
    texts: list[list[str]] = rows.evaluate_all(
        "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))"
    )
    return texts


def shown(number: str) -> str:
    """Return a number of the file as the page shows it: whole, with grouped digits."""
    return f"{math.floor(float(number) + 0.5):,}" if number else "no data"


def of_figure(lines: Sequence[Line], figure: str) -> list[Line]:
    """Return the lines of one figure that have a name, in the order of the file."""
    return [line for line in lines if line["Figure"] == figure and line["Name"]]


def month_of(name: str) -> str:
    return f"{MONTHS[int(name[5:7]) - 1]} {name[:4]}"


def test_exported_figures_are_those_of_the_page(page: Page, axe: Axe) -> None:
    sign_in(page, BUYER)
    go(page, "/ncr?tab=figures")
    axe(page)
    with page.expect_download(timeout=45_000) as download:
        page.get_by_role("button", name="Export CSV").click()
    expect(page.get_by_role("button", name="Export CSV")).to_be_enabled()
    lines = list(csv.DictReader(Path(download.value.path()).read_text(encoding="utf-8-sig").splitlines()))

    pareto = parts_of(page.get_by_role("figure", name="Reports by defect"))
    defects = [[line["Name"], shown(line["Count"])] for line in of_figure(lines, "Defect")]
    assert defects == pareto
    counts = [int(number.replace(",", "")) for _, number in pareto]
    assert len(counts) > 1
    assert counts == sorted(counts, reverse=True)

    ppm = parts_of(page.get_by_role("figure", name="Defective parts per million delivered parts, by month"))
    months = [
        [shown(line["Defective per million"]), month_of(line["Name"])] for line in of_figure(lines, "Month")
    ]
    assert months == ppm
    assert {"no data"} < {number for number, _ in ppm}

    for table, figure in (("Suppliers", "Supplier"), ("Parts", "Part")):
        rows = [
            [
                line["Name"],
                shown(line["Count"]),
                shown(line["Defective"]),
                shown(line["Defective per million"]),
            ]
            for line in of_figure(lines, figure)
        ]
        assert rows == [cells[:4] for cells in cells_of(page, table)]
        assert rows

    [total] = [line for line in lines if line["Figure"] == "Total"]
    facts = page.locator(".facts").first.locator("dd").all_text_contents()
    columns = ("Count", "Delivered", "Defective", "Defective per million")
    assert facts[: len(columns)] == [shown(total[column]) for column in columns]
