import { expect, test } from "vitest";
import { localLongDay, serverLongDay } from "./long-day";

test("a day is written with its weekday, the month first where the language does so", () => {
  const date = new Date(2026, 10, 3, 12);
  expect(serverLongDay(new Date("2026-11-03T12:00:00Z"))).toBe("Tuesday 3 November");
  expect(localLongDay(date, "en-GB")).toBe("Tuesday 3 November");
  expect(serverLongDay(new Date("2026-11-03T12:00:00Z"), true)).toBe(localLongDay(date, "en-US"));
});
