import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { BulkJob, BulkRow } from "../../domain/bulk/bulk";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import BulkJobPage from "./job";

const none = { waiting: 0, done: 0, unchanged: 0, failed: 0, gone: 0, undone: 0, notUndone: 0 };

function jobOf(changes: Partial<BulkJob>): BulkJob {
  return {
    id: 9,
    kind: "network.addTags",
    title: "Add tags",
    state: "DONE",
    total: 2,
    processed: 2,
    toProcess: 2,
    counts: { ...none, done: 1, failed: 1 },
    created: "2026-11-20T14:10:00Z",
    finished: "2026-11-20T14:11:00Z",
    undoUntil: "2026-11-21T14:11:00Z",
    canUndo: true,
    ...changes,
  };
}

const rows: BulkRow[] = [
  { id: 0, subjectId: 3, label: "Bergmann", outcome: "DONE", message: "", url: "/organisations/3" },
  { id: 1, subjectId: 4, label: "Calder", outcome: "FAILED", message: "No contact.", url: null },
];
const list = (shown: BulkRow[]) => ({
  rows: shown,
  pagination: { total: shown.length, capped: false, page: 1, pageSize: 50, nextCursor: null },
});

beforeEach(() => {
  window.history.replaceState(null, "", "/bulk/9");
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("each row has its outcome with the reason, and the tabs have the numbers", async () => {
  const calls = answerCalls(() => ({ body: [rows[1]] }));
  renderOnPage(<BulkJobPage job={jobOf({})} list={list(rows)} />);
  const table = within(screen.getByRole("table"));
  expect(table.getByRole("link", { name: "Bergmann" }).getAttribute("href")).toBe("/organisations/3");
  expect(table.getByText("No contact.")).toBeTruthy();
  expect(screen.queryByRole("progressbar")).toBeNull();
  const tabs = within(screen.getByRole("navigation", { name: "Outcome" }));
  expect(tabs.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "All 2",
    "Done 1",
    "Failed 1",
  ]);
  await userEvent.click(tabs.getByRole("link", { name: "Failed 1" }));
  await waitFor(() => expect(calls.at(-1)?.url.pathname).toBe("/api/bulk/9/row"));
  expect(calls.at(-1)?.url.searchParams.get("outcome")).toBe("FAILED");
  expect(window.location.search).toBe("?outcome=FAILED");
});

test("a running job moves on by itself", async () => {
  const waiting = rows.map((row) => ({ ...row, outcome: null, message: "" }));
  answerCalls(({ url }) => ({ body: url.pathname.endsWith("/row") ? rows : jobOf({}) }));
  const running = jobOf({
    state: "RUNNING",
    processed: 1,
    counts: { ...none, done: 1, waiting: 1 },
    canUndo: false,
    finished: null,
  });
  renderOnPage(<BulkJobPage job={running} list={list(waiting)} />);
  expect(screen.getByRole("progressbar", { name: "Progress" }).getAttribute("aria-valuetext")).toBe("1 of 2");
  expect(screen.getAllByText("Waiting")).toHaveLength(2);
  await waitFor(() => expect(screen.getByText("Finished")).toBeTruthy(), { timeout: 3_000 });
  expect(await screen.findByText("No contact.")).toBeTruthy();
});

test("an undo is asked for, and then shows its progress", async () => {
  const undoing = jobOf({ state: "UNDOING", processed: 0, toProcess: 1, canUndo: false });
  const calls = answerCalls(({ url }) => ({ body: url.pathname.endsWith("/row") ? rows : undoing }));
  renderOnPage(<BulkJobPage job={jobOf({})} list={list(rows)} />);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText(/1 row gets its earlier value back/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(screen.getByText("Undoing")).toBeTruthy());
  expect(calls[0]?.method).toBe("POST");
  expect(calls[0]?.url.pathname).toBe("/api/bulk/9/undo");
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
