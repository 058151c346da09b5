import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { RfxRow, RfxStatus, StatusInfo } from "../../../domain/rfx/rfx";
import { RelationshipRfxs } from "../../../domain/rfx/rfx-table";
import { emit } from "../../../lib/events";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import RfxList from "./list";

const infos: Record<RfxStatus, StatusInfo> = {
  NEW: { label: "New", icon: "new", style: "none" },
  PENDING: { label: "Pending", icon: "pending", style: "wait" },
  INPROGRESS: { label: "In Progress", icon: "in-progress", style: "info" },
  COMPLETED: { label: "Completed", icon: "completed", style: "ok" },
  DECLINED: { label: "Declined", icon: "declined", style: "bad" },
  EXPIRED: { label: "Expired", icon: "expired", style: "bad" },
};

const end = { id: 9, name: "Bergmann", safeName: "Bergmann", isGuest: false };

function row(ref: number, changes: Partial<RfxRow> = {}): RfxRow {
  const status = changes.status ?? "INPROGRESS";
  return {
    id: ref,
    ref,
    type: "RFI",
    typeLabel: "RFI",
    title: `Qualification ${ref}`,
    bundleName: null,
    status,
    statusInfo: infos[status],
    created: "2026-11-03T09:12:44Z",
    sentDate: "2026-11-03T09:12:44Z",
    reminderSentDate: null,
    deadline: null,
    ignored: false,
    viewerRole: "REQUESTER",
    organisation: end,
    recipient: null,
    requestId: null,
    completion: null,
    awaitsReview: false,
    relationship: { id: 3, organisation: end, withOrganisation: end },
    ...changes,
  };
}

const rows = [
  row(43, {
    organisation: { id: 2, name: "_Guest_", safeName: "Guest (jo@elsewhere.example)", isGuest: true },
  }),
  row(41, { status: "COMPLETED", deadline: "2026-12-01T17:00:00Z" }),
];
const page = (rfxs: RfxRow[]) => ({
  rows: rfxs,
  pagination: { total: rfxs.length, capped: false, page: 1, pageSize: 10, nextCursor: null },
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

test("a row names the guest, the colleague or the requester", () => {
  answerCalls(() => ({ body: [] }));
  const asked = row(44, { viewerRole: "RESPONDENT" });
  const survey = row(45, { recipient: "Daniel Asante" });
  renderOnPage(<RfxList {...page([...rows, asked, survey])} />);
  const cells = screen.getAllByRole("row").slice(1);
  expect(cells.map((line) => line.querySelectorAll("td")[2]?.textContent)).toEqual([
    expect.stringContaining("Guest (jo@elsewhere.example)"),
    expect.stringMatching(/(^|Supplier)Bergmann$/),
    expect.stringContaining("from Bergmann"),
    expect.stringContaining("Bergmann"),
  ]);
  expect(cells.map((line) => line.querySelector(".rfx-title .cell-sub")?.textContent)).toEqual([
    undefined,
    undefined,
    undefined,
    " to Daniel Asante",
  ]);
});

test("only a response that awaits the viewer's review has a Review link", () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<RfxList {...page([row(41, { status: "COMPLETED", awaitsReview: true }), row(42)])} />);
  const links = screen.getAllByRole("link", { name: /^Review/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/rfx/41"]);
});

test("the list shows the rows of the page in the order of its columns", () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<RfxList {...page(rows)} />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("RFXs");
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "#ref",
    "Type",
    "Supplier",
    "Title",
    "Date",
    "Status",
    "Request",
  ]);
  const table = within(screen.getByRole("table"));
  expect(table.getByText("Guest (jo@elsewhere.example)").closest("a")).toBeNull();
  expect(table.getByText("Bergmann").getAttribute("href")).toBe("/organisations/9");
  expect(table.getByText("Qualification 41").closest("a")?.getAttribute("href")).toBe("/rfx/41");
  expect(screen.getByText("Completed", { selector: ".soft-badge-ok" })).toBeTruthy();
  expect(screen.getByText("2 RFxs")).toBeTruthy();
  expect(calls).toEqual([]);
});

test("an empty list offers to send an RFx, but not if it is filtered", async () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<RfxList {...page([])} />, { permissions: ["SEND_RFX"] });
  expect(screen.getAllByRole("button", { name: "New RFx..." })).toHaveLength(2);
  await userEvent.click(screen.getByRole("switch", { name: "In Progress" }));
  await waitFor(() => expect(screen.getAllByRole("button", { name: "New RFx..." })).toHaveLength(1));
});

test("each filter is in the URL and the request, and an empty result is shown", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<RfxList {...page(rows)} />);
  await userEvent.click(screen.getByRole("switch", { name: "In Progress" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Supplier name" }), "berg");
  expect(await screen.findByText("No RFxs for the current search filter.")).toBeTruthy();
  expect(window.location.search).toBe("?inProgress=true&supplierName=berg");
  await waitFor(() => {
    const last = calls.at(-1)?.url.searchParams;
    expect([last?.get("inProgress"), last?.get("supplierName"), last?.get("pageSize")]).toEqual([
      "true",
      "berg",
      "10",
    ]);
    expect(last?.has("new")).toBe(false);
  });
});

test("a heading sorts in both directions and does not count as a filter", async () => {
  const calls = answerCalls(() => ({ body: [row(41)] }));
  window.history.replaceState(null, "", "/rfx");
  renderOnPage(<RfxList {...page(rows)} />);
  const heading = screen.getByRole("columnheader", { name: "#ref" });
  expect(heading.getAttribute("aria-sort")).toBe("descending");
  for (const sort of ["supplier", "-supplier"]) {
    await userEvent.click(screen.getByRole("button", { name: "Supplier" }));
    await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("sort")).toBe(sort));
    expect(window.location.search).toBe(`?sort=${sort}`);
  }
  expect(screen.queryByRole("button", { name: /Clear/ })).toBeNull();
  window.history.replaceState(null, "", "/rfx");
});

test("a row leads to the RFx, the supplier's name to the supplier", async () => {
  const go = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  renderOnPage(<RfxList {...page(rows)} />);
  await userEvent.click(screen.getAllByText("RFI")[1] as HTMLElement);
  expect(go.mock.calls).toEqual([["/rfx/41"]]);
  const name = screen.getByRole("link", { name: "Bergmann" });
  expect(name.getAttribute("href")).toBe("/organisations/9");
  name.addEventListener("click", (event) => event.preventDefault());
  await userEvent.click(name);
  expect(go).toHaveBeenCalledTimes(1);
});

test("a user with permission can send an RFx", async () => {
  renderOnPage(<RfxList {...page([])} />);
  expect(screen.queryByRole("button", { name: "New RFx..." })).toBeNull();
});

test("the RFxs of a relationship have no supplier column and refresh after RFx events", async () => {
  const calls = answerCalls(() => ({ body: rows }));
  renderOnPage(<RelationshipRfxs relationshipId={12} />);
  await screen.findByText("Qualification 41");
  expect(screen.queryByRole("columnheader", { name: "Supplier" })).toBeNull();
  expect(calls[0]?.url.searchParams.get("relationshipId")).toBe("12");
  emit("RFX_CHANGED", {});
  await waitFor(() => expect(calls.length).toBe(2));
});
