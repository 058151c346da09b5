import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type EventRow, viewTypes } from "../../domain/events/event-log";
import { emit } from "../../lib/events";
import { firstPage } from "../../testing/network";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import type { HomeChart } from "./charts";
import Home from "./home";
import { taskHref } from "./open-tasks";
import type { TaskRow, ThreadRow } from "./types";

const jana = {
  id: 27,
  name: "Jana Bergmann",
  initials: "JB",
  colour: "blue",
  picUrl: null,
  jobTitle: null,
  status: "ACTIVE",
  organisation: { id: 8, name: "Bergmann" },
};

const thread: ThreadRow = {
  id: 5,
  type: "RFI",
  subject: "Drawing revision C",
  tags: ["new"],
  lastMessage: { id: 12, sample: "We have a question", created: "2026-11-20T14:02:00Z", createdBy: jana },
  lastActivity: "2026-11-20T14:02:00Z",
  messageCount: 1,
  otherOrganisations: [],
  counterpart: null,
};

const task: TaskRow = {
  id: 9,
  type: "FOLLOW_UP",
  status: "OPEN",
  title: "Insurance cover",
  created: "2026-11-18T09:00:00Z",
  due: null,
  document: null,
  schedule: null,
  nonConformance: null,
  request: null,
  rfx: { id: 1042, title: "Supplier qualification 2027" },
  formValue: { name: "Supplier qualification" },
  question: "Insurance cover",
  relationship: { withOrganisation: { id: 8, name: "Bergmann" } },
};

const ncrTask: TaskRow = {
  ...task,
  id: 10,
  type: "NONCONFORMANCE",
  title: "Burrs on bore",
  nonConformance: { id: 4 },
  request: null,
  rfx: null,
  formValue: null,
  question: null,
};

let nextId = 1;
function event(type: string, args: Record<string, unknown>): EventRow {
  return {
    id: nextId++,
    type,
    created: "2026-11-20T14:02:00Z",
    createdByUserId: 7,
    data: { args: JSON.stringify(args) },
    sentence: [
      { text: "Rosa Meyer", href: "/contacts/7" },
      { text: " did something", href: null },
    ],
  };
}

const viewed = [
  event("user.viewed.organisation", { organisationId: 8, organisationName: "Bergmann" }),
  event("user.viewed.user", { userId: 27, userName: "Jana Bergmann" }),
  event("user.viewed.assessment", {
    assessmentId: 3,
    assessmentTitle: "Qualification 2027",
    supplierName: "Bergmann",
  }),
  event("user.viewed.rfx.sent", { rfxId: 41, rfxTitle: "Insurance", supplierName: "Bergmann" }),
  event("user.viewed.rfx.received", { rfxId: 42, rfxTitle: "NDA", fromOrganisationName: "Northfold" }),
];

const charts: HomeChart[] = [
  {
    key: "RFX_STATUS",
    title: "RFxs by status",
    categories: [
      { name: "New", href: "/rfx?new=true", tone: "none" },
      { name: "Completed", href: "/rfx?completed=true", tone: "ok" },
    ],
    series: [{ name: "RFxs", tone: "accent", values: [1, 12] }],
  },
  {
    key: "NCR_SEVERITY",
    title: "Open non-conformances by severity and age",
    categories: [{ name: "Critical", href: "/ncr?critical=true", tone: null }],
    series: [
      { name: "up to 7 days", tone: "age-1", values: [2] },
      { name: "older", tone: "age-4", values: [3] },
    ],
  },
];

type Parts = { messages?: ThreadRow[]; tasks?: TaskRow[]; activity?: EventRow[]; recent?: EventRow[] };

function open({ messages = [], tasks = [], activity = [], recent = [] }: Parts = {}) {
  renderOnPage(
    <Home
      greetingName="Rosa Meyer"
      hour={14}
      firstSteps={null}
      news={{}}
      notifications={firstPage([])}
      messages={firstPage(messages)}
      tasks={firstPage(tasks)}
      activity={firstPage(activity)}
      recent={firstPage(recent)}
      charts={charts}
    />,
  );
}

const panel = (title: string) => {
  const section = screen.getByRole("heading", { name: title }).closest("section");
  if (!section) throw new Error(`No panel ${title}`);
  return within(section);
};

test("empty panels show their empty states", () => {
  open();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toMatch(
    /^Good (morning|afternoon|evening), Rosa$/,
  );
  expect(panel("0 New Messages").getByText("You have no new messages.")).toBeTruthy();
  const tasks = panel("0 Open Tasks");
  expect(tasks.getByText("You have no tasks outstanding.")).toBeTruthy();
  expect(
    tasks.getByText("When you receive questions or issues to resolve, they'll appear in here."),
  ).toBeTruthy();
  expect(panel("Activity Feed").getByText("No activity yet.")).toBeTruthy();
  const recent = panel("Recently Viewed");
  expect(recent.getByText("Nothing here.")).toBeTruthy();
  expect(recent.getByText("You have not viewed anything yet.")).toBeTruthy();
  expect(recent.queryByText(/entries\./)).toBeNull();
});

