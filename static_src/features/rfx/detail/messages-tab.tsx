import { useEffect } from "react";
import { markSeen } from "../../../domain/threads/mark-seen";
import { ReplyBox } from "../../../domain/threads/reply-box";
import { ThreadPanel } from "../../../domain/threads/thread-panel";
import { emit } from "../../../lib/events";
import "../rfx.scss";

/** The thread of an RFx with a reply box. Rendering it marks the thread as seen. */
export default function MessagesTab({ threadId }: { threadId: number }) {
  useEffect(() => {
    markSeen(threadId, () => emit("MESSAGES_CHANGED", {}));
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
