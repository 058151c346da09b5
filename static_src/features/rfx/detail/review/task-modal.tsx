import { type ReactNode, useState } from "react";
import { fieldErrors } from "../../../../api/field-errors";
import { ThreadPanel } from "../../../../domain/threads/thread-panel";
import { useDraft } from "../../../../lib/state/use-draft";
import { useSave } from "../../../../lib/state/use-save";
import { Badge, type Tone } from "../../../../ui/badge";
import { Button } from "../../../../ui/button";
import { Facts } from "../../../../ui/card";
import { DraftRestoredAlert } from "../../../../ui/draft-restored-alert";
import { FailureAlert } from "../../../../ui/failure-alert";
import { Field } from "../../../../ui/field";
import type { IconName } from "../../../../ui/icons";
import { Modal } from "../../../../ui/modal";
import { isBlankHtml, RichEditor } from "../../../../ui/rich-editor";
import { RichText } from "../../../../ui/rich-text";
import { Time } from "../../../../ui/time";
import { keyOfTask } from "../../tasks";
import type { FollowUpTask } from "../../types";
import type { OpenRfx } from "../open-rfx";
import { replyToFollowUp, setFollowUpOpen } from "./review-calls";
import { mayReview } from "./review-progress";
import "./review.scss";

const looks: Readonly<Record<FollowUpTask["status"], { label: string; tone: Tone; icon: IconName }>> = {
  OPEN: { label: "Open", tone: "wait", icon: "pending" },
  ANSWERED: { label: "Answered", tone: "info", icon: "reply" },
  CLOSED: { label: "Closed", tone: "ok", icon: "completed" },
};

type Props = { open: OpenRfx; task: FollowUpTask; onClose: () => void };

/** Dialog with a follow-up task and its messages; the requester can close it or ask again. */
export function TaskModal({ open, task, onClose }: Props) {
  const { rfx, answering, moved } = open;
  const key = keyOfTask(task);
  const { label, tone, icon } = looks[task.status];
  const [html, setHtml] = useState("");
  const [errors, setErrors] = useState<readonly string[]>([]);
  const draftState = useDraft(
    `task.${task.id}`,
    () => ({ html }),
    (entries) => setHtml(entries.html),
  );
  const isReviewable = rfx.actions.review && (!key || mayReview(rfx, key));
  const guest = rfx.viewerRole === "GUEST";

  const reply = useSave({
    send: (text: string) => replyToFollowUp(rfx.id, task.id, text),
    success: "Message sent.",
    onSaved: ({ tasks }) => {
      setHtml("");
      moved({ tasks });
    },
    onError: (error) => setErrors(fieldErrors(error).html ?? []),
  });
  const move = useSave({
    send: (isOpen: boolean) => setFollowUpOpen(rfx.id, task.id, isOpen),
    success: (_, isOpen) => (isOpen ? "Follow-up opened again." : "Follow-up closed."),
    onSaved: ({ tasks }) => moved({ tasks }),
  });
  const busy = reply.busy || move.busy;
  const sendReply = () => {
    if (isBlankHtml(html)) return setErrors(["Please enter a message."]);
    move.setFailure("");
    reply.save(html);
  };
  const setOpen = (isOpen: boolean) => {
    reply.setFailure("");
    move.save(isOpen);
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
      busy={busy}
      footer={
        <>
          {isReviewable && task.status !== "OPEN" && (
            <Button onClick={() => setOpen(true)} busy={move.busy} busyText="Opening...">
              Ask again
            </Button>
          )}
          {isReviewable && task.isOpen && (
            <Button icon="check" onClick={() => setOpen(false)} busy={move.busy} busyText="Closing...">
              Close follow-up
            </Button>
          )}
          <Button onClick={onClose} disabled={busy}>
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
            ? "Change your answer in the form: that answers the follow-up."
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
          <FailureAlert error={reply.failure || move.failure} />
          <Button variant="primary" icon="send" onClick={sendReply} busy={reply.busy} busyText="Sending...">
            Send reply
          </Button>
        </Conversation>
      )}
    </Modal>
  );
}

type ConversationProps = { threadId: number | null; mayReply: boolean; children: ReactNode };

/** The messages of a task, with `children` as the reply form if the viewer may reply. The first reply starts the thread. */
function Conversation({ threadId, mayReply, children }: ConversationProps) {
  if (threadId === null) return mayReply ? children : null;
  return <ThreadPanel key={threadId} threadId={threadId} mayReply={mayReply} reply={() => children} />;
}
