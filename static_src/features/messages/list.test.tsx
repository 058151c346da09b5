import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { ThreadRow } from "../../domain/threads/threads";
import { emit, listen } from "../../lib/events";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import MessageList from "./list";

const jana = {
  id: 3,
  name: "Jana Bergmann",
  initials: "JB",
  colour: "rose",
  picUrl: null,
  jobTitle: null,
  status: "ACTIVE",
  organisation: { id: 9, name: "Bergmann" },
};

function row(id: number, changes: Partial<ThreadRow> = {}): ThreadRow {
  return {
    id,
    type: "GENERAL",
    subject: `Thread ${id}`,
    tags: ["inbox"],
    lastMessage: { id: id * 10, sample: `Sample ${id}`, created: "2026-11-19T09:00:00Z", createdBy: jana },
    lastActivity: "2026-11-19T09:00:00Z",
    messageCount: 1,
    otherOrganisations: ["Bergmann"],
    counterpart: null,
    ...changes,
  };
}

const page = (rows: ThreadRow[]) => ({
  rows,
  pagination: { total: rows.length, capped: false, page: 1, pageSize: 10, nextCursor: null },
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

test("a row leads with the other side, and names the author of an own last message", () => {
  const rosa = { ...jana, id: 7, name: "Rosa Meyer", organisation: { id: 1, name: "Meridian Surgical" } };
  const from = (createdBy: typeof jana) => ({ ...row(1).lastMessage, createdBy });
  const rows = [
    row(1, { lastMessage: from(rosa), counterpart: jana }),
    row(2, { lastMessage: from({ ...rosa, id: 4, name: "Yuki Tanaka" }), otherOrganisations: ["Guest"] }),
    row(3, { lastMessage: from(rosa), otherOrganisations: [] }),
    row(4, { lastMessage: from(rosa), counterpart: jana, otherOrganisations: ["A", "B", "C", "D"] }),
    row(5),
  ];
  renderOnPage(<MessageList list={page(rows)} />);
  const cells = screen
    .getAllByRole("row")
    .slice(1)
    .map((line) => [
      line.querySelector(".thread-sender-name")?.textContent,
      line.querySelector(".thread-from .cell-sub")?.textContent,
      line.querySelector(".thread-sample")?.textContent,
    ]);
  expect(cells).toEqual([
    ["Jana Bergmann", "Bergmann", "You: Sample 1"],
    ["Guest", undefined, "Yuki Tanaka: Sample 1"],
    ["Rosa Meyer", "Meridian Surgical", "Sample 1"],
    ["Jana Bergmann", "A, B, C and others", "You: Sample 1"],
    ["Jana Bergmann", "Bergmann", "Sample 5"],
  ]);
});

test("a row shows author, type and excerpt", () => {
  const rows = [row(1, { type: "RFI", tags: ["inbox", "new"], messageCount: 3 }), row(2)];
  renderOnPage(<MessageList list={page(rows)} />);
  const headings = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings).toEqual(["Select the rows shown", "From", "Type", "Subject"]);
  const [first, second] = screen.getAllByRole("row").slice(1) as [HTMLElement, HTMLElement];
  for (const text of ["Jana Bergmann", "Bergmann", "RFI", "Thread 1", "Sample 1", "Nov 19", "inbox", "new"]) {
    expect(first.textContent).toContain(text);
  }
  expect(within(first).getByTitle("3 messages")).toBeTruthy();
  expect(within(first).getByText("Thread 1").closest("a")?.getAttribute("href")).toBe("/messages/t/1");
  expect(first.classList.contains("thread-new")).toBe(true);
  expect(second.classList.contains("thread-new")).toBe(false);
});

test("a heading sorts the list, and a third click restores the default order", async () => {
  const calls = answerCalls(() => ({ body: [row(1)] }));
  window.history.replaceState(null, "", "/messages");
  renderOnPage(<MessageList list={page([row(1)])} />);
  for (const sort of ["from", "-from"]) {
    await userEvent.click(screen.getByRole("button", { name: "From" }));
    await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("sort")).toBe(sort));
  }
  expect(window.location.search).toBe("?sort=-from");
  await userEvent.click(screen.getByRole("button", { name: "From" }));
  await waitFor(() => expect(window.location.search).toBe(""));
});

