import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { Thread, ThreadMessage } from "../../domain/threads/threads";
import { listen } from "../../lib/events";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { ToastHost } from "../../ui/toast-host";
import { offerUndo } from "./deleted-thread";
import ThreadPage from "./thread";

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
const rosa = { ...jana, id: 7, name: "Rosa Meyer", organisation: { id: 1, name: "Meridian Surgical" } };

function message(id: number, changes: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    id,
    type: "MESSAGE",
    created: "2026-11-19T09:00:00Z",
    createdBy: jana,
    sample: `Text ${id}`,
    html: `<p>Text ${id}</p>`,
    attachments: [],
    ...changes,
  };
}

function thread(changes: Partial<Thread> = {}): Thread {
  const messages = changes.messages ?? [message(10), message(11)];
  const last = messages.at(-1) as ThreadMessage;
  return {
    id: 5,
    type: "GENERAL",
    subject: "Delivery times",
    tags: ["inbox"],
    lastMessage: last,
    lastActivity: last.created,
    messageCount: messages.length,
    created: "2026-11-18T09:00:00Z",
    messages,
    olderCount: 0,
    participants: [rosa, jana],
    takesPart: true,
    mayReply: true,
    belongsTo: null,
    ...changes,
  };
}

test("a thread shows its messages, files and participants", async () => {
  const calls = answerCalls(() => ({ body: thread() }));
  const files = [
    {
      id: 44,
      filename: "plan.pdf",
      size: 2000,
      contentType: "application/pdf",
      created: "2026-11-19T09:00:00Z",
      thumbnailUrl: null,
      previewUrl: null,
      url: "/files/44",
    },
  ];
  const shown = thread({ messages: [message(10), message(11, { createdBy: rosa, attachments: files })] });
  renderOnPage(<ThreadPage thread={shown} messageId={null} />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Delivery times");
  expect(screen.getByText("inbox")).toBeTruthy();
  const messages = within(screen.getByRole("list", { name: "Messages" }));
  expect(messages.getByText("Text 10")).toBeTruthy();
  expect(messages.getByText("plan.pdf").getAttribute("href")).toBe("/files/44");
  const people = within(screen.getByRole("list", { name: "Participants" }));
  await userEvent.hover(people.getByText("Jana Bergmann"));
  expect((await screen.findByRole("tooltip")).textContent).toBe("Jana Bergmann, Bergmann");
  expect(calls).toEqual([]);
});

test("opening a new thread marks it as seen and updates the counts", async () => {
  const listener = vi.fn();
  const unlisten = listen("THREAD_SEEN", listener);
  const calls = answerCalls(() => ({ status: 204 }));
  renderOnPage(<ThreadPage thread={thread({ tags: ["inbox", "new"] })} messageId={null} />);
  await waitFor(() => expect(screen.queryByText("new")).toBeNull());
  expect(calls.map(({ method, url }) => [method, url.pathname])).toEqual([
    ["PUT", "/api/messageThread/5/seen"],
  ]);
  expect(listener).toHaveBeenCalledOnce();
  unlisten();
});

test("the message named in the URL is scrolled into view", () => {
  const into = vi.spyOn(Element.prototype, "scrollIntoView");
  renderOnPage(<ThreadPage thread={thread()} messageId={10} />);
  expect(into).toHaveBeenCalledOnce();
  expect(document.getElementById("message-10")?.classList.contains("highlighted")).toBe(true);
});

test("deleting a thread leads back to the list, which offers Undo", async () => {
  vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const calls = answerCalls(() => ({ status: 204 }));
  const { unmount } = renderOnPage(<ThreadPage thread={thread()} messageId={null} />);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(sessionStorage.getItem("assay.deletedThread")).toBe("5"));
  unmount();
  renderOnPage(<ToastHost />);
  act(offerUndo);
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  act(offerUndo);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(calls.map(({ url, body }) => [url.pathname, body])).toEqual([
    ["/api/messageThread/5/trash", { trash: true }],
    ["/api/messageThread/5/trash", { trash: false }],
  ]);
});

test("a deleted thread can be restored in place", async () => {
  const calls = answerCalls(() => ({ status: 204 }));
  renderOnPage(<ThreadPage thread={thread({ tags: ["trash"] })} messageId={null} />);
  await userEvent.click(screen.getByRole("button", { name: "Restore" }));
  expect(await screen.findByRole("button", { name: "Delete" })).toBeTruthy();
  expect(calls.map(({ body }) => body)).toEqual([{ trash: false }]);
});

test("a reader of the thread's subject cannot delete the thread", () => {
  renderOnPage(<ThreadPage thread={thread({ takesPart: false, tags: [] })} messageId={null} />);
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  expect(screen.getByRole("button", { name: "Your reply..." })).toBeTruthy();
});

test("a user without permission to reply sees no reply box", () => {
  const seen = thread({ takesPart: false, mayReply: false, tags: [] });
  renderOnPage(<ThreadPage thread={seen} messageId={null} />);
  expect(screen.getByText("Text 10")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Your reply..." })).toBeNull();
});

test("older messages of a long thread load on request", async () => {
  const whole = thread({ messages: [message(8), message(9), message(10)] });
  const calls = answerCalls(() => ({ body: whole }));
  renderOnPage(<ThreadPage thread={thread({ messages: [message(10)], olderCount: 2 })} messageId={null} />);
  await userEvent.click(screen.getByRole("button", { name: "Show 2 earlier messages" }));
  expect(await screen.findByText("Text 8")).toBeTruthy();
  expect(calls[0]?.url.searchParams.get("from")).toBe("1");
  expect(screen.queryByRole("button", { name: /earlier/ })).toBeNull();
  expect(document.activeElement?.id).toBe("message-10");
});

test("failing to load older messages shows an error with a retry", async () => {
  answerCalls(() => {
    throw new TypeError("Failed to fetch");
  });
  renderOnPage(<ThreadPage thread={thread({ messages: [message(10)], olderCount: 1 })} messageId={null} />);
  const button = screen.getByRole("button", { name: "Show 1 earlier message" });
  await userEvent.click(button);
  expect((await screen.findByRole("alert")).textContent).toMatch(/^There is no connection to the server\./);
  expect(document.activeElement).toBe(button);
  answerCalls(() => ({ body: thread({ messages: [message(9), message(10)] }) }));
  await userEvent.click(button);
  expect(await screen.findByText("Text 9")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
