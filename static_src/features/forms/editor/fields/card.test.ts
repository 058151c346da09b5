import { expect, test } from "vitest";
import { fieldCard } from "./card";

test.each([
  [{ type: "NUMBER", prefix: "about", suffix: "kg" }, ["about"], "kg"],
  [{ type: "DATE" }, ["dd/mm/yyyy"], ""],
  [{ type: "YESNO", suffix: "kg" }, ["Yes", "No"], ""],
] as const)("a card shows the unit after the answer: %j", (attrs, texts, unit) => {
  expect(fieldCard({ fid: "f", ...attrs })).toMatchObject({ texts, unit });
});

test.each([
  ["SINGLE_CHOICE", "choices"],
  ["YESNO", "choices"],
  ["MULTI_CHOICE", "checks"],
] as const)("the card of a %s shows %s", (type, look) => {
  expect(fieldCard({ fid: "f", type }).look).toBe(look);
});
