import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { RequestRow } from "../types";
import RequestList from "./list";

const row: RequestRow = {
  id: 3,
  type: "RFI",
  title: "Supplier qualification 2027",
  state: "OPEN",
  created: "2026-11-03T09:00:00Z",
  sentDate: "2026-11-03T09:00:00Z",
  sendAt: null,
  createdBy: { id: 7, name: "Rosa Meyer" },
  isSealed: false,
  suppliers: 40,
  unsent: 1,
  submitted: 14,
  late: 3,
  nextDeadline: new Date(Date.now() + 24 * 3600 * 1000).toISOString(),
};
const page = (rows: RequestRow[]) => ({
  rows,
  pagination: { total: rows.length, capped: false, page: 1, pageSize: 20, nextCursor: null },
});

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("a request shows the numbers of submitted, late and unsent responses", () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<RequestList {...page([row])} />);
  const line = screen.getByRole("row", { name: /Supplier qualification 2027/ });
  expect(line.textContent).toContain("14 of 40 suppliers submitted");
  expect(line.textContent).toContain("3 late");
  expect(line.textContent).toContain("1 not sent");
  expect(line.textContent).toContain("Tomorrow");
  expect(screen.getByRole("link", { name: "Requests" }).getAttribute("aria-current")).toBe("true");
  expect(screen.getByRole("link", { name: row.title }).getAttribute("href")).toBe("/rfx/request/3");
});

test("the empty list offers a new RFx to users who may send one", () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<RequestList {...page([])} />, { permissions: ["SEND_RFX"] });
  expect(screen.getAllByRole("button", { name: "New RFx..." })).toHaveLength(2);
});
