import type { ApiResponse } from "../../api/types";

/** The live state of an RFx: a count of its saves, a version of the rest, and the people who have it open. */
export type LiveRfxState = ApiResponse<"LiveRfx">;

/**
 * The RFx that this page shows. The polling of the page (docs/adr/0003) asks for its live state and reports that the user
 * has it open.
 */
export type WatchedRfx = {
  id: number;
  /** A random name, because a user may have several pages open. */
  page: string;
  /** Return the section with the focus or in view, counted from 1; null without one. */
  section: () => number | null;
  /** Called with the latest state after each successful poll, even if nothing has changed. */
  onState: (state: LiveRfxState) => void;
};

let watched: WatchedRfx | null = null;
const listeners = new Set<() => void>();

/** Watch an RFx. Returns a function that ends it. */
export function watchRfx(rfx: WatchedRfx): () => void {
  setWatched(rfx);
  return () => unwatchRfx(rfx);
}

/** End watching an RFx, unless the page watches another one by now. */
export function unwatchRfx(rfx: WatchedRfx): void {
  if (watched === rfx) setWatched(null);
}

export function watchedRfx(): WatchedRfx | null {
  return watched;
}

/** Call `listener` when the page starts or ends watching an RFx. Returns a function that unsubscribes. */
export function subscribeWatched(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setWatched(rfx: WatchedRfx | null): void {
  watched = rfx;
  for (const listener of [...listeners]) listener();
}
