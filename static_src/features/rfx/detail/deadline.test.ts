import { expect, test } from "vitest";
import { serverReader } from "../../../lib/text/dates";
import { deadlineText, isEndOfDay } from "./deadline";

test("days to a deadline are calendar days", () => {
  const now = new Date("2026-11-20T23:30:00Z");
  const words = (deadline: string) => deadlineText(serverReader(now).daysLeft(deadline) ?? 0);
  expect(words("2026-11-28T00:30:00Z")).toBe("8 days left");
  expect(words("2026-11-21T00:30:00Z")).toBe("1 day left");
  expect(words("2026-11-20T23:59:00Z")).toBe("today");
  expect(words("2026-11-19T23:59:00Z")).toBe("passed");
});

test("a deadline at the last minute of a local day needs no time", () => {
  const at = (...time: [number, number, number]) => new Date(2026, 10, 20, ...time).toISOString();
  expect(isEndOfDay(at(23, 59, 59))).toBe(true);
  expect(isEndOfDay(at(13, 59, 59))).toBe(false);
  expect(isEndOfDay(at(0, 0, 0))).toBe(false);
});
