import { renderHook } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { pageWrapper } from "../testing/page";
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

test("ages are counted in days, whatever the time of day", () => {
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

test("the reader's locale is used in the browser", () => {
  expect(localReader(now, "de-DE").date("2026-11-03")).toBe("03.11.2026");
  expect(localReader(now, "en-US").date("2026-11-03")).toBe("Nov 3, 2026");
});

test("the hook prints the server's form on the server", () => {
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
