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

/** Answer the requests for figures; returns them. */
function answerFigures(changes: { figure?: Partial<Figure>; actions?: Partial<ActionFigure> } = {}) {
  return answerCalls(({ url }) => {
    if (url.pathname.endsWith("/correctiveAction")) return { body: { ...actions, ...changes.actions } };
    return { body: figures(changes.figure)[url.searchParams.get("group") as Figure["group"]] };
  });
}

const renderFigures = (changes: Partial<Figure> = {}) => {
  const { defect, month } = figures(changes);
  return renderOnPage(<NcrFigures figures={{ defect, month }} />);
};

test("defects, months, suppliers and parts lead to the filtered list", async () => {
  answerFigures();
  renderFigures();
  await screen.findByRole("link", { name: "HX-1" });
  await screen.findByRole("link", { name: "Bergmann & Co" });
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
  answerFigures();
  renderFigures();
  const chart = within(screen.getByRole("figure", { name: /by month/ }));
  const [january, , march] = chart.getAllByRole("listitem");
  expect(january?.textContent).toBe("no dataJan 2026");
  expect(march?.textContent).toBe("0Mar 2026");
});

test("what others raised has no costs, and leads to the customers", async () => {
  const { costs: _, ...withoutCosts } = total;
  const received = { party: "received", total: withoutCosts } as const;
  answerFigures({ figure: received });
  renderFigures(received);
  const customer = await screen.findByRole("link", { name: "Bergmann & Co" });
  expect(customer.getAttribute("href")).toBe("/organisations/9");
  expect(screen.queryByText("Cost")).toBeNull();
  expect(screen.getByRole("table", { name: "Customers" })).toBeTruthy();
});

test("another period and party are loaded and part of the address", async () => {
  const changes = { party: "received", total: { ...total, count: 77 } } as const;
  const calls = answerFigures({ figure: changes, actions: { count: 55 } });
  renderFigures();
  await userEvent.selectOptions(screen.getByLabelText("Period"), "Last 24 months");
  await userEvent.click(screen.getByRole("radio", { name: "About us" }));
  await waitFor(() => expect(screen.getByText("77 reports in the period")).toBeTruthy());
  expect(window.location.search).toContain("party=received");
  expect(window.location.search).toContain("eventFrom=2024-04-01");
  await screen.findByText("55");
  expect(calls.at(-1)?.url.search).toContain("eventFrom=2024-04-01&eventTo=2026-03-15");
});

test("a period without reports says so and loads no more", () => {
  const calls = answerFigures();
  renderFigures({ rows: [], total: { ...total, count: 0 } });
  expect(screen.getByText("No non-conformances in this period.")).toBeTruthy();
  expect(calls).toEqual([]);
});

test("the lower cards load after the page, and one that fails loads again", async () => {
  let fails = true;
  let sendParts = () => {};
  const partsSent = new Promise<void>((resolve) => {
    sendParts = resolve;
  });
  answerCalls(async ({ url }) => {
    if (url.pathname.endsWith("/correctiveAction")) {
      return fails ? { status: 500, body: { message: "Broken" } } : { body: actions };
    }
    const group = url.searchParams.get("group") as Figure["group"];
    if (group === "part") await partsSent;
    return { body: figures()[group] };
  });
  renderFigures();
  expect(screen.getByRole("link", { name: "BUR Burr" })).toBeTruthy();
  expect(screen.getByRole("status", { name: "Loading Parts" })).toBeTruthy();
  await screen.findByRole("link", { name: "Bergmann & Co" });
  expect((await screen.findByRole("alert")).textContent).toContain("This figure could not be loaded.");
  expect(screen.queryByRole("link", { name: "HX-1" })).toBeNull();
  sendParts();
  await screen.findByRole("link", { name: "HX-1" });
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("table", { name: "Days from the request to the acceptance" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a period that could not be loaded shows no figures of another one", async () => {
  answerFigures();
  renderFigures();
  await screen.findByRole("link", { name: "HX-1" });
  answerCalls(() => ({ status: 500, body: { message: "Broken" } }));
  await userEvent.selectOptions(screen.getByLabelText("Period"), "Last 24 months");
  await screen.findByText("The figures could not be loaded.");
  expect(screen.queryByText("6 reports in the period")).toBeNull();
  expect(screen.queryByRole("link", { name: "BUR Burr" })).toBeNull();
  answerFigures();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: "BUR Burr" });
});

test("corrective actions without accepted or sent steps have no data instead of zeros", async () => {
  answerFigures();
  renderFigures();
  const table = within(await screen.findByRole("table", { name: "Days from the request to the acceptance" }));
  expect(table.getAllByRole("row").map(({ textContent }) => textContent)).toEqual([
    "StepAcceptedMedian days",
    "D330.5",
    "D80no data",
  ]);
  expect(screen.getByText("67 % (2 of 3)")).toBeTruthy();
  expect(screen.getByText("0.33")).toBeTruthy();
  expect(screen.getByText("D8 sent within 30 days").nextSibling?.textContent).toBe("no data");
});

test("a period without corrective actions says so", async () => {
  answerFigures({ actions: { count: 0, stages: [], punctuality: [], returnsPerAction: null } });
  renderFigures();
  expect(await screen.findByText("No corrective action was asked for in this period.")).toBeTruthy();
});

test("the shown figures are exported", async () => {
  const calls = answerCalls(({ url }) =>
    url.pathname === "/api/ncr/figure/export"
      ? { status: 202, body: { id: 3 } }
      : { body: { id: 3, status: "DONE", progress: 100, url: "/files/export/3" } },
  );
  renderFigures({ rows: [], total: { ...total, count: 0 } });
  await userEvent.click(screen.getByRole("button", { name: "Export CSV" }));
  await waitFor(() => expect(calls.some(({ url }) => url.pathname === "/api/export/3")).toBe(true));
  expect(calls[0]?.body).toEqual({
    format: "CSV",
    party: "raised",
    eventFrom: "2026-01-01",
    eventTo: "2026-03-15",
  });
});
