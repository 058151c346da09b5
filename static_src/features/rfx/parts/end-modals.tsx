import { useState } from "react";
import { newIdempotencyKey } from "../../../api/client";
import { fieldErrors } from "../../../api/field-errors";
import { answered } from "../../../domain/questionnaire/rules/answers";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { formatCount } from "../../../lib/text/numbers";
import { toasts } from "../../../lib/toasts";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { TextArea } from "../../../ui/inputs";
import { finishPart, returnPart, withdrawPart } from "./part-calls";
import type { Part, PartModalProps } from "./parts";
import { isReviewer } from "./party";
import "./parts.scss";

type Props = PartModalProps & { part: Part };

/** Confirmation before a part is taken back. */
export function WithdrawModal({ open, part, onChanged, onClose }: Props) {
  return (
    <ConfirmModal
      show
      title={`Take back “${part.title}”`}
      confirmLabel="Take back"
      busyLabel="Taking back..."
      onConfirm={async () => {
        onChanged(await withdrawPart(open.rfx, part.id));
        toasts.success("Part taken back.");
      }}
      onClose={onClose}
    >
      <p className="mb-0">
        {isReviewer(open.rfx) ? (
          <>{part.assignee.name} is no longer asked to review it. Accepted answers stay accepted.</>
        ) : (
          <>
            {part.assignee.name} can no longer answer{part.isGuest && ": the link ends at once"}. Every answer
            stays.
          </>
        )}
      </p>
    </ConfirmModal>
  );
}

const maxListed = 12;

/** Confirmation that a part is done; it lists the unanswered questions, the required ones first. */
export function DoneModal({ open, part, onChanged, onClose }: Props) {
  const { rfx, answering } = open;
  const own = new Set(part.keys);
  const gaps = answering.fields
    .filter(({ key }) => own.has(key))
    .filter(({ key, field }) => {
      const { isVisible, value } = answering.store.get(key);
      return isVisible && !answered(field, value);
    })
    .sort((one, other) => Number(other.field.required) - Number(one.field.required));
  const confirm = async () => {
    const isSaved = await answering.saving.flush();
    if (!isSaved) {
      toasts.error("Some answers could not be saved yet. They are kept here. Try again in a moment.");
      return;
    }
    onChanged(await finishPart(rfx.id, part.id, newIdempotencyKey()));
    toasts.success("Thank you. Your part is done.");
  };
  return (
    <ConfirmModal
      show
      title="Done with my part"
      confirmLabel="Yes, I'm done"
      cancelLabel={gaps.length > 0 ? "Continue answering" : "Cancel"}
      busyLabel="Sending..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        We'll tell {part.askedBy.name}. You can still change your answers until the response is submitted.
      </p>
      {gaps.length > 0 && (
        <>
          <p className="mb-2">
            <strong>{formatCount(gaps.length, "question is", "questions are")} still open:</strong>
          </p>
          <ul>
            {gaps.slice(0, maxListed).map(({ key, field }) => (
              <li key={key}>
                {field.label}
                {field.required && <span className="cell-sub"> (required)</span>}
              </li>
            ))}
          </ul>
          {gaps.length > maxListed && <p className="mb-0">And {gaps.length - maxListed} more.</p>}
        </>
      )}
    </ConfirmModal>
  );
}

const longestReason = 1000;

/** Dialog that gives a part back with a reason. */
export function ReturnModal({
  open,
  part,
  onReturned,
  onClose,
}: Props & { onReturned: (part: Part) => void }) {
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<readonly string[]>([]);
  const draftState = useDraft(
    `part.return.${part.id}`,
    () => ({ reason }),
    (entries) => setReason(entries.reason),
  );
  const { save, busy, failure } = useSave({
    send: async (_: undefined, key) => {
      // Save the last answers before the access ends.
      await open.answering.saving.flush();
      await returnPart(open.rfx.id, part.id, reason.trim(), key);
    },
    success: "Part given back.",
    onSaved: () => onReturned(part),
    onError: (error) => setErrors(fieldErrors(error).reason ?? []),
  });
  const submit = () => {
    if (reason.trim()) save(undefined);
    else setErrors(["Please say why you give it back."]);
  };
  return (
    <FormModal
      title="Give it back"
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={submit}
      submitLabel="Give it back"
      busyText="Sending..."
    >
      <p>
        {part.askedBy.name} gets your reason and can ask someone else. What you have answered stays
        {part.isGuest && ", and your link ends"}.
      </p>
      <Field label="Reason" required error={errors}>
        <TextArea
          grow
          rows={3}
          maxLength={longestReason}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setErrors([]);
          }}
        />
      </Field>
    </FormModal>
  );
}
