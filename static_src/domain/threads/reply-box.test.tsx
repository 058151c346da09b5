import { cleanup, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { emit, listen } from "../../lib/events";
import { saveDraft } from "../../lib/state/drafts";
import { type Toast, toasts, useToasts } from "../../lib/toasts";
import { renderOnPage } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import { ReplyBox } from "./reply-box";

const sentMessage = { id: 12, html: "<p>Yes</p>", attachments: [] };

async function openWith(html: string, onSent = vi.fn()) {
  if (html)
    saveDraft("reply.5", 7, {
      html,
      files: [{ id: 3, filename: "a.txt", size: 5, contentType: "text/plain" }],
    });
  renderOnPage(<ReplyBox threadId={5} onSent={onSent} />);
  if (!html) await userEvent.click(screen.getByRole("button", { name: "Your reply..." }));
  await screen.findByRole("textbox", { name: "Your reply" });
  return onSent;
}

beforeEach(() => toasts.clear());

function texts(): string[] {
  return renderHook(() => useToasts()).result.current.map(({ text }: Toast) => text);
}

test("the box is closed until its button opens it", async () => {
  renderOnPage(<ReplyBox threadId={5} onSent={vi.fn()} />);
  expect(screen.queryByRole("button", { name: "Send" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Your reply..." }));
  expect(screen.getByRole("button", { name: "Send" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(document.activeElement?.textContent).toBe("Your reply...");
});

test("an empty message is not sent", async () => {
  const calls = answerCalls(() => ({ body: {} }));
  await openWith("");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Please enter a message.")).toBeTruthy();
  expect(calls).toEqual([]);
});

test("a reply is sent with its files and the page is notified", async () => {
  const calls = answerCalls(() => ({ status: 201, body: sentMessage }));
  const listener = vi.fn();
  const stop = listen("MESSAGES_CHANGED", listener);
  const onSent = await openWith("<p>Yes</p>");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(onSent).toHaveBeenCalledWith(sentMessage));
  stop();
  const [call] = calls as [Call];
  expect([call.method, call.url.pathname, call.body]).toEqual([
    "POST",
    "/api/messageThread/5/message",
    { html: "<p>Yes</p>", attachmentIds: [3] },
  ]);
  expect(call.headers.get("Idempotency-Key")).toBeTruthy();
  expect(texts()).toEqual(["Message sent."]);
  expect(listener).toHaveBeenCalledOnce();
  expect(screen.getByRole("button", { name: "Your reply..." })).toBeTruthy();
});

test("a refused reply keeps its text and shows the reason at its field", async () => {
  const fields = { attachmentIds: ["One of the files is no longer there. Please add it again."] };
  answerCalls(() => ({ status: 422, body: { code: "invalid", message: "x", errors: ["x"], fields } }));
  await openWith("<p>Yes</p>");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText(fields.attachmentIds[0] as string)).toBeTruthy();
  expect(screen.getByText("a.txt")).toBeTruthy();
  expect(texts()).toEqual([]);
});

test("an error without a field in the box is shown as well", async () => {
  const fields = { html: ["Too long."], threadId: ["This conversation is closed."] };
  answerCalls(() => ({ status: 422, body: { code: "invalid", message: "x", errors: ["x"], fields } }));
  await openWith("<p>Yes</p>");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(await screen.findByText("Too long.")).toBeTruthy();
  expect(texts()).toEqual(["This conversation is closed."]);
});

test("while offline the text stays, and a retry sends the same message", async () => {
  let isOffline = true;
  const calls = answerCalls(() => {
    if (isOffline) throw new TypeError("no network");
    return { status: 201, body: sentMessage };
  });
  const onSent = await openWith("<p>Yes</p>");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  const said = await screen.findByText(/What you wrote is still here/);
  // The failure is next to the button, because the text may be longer than the window.
  expect(said.nextElementSibling).toBe(screen.getByRole("button", { name: "Send" }).parentElement);
  isOffline = false;
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  const keys = calls.map(({ headers }) => headers.get("Idempotency-Key"));
  expect(keys[0]).toBe(keys[1]);
});

const storedDraft = () => sessionStorage.getItem("assay.draft.reply.5");

test.each([
  ["the way to the sign-in", () => emit("BEFORE_LEAVE", { to: "/login" })],
  ["another page, or the same one loaded anew", () => window.dispatchEvent(new Event("pagehide"))],
  ["another tab of its page", cleanup],
])("an unsent reply survives %s", async (_, leave) => {
  answerCalls(() => ({ body: {} }));
  await openWith("<p>Half a sentence</p>");
  leave();
  expect(storedDraft()).toContain("Half a sentence");
  expect(storedDraft()).toContain("a.txt");
  cleanup();
  renderOnPage(<ReplyBox threadId={5} onSent={vi.fn()} />);
  expect(await screen.findByText("Half a sentence")).toBeTruthy();
  expect(screen.getByText("a.txt")).toBeTruthy();
  expect(document.activeElement).toBe(document.body);
});

test("a sent reply leaves no draft", async () => {
  answerCalls(() => ({ status: 201, body: sentMessage }));
  const onSent = await openWith("<p>Yes</p>");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(onSent).toHaveBeenCalled());
  window.dispatchEvent(new Event("pagehide"));
  expect(storedDraft()).toBeNull();
});
