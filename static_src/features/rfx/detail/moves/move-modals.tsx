import { useEffect, useEffectEvent, useState } from "react";
import { newIdempotencyKey } from "../../../../api/client";
import { errorText, isOffline } from "../../../../api/errors";
import { fieldErrors } from "../../../../api/field-errors";
import type { ApiResponse } from "../../../../api/types";
import { DeadlineModal } from "../../../../domain/deadline-modal";
import { useLoaded } from "../../../../lib/browser/use-loaded";
import { useSave } from "../../../../lib/state/use-save";
import { formatCount } from "../../../../lib/text/numbers";
import { toasts } from "../../../../lib/toasts";
import { ConfirmModal } from "../../../../ui/confirm-modal";
import { FieldGroup } from "../../../../ui/field";
import { RadioCards } from "../../../../ui/radio-cards";
import { unconfirmed } from "../../carried/unconfirmed";
import { isWaiting, type Part } from "../../parts/parts";
import { openTasksByField } from "../../tasks";
import type { OpenRfx } from "../open-rfx";
import { changeDeadline, reopenRfx, sendReminder } from "./move-calls";
import { UnsavedError } from "./submitting";

export { DeclineModal, WithdrawModal } from "./reason-modals";
// A signature submits too, without a dialog.
export { submitResponse } from "./submitting";

const loadRepeat = () => import("../../../../domain/schedules/repeat-modal");

type Props = { open: OpenRfx; show: boolean; onClose: () => void };

type SubmitProps = Props & {
  onFaults: () => void;
  /** The assigned parts. The dialog lists the unfinished ones, which do not prevent the submission. */
  parts: readonly Part[];
};

/** Confirmation before a submission, which makes the answers read-only (specification, section 2, RFx detail). */
export function SubmitModal({ open, show, onClose, onFaults, parts }: SubmitProps) {
  const unfinished = parts.filter(isWaiting);
  const { rfx, submit } = open;
  const confirm = async () => {
    try {
      await submit();
      onClose();
    } catch (error) {
      const isUnsaved = error instanceof UnsavedError;
      const hasFaults = Object.keys(fieldErrors(error)).length > 0;
      if (!hasFaults && !isUnsaved) throw error;
      if (isUnsaved) {
        toasts.error("Some answers could not be saved yet, so nothing was submitted. They are kept here.");
      }
      onClose();
      // An offline error says nothing about the answers.
      if (hasFaults || open.answering.blockers().length > 0) onFaults();
    }
  };
  return (
    <ConfirmModal
      show={show}
      title="Submit Response"
      confirmLabel="Yes, Submit Response"
      busyLabel="Sending..."
      busyMessage="Sending, please wait..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        You're about to let {rfx.relationship.organisation.safeName} know this RFI is finished and there's
        nothing more to add. Once you confirm, no changes can be made. Are you sure you want to continue?
      </p>
      <UnconfirmedAnswers count={unconfirmed(open.answering).length} />
      {unfinished.length > 0 && (
        <>
          <p className="mb-2">
            <strong>{formatCount(unfinished.length, "part is", "parts are")} not done:</strong>
          </p>
          <ul className="mb-0">
            {unfinished.map(({ id, title, assignee }) => (
              <li key={id}>
                {title} ({assignee.name})
              </li>
            ))}
          </ul>
        </>
      )}
    </ConfirmModal>
  );
}

/** The number of answers of the last round that are not confirmed: they are not part of the response. */
function UnconfirmedAnswers({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p>
      <strong>
        {count === 1
          ? "1 answer of the last round is not confirmed."
          : `${count} answers of the last round are not confirmed.`}
      </strong>{" "}
      {count === 1 ? "It will be sent as not answered." : "They will be sent as not answered."}
    </p>
  );
}

/** Confirmation before reopening, which notifies all participants; it may be limited to answers with an open task. */
export function ReopenModal({ open, show, onClose }: Props) {
  const { rfx, moved } = open;
  const keys = [...openTasksByField(rfx.tasks).keys()];
  const [reach, setReach] = useState<"all" | "queried">("all");
  const confirm = async () => {
    moved(await reopenRfx(rfx.id, reach === "queried" ? keys : null, newIdempotencyKey()));
    toasts.success("RFx reopened ok");
    onClose();
  };
  return (
    <ConfirmModal
      show={show}
      title="Reopen RFI"
      confirmLabel="Yes, Reopen This RFI"
      busyLabel="Reopening..."
      busyMessage="Reopening, please wait..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        You're about to let {rfx.relationship.withOrganisation.safeName} know this RFI has been reopened and
        they can continue adding to it. An email will be sent to all participants to let them know. Are you
        sure?
      </p>
      {keys.length > 0 && (
        <FieldGroup label="What can be changed">
          <RadioCards
            value={reach}
            onChange={setReach}
            options={[
              { value: "all", label: "All answers" },
              {
                value: "queried",
                label: `${formatCount(keys.length, "answer")} only`,
                text: "Only answers with an open follow-up, and questions they reveal. All other answers stay locked.",
              },
            ]}
          />
        </FieldGroup>
      )}
    </ConfirmModal>
  );
}

/** Dialog that changes or removes the deadline; the recipients are notified by mail. */
export function RfxDeadlineModal({ open, show, onClose }: Props) {
  const { rfx, moved } = open;
  return (
    <DeadlineModal
      show={show}
      of={`rfx.${rfx.id}`}
      deadline={rfx.deadline}
      hint="Optional. We'll e-mail the recipients."
      onSave={async (deadline, basedOn) => moved(await changeDeadline(rfx.id, deadline, basedOn))}
      onClose={onClose}
    />
  );
}

/** Remind the recipients who have not submitted yet. Toasts show every result, because the menu has no place for it. */
export function Reminder({ open, show, onClose }: Props) {
  const { rfx, moved } = open;
  const { save: remind } = useSave<ApiResponse<"ReminderResult">>({
    progress: "Sending reminders...",
    send: (_, key) => sendReminder(rfx.id, key),
    success: "Reminders sent ok.",
    onSaved: ({ reminderSentDate }) => moved({ reminderSentDate }),
    onError: (error) => isOffline(error) && toasts.error(errorText(error)),
  });
  const start = useEffectEvent(() => {
    remind();
    onClose();
  });
  useEffect(() => {
    if (show) start();
  }, [show]);
  return null;
}

/** Dialog that repeats the RFx on a schedule. */
export function RepeatRfx({ open: { rfx }, show, onClose }: Props) {
  const repeat = useLoaded(loadRepeat, show);
  if (!repeat) return null;
  return (
    <repeat.RepeatModal
      show={show}
      round={{ rfxId: rfx.id }}
      supplierId={rfx.relationship.withOrganisation.id}
      onClose={onClose}
    />
  );
}
