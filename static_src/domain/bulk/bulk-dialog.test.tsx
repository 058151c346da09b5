import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../lib/toasts";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { ToastHost } from "../../ui/toast-host";
import type { BulkJob, BulkPreview } from "./bulk";
import { BulkDialog } from "./bulk-dialog";
import { summaryOf } from "./preview-text";

const preview: BulkPreview = {
  total: 312,
  ids: [7, 8],
  willChange: 298,
  unchanged: 9,
  unchangedReasons: [{ reason: "Answered already.", count: 9 }],
  cannotTotal: 5,
  cannotReasons: [{ reason: "No contact.", count: 5 }],
  cannot: [{ label: "Harbour Mills", reason: "No contact." }],
  mails: 0,
  sampleMail: null,
};

function jobIn(state: BulkJob["state"], changes: Partial<BulkJob> = {}): BulkJob {
  return {
    id: 9,
    kind: "rfx.remind",
    title: "Send reminders",
    state,
    total: 312,
    processed: 120,
    toProcess: 312,
    counts: { waiting: 0, done: 298, unchanged: 9, failed: 5, gone: 0, undone: 0, notUndone: 0 },
    created: "2026-11-20T14:10:00Z",
    finished: null,
    undoUntil: null,
    canUndo: false,
    ...changes,
  };
}

const onClose = vi.fn();
const onStarted = vi.fn();
const onFinished = vi.fn();

function show(args: object | null = {}) {
  return renderOnPage(
    <>
      <BulkDialog
        kind="rfx.remind"
        title="Remind 312 suppliers?"
        selected={{ filter: { status: "NEW" } }}
        args={args}
        confirmLabel="Send reminders"
        unchangedText="answered already"
        onStarted={onStarted}
        onFinished={onFinished}
        onClose={onClose}
      />
      <ToastHost />
    </>,
  );
}

const confirm = () => screen.getByRole("button", { name: /^Send reminders/ });

beforeEach(() => {
  vi.clearAllMocks();
  toasts.clear();
  sessionStorage.clear();
});

test("the summary is one sentence", () => {
  expect(summaryOf(preview, "already have it")).toBe(
    "312 selected: 298 will change, 9 already have it, 5 can't: no contact.",
  );
  const reasons = [
    { reason: "No contact.", count: 4 },
    { reason: "RFx has ended.", count: 1 },
  ];
  expect(summaryOf({ ...preview, unchanged: 0, cannotReasons: reasons })).toBe(
    "312 selected: 298 will change, 5 can't: 4 no contact, 1 RFx has ended.",
  );
  expect(summaryOf({ ...preview, total: 1, willChange: 1, unchanged: 0, cannotTotal: 0 })).toBe(
    "1 selected: 1 will change.",
  );
});

test("the job runs with exactly the rows of the preview, and its progress is shown until it ends", async () => {
  const states: BulkJob[] = [jobIn("RUNNING"), jobIn("DONE")];
  const calls = answerCalls(({ method, url }) => {
    if (url.pathname === "/api/bulk/preview") return { body: preview };
    if (method === "POST") return { status: 201, body: jobIn("QUEUED") };
    return { body: states.shift() };
  });
  show();
  await screen.findByText("312 selected: 298 will change, 9 answered already, 5 can't: no contact.");
  expect(screen.getByText("Harbour Mills")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send reminders (298)" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onStarted).toHaveBeenCalledWith(jobIn("QUEUED"));
  expect(calls[0]?.body).toEqual({ kind: "rfx.remind", filter: { status: "NEW" }, args: {} });
  expect(calls[1]?.body).toEqual({ kind: "rfx.remind", ids: [7, 8], args: {}, total: 312 });
  expect(calls[1]?.headers.get("Idempotency-Key")).toBeTruthy();
  await screen.findByText("Send reminders", { selector: ".toast-text" });
  await screen.findByText("Send reminders: 298 done, 9 unchanged, 5 not.", {}, { timeout: 3_000 });
  await waitFor(() => expect(onFinished).toHaveBeenCalledOnce());
  const go = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  await userEvent.click(screen.getByRole("button", { name: "Show" }));
  expect(go).toHaveBeenCalledWith("/bulk/9");
});

test("more than 200 mails need their number typed", async () => {
  const sampleMail = { to: "Jo Park", subject: "Reminder", text: "Hello Jo Park," };
  const calls = answerCalls(({ url }) =>
    url.pathname === "/api/bulk/preview"
      ? { body: { ...preview, mails: 298, sampleMail } }
      : { body: jobIn("DONE") },
  );
  show();
  await screen.findByText("298 people get an e-mail each.");
  expect(screen.getByText("Hello Jo Park,")).toBeTruthy();
  await userEvent.click(confirm());
  expect(await screen.findByText("Type 298 to send the e-mails.")).toBeTruthy();
  expect(calls).toHaveLength(1);
  await userEvent.type(screen.getByRole("textbox", { name: /Type 298/ }), "298");
  await userEvent.click(confirm());
  await waitFor(() => expect(calls[1]?.body).toMatchObject({ confirmedMails: 298 }));
});

test("a list that has changed shows the sentence and counts again", async () => {
  const sentence = "The list has changed: 311 rows match now instead of 312. Check the preview again.";
  let previews = 0;
  answerCalls(({ url }) => {
    if (url.pathname !== "/api/bulk/preview") {
      return { status: 409, body: { code: "stale", message: sentence, errors: [sentence] } };
    }
    previews += 1;
    return { body: { ...preview, total: previews === 1 ? 312 : 311 } };
  });
  show();
  await screen.findByText(/^312 selected/);
  await userEvent.click(confirm());
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(await screen.findByText(/^311 selected/)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});

test("without rows to change, without arguments, and after an error nothing can be started", async () => {
  const calls = answerCalls(() => ({ body: { ...preview, willChange: 0 } }));
  const { unmount } = show();
  await screen.findByText(/0 will change/);
  expect((confirm() as HTMLButtonElement).disabled).toBe(true);
  unmount();
  const incomplete = show(null);
  await screen.findByRole("dialog");
  expect((confirm() as HTMLButtonElement).disabled).toBe(true);
  expect(calls).toHaveLength(1);
  incomplete.unmount();
  const sentence = "At most 5,000 rows can be changed at once. Narrow the filter.";
  answerCalls(() => ({ status: 422, body: { message: sentence, errors: [sentence] } }));
  show();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect((confirm() as HTMLButtonElement).disabled).toBe(true);
});