test("a new message links to its place in the thread", () => {
  open({ messages: [thread] });
  const messages = panel("1 New Message");
  const link = messages.getByRole("link", { name: /Drawing revision C/ });
  expect(link.getAttribute("href")).toBe("/messages/t/5/m/12");
  expect(within(link).getByText("RFI")).toBeTruthy();
  expect(within(link).getByText("We have a question")).toBeTruthy();
  expect(within(link).getByRole("img", { name: "Jana Bergmann" })).toBeTruthy();
});

test("tasks show title, relationship and age, and link to their records", () => {
  open({ tasks: [task, ncrTask] });
  const tasks = panel("2 Open Tasks");
  const rfx = tasks.getByRole("link", { name: /Supplier qualification.*Insurance cover/ });
  expect(rfx.getAttribute("href")).toBe("/rfx/1042/task/9");
  expect(within(rfx).getByText("Supplier qualification 2027, Bergmann")).toBeTruthy();
  expect(within(rfx).getByText(/days ago|in the future/)).toBeTruthy();
  const ncr = tasks.getByRole("link", { name: /Burrs on bore/ });
  expect(ncr.getAttribute("href")).toBe("/ncr/4");
  expect(within(ncr).getByText("NCR")).toBeTruthy();
  expect(taskHref({ ...task, type: "RFX" })).toBe("/rfx/1042/task/9");
});

test("a late task says so in its row", () => {
  const due = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  open({ tasks: [task, { ...ncrTask, due }] });
  const tasks = panel("2 Open Tasks");
  expect(within(tasks.getByRole("link", { name: /Burrs on bore/ })).getByText("2 days late")).toBeTruthy();
  expect(within(tasks.getByRole("link", { name: /Insurance cover/ })).queryByText(/late|due/)).toBeNull();
});

const reviewTask: TaskRow = {
  ...task,
  id: 11,
  type: "REVIEW",
  title: "Questions 2027",
  formValue: null,
  question: null,
};

test("a review task opens its page and is finished by hand", async () => {
  const calls = answerCalls(({ method }) =>
    method === "PUT"
      ? { status: 204 }
      : { body: [], headers: { "X-Pagination": JSON.stringify(firstPage([]).pagination) } },
  );
  open({ tasks: [reviewTask, ncrTask] });
  const link = panel("2 Open Tasks").getByRole("link", { name: /Questions 2027/ });
  expect(link.getAttribute("href")).toBe("/rfx/1042");
  expect(within(link).getByText("Bergmann")).toBeTruthy();
  expect(taskHref({ ...reviewTask, rfx: null, nonConformance: { id: 4 } })).toBe("/ncr/4");
  expect(taskHref({ ...reviewTask, rfx: null, request: { id: 8, title: "Check", tab: null } })).toBe(
    "/rfx/request/8",
  );
  expect(taskHref({ ...reviewTask, rfx: null, request: { id: 8, title: "Check", tab: "award" } })).toBe(
    "/rfx/request/8?tab=award",
  );
  await userEvent.click(screen.getByRole("button", { name: "Mark as done" }));
  await waitFor(() => expect(screen.getByText("You have no tasks outstanding.")).toBeTruthy());
  expect(calls[0]?.url.pathname).toBe("/api/userTask/11/done");
});

test("viewed records have a name, a date and a link", () => {
  open({ recent: viewed });
  const recent = panel("Recently Viewed");
  expect(recent.getByText("5 entries.")).toBeTruthy();
  const lines = recent.getAllByRole("listitem").map((item) => {
    const link = within(item).getByRole("link");
    return `${link.getAttribute("href")} ${item.textContent?.replace(/(Nov|20 ).*/, "")}`;
  });
  expect(lines).toEqual([
    "/organisations/8 OrganisationBergmann",
    "/contacts/27 UserJana Bergmann",
    "/assessment/3 AssessmentQualification 2027 for Bergmann",
    "/rfx/41 RFxInsurance sent to Bergmann",
    "/rfx/42 RFxNDA received from Northfold",
  ]);
});

test("the feed addresses the reader", () => {
  open({ activity: [event("relationship.created", {})] });
  expect(panel("Activity Feed").getByText("You")).toBeTruthy();
});

test("the panels reload after events on the page", async () => {
  const calls = answerCalls(() => ({
    body: [],
    headers: {
      "X-Pagination": JSON.stringify({ total: 0, capped: false, page: 1, pageSize: 10, nextCursor: null }),
    },
  }));
  open({ messages: [thread], recent: viewed });
  act(() => emit("MESSAGES_CHANGED", {}));
  await waitFor(() => expect(screen.getByText("You have no new messages.")).toBeTruthy());
  expect(calls[0]?.url.pathname + (calls[0]?.url.search ?? "")).toBe(
    "/api/messageThread?tags=new&pageSize=10",
  );
  act(() => emit("EVENT_LOG_CHANGED", {}));
  await waitFor(() => expect(screen.getByText("Nothing here.")).toBeTruthy());
  const feed = calls.find(({ url }) => url.searchParams.has("ignoredTypes"));
  expect(feed?.url.searchParams.getAll("ignoredTypes")).toEqual([
    "user.login",
    "user.passwordReset.visited",
    "user.stepUp",
    ...viewTypes,
  ]);
  expect(feed?.url.searchParams.get("createdByUserId")).toBe("7");
});

