import type { ReactNode } from "react";
import { LoadFailed } from "../../ui/load-more";
import { Skeleton } from "../../ui/skeleton";
import { ThreadMessages } from "./thread-messages";
import { useThread } from "./use-thread";

type Props = {
  threadId: number;
  /** Render the reply form below the messages, for viewers with permission; `refetch` loads the sent message. */
  reply: (refetch: () => void) => ReactNode;
  /** Allow a reply even if the thread itself does not. */
  mayReply?: boolean;
};

/** The messages of a thread on the page of its record, without links. */
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
