import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { emit, listen } from "../../lib/events";
import { firstPage } from "../../testing/network";
import { renderOnPage, testContext } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { firstNameOf, greetingAt, newsSentence } from "./greeting";
import type { NotificationRow } from "./types";
import { Updates } from "./updates";

const jana = {
  id: 27,
  name: "Jana Bergmann",
  initials: "JB",
  colour: "rose",
  picUrl: null,
  jobTitle: null,
  status: "ACTIVE",
};

const submitted: NotificationRow = {
  id: 91,
  kind: "RESPONSE_SUBMITTED",
  created: "2026-11-20T13:52:00Z",
  author: jana,
  sentence: [
    { text: "Jana Bergmann", href: null },
    { text: " submitted ", href: null },
    { text: "#1038 Qualification", href: "/rfx/1038" },
    { text: " - Bergmann", href: null },
  ],
  details: "62 of 62 answered",
  href: "/rfx/1038",
  unreadIds: [5, 6],
};
const accepted: NotificationRow = {
  ...submitted,
  id: 80,
  kind: "INVITATION_ACCEPTED",
  sentence: [
    { text: "Jana Bergmann", href: null },
    { text: " accepted ", href: null },
    { text: "your invitation", href: "/contacts/27" },
  ],
  details: "",
  unreadIds: [],
};
const expired: NotificationRow = { ...accepted, id: 79, kind: "DEADLINE_PASSED", author: null };

const live = {
  stamp: "0",
  newMessages: 0,
  openTasks: 0,
  responsesToReview: 0,
  waitingNcrs: 0,
  unread: 2,
  unreadNews: 1,
  events: [],
  rfx: null,
};

const open = (rows: NotificationRow[], unread = 2) =>
  renderOnPage(<Updates first={firstPage(rows)} />, testContext({ live: { ...live, unread } }));

const fetched = (rows: NotificationRow[]) => ({
  body: rows,
  headers: { "X-Pagination": JSON.stringify(firstPage(rows).pagination) },
});

test("entries are in groups, and an unread one is marked for everyone", () => {
  open([submitted, accepted, expired]);
  const groups = screen.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent);
  expect(groups).toEqual(["Answers to review", "Suppliers"]);
  expect(screen.getByText("2 unread")).toBeTruthy();
  const [first, second] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("Unread: Jana Bergmann submitted #1038 Qualification - Bergmann");
  expect(within(first as HTMLElement).getByText("62 of 62 answered")).toBeTruthy();
  expect(
    within(first as HTMLElement)
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/rfx/1038");
  expect(second?.textContent).not.toContain("Unread");
  expect(screen.getAllByRole("button", { name: "Mark as read" })).toHaveLength(1);
});

test("one entry and all entries can be marked as read", async () => {
  let rows = [submitted, accepted];
  const calls = answerCalls(({ method }) => (method === "PUT" ? { status: 204 } : fetched(rows)));
  let reads = 0;
  const stop = listen("NOTIFICATIONS_READ", () => {
    reads += 1;
  });
  open(rows, 3);
  rows = [{ ...submitted, unreadIds: [] }, accepted];
  await userEvent.click(screen.getByRole("button", { name: "Mark as read" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Mark as read" })).toBeNull());
  expect(calls[0]?.body).toEqual({ ids: [5, 6] });
  expect(screen.getByText("1 unread")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Mark all as read" }));
  await waitFor(() => expect(screen.queryByText("1 unread")).toBeNull());
  expect(
    calls.find(({ method, body }) => method === "PUT" && (body as { ids: null }).ids === null),
  ).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull();
  expect(reads).toBe(2);
  stop();
});

test("following a link marks its entry as read, in a request that outlives the page", async () => {
  const calls = answerCalls(() => ({ status: 204 }));
  open([submitted]);
  const link = screen.getByRole("link");
  link.addEventListener("click", (event) => event.preventDefault());
  await userEvent.click(link);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect([calls[0]?.body, calls[0]?.keepalive]).toEqual([{ ids: [5, 6] }, true]);
});

test("live updates reload the panel; an empty panel says so, and a failure offers another try", async () => {
  let answer: { status?: number; body: unknown; headers?: Record<string, string> } = {
    status: 500,
    body: {},
  };
  answerCalls(() => answer);
  open([], 0);
  expect(screen.getByText("You're up to date")).toBeTruthy();
  act(() => emit("NOTIFICATIONS_CHANGED", { unread: 2, unreadNews: 2 }));
  expect(await screen.findByText("This list could not be loaded.")).toBeTruthy();
  answer = fetched([submitted]);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("#1038 Qualification")).toBeTruthy();
  expect(screen.getByText("2 unread")).toBeTruthy();
});

test("the greeting fits the hour, and the news are one sentence", () => {
  expect([0, 11, 12, 17, 18].map(greetingAt)).toEqual([
    "Good morning",
    "Good morning",
    "Good afternoon",
    "Good afternoon",
    "Good evening",
  ]);
  expect(newsSentence({})).toBe("Nothing new since yesterday.");
  expect(newsSentence({ INVITATION_ACCEPTED: 1 })).toBe("1 invitation was accepted since yesterday.");
  expect(
    newsSentence({ RESPONSE_SUBMITTED: 2, SURVEY_COMPLETED: 1, RFX_DECLINED: 1, DEADLINE_PASSED: 4 }),
  ).toBe("3 answers came in and 1 request was declined since yesterday.");
  expect(newsSentence({ INVITATION_ACCEPTED: 1 }, 2)).toBe(
    "1 invitation was accepted since yesterday, and 2 tasks are late.",
  );
  expect(newsSentence({}, 1)).toBe("Nothing new since yesterday, but 1 task is late.");
});

test.each([
  ["Rosa Meyer", "Rosa"],
  ["Dr. Rosa Meyer", "Rosa"],
  ["Meyer, Rosa", "Meyer, Rosa"],
  ["山田", "山田"],
  ["Q.", "Q."],
])("%s is greeted as %s", (name, greeted) => {
  expect(firstNameOf(name)).toBe(greeted);
});
