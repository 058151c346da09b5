import { request } from "../../../api/client";
import type { RfxState } from "../types";

const userEvents = ["pointerdown", "keydown", "wheel", "touchmove"] as const;

/**
 * Report once that a person of the respondent has seen a new RFx. A signed-in user counts at once; for a guest only
 * an action in the page counts, because mail scanners open the links in mails, too. Returns a function that removes
 * the listeners.
 */
export function reportOpened(
  id: number,
  isGuest: boolean,
  apply: (state: Partial<RfxState>) => void,
): () => void {
  const options = { capture: true, passive: true } as const;
  const stop = () => {
    for (const name of userEvents) window.removeEventListener(name, handleUserEvent, options);
  };
  const handleUserEvent = () => {
    stop();
    // A failure shows no toast, because the next visit repeats the request.
    request("POST", "/api/rfx/{rfx_id}/opened", { path: { rfx_id: id }, toast: false }).then(apply, () => {});
  };
  for (const name of userEvents) window.addEventListener(name, handleUserEvent, options);
  if (!isGuest && document.visibilityState === "visible") handleUserEvent();
  return stop;
}
