import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { ApiResponse } from "../../../api/types";
import { fieldId } from "../../../domain/questionnaire/field-ids";
import { formOf } from "../../../testing/form-documents";
import { city, company, press, show } from "../../../testing/rfx-detail";
import { RfxServer } from "../../../testing/rfx-server";
import type { Difference, DifferenceRow } from "./round-calls";
import "./difference-modal";

const last = { id: 30, title: "Qualification 2026", submitted: "2026-03-03T09:00:00Z" };
const older = { id: 20, title: "Qualification 2025", submitted: "2025-03-03T09:00:00Z" };

function rowOf(key: string, changes: Partial<DifferenceRow> = {}): DifferenceRow {
  return {
    key,
    earlierKey: key,
    label: `Label of ${key}`,
    earlierLabel: `Label of ${key}`,
    formTitle: "Form 1",
    section: "Company",
    type: "TEXT",
    kind: "SAME",
    question: "SAME",
    earlier: "Yes",
    now: "Yes",
    pointsEarlier: null,
    pointsNow: null,
    isScoreMoved: false,
    isConfirmed: false,
    ...changes,
  };
}

const rows = [
  rowOf("company", {
    kind: "CHANGED",
    earlierLabel: "Name of the firm",
    earlier: "Bergmann GmbH in Ulm",
    now: "Bergmann AG in Ulm",
    pointsEarlier: { points: 0, most: 5 },
    pointsNow: { points: 5, most: 5 },
    isScoreMoved: true,
  }),
  rowOf("city", {
    kind: "NEW",
    earlierKey: null,
    earlierLabel: null,
    earlier: null,
    now: "",
    question: "NEW",
  }),
  rowOf("old", { kind: "REMOVED", key: null, label: null, now: null, question: "REMOVED" }),
  rowOf("same", { question: "RULES" }),
];
const difference: Difference = {
  earlier: last,
  counts: { changed: 1, new: 1, removed: 1, same: 1, unconfirmed: 0, confirmed: 0, scoreMoved: 1 },
  rows,
  score: {
    earlier: 64,
    now: 71,
    topics: [
      { topic: "Environment", earlier: 80, now: 70, move: -2 },
      { topic: "Quality", earlier: 50, now: 50, move: 0 },
      { topic: "Information security", earlier: 40, now: 60, move: 9 },
    ],
  },
  acceptable: [
    { field: "company", iteration: 1 },
    { field: "city", iteration: 2 },
  ],
};

beforeEach(() => {
  window.history.replaceState(null, "", "/rfx/41");
});

type Haste = ApiResponse<"EarlierRounds">["haste"];

function asBuyer(rounds = [last], compared: Difference | null = difference, haste: Haste = null) {
  const server = new RfxServer({
    forms: [formOf(company, city)],
    values: { company: "Bergmann AG in Ulm" },
    role: "REQUESTER",
    status: "COMPLETED",
  });
  server.answers["GET /api/rfx/41/round"] = { status: 200, body: { rounds, haste } };
  server.answers["GET /api/rfx/41/difference"] = compared
    ? { status: 200, body: compared }
    : { status: 500, body: { message: "Something went wrong." } };
  show(server, { buyer: true });
  return server;
}

async function openDialog() {
  await press("Review answers");
  await press("What changed...");
  return within(await screen.findByRole("dialog", { name: "What changed" }));
}

const rowCount = (dialog: ReturnType<typeof within>) =>
  within(dialog.getByRole("table", { name: "What changed" })).getAllByRole("row").length - 1;

test("the changed answers are shown first, with marked words, points and the earlier question", async () => {
  asBuyer();
  const dialog = await openDialog();
  expect(await dialog.findByText("Score:", { exact: false, selector: "p" })).toHaveProperty(
    "textContent",
    "Score: 64% → 71%: Information security +9, Environment −2",
  );
  expect(rowCount(dialog)).toBe(1);
  expect(document.querySelector("del")?.textContent).toBe("GmbH");
  expect(document.querySelector("ins")?.textContent).toBe("AG");
  expect(dialog.getByText("0 of 5 → 5 of 5")).toBeDefined();
  expect(dialog.getByText("Name of the firm")).toBeDefined();
});

