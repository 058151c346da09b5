import { useEffect, useState } from "react";
import type { ThreadMessage } from "../lib/threads";
import { Button } from "./button";
import { classNames } from "./class-names";
import { Avatar } from "./faces";
import { AttachmentList } from "./file-text";
import { RichText } from "./rich-text";
import { Time } from "./time";

const highlightMs = 1000;

type Props = {
  messages: readonly ThreadMessage[];
  /** How many older messages are not loaded. */
  olderCount: number;
  onOlder: () => void;
  isLoadingOlder: boolean;
  /** The message that the address names: it is brought into view and stands out for a moment. */
  messageId?: number | null | undefined;
};

/** The messages of a thread, oldest first, with their files. */
export function ThreadMessages({ messages, olderCount, onOlder, isLoadingOlder, messageId }: Props) {
  const [highlighted, setHighlighted] = useState<number | null>(null);
  useEffect(() => {
    if (!messageId) return;
    const element = document.getElementById(`message-${messageId}`);
    if (!element) return;
    element.scrollIntoView({ block: "center" });
    setHighlighted(messageId);
    const timer = setTimeout(() => setHighlighted(null), highlightMs);
    return () => clearTimeout(timer);
  }, [messageId]);
  return (
    <>
      {olderCount > 0 && (
        <Button
          variant="quiet"
          size="sm"
          icon="up"
          onClick={onOlder}
          busy={isLoadingOlder}
          busyText="Loading..."
        >
          Show {olderCount} earlier {olderCount === 1 ? "message" : "messages"}
        </Button>
      )}
      <ol className="thread-messages" aria-label="Messages">
        {messages.map((message) => (
          <li
            key={message.id}
            id={`message-${message.id}`}
            className={classNames("thread-message", message.id === highlighted && "highlighted")}
          >
            <Avatar person={message.createdBy} size="md" />
            <div className="thread-message-body">
              <p className="thread-message-head">
                <span className="thread-message-author">{message.createdBy.name}</span>
                <span className="thread-message-from">{message.createdBy.organisation.name}</span>
                <Time value={message.created} as="dateTime" className="thread-message-time" />
              </p>
              <RichText html={message.html} />
              <AttachmentList attachments={message.attachments} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}