test("shortcuts, subject and switches filter the list and are in the URL", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<MessageList list={page([row(1)])} />);
  await userEvent.click(screen.getByRole("link", { name: "Inbox / New" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Subject" }), "steel");
  await userEvent.click(screen.getByRole("switch", { name: "Tasks" }));
  await userEvent.click(screen.getByRole("switch", { name: "RFIs" }));
  expect(await screen.findByText("No messages for the current search filter.")).toBeTruthy();
  expect(window.location.search).toBe("?tags=new&subject=steel&filterTypeTask=true&filterTypeRfi=true");
  await waitFor(() => {
    const last = Object.fromEntries(calls.at(-1)?.url.searchParams ?? []);
    expect(last).toEqual({
      tags: "new",
      subject: "steel",
      filterTypeTask: "true",
      filterTypeRfi: "true",
      sort: "-activity",
      pageSize: "10",
    });
  });
  expect(screen.getByRole("link", { name: "Inbox / New" }).getAttribute("aria-current")).toBe("true");
  await userEvent.click(screen.getByRole("link", { name: "Inbox / All" }));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("tags")).toBe("inbox"));
});

test("the list refreshes after message events", async () => {
  const calls = answerCalls(() => ({ body: [row(2)] }));
  renderOnPage(<MessageList list={page([row(1)])} />);
  emit("MESSAGES_CHANGED", {});
  expect(await screen.findByText("Thread 2")).toBeTruthy();
  expect(calls.length).toBe(1);
});

test("a user with permission to send messages can start one", async () => {
  const opened = vi.fn();
  const stop = listen("OPEN_NEW_MESSAGE", opened);
  const { unmount } = renderOnPage(<MessageList list={page([])} />, { permissions: ["SEND_MESSAGES"] });
  // At the top, and where nothing is there yet.
  const buttons = screen.getAllByRole("button", { name: "New message..." });
  expect(buttons).toHaveLength(2);
  for (const button of buttons) await userEvent.click(button);
  expect(opened).toHaveBeenCalledTimes(2);
  stop();
  unmount();
  renderOnPage(<MessageList list={page([])} />);
  expect(screen.queryByRole("button", { name: "New message..." })).toBeNull();
});

test("on small screens a button opens the filters, and clearing them keeps the focus", async () => {
  answerCalls(() => ({ body: [row(1)] }));
  window.history.replaceState(null, "", "/messages?tags=trash&subject=steel&filterTypeTask=true");
  renderOnPage(<MessageList list={page([row(1)])} />);
  const toggle = screen.getByRole("button", { name: "Filters (2)" });
  const panel = document.getElementById(toggle.getAttribute("aria-controls") ?? "");
  expect(panel?.contains(screen.getByRole("textbox", { name: "Subject" }))).toBe(true);
  expect(panel?.contains(screen.getByRole("link", { name: "Deleted" }))).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(window.location.search).toBe("?tags=trash");
  expect(document.activeElement).toBe(panel);
});

test("an empty search result offers to clear the search in the current folder", async () => {
  answerCalls(() => ({ body: [row(1)] }));
  window.history.replaceState(null, "", "/messages?tags=trash&subject=steel");
  renderOnPage(<MessageList list={page([])} />, { search: "tags=trash&subject=steel" });
  const empty = screen.getByText("No messages for the current search filter.").parentElement as HTMLElement;
  await userEvent.click(within(empty).getByRole("button", { name: "Clear filters" }));
  expect(window.location.search).toBe("?tags=trash");
});
