import { request } from "../../api/client";

/**
 * Mark a thread as seen by the viewer, then call `onSeen`. Errors are ignored, because the thread stays new and the
 * next visit marks it.
 */
export function markSeen(threadId: number, onSeen?: () => void): void {
  request("PUT", "/api/messageThread/{thread_id}/seen", { path: { thread_id: threadId }, toast: false }).then(
    onSeen,
    () => {},
  );
}
