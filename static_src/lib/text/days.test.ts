import { expect, test } from "vitest";
import { dayProblem, parseDay, printDay } from "./days";

test("a day is typed as dd/mm/yyyy and stored as YYYY-MM-DD", () => {
  expect(parseDay("03/11/2026")).toBe("2026-11-03");
  expect(parseDay(" 3/1/2026 ")).toBe("2026-01-03");
  expect(parseDay("2026-11-03")).toBe("2026-11-03");
  expect(printDay("2026-11-03")).toBe("03/11/2026");
  expect(printDay("2026-11-03T10:00:00Z")).toBe("03/11/2026");
  expect(printDay(null)).toBe("");
});

test.each(["31/02/2027", "29/02/2026", "00/01/2026", "01/13/2026", "1/1/26", "2026-13-01", ""])(
  "%s is not a day",
  (text) => expect(parseDay(text)).toBeNull(),
);

test("leap days are accepted", () => expect(parseDay("29/02/2028")).toBe("2028-02-29"));

test("an invalid day has an error that names the problem, a valid one has none", () => {
  expect(dayProblem("31/02/2027")).toBe("31 February does not exist. Use dd/mm/yyyy.");
  expect(dayProblem("soon")).toBe("Enter a date as dd/mm/yyyy.");
  expect(dayProblem("28/02/2027")).toBeNull();
});
