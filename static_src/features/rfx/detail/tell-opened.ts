import type { RfxState } from "../types";
import * as calls from "./rfx-calls";

const acts = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/**
 * Tell the server once that a person sees a new RFx at its answering end. Who has signed in is one; a guest's link may be
 * opened by a mail scanner, and only acting in the page tells a person. Gives back what stops it.
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
