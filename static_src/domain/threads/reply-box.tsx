import { useEffect, useId, useRef, useState } from "react";
import { newIdempotencyKey, request } from "../../api/client";
import { errorText, isOffline } from "../../api/errors";
import { besides, fieldErrors } from "../../api/field-errors";
import type { Uploaded } from "../../api/upload";
import { usePageContext } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { toasts } from "../../lib/toasts";
import { Button } from "../../ui/button";
import { Field, FieldErrors, FieldGroup } from "../../ui/field";
import { OfflineAlert } from "../../ui/offline-alert";
import { isBlankHtml, RichEditor } from "../../ui/rich-editor";
import { FileUpload } from "../uploads/file-upload";
import type { ThreadMessage } from "./threads";
import "./threads.scss";

type Props = { threadId: number; onSent: (message: ThreadMessage) => void };

/** A reply as it is being written. */
type Reply = { html: string; files: Uploaded[] };

const nothing: Reply = { html: "", files: [] };

/** A reply in a thread: opened by 'Your reply...', with an editor, files and Send (specification, section 2, Messages). */
export function ReplyBox({ threadId, onSent }: Props) {
  const userId = usePageContext().user?.id ?? 0;
  const [open, setOpen] = useState(false);
  const [reply, setReply] = useState(nothing);
  const [restored, setRestored] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);

  const draftKey = `reply.${threadId}`;
  useEffect(() => {
    const savedDraft = takeDraft<Reply>(draftKey, userId);
    if (!savedDraft) return;
    setReply(savedDraft);
    setRestored(true);
    setOpen(true);
  }, [draftKey, userId]);
  useDraftSaving(draftKey, userId, () =>
    isBlankHtml(reply.html) && reply.files.length === 0 ? null : reply,
  );
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus();
    wasOpen.current = open;
  }, [open]);

  if (!open) {
    return (
      <button type="button" className="reply-opener" ref={opener} onClick={() => setOpen(true)}>
        Your reply...
      </button>
    );
  }
  return (
    <ReplyForm
      threadId={threadId}
      reply={reply}
      restored={restored}
      onChange={(changes) => setReply((now) => ({ ...now, ...changes }))}
      onClose={() => {
        setRestored(false);
        setOpen(false);
      }}
      onSent={(message) => {
        setReply(nothing);
        setRestored(false);
        setOpen(false);
        onSent(message);
      }}
    />
  );
}

type FormProps = Props & {
  reply: Reply;
  /** It was not opened by the reader, who may want to read first: the focus stays where it is. */
  restored: boolean;
  onChange: (changes: Partial<Reply>) => void;
  onClose: () => void;
};

function ReplyForm({ threadId, reply, restored, onChange, onClose, onSent }: FormProps) {
  const id = useId();
  const [key, setKey] = useState(newIdempotencyKey);
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [failure, setFailure] = useState("");
  const [sending, setSending] = useState(false);
  const [uploading, setUploading] = useState(false);

  const change = (changes: Partial<Reply>) => {
    // Another text is another intention: a key stands for one.
    setKey(newIdempotencyKey());
    setErrors({});
    onChange(changes);
  };
  const send = async () => {
    setFailure("");
    if (isBlankHtml(reply.html)) {
      setErrors({ html: ["Please enter a message."] });
      document.getElementById(`${id}-html`)?.focus();
      return;
    }
    setSending(true);
    try {
      const message = await request("POST", "/api/messageThread/{thread_id}/message", {
        path: { thread_id: threadId },
        body: { html: reply.html, attachmentIds: reply.files.map((file) => file.id) },
        idempotencyKey: key,
        toast: besides("html", "attachmentIds"),
      });
      toasts.success("Message sent.");
      onSent(message);
      emit("MESSAGES_CHANGED", {});
      emit("EVENT_LOG_CHANGED", {});
    } catch (error) {
      setErrors(fieldErrors(error));
      if (isOffline(error)) setFailure(`${errorText(error)} What you wrote is still here.`);
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      className="reply-box"
      aria-label="Your reply"
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending && !uploading) send();
      }}
    >
      <Field isCustom label="Your reply" hideLabel id={`${id}-html`} error={errors.html ?? []}>
        <RichEditor autoFocus={!restored} value={reply.html} onChange={(html) => change({ html })} />
      </Field>
      <FieldGroup label="Attachments">
        <FileUpload
          kind="MESSAGE"
          files={reply.files}
          onChange={(files: Uploaded[]) => change({ files })}
          onBusy={setUploading}
        />
        <FieldErrors errors={errors.attachmentIds ?? []} />
      </FieldGroup>
      <OfflineAlert error={failure} />
      <div className="button-row">
        <Button
          type="submit"
          variant="primary"
          icon="send"
          busy={sending}
          busyText="Sending..."
          disabled={uploading}
        >
          Send
        </Button>
        <Button variant="quiet" onClick={onClose} disabled={sending}>
          Close
        </Button>
      </div>
    </form>
  );
}
