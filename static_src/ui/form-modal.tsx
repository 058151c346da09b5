import type { FormEvent, ReactNode } from "react";
import type { DraftState } from "../lib/state/use-draft";
import { Button } from "./button";
import { FailureAlert } from "./failure-alert";
import { ErrorSummary } from "./field";
import type { IconName } from "./icons";
import { Modal } from "./modal";

type Props = {
  show?: boolean;
  title: ReactNode;
  size?: "sm" | "lg" | "xl";
  children: ReactNode;
  /** The label of the submit button ('Save changes'). */
  submitLabel: string;
  submitIcon?: IconName;
  /** The label of the submit button while busy ('Saving...'). */
  busyText: string;
  busy: boolean;
  /** Submitting deletes something. */
  danger?: boolean;
  /** False disables the submit button. */
  canSubmit?: boolean;
  /** The errors by field, listed at the top. The list takes the focus once for each value of `attempts`. */
  summary?: readonly { fieldId: string; message: string }[];
  attempts?: number;
  /** A line above the buttons, such as what will be sent, or why the submit button is disabled. */
  note?: ReactNode;
  /** An error that concerns no field, shown above the buttons. */
  failure?: string;
  /** The draft of `useDraft`; null if the form stores its draft differently or must not store one. */
  draftState: DraftState | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Called on Escape, on the close button and, without `onCancel`, on Cancel. */
  onClose: () => void;
  /** Called on Cancel, if that does more than close the dialog, such as discard the draft. */
  onCancel?: () => void;
};

/**
 * A dialog with a form, submitted by its last button or Enter. Errors are listed at the top and shown at their fields;
 * an error without a field is shown above the buttons. The input stays until it has been sent.
 */
export function FormModal(props: Props) {
  const { show = true, title, size, children, submitLabel, submitIcon, busyText, busy } = props;
  const { danger = false, canSubmit = true, summary = [], attempts = 0, failure = "" } = props;
  const { draftState, onSubmit, onClose, onCancel = onClose } = props;
  return (
    <Modal
      show={show}
      title={title}
      {...(size ? { size } : {})}
      onClose={onClose}
      busy={busy}
      onSubmit={onSubmit}
      draftState={draftState}
      footer={
        <>
          {props.note}
          <Button onClick={onCancel} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={danger ? "danger" : "primary"}
            icon={submitIcon}
            busy={busy}
            busyText={busyText}
            disabled={!canSubmit}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <ErrorSummary key={attempts} errors={summary} />
      {children}
      <FailureAlert error={failure} className="mt-3 mb-0" />
    </Modal>
  );
}
