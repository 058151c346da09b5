import { flushSync } from "react-dom";
import { firstStop } from "./focus-stops";

/**
 * Apply a change and render it at once, then focus the first Tab stop of a place that is there only afterwards. Text in
 * an input is selected. Waiting for an animation frame instead loses the focus when rendering takes longer.
 */
export function renderThenFocus(change: () => void, findPlace: () => Element | null | undefined): void {
  flushSync(change);
  const place = findPlace();
  const stop = place && firstStop(place);
  stop?.focus();
  if (stop instanceof HTMLInputElement && stop.type === "text") stop.select();
}
