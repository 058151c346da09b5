import type { Uploaded } from "../api/upload";

/** A reply as it is being written. */
export type Reply = { html: string; files: Uploaded[] };

const key = "assay.reply";

type Kept = { threadId: number; userId: number; reply: Reply };

/** Keep an unsent reply while the page is left for the sign-in or a new version. */
export function keepReply(threadId: number, userId: number, reply: Reply): void {
  if (!reply.html && reply.files.length === 0) return;
  try {
    const kept: Kept = { threadId, userId, reply };
    sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Without storage it is gone with the page.
  }
}

/** Take up what this user had written in this thread, once. */
export function takeKeptReply(threadId: number, userId: number): Reply | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null;
    if (kept?.threadId !== threadId || kept.userId !== userId) return null;
    sessionStorage.removeItem(key);
    return kept.reply;
  } catch {
    return null;
  }
}
