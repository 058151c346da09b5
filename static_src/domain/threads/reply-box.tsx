import { useEffect, useId, useRef, useState } from "react";
import { request } from "../../api/client";
import { besides, fieldErrors } from "../../api/field-errors";
import type { ApiBody } from "../../api/types";
import type { Uploaded } from "../../api/upload";
import { usePageContext } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { takeDraft, useDraftSaving } from "../../lib/state/drafts";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { Field, FieldErrors, FieldGroup } from "../../ui/field";
import { isBlankHtml, RichEditor } from "../../ui/rich-editor";
import { FileUpload } from "../uploads/file-upload";
import type { ThreadMessage } from "./threads";
import "./threads.scss";

type Props = { threadId: number; onSent: (message: ThreadMessage) => void };

/** The draft of a reply. */
type Reply = { html: string; files: Uploaded[] };

const emptyReply: Reply = { html: "", files: [] };

/** A reply in a thread: opened by 'Your reply...', with an editor, files and Send (specification, section 2, Messages). */
export function ReplyBox({ threadId, onSent }: Props) {
  const userId = usePageContext().user?.id ?? 0;
  const [open, setOpen] = useState(false);
  const [reply, setReply] = useState(emptyReply);
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
      onChange={(changes) => setReply((current) => ({ ...current, ...changes }))}
      onClose={() => {
        setRestored(false);
        setOpen(false);
      }}
      onSent={(message) => {
        setReply(emptyReply);
        setRestored(false);
        setOpen(false);
        onSent(message);
      }}
    />
  );
}

type FormProps = Props & {
  reply: Reply;
  /** True if a draft opened the form. The user may want to read first, so the focus does not move. */
  restored: boolean;
  onChange: (changes: Partial<Reply>) => void;
  onClose: () => void;
};

function ReplyForm({ threadId, reply, restored, onChange, onClose, onSent }: FormProps) {
  const id = useId();
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const [uploading, setUploading] = useState(false);

  const change = (changes: Partial<Reply>) => {
    setErrors({});
    onChange(changes);
  };
  const {
    save,
    busy: sending,
    failure,
    setFailure,
  } = useSave({
    send: (body: ApiBody<"SendMessage">, idempotencyKey) =>
      request("POST", "/api/messageThread/{thread_id}/message", {
        path: { thread_id: threadId },
        body,
        idempotencyKey,
        toast: besides("html", "attachmentIds"),
      }),
    success: "Message sent.",
    onSaved: (message) => {
      onSent(message);
      emit("MESSAGES_CHANGED", {});
      emit("EVENT_LOG_CHANGED", {});
    },
    onError: (error) => setErrors(fieldErrors(error)),
    offlineNote: "What you wrote is still here.",
  });
  const send = () => {
    setFailure("");
    if (isBlankHtml(reply.html)) {
      setErrors({ html: ["Please enter a message."] });
      document.getElementById(`${id}-html`)?.focus();
      return;
    }
    save({ html: reply.html, attachmentIds: reply.files.map((file) => file.id) });
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
      <FailureAlert error={failure} />
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
