import { expect, test } from "vitest";
import { groupsFrom, strokesFrom } from "./signature-strokes";

const options = {
  dotSize: 0,
  minWidth: 1,
  maxWidth: 2,
  penColor: "black",
  velocityFilterWeight: 0.7,
  compositeOperation: "source-over",
} as const;

test("a drawing of any size is stored in a box of 600 by 200", () => {
  const points = [
    { x: 10, y: 20, pressure: 0.5, time: 1 },
    { x: 299.99, y: 100, pressure: 0.5, time: 2 },
  ];
  expect(strokesFrom([{ points }], 300)).toEqual([[20, 40, 600, 200]]);
});

test("points outside of the canvas are clamped to the box", () => {
  expect(strokesFrom([{ points: [{ x: -5, y: 900, pressure: 0, time: 1 }] }], 600)).toEqual([[0, 200]]);
});

test("a stored drawing keeps its proportions at another size", () => {
  const [group] = groupsFrom([[20, 40, 600, 200]], 300, options);
  expect(group?.points.map(({ x, y }) => [x, y])).toEqual([
    [10, 20],
    [300, 100],
  ]);
  expect(strokesFrom(group ? [group] : [], 300)).toEqual([[20, 40, 600, 200]]);
});
