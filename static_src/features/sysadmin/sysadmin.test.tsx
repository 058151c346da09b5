import { fireEvent, renderHook, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { useToasts } from "../../lib/toasts";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import Emails from "./emails";
import SysadminHome from "./home";
import Jobs from "./jobs";
import Outbox from "./outbox";
import OutboxMail from "./outbox-mail";
import type { Dashboard, JobRow, Mail, MailRow } from "./types";

const dashboard: Dashboard = {
  eventsCreated: [
    { day: "2026-11-18", count: 4 },
    { day: "2026-11-19", count: 1200 },
    { day: "2026-11-20", count: 30 },
  ],
  topTypes: [
    { type: "message.sent", count: 900 },
    { type: "user.login", count: 334 },
  ],
  figures: { organisations: 43, users: 1063, mailsQueued: 0, mailsFailed: 2, jobsWaiting: 1, jobsFailed: 0 },
  health: [
    { name: "database", state: "ok" },
    { name: "redis", state: "not used" },
    { name: "storage", state: "away" },
  ],
};

function mail(changes: Partial<Mail> = {}): Mail {
  return {
    id: 8,
    template: "GENERAL",
    fromName: "Meridian Surgical Ltd",
    toName: "Jana Bergmann",
    toEmail: "jana@bergmann.example",
    subject: "Delivery times",
    status: "SENT",
    attempts: 1,
    lastError: null,
    created: "2026-11-20T09:00:00Z",
    sent: "2026-11-20T09:00:02Z",
    text: "Hello Jana,\nplease reply.",
    messageId: "<1@assay.example>",
    ...changes,
  };
}

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("the home page shows the metrics, and the charts also as a table and a list", () => {
  renderOnPage(<SysadminHome dashboard={dashboard} />);
  expect(screen.getByText("1,063")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Mails failed" }).getAttribute("href")).toBe(
    "/sysadmin/outbox?status=FAILED",
  );
  expect(screen.getByRole("heading", { name: "New Events Rate" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Top 10 Types" })).toBeTruthy();
  const parts = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(parts).toEqual(expect.arrayContaining(["databaseReady", "redisNot used", "storageAway"]));
  const rows = screen.getAllByRole("row").map(({ textContent }) => textContent);
  expect(rows).toEqual(["Nov 18, 20264", "Nov 19, 20261200", "Nov 20, 202630"]);
  expect(document.querySelectorAll(".chart-column").length).toBe(2);
});

test("the arrow keys show the number of each day", () => {
  renderOnPage(<SysadminHome dashboard={dashboard} />);
  const chart = screen.getByRole("img", { name: /1,234 in all/ });
  const readout = () => document.querySelector(".chart-readout")?.textContent;
  expect(readout()).toContain("30 events");
  fireEvent.keyDown(chart, { key: "ArrowLeft" });
  expect(readout()).toContain("1,200 events");
  fireEvent.keyDown(chart, { key: "Home" });
  fireEvent.keyDown(chart, { key: "ArrowLeft" });
  expect(readout()).toContain("4 events");
});

test("a rejected full-screen request shows an error", async () => {
  renderOnPage(<SysadminHome dashboard={dashboard} />);
  await userEvent.click(screen.getAllByRole("button", { name: "Full screen" })[0] as HTMLElement);
  const { result } = renderHook(() => useToasts());
  await waitFor(() =>
    expect(result.current.map(({ text }) => text)).toEqual(["Full screen is not supported."]),
  );
});

test("the outbox lists mails and filters them by status", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  const rows: MailRow[] = [mail(), mail({ id: 9, subject: "Reset", status: "FAILED" })];
  const pagination = { total: 2, capped: false, page: 1, pageSize: 20, nextCursor: null };
  renderOnPage(<Outbox list={{ rows, pagination }} />);
  expect(screen.getByText("Reset").closest("a")?.getAttribute("href")).toBe("/sysadmin/outbox/9");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Status" }), "Failed");
  expect(await screen.findByText("No mails for the current search filter.")).toBeTruthy();
  expect(calls[0]?.url.search).toBe("?status=FAILED&sort=-written&pageSize=20");
});

test("an empty result has a button that clears the filters", async () => {
  history.replaceState(null, "", "/sysadmin/outbox?search=zzz&status=FAILED");
  answerCalls(() => ({ body: [mail()] }));
  const pagination = { total: 0, capped: false, page: 1, pageSize: 20, nextCursor: null };
  renderOnPage(<Outbox list={{ rows: [], pagination }} />, {
    path: "/sysadmin/outbox",
    search: "search=zzz&status=FAILED",
  });
  const empty = screen.getByText("No mails for the current search filter.").parentElement as HTMLElement;
  await userEvent.click(within(empty).getByRole("button", { name: "Clear filters" }));
  expect(location.search).toBe("");
});

test("a column heading sorts the outbox and does not count as a filter", async () => {
  const calls = answerCalls(() => ({ body: [mail()] }));
  const pagination = { total: 1, capped: false, page: 1, pageSize: 20, nextCursor: null };
  window.history.replaceState(null, "", "/sysadmin/outbox");
  renderOnPage(<Outbox list={{ rows: [mail()], pagination }} />);
  await userEvent.click(screen.getByRole("button", { name: "To" }));
  await waitFor(() => expect(calls.at(-1)?.url.search).toBe("?sort=to&pageSize=20"));
  expect(window.location.search).toBe("?sort=to");
  expect(screen.queryByRole("button", { name: /Clear/ })).toBeNull();
  window.history.replaceState(null, "", "/sysadmin/outbox");
});

test("a mail is shown in a sandboxed frame without scripts", () => {
  renderOnPage(<OutboxMail mail={mail()} />);
  const frame = screen.getByTitle("HTML part of: Delivery times");
  expect(frame.getAttribute("src")).toBe("/sysadmin/outbox/8/html");
  expect(frame.getAttribute("sandbox")).not.toContain("allow-scripts");
  expect(frame.getAttribute("sandbox")).not.toContain("allow-same-origin");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a failed mail can be sent again", async () => {
  const calls = answerCalls(() => ({ body: mail({ status: "QUEUED", sent: null }) }));
  renderOnPage(<OutboxMail mail={mail({ status: "FAILED", sent: null, lastError: "550 no" })} />);
  expect(screen.getByText("550 no")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Queued")).toBeTruthy();
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "POST /api/sysadmin/outbox/8/retry",
  ]);
});

test("a retried job is queued, in the list and in the queue counts", async () => {
  const failed: JobRow = {
    id: 3,
    name: "mail.send",
    status: "FAILED",
    attempts: 6,
    runAt: "2026-11-20T09:00:00Z",
    created: "2026-11-20T09:00:00Z",
    finished: "2026-11-20T10:00:00Z",
    lastError: "OSError()",
  };
  const queued: JobRow = { ...failed, status: "QUEUED", attempts: 0, finished: null, lastError: null };
  answerCalls(({ method }) => ({ body: method === "POST" ? queued : [queued] }));
  const pagination = { total: 1, capped: false, page: 1, pageSize: 20, nextCursor: null };
  const counts = [
    { name: "mail.send", status: "FAILED" as const, count: 1 },
    { name: "mail.send", status: "QUEUED" as const, count: 2 },
    { name: "rfx.expire", status: "QUEUED" as const, count: 1 },
  ];
  renderOnPage(<Jobs list={{ rows: [failed], pagination }} queues={counts} />);
  await userEvent.click(screen.getByRole("button", { name: "Try mail.send again" }));
  expect(await screen.findByText("3 queued")).toBeTruthy();
  expect(screen.queryByText("1 failed")).toBeNull();
  expect(screen.getByText("1 queued")).toBeTruthy();
});

test.each([
  [false, "A test e-mail is on its way to ada@assay.example."],
  [true, "No mail server is set: the test e-mail is kept in the outbox."],
])("a test e-mail that is stored (%s) is not reported as being on its way", async (isKept, words) => {
  answerCalls(() => ({ body: { email: "ada@assay.example", isKept } }));
  renderOnPage(<Emails templates={[{ id: "RFI", meaning: "A request." }]} />);
  await userEvent.click(screen.getByRole("button", { name: "Send a test" }));
  const { result } = renderHook(() => useToasts());
  await waitFor(() => expect(result.current.map(({ text }) => text)).toContain(words));
});
