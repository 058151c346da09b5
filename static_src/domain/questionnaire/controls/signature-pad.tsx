import { useEffect, useRef } from "react";
import { Button } from "../../../ui/button";
import { signatureHeight, signatureWidth } from "../rules/shapes";
import { type DrawingArea, drawOn } from "./signature-drawing-area";
import "../doc-view-controls.scss";

type Props = { strokes: number[][]; onChange: (strokes: number[][]) => void };

/** Drawing area for pen, finger or mouse. */
export function SignaturePad({ strokes, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const area = useRef<DrawingArea | null>(null);
  const latest = useRef({ strokes, onChange });
  useEffect(() => {
    latest.current = { strokes, onChange };
    if (strokes.length === 0) area.current?.show();
  });
  useEffect(() => {
    if (!canvas.current) return;
    const drawing = drawOn(canvas.current, {
      strokes: () => latest.current.strokes,
      onStrokes: (next) => latest.current.onChange(next),
    });
    area.current = drawing;
    return () => drawing.stop();
  }, []);
  const isEmpty = strokes.length === 0;
  return (
    <div className="signature-pad">
      <canvas
        ref={canvas}
        width={signatureWidth}
        height={signatureHeight}
        role="img"
        aria-label="Draw your signature (optional)."
      />
      <Button variant="quiet" size="sm" disabled={isEmpty} onClick={() => onChange([])}>
        Clear the drawing
      </Button>
    </div>
  );
}
