import Pad from "signature_pad";
import { signatureHeight, signatureWidth } from "../rules/shapes";
import { groupsFrom, strokesFrom } from "./signature-strokes";

interface Drawing {
  strokes: () => readonly (readonly number[])[];
  onStrokes: (strokes: number[][]) => void;
}

export interface DrawingArea {
  /** Redraw the canvas from `strokes()`, after the strokes changed outside of it. */
  show: () => void;
  stop: () => void;
}

/** Make `canvas` a drawing area. Strokes are reported in a box of 600 by 200 units at every size of the canvas. */
export function drawOn(canvas: HTMLCanvasElement, { strokes, onStrokes }: Drawing): DrawingArea {
  const pad = new Pad(canvas, { minWidth: 1, maxWidth: 2.6, penColor: getComputedStyle(canvas).color });
  let width = 0;
  const show = () => {
    width = canvas.clientWidth;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = (width * signatureHeight * ratio) / signatureWidth;
    canvas.getContext("2d")?.scale(ratio, ratio);
    const { dotSize, minWidth, maxWidth, penColor, velocityFilterWeight, compositeOperation } = pad;
    const options = { dotSize, minWidth, maxWidth, penColor, velocityFilterWeight, compositeOperation };
    pad.fromData(groupsFrom(strokes(), width, options));
  };
  show();
  pad.addEventListener("endStroke", () => onStrokes(strokesFrom(pad.toData(), width)));
  const observer = new ResizeObserver(() => {
    if (canvas.clientWidth !== width) show();
  });
  observer.observe(canvas);
  return {
    show,
    stop: () => {
      observer.disconnect();
      pad.off();
    },
  };
}
