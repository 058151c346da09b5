import { expect, test } from "vitest";
import { formatCount, formatListCount } from "./numbers";

test("one thing has the singular, every other number the plural and commas between thousands", () => {
  expect(formatCount(1, "supplier")).toBe("1 supplier");
  expect(formatCount(0, "supplier")).toBe("0 suppliers");
  expect(formatCount(2000, "person", "people")).toBe("2,000 people");
});

test("a list that was not counted to its end has the plural and a plus sign", () => {
  expect(formatListCount({ total: 1, capped: false }, ["entry", "entries"])).toBe("1 entry");
  expect(formatListCount({ total: 10_000, capped: true }, ["entry", "entries"])).toBe("10,000+ entries");
});
