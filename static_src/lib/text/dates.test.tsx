import { renderHook } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { pageWrapper } from "../../testing/page";
import { ageWords, localReader, serverReader, useDates } from "./dates";

const now = new Date("2026-11-20T14:10:00Z");

function Page() {
  return <p>{useDates().age("2026-11-18T10:00:00Z")}</p>;
}

test("the server prints English medium dates in UTC", () => {
  const reader = serverReader(now);
  expect(reader.date("2026-11-03T23:30:00Z")).toBe("3 Nov 2026");
  expect(reader.dateTime("2026-09-03T09:05:00Z")).toBe("3 Sep 2026, 09:05");
  expect(reader.dateTime("2026-11-03")).toBe("3 Nov 2026");
  expect(reader.shortDate("2026-11-03T09:05:00Z")).toBe("3 Nov");
  expect(reader.shortDate("2025-11-03T09:05:00Z")).toBe("3 Nov 2025");
  expect(reader.date(null)).toBe("");
  expect(reader.date("nonsense")).toBe("");
});

test("for languages that write the month first the server's dates equal those of the browser", () => {
  const server = serverReader(now, true);
  const browser = localReader(now, "en-US");
  const plain = (text: string) => text.replace(/\u202f/g, " ");
  for (const day of ["2026-11-03", "2025-05-31"]) expect(server.date(day)).toBe(browser.date(day));
  for (const hour of [0, 9, 12, 23]) {
    const local = new Date(2026, 10, 3, hour, 5);
    const utc = `2026-11-03T${String(hour).padStart(2, "0")}:05:00Z`;
    expect(server.dateTime(utc)).toBe(plain(browser.dateTime(local.toISOString())));
    expect(server.time(utc)).toBe(plain(browser.time(local.toISOString())));
  }
  expect(server.shortDate("2026-11-03T09:05:00Z")).toBe("Nov 3");
});

test("ages are counted in days, independent of the time of day", () => {
  expect([-3, -1, 0, 1, 2, 400].map(ageWords)).toEqual([
    "in the future",
    "in the future",
    "today",
    "yesterday",
    "2 days ago",
    "400 days ago",
  ]);
  const reader = serverReader(new Date("2026-11-20T00:05:00Z"));
  expect(reader.age("2026-11-19T23:55:00Z")).toBe("yesterday");
  expect(reader.age("2026-11-20T23:55:00Z")).toBe("today");
  expect(reader.age("2026-11-21T00:01:00Z")).toBe("in the future");
});

test.each([
  ["2026-11-18", "2 days late", "late"],
  ["2026-11-19", "1 day late", "late"],
  ["2026-11-20", "Today", "soon"],
  ["2026-11-20T14:00:00Z", "Late", "late"],
  ["2026-11-20T14:20:00Z", "Today", "soon"],
  ["2026-11-21", "Tomorrow", "soon"],
  ["2026-11-23", "Mon 23 Nov", "soon"],
  ["2026-11-24", "24 Nov", "later"],
  ["2027-01-24", "24 Jan 2027", "later"],
] as const)("a due date of %s reads '%s'", (iso, text, urgency) => {
  expect(serverReader(now).due(iso)).toEqual({ text, urgency });
});

test("the browser counts days to a due date in its own zone", () => {
  const local = new Date(2026, 10, 20, 23, 30);
  expect(localReader(local).due("2026-11-20")?.text).toBe("Today");
  expect(localReader(local).due(new Date(2026, 10, 21, 0, 15).toISOString())?.text).toBe("Tomorrow");
  expect(localReader(local).due(new Date(2026, 10, 20, 23, 0).toISOString())?.text).toBe("Late");
  expect(localReader(local, "en-GB").due("2026-11-22")?.text).toMatch(/Sun,? 22 Nov/);
  expect(localReader(local).due(null)).toBeNull();
  expect(localReader(local).due("nonsense")).toBeNull();
});

test("ages are the same across a change of the clock", () => {
  const offsets = [0, 6].map((month) => new Date(2026, month, 1).getTimezoneOffset());
  expect(offsets[0]).not.toBe(offsets[1]);
  const at = (...moment: [number, number, number, number, number]) => new Date(...moment);
  const age = (now: Date, then: Date) => localReader(now).age(then.toISOString());
  expect(age(at(2026, 10, 20, 0, 1), at(2026, 10, 19, 23, 59))).toBe("yesterday");
  expect(age(at(2026, 10, 20, 23, 59), at(2026, 10, 20, 0, 1))).toBe("today");
  expect(age(at(2026, 10, 20, 23, 59), at(2026, 10, 21, 0, 0))).toBe("in the future");
  for (const changed of [2, 9]) {
    const lastSunday = 31 - new Date(2026, changed, 31).getDay();
    for (const [hour, minute] of [
      [0, 1],
      [23, 59],
    ] as const) {
      const now = at(2026, changed, lastSunday + 1, hour, minute);
      for (const [days, words] of [
        [1, "yesterday"],
        [2, "2 days ago"],
        [40, "40 days ago"],
      ] as const) {
        for (const [h, m] of [
          [0, 0],
          [23, 59],
        ] as const) {
          expect(age(now, at(2026, changed, lastSunday + 1 - days, h, m))).toBe(words);
        }
      }
    }
  }
});

test("the browser uses the user's locale", () => {
  expect(localReader(now, "de-DE").date("2026-11-03")).toBe("03.11.2026");
  expect(localReader(now, "en-US").date("2026-11-03")).toBe("Nov 3, 2026");
});

test("the hook uses the server's format on the server", () => {
  const Wrapper = pageWrapper();
  expect(
    renderToString(
      <Wrapper>
        <Page />
      </Wrapper>,
    ),
  ).toContain("2 days ago");
  const { result } = renderHook(() => useDates(), { wrapper: pageWrapper() });
  expect(result.current.age(new Date().toISOString())).toBe("today");
});
