import { useEffect, useEffectEvent, useRef } from "react";
import { useBrowserEvent } from "../events";

/** Drafts of forms that are sent as a whole, stored in this tab by form and user. */
const key = (form: string) => `assay.draft.${form}`;

/** Save the draft when its form closes unsent; null deletes it. */
export function saveDraft<D>(form: string, userId: number, draft: D | null): void {
  try {
    if (draft !== null) sessionStorage.setItem(key(form), JSON.stringify({ userId, draft }));
    else sessionStorage.removeItem(key(form));
  } catch {
    // Without storage the draft is lost with the modal.
  }
}

/** Return the saved draft of this user and delete it; null if there is none. */
export function takeDraft<D>(form: string, userId: number): D | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key(form)) ?? "null") as {
      userId: number;
      draft: D;
    } | null;
    sessionStorage.removeItem(key(form));
    return stored?.userId === userId ? stored.draft : null;
  } catch {
    return null;
  }
}

/**
 * Save the draft whenever its form disappears unsent: the modal closes, another view replaces it, or the page is left.
 * `written` returns the current draft, null for nothing to save; `here` is false while the form is hidden.
 * Returns `discard`: call it when the draft is sent or cancelled.
 */
export function useDraftSaving<D>(
  form: string,
  userId: number,
  written: () => D | null,
  here = true,
): () => void {
  const done = useRef(false);
  const keep = useEffectEvent(() => {
    if (!done.current) saveDraft(form, userId, written());
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
    saveDraft(form, userId, null);
  };
}
