import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { toasts } from "../../lib/toasts";
import { renderOnPage } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import { ToastHost } from "../../ui/toast-host";
import { ListTools, ListViews } from "./list-views";
import type { PageViews, SavedView } from "./views";

const view = (id: number, changes: Partial<SavedView> = {}): SavedView => ({
  id,
  list: "ncr",
  listTitle: "Non-Conformances",
  name: `View ${id}`,
  params: { critical: "true" },
  dropped: [],
  href: `/ncr?critical=true&view=${id}`,
  isShared: false,
  isPinned: false,
  isStart: false,
  isOwn: true,
  mayChange: true,
  owner: { id: 7, name: "Rosa Meyer" },
  position: 0,
  count: null,
  ...changes,
});

const defaults = { search: "", critical: "false", sort: "-ref" };

function show(views: Partial<PageViews>, search = "") {
  window.history.replaceState(null, "", `/ncr${search && `?${search}`}`);
  const props = { list: "ncr", defaults, canExport: true, views: { rows: [], mayShare: true, ...views } };
  renderOnPage(
    <>
      <ListTools {...props} />
      <ListViews {...props} />
      <ToastHost />
    </>,
    { search },
  );
}

beforeEach(() => window.history.replaceState(null, "", "/ncr"));
afterEach(() => toasts.clear());

test("a list without views and filters shows no row of views and no 'Save view'", async () => {
  show({});
  expect(await screen.findByRole("button", { name: "Export" })).toBeTruthy();
  expect(screen.queryByRole("navigation", { name: "Saved views" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
});

test("'Save view' saves the filters and opens the view", async () => {
  const saved = view(5, { name: "Critical", isShared: true });
  const calls = answerCalls((call: Call) =>
    call.method === "POST" ? { status: 201, body: saved } : { status: 200, body: [saved] },
  );
  show({}, "critical=true");
  fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.click(within(dialog).getByRole("button", { name: "Save view" }));
  expect(await within(dialog).findByText("Enter a name.")).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: "Critical" } });
  fireEvent.click(within(dialog).getByLabelText("For everybody in Meridian Surgical"));
  fireEvent.click(within(dialog).getByRole("button", { name: "Save view" }));
  await waitFor(() => expect(window.location.search).toBe("?critical=true&view=5"));
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({
    list: "ncr",
    name: "Critical",
    params: { critical: "true" },
    isShared: true,
    isPinned: false,
    isStart: false,
  });
  expect(await screen.findByRole("link", { name: /Critical/ })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Save view" })).toBeNull();
});

test("the choice to share is hidden without the permission", async () => {
  show({ mayShare: false }, "critical=true");
  fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).queryByLabelText(/For everybody/)).toBeNull();
});

test("an error of the name is shown at the field, and the typed text stays", async () => {
  const sentence = "You already have a view with this name.";
  answerCalls(() => ({
    status: 422,
    body: {
      code: "invalid",
      status: 422,
      message: sentence,
      errors: [sentence],
      fields: { name: [sentence] },
    },
  }));
  show({}, "critical=true");
  fireEvent.click(await screen.findByRole("button", { name: "Save view" }));
  const dialog = await screen.findByRole("dialog");
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: "Critical" } });
  fireEvent.click(within(dialog).getByRole("button", { name: "Save view" }));
  expect(await within(dialog).findByText(sentence)).toBeTruthy();
  expect((within(dialog).getByLabelText(/^Name/) as HTMLInputElement).value).toBe("Critical");
});

test("a view opens in place, and 'All' clears it", async () => {
  show({ rows: [view(1), view(2, { params: { search: "steel" }, isStart: true })] });
  fireEvent.click(await screen.findByRole("link", { name: "View 1" }));
  expect(window.location.search).toBe("?critical=true&view=1");
  expect(screen.getByRole("link", { name: "View 1" }).getAttribute("aria-current")).toBe("true");
  fireEvent.click(screen.getByRole("link", { name: "All" }));
  expect(window.location.search).toBe("?view=all");
});

test("changed filters of an own view can update it", async () => {
  const updated = view(1, { params: { search: "x" } });
  const calls = answerCalls((call: Call) => ({ body: call.method === "GET" ? [updated] : updated }));
  show({ rows: [view(1)] }, "search=x&view=1");
  expect(await screen.findByText("changed")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Save view" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Update the open view" }));
  await waitFor(() =>
    expect(calls[0]?.body).toEqual({
      name: "View 1",
      params: { search: "x" },
      isShared: false,
      isPinned: false,
      position: null,
    }),
  );
});

test("a deleted view leaves the row, and 'Undo' restores it", async () => {
  const calls = answerCalls((call: Call) => {
    if (call.method === "DELETE") return { status: 204 };
    return { body: call.method === "GET" ? [view(1)] : view(1) };
  });
  show({ rows: [view(1)] }, "critical=true&view=1");
  fireEvent.click(await screen.findByRole("button", { name: "Options of “View 1”" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toContain(
      "POST /api/savedView/1/restore",
    ),
  );
  expect(await screen.findByRole("link", { name: "View 1" })).toBeTruthy();
});

test("a shared view of a colleague can only be chosen as the start view", async () => {
  show({ rows: [view(1, { isOwn: false, mayChange: false, isShared: true })] }, "critical=true&view=1");
  fireEvent.click(await screen.findByRole("button", { name: "Options of “View 1”" }));
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual([
    "Start with this view",
  ]);
});

test("filters that no longer exist are mentioned", async () => {
  show({ rows: [view(1, { dropped: ["colour"] })] }, "critical=true&view=1");
  expect((await screen.findByText(/no longer exist/)).textContent).toBe(
    "Some filters of “View 1” no longer exist and were left out.",
  );
});

test("'Export' sends the filters of the address", async () => {
  const calls = answerCalls((call: Call) =>
    call.method === "POST"
      ? { status: 202, body: { id: 3, status: "QUEUED", progress: 0, url: null } }
      : { status: 200, body: { id: 3, status: "DONE", progress: 100, url: "/files/export/3" } },
  );
  show({}, "critical=true&page=2");
  fireEvent.click(await screen.findByRole("button", { name: "Export" }));
  fireEvent.click(screen.getByRole("menuitem", { name: "CSV" }));
  await waitFor(() => expect(calls.some(({ url }) => url.pathname === "/api/export/3")).toBe(true));
  expect(calls[0]?.url.pathname).toBe("/api/ncr/export");
  expect(calls[0]?.body).toEqual({ format: "CSV", filter: { critical: "true" }, ids: null });
});