test("selecting a chip shows the rows of its kind of change only", async () => {
  asBuyer();
  const dialog = await openDialog();
  await userEvent.click(await dialog.findByRole("radio", { name: "All 4" }));
  expect(rowCount(dialog)).toBe(4);
  expect(dialog.getByText("Not asked")).toBeDefined();
  expect(dialog.getByText("No longer asked")).toBeDefined();
  expect(dialog.getByText("Other choices or limits")).toBeDefined();
  await userEvent.click(dialog.getByRole("radio", { name: "Removed 1" }));
  expect(rowCount(dialog)).toBe(1);
  expect(dialog.getByText("Label of old")).toBeDefined();
  await userEvent.click(dialog.getByRole("radio", { name: "Score moved 1" }));
  expect(dialog.getByText("Label of company")).toBeDefined();
});

test("unchanged answers are accepted in one request, in the iterations that were compared", async () => {
  const server = asBuyer();
  const dialog = await openDialog();
  await userEvent.click(await dialog.findByRole("button", { name: "Accept 2 unchanged answers" }));
  await waitFor(() => expect(server.moves).toEqual(["PUT /api/rfx/41/acceptance"]));
  expect(server.calls.find(({ method }) => method === "PUT")?.body).toEqual({
    answers: difference.acceptable,
    accepted: true,
  });
  expect(await screen.findByText("2 answers accepted.")).toBeDefined();
});

test("another round can be chosen", async () => {
  const server = asBuyer([last, older]);
  const dialog = await openDialog();
  await userEvent.selectOptions(await dialog.findByRole("combobox", { name: "Compare with" }), "20");
  const chosen = () =>
    server.calls.filter(({ url }) => url.pathname.endsWith("/difference")).at(-1)?.url.search;
  await waitFor(() => expect(chosen()).toBe("?with=20"));
});

test("a question of the list is shown in the form", async () => {
  asBuyer();
  const dialog = await openDialog();
  await userEvent.click(await dialog.findByRole("link", { name: "Label of company" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.getElementById(fieldId("company"))).not.toBeNull();
});

test("a failure can be tried again", async () => {
  const server = asBuyer([last], null);
  const dialog = await openDialog();
  const again = await dialog.findByRole("button", { name: /again/i }, { timeout: 5_000 });
  server.answers["GET /api/rfx/41/difference"] = { status: 200, body: difference };
  await userEvent.click(again);
  expect(await dialog.findByText("Label of company")).toBeDefined();
});

test("without an earlier round there is no entry", async () => {
  const server = asBuyer([]);
  await press("Review answers");
  await waitFor(() => expect(server.calls.some(({ url }) => url.pathname.endsWith("/round"))).toBe(true));
  expect(screen.queryByRole("button", { name: "What changed..." })).toBeNull();
});

test("unconfirmed answers and those confirmed without a change have their own filters", async () => {
  const compared = {
    ...difference,
    counts: { ...difference.counts, unconfirmed: 1, confirmed: 1 },
    rows: [
      rowOf("company", { kind: "UNCONFIRMED", earlier: "Bergmann GmbH", now: "" }),
      rowOf("city", { isConfirmed: true }),
      ...rows.slice(2),
    ],
  };
  asBuyer([last], compared);
  const dialog = await openDialog();
  await userEvent.click(await dialog.findByRole("radio", { name: "Unconfirmed 1" }));
  expect(rowCount(dialog)).toBe(1);
  expect(dialog.getByText("Not confirmed")).toBeTruthy();
  await userEvent.click(dialog.getByRole("radio", { name: "Confirmed without change 1" }));
  expect(rowCount(dialog)).toBe(1);
  expect(dialog.getByRole("link", { name: "Label of city" })).toBeTruthy();
});

test("the reviewer is warned of answers that were confirmed too fast", async () => {
  asBuyer([last], difference, { confirmed: 204, offered: 206, seconds: 70 });
  await press("Review answers");
  expect(await screen.findByText(/204 of 206 answers were confirmed in\s+about a minute/)).toBeTruthy();
});
