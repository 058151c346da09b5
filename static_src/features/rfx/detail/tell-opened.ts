import type { RfxState } from "../types";
import * as calls from "./rfx-calls";

const acts = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/**
 * Report once that a person of the respondent has seen a new RFx. A signed-in user counts at once; for a guest only
 * an action in the page counts, because mail scanners open the links in mails, too. Returns a function that removes
 * the listeners.
 */
export function tellOpened(
  id: number,
  isGuest: boolean,
  apply: (state: Partial<RfxState>) => void,
): () => void {
  const options = { capture: true, passive: true } as const;
  const stop = () => {
    for (const name of acts) window.removeEventListener(name, act, options);
  };
  const act = () => {
    stop();
    calls.tellOpened(id).then(apply, () => {});
  };
  for (const name of acts) window.addEventListener(name, act, options);
  if (!isGuest && document.visibilityState === "visible") act();
  return stop;
}