test("an empty panel shows a placeholder while it reloads, and an error if that fails", async () => {
  type FakeResponse = { status?: number; body: unknown; headers?: Record<string, string> };
  let respond: (response: FakeResponse) => void = () => {};
  answerCalls(
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  open();
  const messages = panel("0 New Messages");
  const fetched = (rows: ThreadRow[]) => ({
    body: rows,
    headers: { "X-Pagination": JSON.stringify(firstPage(rows).pagination) },
  });

  act(() => emit("MESSAGES_CHANGED", {}));
  expect(messages.getByText("You have no new messages.")).toBeTruthy();
  expect(await messages.findByRole("status", { name: "Loading" })).toBeTruthy();
  expect(messages.queryByText("You have no new messages.")).toBeNull();
  respond({ status: 500, body: {} });
  expect(await messages.findByText("This list could not be loaded.")).toBeTruthy();

  await userEvent.click(messages.getByRole("button", { name: "Try again" }));
  expect(await messages.findByRole("status", { name: "Loading" })).toBeTruthy();
  respond(fetched([thread]));
  expect(await messages.findByText("Drawing revision C")).toBeTruthy();
  expect(messages.getByRole("heading", { name: "1 New Message" })).toBeTruthy();
});

test("the viewer's data loads only after the session has loaded", () => {
  renderOnPage(
    <Home
      greetingName="Rosa Meyer"
      hour={14}
      firstSteps={null}
      news={{}}
      notifications={firstPage([])}
      messages={firstPage([])}
      tasks={firstPage([])}
      activity={firstPage([])}
      recent={firstPage(viewed)}
      charts={charts}
    />,
    { user: null },
  );
  expect(screen.getByRole("heading", { name: "0 New Messages" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: "Recently Viewed" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Activity Feed" })).toBeNull();
});

const chartTitles = () =>
  within(screen.getByRole("region", { name: "Charts" }))
    .getAllByRole("heading", { level: 3 })
    .map(({ textContent }) => textContent);

test("charts show their numbers and link to the counted records", () => {
  open();
  const status = within(screen.getByRole("figure", { name: "RFxs by status" }));
  expect(status.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "New1",
    "Completed12",
  ]);
  expect(status.getByRole("link", { name: "New" }).getAttribute("href")).toBe("/rfx?new=true");
  const ages = within(screen.getByRole("figure", { name: /severity and age/ }));
  expect(ages.getByText("5")).toBeTruthy();
  expect(ages.getByText("up to 7 days: 2, older: 3")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Full screen" }).length).toBe(2);
});

test("charts can be reordered, removed and added, and a failed save restores them", async () => {
  let refuse = false;
  const calls = answerCalls(({ body }) => {
    if (refuse) return { status: 500, body: {} };
    const keys = (body as { charts: string[] }).charts;
    return { body: keys.map((key) => ({ ...charts[0], key, title: key })) };
  });
  open();
  await userEvent.click(screen.getByRole("button", { name: "Edit charts..." }));
  await userEvent.click(screen.getByRole("button", { name: "Move RFxs by status back" }));
  await waitFor(() => expect(chartTitles()).toEqual(["NCR_SEVERITY", "RFX_STATUS"]));
  await userEvent.click(screen.getByRole("button", { name: "Remove NCR_SEVERITY" }));
  await waitFor(() => expect(chartTitles()).toEqual(["RFX_STATUS"]));
  await userEvent.click(screen.getByRole("button", { name: "Suppliers by level" }));
  await waitFor(() => expect(chartTitles()).toEqual(["RFX_STATUS", "SUPPLIER_LEVEL"]));
  expect(calls.map(({ body }) => (body as { charts: string[] }).charts)).toEqual([
    ["NCR_SEVERITY", "RFX_STATUS"],
    ["RFX_STATUS"],
    ["RFX_STATUS", "SUPPLIER_LEVEL"],
  ]);
  refuse = true;
  await userEvent.click(screen.getByRole("button", { name: "Remove SUPPLIER_LEVEL" }));
  await waitFor(() => expect(chartTitles()).toEqual(["RFX_STATUS", "SUPPLIER_LEVEL"]));
});

test("an organisation without suppliers sees no charts", () => {
  renderOnPage(
    <Home
      greetingName="Ada"
      hour={14}
      firstSteps={null}
      news={{}}
      notifications={firstPage([])}
      messages={firstPage([])}
      tasks={firstPage([])}
      activity={firstPage([])}
      recent={firstPage([])}
      charts={null}
    />,
  );
  expect(screen.queryByRole("region", { name: "Charts" })).toBeNull();
});
