import { signatureHeight, signatureWidth } from "./rules/shapes";
import "./doc-view-controls.scss";

/** Drawing of a signature. Each stroke is [x, y, x, y, ...] in a box of 600 by 200. */
export function SignatureDrawing({
  strokes,
  label,
}: {
  strokes: readonly (readonly number[])[];
  label: string;
}) {
  return (
    <svg
      className="signature-drawing"
      viewBox={`0 0 ${signatureWidth} ${signatureHeight}`}
      role="img"
      aria-label={label}
    >
      <path d={strokes.map(pathOf).join("")} />
    </svg>
  );
}

function pathOf(stroke: readonly number[]): string {
  const points: string[] = [];
  for (let index = 0; index + 1 < stroke.length; index += 2)
    points.push(`${stroke[index]} ${stroke[index + 1]}`);
  // A dot is a line of length 0; the round line cap makes it visible.
  return `M${points.join("L")}${points.length === 1 ? "h0" : ""}`;
}
