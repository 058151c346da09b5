import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { firstPage } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { CalendarFeed, DueRow } from "../types";
import Due from "./due";

const row: DueRow = {
  key: "task-9",
  kind: "FOLLOW_UP",
  title: "Insurance cover",
  subtitle: "Supplier qualification 2027",
  party: "Bergmann",
  dueOn: "2026-11-18",
  period: "OVERDUE",
  isLate: true,
  owner: { id: 7, name: "Rosa Meyer" },
  link: "/rfx/1042/task/9",
};
const later: DueRow = {
  ...row,
  key: "certificate-4",
  kind: "CERTIFICATE",
  title: "ISO 9001",
  subtitle: null,
  dueOn: "2026-12-30",
  period: "NEXT90",
  isLate: false,
  owner: null,
  link: "/organisations/8/documents",
};
const ofColleague: DueRow = {
  ...row,
  key: "followUp-10",
  title: "Fire safety",
  owner: { id: 8, name: "Yuki Tanaka" },
};
const kinds = [
  { value: "FOLLOW_UP", label: "Follow-up" },
  { value: "CERTIFICATE", label: "Certificate" },
];
const feed: CalendarFeed = { created: "2026-11-01T08:00:00Z", lastRead: null };

function open({
  rows = [row, later],
  feed: link = null,
}: {
  rows?: DueRow[];
  feed?: CalendarFeed | null;
} = {}) {
  window.history.replaceState(null, "", "/home?tab=due");
  renderOnPage(
    <Due
      list={firstPage(rows)}
      counts={{ overdue: rows.length > 0 ? 1 : 0, week: 0, next90: 1_001 }}
      kinds={kinds}
      owner={null}
      feed={link}
    />,
  );
}

test("rows are grouped by period, with the number of each and the link to the record", () => {
  open();
  const overdue = within(screen.getByRole("table", { name: "Overdue" }));
  expect(screen.getByRole("heading", { name: "Overdue (1)" })).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Next 90 days (1,000+)" })).toBeTruthy();
  expect(screen.queryByRole("heading", { name: /This week/ })).toBeNull();
  expect(overdue.getByRole("link", { name: "Insurance cover" }).getAttribute("href")).toBe(
    "/rfx/1042/task/9",
  );
  expect(overdue.getByText(/\d+ days late/)).toBeTruthy();
  expect(overdue.getByText("Supplier qualification 2027, Bergmann")).toBeTruthy();
  expect(overdue.getByText("You")).toBeTruthy();
  const next = within(screen.getByRole("table", { name: "Next 90 days" }));
  expect(next.getByText("Certificate")).toBeTruthy();
  expect(next.getByText("Anyone")).toBeTruthy();
});

test("filters are sent to the list and the counts, and show the rows of colleagues", async () => {
  const calls = answerCalls(({ url }) =>
    url.pathname === "/api/due/count"
      ? { body: { overdue: 2, week: 0, next90: 0 } }
      : {
          body: [ofColleague],
          headers: { "X-Pagination": JSON.stringify(firstPage([ofColleague]).pagination) },
        },
  );
  open();
  await userEvent.selectOptions(screen.getByLabelText("Owner"), "Everyone");
  expect(await screen.findByText("Yuki Tanaka")).toBeTruthy();
  expect(await screen.findByRole("heading", { name: "Overdue (2)" })).toBeTruthy();
  expect(calls.map(({ url }) => url.searchParams.get("owner"))).toEqual(["ALL", "ALL"]);
  await userEvent.selectOptions(screen.getByLabelText("When"), "Overdue");
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("period")).toBe("OVERDUE"));
  // The counts do not depend on the period.
  expect(calls.filter(({ url }) => url.pathname === "/api/due/count")).toHaveLength(1);
  expect(window.location.search).toBe("?tab=due&owner=ALL&period=OVERDUE");
});

test("an empty list names its period and offers the rows of everyone", async () => {
  answerCalls(() => ({ status: 500, body: {} }));
  open({ rows: [] });
  expect(screen.getByText("Nothing is due in the next 90 days.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show everyone's" }));
  expect(window.location.search).toBe("?tab=due&owner=ALL");
  expect(await screen.findByText("This list could not be loaded.")).toBeTruthy();
});

test("a created calendar link is shown once, and can be turned off", async () => {
  const url = "https://assay.example/calendar/abc.ics";
  const calls = answerCalls(({ method }) =>
    method === "POST" ? { status: 201, body: { ...feed, url } } : { status: 204 },
  );
  open();
  await userEvent.click(screen.getByRole("button", { name: "Add to your calendar..." }));
  await userEvent.click(await screen.findByRole("button", { name: "Create a link" }));
  expect(await screen.findByDisplayValue(url)).toBeTruthy();
  const program = screen.getByRole("link", { name: "Open in your calendar program" });
  expect(program.getAttribute("href")).toBe("webcal://assay.example/calendar/abc.ics");
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  await userEvent.click(screen.getByRole("button", { name: "Add to your calendar..." }));
  expect(await screen.findByText(/No calendar program has read it yet/)).toBeTruthy();
  expect(screen.queryByDisplayValue(url)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Turn off" }));
  expect(await screen.findByRole("button", { name: "Create a link" })).toBeTruthy();
  expect(calls.map(({ method, url: { pathname } }) => `${method} ${pathname}`)).toEqual([
    "POST /api/calendarFeed",
    "DELETE /api/calendarFeed",
  ]);
});

test("a failed request keeps the calendar link and shows the error", async () => {
  answerCalls(() => Promise.reject(new TypeError("Failed to fetch")));
  open({ feed });
  await userEvent.click(screen.getByRole("button", { name: "Add to your calendar..." }));
  await userEvent.click(await screen.findByRole("button", { name: "Turn off" }));
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  expect(screen.getByText(/Your link was created on/)).toBeTruthy();
});
