import { Component, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { AttachmentList } from "../../ui/attachment-list";
import { Button } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { FailureAlert } from "../../ui/failure-alert";
import { RichText } from "../../ui/rich-text";
import { Time } from "../../ui/time";
import { Avatar } from "../people/faces";
import type { ThreadMessage } from "./threads";
import "./threads.scss";

const highlightMs = 1000;

type Props = {
  messages: readonly ThreadMessage[];
  /** The number of older messages that are not loaded. */
  olderCount: number;
  onOlder: () => void;
  isLoadingOlder: boolean;
  /** The error of a request for older messages without a response. */
  olderOfflineError?: string;
  /** The message in the address: it is scrolled into view and highlighted briefly. */
  messageId?: number | null | undefined;
  /** The thread fills a page, which opens at its latest message unless `messageId` is set. */
  fillsPage?: boolean;
};

/** The messages of a thread with their attachments, oldest first. */
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
    // The browser has restored the scroll position of a page that the user came back to.
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
    <ScrollKeeper firstId={messages[0]?.id}>
      {olderCount > 0 && (
        <div className="thread-older">
          <FailureAlert error={olderOfflineError} />
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
    </ScrollKeeper>
  );
}

const elementId = (messageId: number) => `message-${messageId}`;

/**
 * Keeps the scroll position when older messages are inserted above the first one. The first message also takes the focus
 * of the button that loaded them, which is removed.
 */
class ScrollKeeper extends Component<{ firstId: number | undefined; children: ReactNode }> {
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
