import { expect, test } from "vitest";
import { percentOf, percentText } from "./assessments";

test("a score is a whole percentage with halves rounded up", () => {
  expect([0.666, 0.665, 0.125, 0.0049, 0.285, 0, 1, -0.125].map(percentOf)).toEqual([
    67, 67, 13, 0, 29, 0, 100, -13,
  ]);
  expect([percentText(0.666), percentText(null), percentText(null, "no score")]).toEqual([
    "67%",
    "-",
    "no score",
  ]);
});
