import type { PointGroup, PointGroupOptions } from "signature_pad";
import { signatureHeight, signatureWidth } from "../rules/shapes";

/** Convert a drawing on a canvas of `width` CSS pixels to its stored form: [x, y, x, y, ...] in a box of 600 by 200. */
export function strokesFrom(groups: readonly Pick<PointGroup, "points">[], width: number): number[][] {
  const scale = signatureWidth / width;
  return groups.map(({ points }) =>
    points.flatMap(({ x, y }) => [clamp(x * scale, signatureWidth), clamp(y * scale, signatureHeight)]),
  );
}

/** Convert stored strokes to the point groups of the pad, for a canvas of `width` CSS pixels. */
export function groupsFrom(
  strokes: readonly (readonly number[])[],
  width: number,
  options: PointGroupOptions,
): PointGroup[] {
  const scale = width / signatureWidth;
  return strokes.map((stroke) => {
    const points = [];
    for (let index = 0; index + 1 < stroke.length; index += 2)
      points.push({
        x: (stroke[index] ?? 0) * scale,
        y: (stroke[index + 1] ?? 0) * scale,
        pressure: 0.5,
        time: index * 10,
      });
    return { ...options, points };
  });
}

/** Round to a tenth of a unit and clamp to the box: the pad also reports points outside of the canvas. */
function clamp(position: number, max: number): number {
  return Math.round(Math.min(Math.max(position, 0), max) * 10) / 10;
}
