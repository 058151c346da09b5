import { expect, test } from "vitest";
import { fieldCard } from "./editor-card";

test.each([
  [{ type: "NUMBER", prefix: "about", suffix: "kg" }, ["about"], "kg"],
  [{ type: "DATE" }, ["dd/mm/yyyy"], ""],
  [{ type: "YESNO", suffix: "kg" }, ["Yes", "No"], ""],
] as const)("a card shows its unit behind the answer: %j", (attrs, words, unit) => {
  expect(fieldCard({ fid: "f", ...attrs })).toMatchObject({ words, unit });
});
