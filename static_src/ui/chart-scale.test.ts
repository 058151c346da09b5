import { expect, test } from "vitest";
import { labelledPoints, valueSteps } from "./chart-scale";

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [10, [0, 5, 10]],
  [99, [0, 50, 100]],
  [120, [0, 50, 100, 150]],
  [1234, [0, 500, 1000, 1500]],
])("an axis up to %d has the steps %j", (max, steps) => {
  expect(valueSteps(max)).toEqual(steps);
});

test("labels are spread evenly from the first point to the last", () => {
  expect(labelledPoints(30)).toEqual([0, 6, 12, 17, 23, 29]);
  expect(labelledPoints(3)).toEqual([0, 1, 2]);
  expect(labelledPoints(0)).toEqual([]);
});
