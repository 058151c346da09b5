import { useEffect, useEffectEvent, useRef } from "react";
import { useBrowserEvent } from "../events";

/** Drafts of what is written and sent as a whole, kept in this tab for whoever wrote them: leaving one loses nothing. */
const key = (form: string) => `assay.draft.${form}`;

/** Keep what was written when it goes out of sight unsent. null lets go of it. */
export function keepDraft<D>(form: string, userId: number, draft: D | null): void {
  try {
    if (draft !== null) sessionStorage.setItem(key(form), JSON.stringify({ userId, draft }));
    else sessionStorage.removeItem(key(form));
  } catch {
    // Without storage it is gone with the modal.
  }
}

/** Take up what was kept for this user, once. */
export function takeKeptDraft<D>(form: string, userId: number): D | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key(form)) ?? "null") as {
      userId: number;
      draft: D;
    } | null;
    sessionStorage.removeItem(key(form));
    return kept?.userId === userId ? kept.draft : null;
  } catch {
    return null;
  }
}

/**
 * Keeps what is written when it goes out of sight unsent: its modal is closed, its place in the page is taken by
 * something else, or the page is left, for the sign-in, a new version or by the reader's own will.
 * `written` says what there is to keep now, null for nothing; `here` is false while it is not shown.
 * Gives back what ends this: call it once the draft is sent or given up.
 */
export function useKeeping<D>(
  form: string,
  userId: number,
  written: () => D | null,
  here = true,
): () => void {
  const done = useRef(false);
  const keep = useEffectEvent(() => {
    if (!done.current) keepDraft(form, userId, written());
  });
  useBrowserEvent("BEFORE_LEAVE", () => {
    if (here) keep();
  });
  useEffect(() => {
    if (!here) return;
    const leave = () => keep();
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [here]);
  return () => {
    done.current = true;
    keepDraft(form, userId, null);
  };
}
