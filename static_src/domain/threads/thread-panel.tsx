import type { ReactNode } from "react";
import { LoadFailed } from "../../ui/load-more";
import { Skeleton } from "../../ui/skeleton";
import { ThreadMessages } from "./thread-messages";
import { useThread } from "./use-thread";

type Props = {
  threadId: number;
  /** What stands below the messages for who may reply; `refetch` brings what was sent. */
  reply: (refetch: () => void) => ReactNode;
  /** Whether the viewer may reply for another reason than the thread's own. */
  mayReply?: boolean;
};

/** The messages of a thread, without links, on what the thread belongs to. */
export function ThreadPanel({ threadId, reply, mayReply = false }: Props) {
  const { thread, failed, refetch, loadOlder, isLoadingOlder, olderOfflineError } = useThread(threadId);
  if (failed && !thread) return <LoadFailed title="The messages could not be loaded." refetch={refetch} />;
  if (!thread) return <Skeleton lines={6} />;
  return (
    <>
      <ThreadMessages
        messages={thread.messages}
        olderCount={thread.olderCount}
        onOlder={loadOlder}
        isLoadingOlder={isLoadingOlder}
        olderOfflineError={olderOfflineError}
      />
      {(mayReply || thread.mayReply) && reply(refetch)}
    </>
  );
}
