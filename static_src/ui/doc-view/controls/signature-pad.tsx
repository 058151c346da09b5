import { useEffect, useRef } from "react";
import { signatureHeight, signatureWidth } from "../../../lib/form-document/shapes";
import { Button } from "../../button";
import type { DrawingArea } from "./signature-drawing-area";

type Props = { strokes: number[][]; onChange: (strokes: number[][]) => void };

/** A place to draw in with pen, finger or mouse; the code that draws is fetched when it is first shown. */
export function SignaturePad({ strokes, onChange }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const area = useRef<DrawingArea | null>(null);
  const latest = useRef({ strokes, onChange });
  useEffect(() => {
    latest.current = { strokes, onChange };
    if (strokes.length === 0) area.current?.show();
  });
  useEffect(() => {
    let isWanted = true;
    import("./signature-drawing-area").then(({ drawOn }) => {
      if (!isWanted || !canvas.current) return;
      area.current = drawOn(canvas.current, {
        strokes: () => latest.current.strokes,
        onStrokes: (drawn) => latest.current.onChange(drawn),
      });
    });
    return () => {
      isWanted = false;
      area.current?.stop();
    };
  }, []);
  const isEmpty = strokes.length === 0;
  return (
    <div className="signature-pad">
      <canvas
        ref={canvas}
        width={signatureWidth}
        height={signatureHeight}
        role="img"
        aria-label="Draw your signature here. Your typed name is enough."
      />
      <Button variant="quiet" size="sm" disabled={isEmpty} onClick={() => onChange([])}>
        Clear the drawing
      </Button>
    </div>
  );
}
