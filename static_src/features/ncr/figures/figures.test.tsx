import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { ActionFigure, Figure, FigureRow as Row } from "../types";
import NcrFigures from "./figures";

const row = (changes: Partial<Row> = {}): Row => ({
  key: "1",
  label: "BUR Burr",
  count: 3,
  delivered: null,
  defective: null,
  ppm: null,
  costs: [],
  ...changes,
});

const total = row({
  key: null,
  label: null,
  count: 6,
  delivered: 12000,
  defective: 24,
  ppm: 2000,
  costs: [{ currency: "EUR", amount: "1250.50" }],
});

function figure(group: Figure["group"], rows: Row[], changes: Partial<Figure> = {}): Figure {
  return {
    group,
    party: "raised",
    eventFrom: "2026-01-01",
    eventTo: "2026-03-15",
    rows,
    ungrouped: null,
    total,
    hasMore: false,
    ...changes,
  };
}

function figures(changes: Partial<Figure> = {}) {
  return {
    defect: figure("defect", [row({ count: 5 }), row({ key: "2", label: "SCR Scratch", count: 1 })], changes),
    month: figure(
      "month",
      [
        row({ key: "2026-01-01", label: null, count: 0 }),
        row({ key: "2026-02-01", label: null, delivered: 12000, defective: 24, ppm: 2000 }),
        row({ key: "2026-03-01", label: null, delivered: 100, defective: 0, ppm: 0 }),
      ],
      changes,
    ),
    supplier: figure("supplier", [row({ key: "9", label: "Bergmann & Co" })], changes),
    part: figure("part", [row({ key: "hx-1", label: "HX-1" })], {
      ungrouped: row({ key: null, label: null, count: 1 }),
      ...changes,
    }),
  };
}

const actions: ActionFigure = {
  party: "raised",
  eventFrom: "2026-01-01",
  eventTo: "2026-03-15",
  count: 4,
  stages: [
    { name: "D3", accepted: 3, medianDays: 0.5 },
    { name: "D8", accepted: 0, medianDays: null },
  ],
  punctuality: [
    { name: "D3 sent within 24 hours", counted: 3, onTime: 2, share: 0.6667 },
    { name: "D8 sent within 30 days", counted: 0, onTime: 0, share: null },
  ],
  returnsPerAction: 0.33,
};

test("defects, months, suppliers and parts lead to the filtered list", () => {
  renderOnPage(<NcrFigures actions={actions} figures={figures()} />);
  const period = "party=raised&eventFrom=2026-01-01&eventTo=2026-03-15";
  const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(href("BUR Burr")).toBe(`/ncr?${period}&defectCodeId=1`);
  expect(href("HX-1")).toBe(`/ncr?${period}&partNumber=HX-1`);
  expect(href("Bergmann & Co")).toBe(`/ncr?${period}&supplierName=Bergmann%20%26%20Co`);
  expect(href("2,000")).toBe("/ncr?party=raised&eventFrom=2026-02-01&eventTo=2026-02-28");
  expect(
    screen.getByText("The most frequent defect makes up 83 % of the reports with a defect code."),
  ).toBeTruthy();
  expect(screen.getByText("1 report has no part number.")).toBeTruthy();
  expect(screen.getByText("1,250.50 EUR")).toBeTruthy();
});

test("months without deliveries are no data, and a month without defects is 0", () => {
  renderOnPage(<NcrFigures actions={actions} figures={figures()} />);
  const chart = within(screen.getByRole("figure", { name: /by month/ }));
  const [january, , march] = chart.getAllByRole("listitem");
  expect(january?.textContent).toBe("no dataJan 2026");
  expect(march?.textContent).toBe("0Mar 2026");
});

test("what others raised has no costs, and leads to the customers", () => {
  const { costs: _, ...withoutCosts } = total;
  renderOnPage(
    <NcrFigures actions={actions} figures={figures({ party: "received", total: withoutCosts })} />,
  );
  expect(screen.queryByText("Cost")).toBeNull();
  expect(screen.getByRole("link", { name: "Bergmann & Co" }).getAttribute("href")).toBe("/organisations/9");
  expect(screen.getByRole("table", { name: "Customers" })).toBeTruthy();
});

test("another period and party are loaded and part of the address", async () => {
  const calls = answerCalls(({ url }) => {
    if (url.pathname.endsWith("/correctiveAction")) return { body: { ...actions, count: 55 } };
    const group = url.searchParams.get("group") as Figure["group"];
    return { body: { ...figures()[group], party: "received", total: { ...total, count: 77 } } };
  });
  renderOnPage(<NcrFigures actions={actions} figures={figures()} />);
  await userEvent.selectOptions(screen.getByLabelText("Period"), "Last 24 months");
  await userEvent.click(screen.getByRole("radio", { name: "About us" }));
  await waitFor(() => expect(screen.getByText("77 reports in the period")).toBeTruthy());
  expect(window.location.search).toContain("party=received");
  expect(window.location.search).toContain("eventFrom=2024-04-01");
  expect(screen.getByText("55")).toBeTruthy();
  expect(calls.at(-1)?.url.search).toContain("eventFrom=2024-04-01&eventTo=2026-03-15");
});

test("a period without reports says so", () => {
  renderOnPage(
    <NcrFigures actions={actions} figures={figures({ rows: [], total: { ...total, count: 0 } })} />,
  );
  expect(screen.getByText("No non-conformances in this period.")).toBeTruthy();
});

test("corrective actions without accepted or sent steps have no data instead of zeros", () => {
  renderOnPage(<NcrFigures actions={actions} figures={figures()} />);
  const table = within(screen.getByRole("table", { name: "Days from the request to the acceptance" }));
  expect(table.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "StepAcceptedMedian days",
    "D330.5",
    "D80no data",
  ]);
  expect(screen.getByText("67 % (2 of 3)")).toBeTruthy();
  expect(screen.getByText("0.33")).toBeTruthy();
  expect(screen.getByText("D8 sent within 30 days").nextSibling?.textContent).toBe("no data");
});

test("a period without corrective actions says so", () => {
  renderOnPage(
    <NcrFigures
      actions={{ ...actions, count: 0, stages: [], punctuality: [], returnsPerAction: null }}
      figures={figures()}
    />,
  );
  expect(screen.getByText("No corrective action was asked for in this period.")).toBeTruthy();
});

test("the shown figures are exported", async () => {
  const calls = answerCalls(({ url }) =>
    url.pathname === "/api/ncr/figure/export"
      ? { status: 202, body: { id: 3 } }
      : { body: { id: 3, status: "DONE", progress: 100, url: "/files/export/3" } },
  );
  renderOnPage(<NcrFigures actions={actions} figures={figures()} />);
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(calls.some(({ url }) => url.pathname === "/api/export/3")).toBe(true));
  expect(calls[0]?.body).toEqual({
    format: "CSV",
    party: "raised",
    eventFrom: "2026-01-01",
    eventTo: "2026-03-15",
  });
});
