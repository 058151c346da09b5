import { useEffect, useEffectEvent, useState } from "react";
import { request } from "../../api/client";
import { ReplyBox } from "../../domain/threads/reply-box";
import { ThreadMessages } from "../../domain/threads/thread-messages";
import { ThreadTypeLabel } from "../../domain/threads/thread-type";
import type { Thread } from "../../domain/threads/threads";
import { type LoadedThread, useThread } from "../../domain/threads/use-thread";
import { emit } from "../../lib/events";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { OfflineAlert, useOfflineError } from "../../ui/offline-alert";
import { BackLink, PageHeader } from "../../ui/page-header";
import { TagList } from "../../ui/tag-list";
import { Participants } from "./participants";

type Props = { thread: Thread; messageId: number | null };

/** /messages/t/{threadId}, optionally at one message (specification, section 2, Messages). */
export default function ThreadPage({ thread: first, messageId }: Props) {
  const loaded = useThread(first.id, first);
  const thread = loaded.thread ?? first;
  const [offlineError, setOfflineError] = useOfflineError();
  const isNew = thread.tags.includes("new");
  const markSeen = useEffectEvent(async () => {
    try {
      await request("PUT", "/api/messageThread/{thread_id}/seen", {
        path: { thread_id: first.id },
        toast: false,
      });
      loaded.change((now) => ({ ...now, tags: now.tags.filter((tag) => tag !== "new") }));
      emit("THREAD_SEEN", {});
    } catch {
      // It stays new, which the next opening puts right.
    }
  });
  useEffect(() => {
    if (isNew) markSeen();
  }, [isNew]);
  return (
    <>
      <PageHeader
        above={<BackLink href="/messages">Messages</BackLink>}
        title={thread.subject}
        badges={<TagList tags={thread.tags} />}
        sub={
          <>
            <ThreadTypeLabel type={thread.type} />
            {thread.belongsTo && (
              <>
                {" about "}
                <a href={thread.belongsTo.path}>{thread.belongsTo.name}</a>
              </>
            )}
          </>
        }
        actions={
          thread.takesPart && (
            <DeleteButton thread={thread} change={loaded.change} setOfflineError={setOfflineError} />
          )
        }
      />
      <OfflineAlert error={offlineError} />
      <Card className="thread-card">
        <Participants people={thread.participants} />
        <ThreadMessages
          messages={thread.messages}
          olderCount={thread.olderCount}
          onOlder={loaded.loadOlder}
          isLoadingOlder={loaded.isLoadingOlder}
          olderOfflineError={loaded.olderOfflineError}
          messageId={messageId}
          fillsPage
        />
        {thread.mayReply && <ReplyBox threadId={thread.id} onSent={loaded.refetch} />}
      </Card>
    </>
  );
}

type DeleteProps = {
  thread: Thread;
  change: LoadedThread["change"];
  setOfflineError: (error: unknown) => void;
};

/** Deletes the thread for the viewer alone; where it is deleted, the same place restores it. */
function DeleteButton({ thread, change, setOfflineError }: DeleteProps) {
  const [busy, setBusy] = useState(false);
  const deleted = thread.tags.includes("trash");
  const act = async () => {
    setBusy(true);
    setOfflineError(null);
    try {
      await request("PUT", "/api/messageThread/{thread_id}/trash", {
        path: { thread_id: thread.id },
        body: { trash: !deleted },
      });
      change((now) => ({ ...now, tags: [deleted ? "inbox" : "trash"] }));
    } catch (error) {
      setOfflineError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={deleted ? "restore" : "delete"} onClick={act} busy={busy}>
      {deleted ? "Restore" : "Delete"}
    </Button>
  );
}
