import { type Draft, isWorthKeeping } from "./draft";

const key = "assay.newMessage";

/** Keep what was written when its modal goes away unsent: closed by mistake, or the page is left for the sign-in. */
export function keepDraft(draft: Draft, userId: number): void {
  try {
    if (isWorthKeeping(draft)) sessionStorage.setItem(key, JSON.stringify({ userId, draft }));
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage it is gone with the modal.
  }
}

/** Take up what was kept for this user, once. */
export function takeKeptDraft(userId: number): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as { userId: number; draft: Draft } | null;
    sessionStorage.removeItem(key);
    return kept?.userId === userId ? kept.draft : null;
  } catch {
    return null;
  }
}
