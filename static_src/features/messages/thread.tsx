import { useEffect, useEffectEvent } from "react";
import { markSeen } from "../../domain/threads/mark-seen";
import { ReplyBox } from "../../domain/threads/reply-box";
import { ThreadMessages } from "../../domain/threads/thread-messages";
import { ThreadTypeLabel } from "../../domain/threads/thread-type";
import type { Thread } from "../../domain/threads/threads";
import { useThread } from "../../domain/threads/use-thread";
import { emit } from "../../lib/events";
import { type Saving, useSave } from "../../lib/state/use-save";
import { toasts } from "../../lib/toasts";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { FailureAlert } from "../../ui/failure-alert";
import { BackLink, PageHeader } from "../../ui/page-header";
import { TagList } from "../../ui/tag-list";
import { leaveDeleted, moveToTrash } from "./deleted-thread";
import { Participants } from "./participants";

type Props = { thread: Thread; messageId: number | null };

/** /messages/t/{threadId}, optionally at one message (specification, section 2, Messages). */
export default function ThreadPage({ thread: first, messageId }: Props) {
  const loaded = useThread(first.id, first);
  const thread = loaded.thread ?? first;
  const trash = useSave({
    send: (isDeleted: boolean) => moveToTrash(first.id, isDeleted),
    onSaved: (_, isDeleted) => {
      if (isDeleted) {
        leaveDeleted(first.id);
        return;
      }
      loaded.change((current) => ({ ...current, tags: ["inbox"] }));
      toasts.success("Conversation restored.");
    },
  });
  const isNew = thread.tags.includes("new");
  const showSeen = useEffectEvent(() => {
    loaded.change((current) => ({ ...current, tags: current.tags.filter((tag) => tag !== "new") }));
    emit("THREAD_SEEN", {});
  });
  useEffect(() => {
    if (isNew) markSeen(first.id, () => showSeen());
  }, [isNew, first.id]);
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
        actions={thread.takesPart && <DeleteButton thread={thread} trash={trash} />}
      />
      <FailureAlert error={trash.failure} />
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

/** Deletes the thread for the viewer only, or restores it. */
function DeleteButton({ thread, trash }: { thread: Thread; trash: Saving<boolean> }) {
  const deleted = thread.tags.includes("trash");
  return (
    <Button icon={deleted ? "restore" : "delete"} onClick={() => trash.save(!deleted)} busy={trash.busy}>
      {deleted ? "Restore" : "Delete"}
    </Button>
  );
}
