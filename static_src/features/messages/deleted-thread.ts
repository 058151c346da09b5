import { request } from "../../api/client";
import { emit } from "../../lib/events";
import { toasts } from "../../lib/toasts";

/** The thread that was just deleted on its page, until the list has offered to restore it. */
const key = "assay.deletedThread";

export function moveToTrash(threadId: number, isDeleted: boolean): Promise<unknown> {
  return request("PUT", "/api/messageThread/{thread_id}/trash", {
    path: { thread_id: threadId },
    body: { trash: isDeleted },
  });
}

/** Open the list, which then offers Undo. */
export function leaveDeleted(threadId: number): void {
  try {
    sessionStorage.setItem(key, String(threadId));
  } catch {
    // Without storage the list shows no Undo; "Deleted" still has the thread.
  }
  window.location.assign("/messages");
}

/** Show that the thread was deleted, with Undo, after `leaveDeleted`. */
export function offerUndo(): void {
  let threadId = 0;
  try {
    threadId = Number(sessionStorage.getItem(key));
    sessionStorage.removeItem(key);
  } catch {
    // As in `leaveDeleted`.
  }
  if (!threadId) return;
  toasts.success("Conversation deleted.", {
    label: "Undo",
    run: () => {
      moveToTrash(threadId, false).then(
        () => emit("MESSAGES_CHANGED", {}),
        () => {
          // The API client has shown the error.
        },
      );
    },
  });
}
