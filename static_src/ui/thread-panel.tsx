import { LoadFailed } from "./load-more";
import { ReplyBox } from "./reply-box";
import { Skeleton } from "./skeleton";
import { ThreadMessages } from "./thread-messages";
import { useThread } from "./use-thread";

/** The messages of a thread and a reply box, for who may reply, without links, for the page of what the thread belongs to. */
export function ThreadPanel({ threadId }: { threadId: number }) {
  const { thread, failed, refetch, loadOlder, isLoadingOlder, olderLost } = useThread(threadId);
  if (failed && !thread) return <LoadFailed title="The messages could not be loaded." refetch={refetch} />;
  if (!thread) return <Skeleton lines={6} />;
  return (
    <div className="thread-panel">
      <ThreadMessages
        messages={thread.messages}
        olderCount={thread.olderCount}
        onOlder={loadOlder}
        isLoadingOlder={isLoadingOlder}
        olderLost={olderLost}
      />
      {thread.mayReply && <ReplyBox threadId={threadId} onSent={refetch} />}
    </div>
  );
}
