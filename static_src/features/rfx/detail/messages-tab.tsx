import { useEffect } from "react";
import { request } from "../../../api/client";
import { ReplyBox } from "../../../domain/threads/reply-box";
import { ThreadPanel } from "../../../domain/threads/thread-panel";
import { emit } from "../../../lib/events";
import "../rfx.scss";

/** The thread of an RFx with a reply box. Rendering it marks the thread as seen. */
export default function MessagesTab({ threadId }: { threadId: number }) {
  useEffect(() => {
    request("PUT", "/api/messageThread/{thread_id}/seen", {
      path: { thread_id: threadId },
      toast: false,
    }).then(
      () => emit("MESSAGES_CHANGED", {}),
      // On failure the thread stays new, and the next visit marks it.
      () => {},
    );
  }, [threadId]);
  return (
    <div className="rfx-messages">
      <ThreadPanel
        threadId={threadId}
        reply={(refetch) => <ReplyBox threadId={threadId} onSent={refetch} />}
      />
    </div>
  );
}
