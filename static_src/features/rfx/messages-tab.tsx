import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { request } from "../../api/client";
import { emit, useBrowserEvent } from "../../lib/events";
import { usePageContext } from "../../lib/page-context";
import type { Thread } from "../../lib/threads";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { ReplyBox } from "../../ui/reply-box";
import { Skeleton } from "../../ui/skeleton";
import { ThreadMessages } from "../../ui/thread-messages";

/** The thread of an RFx with a reply box, fetched when it is first looked at; it leads nowhere else. */
export default function MessagesTab({ threadId }: { threadId: number }) {
  const queries = useQueryClient();
  const { permissions } = usePageContext();
  const queryKey = ["messageThread", threadId];
  const {
    data: thread,
    isError,
    refetch,
  } = useQuery({
    queryKey,
    queryFn: ({ signal }) => request<Thread>("GET", `/api/messageThread/${threadId}`, { signal }),
  });
  useBrowserEvent("MESSAGES_CHANGED", () => refetch());
  const isNew = thread?.tags.includes("new") ?? false;
  useEffect(() => {
    if (!isNew) return;
    request("PUT", `/api/messageThread/${threadId}/seen`, { toast: false }).then(
      () => emit("MESSAGES_CHANGED", {}),
      // It stays new, and is marked at the next look.
      () => {},
    );
  }, [threadId, isNew]);

  if (isError && !thread) {
    return (
      <EmptyState
        icon="messages"
        title="The messages could not be loaded."
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    );
  }
  if (!thread) return <Skeleton lines={6} />;
  return (
    <section className="rfx-messages" aria-label="Messages">
      {thread.olderCount > 0 && (
        <p className="cell-sub">
          The newest {thread.messages.length} of {thread.messageCount} messages.
        </p>
      )}
      <ThreadMessages messages={thread.messages} />
      {(thread.takesPart || permissions.includes("SEND_MESSAGES")) && (
        <ReplyBox
          threadId={threadId}
          onSent={(message) => {
            queries.setQueryData<Thread>(
              queryKey,
              (now) =>
                now && { ...now, messages: [...now.messages, message], messageCount: now.messageCount + 1 },
            );
            emit("MESSAGES_CHANGED", {});
            emit("EVENT_LOG_CHANGED", {});
          }}
        />
      )}
    </section>
  );
}
