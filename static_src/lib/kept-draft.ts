/** Drafts of forms in modals, kept in this tab for whoever wrote them: closing one by mistake loses nothing. */
const key = (form: string) => `assay.draft.${form}`;

/** Keep what was written when its modal goes away unsent: closed by mistake, or the page is left. null lets go of it. */
export function keepDraft<D>(form: string, userId: number, draft: D | null): void {
  try {
    if (draft) sessionStorage.setItem(key(form), JSON.stringify({ userId, draft }));
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
