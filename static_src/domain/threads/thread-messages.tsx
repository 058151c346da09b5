import { Component, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { Button } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { AttachmentList } from "../../ui/file-text";
import { OfflineAlert } from "../../ui/offline-alert";
import { RichText } from "../../ui/rich-text";
import { Time } from "../../ui/time";
import { Avatar } from "../people/faces";
import type { ThreadMessage } from "./threads";
import "./threads.scss";

const highlightMs = 1000;

type Props = {
  messages: readonly ThreadMessage[];
  /** How many older messages are not loaded. */
  olderCount: number;
  onOlder: () => void;
  isLoadingOlder: boolean;
  /** What is to be said where the older ones could not be asked for. */
  olderOfflineError?: string;
  /** The message that the address names: it is brought into view and stands out for a moment. */
  messageId?: number | null | undefined;
  /** It fills a page, which opens at its latest message unless the address names one. */
  fillsPage?: boolean;
};

/** The messages of a thread, oldest first, with their files. */
export function ThreadMessages({
  messages,
  olderCount,
  onOlder,
  isLoadingOlder,
  olderOfflineError = "",
  messageId,
  fillsPage = false,
}: Props) {
  const [highlighted, setHighlighted] = useState<number | null>(null);
  const openAtEnd = useEffectEvent(() => {
    const last = messages.at(-1);
    // A page that is come back to stays where it was left.
    if (!fillsPage || messageId || !last || window.scrollY > 0) return;
    document.getElementById(elementId(last.id))?.scrollIntoView({ block: "nearest" });
  });
  useEffect(() => openAtEnd(), []);
  useEffect(() => {
    if (!messageId) return;
    const element = document.getElementById(elementId(messageId));
    if (!element) return;
    element.scrollIntoView({ block: "center" });
    setHighlighted(messageId);
    const timer = setTimeout(() => setHighlighted(null), highlightMs);
    return () => clearTimeout(timer);
  }, [messageId]);
  return (
    <KeptPlace firstId={messages[0]?.id}>
      {olderCount > 0 && (
        <div className="thread-older">
          <OfflineAlert error={olderOfflineError} />
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
        </div>
      )}
      <ol className="thread-messages" aria-label="Messages">
        {messages.map((message) => (
          <li
            key={message.id}
            id={elementId(message.id)}
            tabIndex={-1}
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
    </KeptPlace>
  );
}

const elementId = (messageId: number) => `message-${messageId}`;

/**
 * Older messages come above what is read: the one that was first stays where it is, and has the focus of the button
 * that brought them and is gone.
 */
class KeptPlace extends Component<{ firstId: number | undefined; children: ReactNode }> {
  override getSnapshotBeforeUpdate({ firstId }: { firstId: number | undefined }): number | null {
    if (firstId === undefined || firstId === this.props.firstId) return null;
    return document.getElementById(elementId(firstId))?.getBoundingClientRect().top ?? null;
  }

  override componentDidUpdate({ firstId }: { firstId: number | undefined }, _: unknown, top: number | null) {
    const message = firstId === undefined ? null : document.getElementById(elementId(firstId));
    if (!message || top === null) return;
    if (document.activeElement === document.body) message.focus({ preventScroll: true });
    let moved = message.getBoundingClientRect().top - top;
    for (let around = message.parentElement; around && moved; around = around.parentElement) {
      const before = around.scrollTop;
      around.scrollTop += moved;
      moved -= around.scrollTop - before;
    }
  }

  override render() {
    return this.props.children;
  }
}
