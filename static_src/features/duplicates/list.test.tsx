import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts, useToasts } from "../../lib/toasts";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import "../../ui/modal-dialog";
import DuplicateList from "./list";
import "./merge-modal";
import type { Pair } from "./pairs";

const supplier = (id: number, name: string, isInvited: boolean) => ({
  id,
  name,
  logoUrl: null,
  city: "Leeds",
  country: "GBR",
  level: "Evaluation",
  isInvited,
});
const pair: Pair = {
  id: 3,
  suppliers: [supplier(5, "Calder & Sons", false), supplier(8, "Calder Sons Ltd", true)],
  reasons: ["TAX_NUMBER", "NAME"],
  similarity: 96,
  isCertain: true,
  isSameCity: true,
};
const preview = {
  id: null,
  survivor: { id: 5, name: "Calder & Sons", isInvited: false },
  former: { id: 8, name: "Calder Sons Ltd", isInvited: true },
  fields: [
    {
      name: "notes",
      label: "Notes",
      survivor: "Old notes",
      former: "New notes",
      sides: ["BOTH", "SURVIVOR", "GONE"],
    },
  ],
  moves: [
    { noun: "RFxs", count: 12 },
    { noun: "tag", count: 1 },
  ],
  stays: [{ noun: "contacts", count: 2 }],
};
const page = (rows: Pair[]) => ({
  rows,
  pagination: { total: rows.length, capped: false, page: 1, pageSize: 20, nextCursor: null },
});
const scan = { finished: "2026-11-26T18:00:00Z", suppliers: 43, isLimited: false, isRunning: false };

function Toasts() {
  return useToasts().map(({ id, text, action }) => (
    <p key={id}>
      {text}
      {action && "run" in action && (
        <button type="button" onClick={action.run}>
          {action.label}
        </button>
      )}
    </p>
  ));
}

function open(rows: Pair[] = [pair]) {
  renderOnPage(
    <>
      <DuplicateList list={page(rows)} scan={scan} />
      <Toasts />
    </>,
    { permissions: ["MANAGE_RELATIONSHIPS"], path: "/organisations" },
  );
}

beforeEach(() => {
  toasts.clear();
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("a pair has its reasons, and is merged after a preview", async () => {
  const calls = answerCalls(({ method, url, body }) => {
    if (url.pathname.endsWith("/merge"))
      return { body: (body as { previewOnly?: boolean }).previewOnly ? preview : { ...preview, id: 21 } };
    if (url.pathname === "/api/merge/21/undo")
      return { body: { survivorId: 5, goneId: 8, goneName: "Calder Sons Ltd" } };
    return { body: method === "GET" && url.pathname === "/api/duplicate" ? [] : scan };
  });
  open();
  expect(screen.getByText("Same tax number")).toBeTruthy();
  expect(screen.getByText("Name 96 %, same city")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Merge Calder & Sons and Calder Sons Ltd" }));
  const dialog = await screen.findByRole("dialog", { name: "Merge suppliers" });
  expect(await within(dialog).findByText(/12 RFxs and 1 tag move to/)).toBeTruthy();
  expect(within(dialog).getByText(/2 contacts of/).textContent).toContain("Their invitations end.");
  expect(within(dialog).getByText(/can then see the/).textContent).toContain("12 RFxs");
  expect(within(dialog).getByRole<HTMLInputElement>("radio", { name: /^Calder Sons Ltd/ }).disabled).toBe(
    true,
  );
  await userEvent.click(within(dialog).getByRole("radio", { name: /^New notes/ }));
  await userEvent.click(within(dialog).getByRole("button", { name: "Merge" }));
  expect(await screen.findByText("Merged Calder Sons Ltd into Calder & Sons.")).toBeTruthy();
  const merges = calls.filter(({ url }) => url.pathname.endsWith("/merge")).map(({ body }) => body);
  expect(merges).toEqual([
    { survivorId: 5, goneId: 8, previewOnly: true },
    { survivorId: 5, goneId: 8, fields: { notes: "GONE" } },
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByText("Merge undone. Calder Sons Ltd is a separate supplier again.")).toBeTruthy();
});

test("a merge that is not possible says so and stays open", async () => {
  answerCalls(({ url }) =>
    url.pathname.endsWith("/merge")
      ? { status: 409, body: { code: "conflict", errors: ["This supplier can't be merged."] } }
      : { body: scan },
  );
  open();
  await userEvent.click(screen.getByRole("button", { name: /^Merge/ }));
  const dialog = await screen.findByRole("dialog");
  expect(await within(dialog).findByText("This supplier can't be merged.")).toBeTruthy();
  expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "Merge" }).disabled).toBe(true);
});

test("two suppliers with accounts can only be marked as different, and the toast takes it back", async () => {
  const calls = answerCalls(({ url }) =>
    url.pathname.endsWith("/verdict")
      ? { status: 204 }
      : { body: url.pathname.endsWith("/scan") ? scan : [] },
  );
  open([{ ...pair, suppliers: pair.suppliers.map((each) => ({ ...each, isInvited: false })) }]);
  expect(screen.queryByRole("button", { name: /^Merge/ })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /are not the same$/ }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(calls.filter(({ url }) => url.pathname.endsWith("/verdict")).map(({ body }) => body)).toEqual([
      { verdict: "DIFFERENT" },
      { verdict: null },
    ]),
  );
});

test("without duplicates the page says so", () => {
  answerCalls(() => ({ body: scan }));
  open([]);
  expect(screen.getByText("No possible duplicates.")).toBeTruthy();
  expect(screen.getByText(/Compared 43 suppliers/)).toBeTruthy();
});
