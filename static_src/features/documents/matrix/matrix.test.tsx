import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { aType } from "../../../testing/documents";
import { firstPage } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { MatrixRow } from "./cells";
import DocumentMatrix from "./matrix";

const types = [aType({ name: "ISO 9001" }), aType({ id: 2, name: "REACH" })];
const row: MatrixRow = {
  relationship: { id: 3, level: "Approved" },
  supplier: { id: 8, name: "Bergmann Präzision GmbH", logoUrl: null },
  cells: [
    { requirementId: 5, typeId: 1, site: "", state: "ACCEPTED", validUntil: "2029-03-12" },
    { requirementId: 6, typeId: 1, site: "Ulm", state: "EXPIRED", validUntil: "2026-11-02" },
  ],
};

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

function open({ rows = [row], columns = types } = {}) {
  history.replaceState(null, "", "/organisations?tab=documents");
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<DocumentMatrix list={firstPage(rows)} types={columns} />, {
    path: "/organisations",
    search: "tab=documents",
  });
  return calls;
}

test("each state is a link with its date and words, one for each site", () => {
  open();
  const line = within(screen.getByRole("row", { name: /Bergmann/ }));
  const links = line.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "/organisations/8/documents",
    "/organisations/8/documents?requirement=5",
    "/organisations/8/documents?requirement=6",
  ]);
  expect(line.getByRole("link", { name: /Valid: .*2029.*ISO 9001 of Bergmann/ })).toBeTruthy();
  expect(line.getByRole("link", { name: /Expired: (2 Nov|Nov 2,) 2026.*Ulm/ })).toBeTruthy();
  expect(line.getByText("1 of 2")).toBeTruthy();
  expect(line.getByText("Not asked for")).toBeTruthy();
});

test("the filters are in the address and keep the tab", async () => {
  const calls = open();
  await userEvent.click(screen.getByRole("radio", { name: "Expired" }));
  expect(location.search).toBe("?tab=documents&state=EXPIRED");
  await waitFor(() => expect(calls.at(-1)?.url.search).toContain("state=EXPIRED"));
  expect(await screen.findByText("No suppliers for the current filters.")).toBeTruthy();
  await userEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
  expect(location.search).toBe("?tab=documents");
});

test("without a request the matrix says how to start", () => {
  open({ columns: [] });
  expect(screen.getByText("You have not asked suppliers for documents yet.")).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
});

test("the workbook has the filters of the list", async () => {
  history.replaceState(null, "", "/organisations?tab=documents&state=EXPIRED");
  const calls = answerCalls(({ method }) =>
    method === "POST"
      ? { status: 202, body: { id: 4, status: "QUEUED", progress: 0 } }
      : { body: { id: 4, status: "FAILED", progress: 0 } },
  );
  renderOnPage(<DocumentMatrix list={firstPage([row])} types={types} />, {
    path: "/organisations",
    search: "tab=documents&state=EXPIRED",
  });
  await userEvent.click(screen.getByRole("button", { name: "Download (XLSX)" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      search: "",
      document: "",
      state: "EXPIRED",
    }),
  );
});
