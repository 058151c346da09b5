import { type ReactNode, useState } from "react";
import { fieldErrors } from "../../../../api/field-errors";
import { ThreadPanel } from "../../../../domain/threads/thread-panel";
import { useDraft } from "../../../../lib/state/use-draft";
import { toasts } from "../../../../lib/toasts";
import { Badge, type Tone } from "../../../../ui/badge";
import { Button } from "../../../../ui/button";
import { Facts } from "../../../../ui/card";
import { DraftRestoredAlert } from "../../../../ui/draft-restored-alert";
import { Field } from "../../../../ui/field";
import type { IconName } from "../../../../ui/icons";
import { Modal } from "../../../../ui/modal";
import { OfflineAlert, useOfflineError } from "../../../../ui/offline-alert";
import { isBlankHtml, RichEditor } from "../../../../ui/rich-editor";
import { RichText } from "../../../../ui/rich-text";
import { Time } from "../../../../ui/time";
import { keyOfTask } from "../../tasks";
import type { FollowUpTask } from "../../types";
import type { OpenRfx } from "../open-rfx";
import { replyToFollowUp, setFollowUpOpen } from "./review-calls";
import "./review.scss";

const looks: Readonly<Record<FollowUpTask["status"], { label: string; tone: Tone; icon: IconName }>> = {
  OPEN: { label: "Open", tone: "wait", icon: "pending" },
  ANSWERED: { label: "Answered", tone: "info", icon: "reply" },
  CLOSED: { label: "Closed", tone: "ok", icon: "completed" },
};

type Props = { open: OpenRfx; task: FollowUpTask; onClose: () => void };

/** A follow-up task with what was said to it; the requester closes it, or asks again. */
export function TaskModal({ open, task, onClose }: Props) {
  const { rfx, answering, moved } = open;
  const key = keyOfTask(task);
  const { label, tone, icon } = looks[task.status];
  const [html, setHtml] = useState("");
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState<"" | "reply" | "move">("");
  const [offlineError, setOfflineError] = useOfflineError();
  const draftState = useDraft(
    `task.${task.id}`,
    () => ({ html }),
    (entries) => setHtml(entries.html),
  );
  const guest = rfx.viewerRole === "GUEST";

  const reply = async () => {
    if (isBlankHtml(html)) return setErrors(["Please enter a message."]);
    setBusy("reply");
    setOfflineError(null);
    try {
      const { tasks } = await replyToFollowUp(rfx.id, task.id, html);
      setHtml("");
      moved({ tasks });
      toasts.success("Message sent.");
    } catch (error) {
      setErrors(fieldErrors(error).html ?? []);
      setOfflineError(error);
    } finally {
      setBusy("");
    }
  };
  const setOpen = async (isOpen: boolean) => {
    setBusy("move");
    setOfflineError(null);
    try {
      moved({ tasks: (await setFollowUpOpen(rfx.id, task.id, isOpen)).tasks });
      toasts.success(isOpen ? "Follow-up task opened again." : "Follow-up task closed.");
    } catch (error) {
      setOfflineError(error);
    } finally {
      setBusy("");
    }
  };

  const facts: [string, ReactNode][] = [
    [
      "Status",
      <Badge key="status" tone={tone} icon={icon}>
        {label}
      </Badge>,
    ],
    ["Asked by", task.assignedBy?.name ?? rfx.relationship.organisation.safeName],
    ["For", task.assignedToUser?.name ?? `Anyone at ${rfx.relationship.withOrganisation.safeName}`],
    ["Created", <Time key="created" value={task.created} />],
  ];
  if (task.due) facts.push(["Due", <Time key="due" value={task.due} />]);
  return (
    <Modal
      show
      size="lg"
      title={(key && answering.field(key)?.field.label) || task.title}
      onClose={onClose}
      busy={busy !== ""}
      footer={
        <>
          {rfx.actions.review && task.status !== "OPEN" && (
            <Button onClick={() => setOpen(true)} busy={busy === "move"} busyText="Opening...">
              Ask again
            </Button>
          )}
          {rfx.actions.review && task.isOpen && (
            <Button icon="check" onClick={() => setOpen(false)} busy={busy === "move"} busyText="Closing...">
              Close task
            </Button>
          )}
          <Button onClick={onClose} disabled={busy !== ""}>
            Done
          </Button>
        </>
      }
    >
      <Facts items={facts} />
      <div className="task-question">
        <RichText html={task.descriptionHtml ?? ""} />
      </div>
      {guest && (
        <p className="text-secondary mb-0">
          {key && rfx.rwMap[key]
            ? "Change your answer in the form: that answers the question."
            : `Your answer can be changed once ${rfx.relationship.organisation.safeName} has reopened this.`}
        </p>
      )}
      {!guest && (
        <Conversation threadId={task.messageThread?.id ?? null} mayReply={rfx.actions.reply}>
          {draftState.isRestored && <DraftRestoredAlert onStartOver={draftState.startOver} />}
          <Field isCustom label="Your reply" error={errors}>
            <RichEditor
              value={html}
              onChange={(next) => {
                setHtml(next);
                setErrors([]);
              }}
            />
          </Field>
          <OfflineAlert error={offlineError} />
          <Button variant="primary" icon="send" onClick={reply} busy={busy === "reply"} busyText="Sending...">
            Send reply
          </Button>
        </Conversation>
      )}
    </Modal>
  );
}

type ConversationProps = { threadId: number | null; mayReply: boolean; children: ReactNode };

/** What was said to a task, and `children` to say more, for who may; the first word begins the thread. */
function Conversation({ threadId, mayReply, children }: ConversationProps) {
  if (threadId === null) return mayReply ? children : null;
  return <ThreadPanel key={threadId} threadId={threadId} mayReply={mayReply} reply={() => children} />;
}
