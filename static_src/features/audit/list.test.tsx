import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import AuditLog from "./list";

const entry = {
  id: 7,
  type: "user.updated",
  title: "User: updated",
  created: "2026-11-26T10:00:00Z",
  user: { id: 3, name: "Ann Owner" },
  records: [{ kind: "User", name: "Bo After", href: "/contacts/4" }],
  fields: ["Job title", "Name"],
  address: "203.0.113.9",
};
const failed = { ...entry, id: 8, title: "User: sign-in failed", user: null, fields: [] };
const bySystem = { ...entry, id: 9, title: "RFx: expired", user: null, address: null, fields: [] };

type Rows = (typeof entry | typeof failed | typeof bySystem)[];
const props = (rows: Rows) => ({
  list: {
    rows,
    pagination: { total: rows.length, capped: false, page: 1, pageSize: 50, nextCursor: null },
  },
  areas: [
    { value: "rfx", label: "RFx" },
    { value: "user", label: "User" },
  ],
  user: null,
  maxExported: 100_000,
});

beforeEach(() => {
  window.history.replaceState(null, "", "/setup/audit");
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("an entry shows the action, its fields, the record, the person, the address and the time", () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<AuditLog {...props([entry])} />);
  const row = screen.getByRole("row", { name: /User: updated/ });
  for (const text of ["Job title, Name", "Ann Owner", "203.0.113.9"]) {
    expect(row.textContent).toContain(text);
  }
  expect(within(row).getByRole("link", { name: "Bo After" }).getAttribute("href")).toBe("/contacts/4");
  expect(row.querySelector("time")?.dateTime).toBe(entry.created);
});

test("an entry without a person shows The system, or Not signed in", () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<AuditLog {...props([failed, bySystem])} />);
  expect(screen.getByRole("row", { name: /sign-in failed/ }).textContent).toContain("Not signed in");
  expect(screen.getByRole("row", { name: /RFx: expired/ }).textContent).toContain("The system");
});

test("filters are sent to the server, and an empty result offers to clear them", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<AuditLog {...props([entry])} />);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Area" }), "RFx");
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("area")).toBe("rfx"));
  expect(await screen.findByText("No entries for the current search filter.")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Clear filters" }).length).toBeGreaterThan(0);
});

test("the export has the filters and names its limit", async () => {
  const calls = answerCalls(({ method }) =>
    method === "POST" ? { status: 422, body: { message: "More than 100,000 entries match." } } : { body: [] },
  );
  window.history.replaceState(null, "", "/setup/audit?area=user&userId=3");
  renderOnPage(<AuditLog {...props([entry])} user="Ann Owner" />, {
    path: "/setup/audit",
    search: "area=user&userId=3",
  });
  await userEvent.click(screen.getByRole("button", { name: "Export" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "JSON lines, up to 100,000 entries" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
      format: "JSONL",
      filter: { address: "", search: "", area: "user", userId: 3, since: null, until: null },
    }),
  );
});
