import { expect, test } from "vitest";
import { newRow, rowsOf } from "./rows";

test("keys of rows sort in the order of their creation and have the characters that the server accepts", () => {
  const keys = [newRow(1_000), newRow(1_700_000_000_000), newRow(1_800_000_000_000)];
  expect([...keys].sort()).toEqual(keys);
  for (const key of keys) expect(key).toMatch(/^[a-z0-9]{6,32}$/);
});

test("rows are those with a value, and a new row without text is one too", () => {
  const values = new Map<string, unknown>([
    ["D4.why.OCCURRENCE.b2", "Worn"],
    ["D4.why.OCCURRENCE.a1", ""],
    ["D4.why.OCCURRENCE.c3", null],
    ["D4.why.ESCAPE.d4", "Not seen"],
  ]);
  expect(rowsOf(values, "D4.why.OCCURRENCE")).toEqual(["a1", "b2"]);
});
