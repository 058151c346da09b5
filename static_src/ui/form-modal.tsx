import type { FormEvent, ReactNode } from "react";
import type { DraftState } from "../lib/state/use-draft";
import { Button } from "./button";
import { ErrorSummary } from "./field";
import type { IconName } from "./icons";
import { Modal } from "./modal";
import { bringIntoSight } from "./offline-alert";

type Props = {
  show?: boolean;
  title: ReactNode;
  size?: "sm" | "lg" | "xl";
  children: ReactNode;
  /** What the last button does ('Save changes'). */
  submitLabel: string;
  submitIcon?: IconName;
  /** The same button while it is sent ('Saving...'). */
  busyText: string;
  busy: boolean;
  /** Sending takes something away. */
  danger?: boolean;
  /** What is there can be sent; otherwise the button is off. */
  canSubmit?: boolean;
  /** What is wrong at which field, listed at the top; it takes the focus once for each of the `attempts`. */
  summary?: readonly { fieldId: string; message: string }[];
  attempts?: number;
  /** Why it could not be sent, where no field has to do with it: said above the buttons. */
  failure?: string;
  /** What was filled in when the page had to be left; null where it keeps that by itself, or must not be kept. */
  draftState: DraftState | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Escape, the cross and, if `onCancel` is not given, Cancel. */
  onClose: () => void;
  /** Cancel, where that means more than putting the dialog away: what was typed is not kept. */
  onCancel?: () => void;
};

/**
 * A dialog that is filled in and sent as a whole, by its last button or by Enter: Cancel before that, faults at its
 * top and at their fields, why it could not be sent above the buttons. What was typed stays until it is sent.
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
      {failure && (
        <div ref={bringIntoSight} role="alert" className="alert alert-danger mt-3 mb-0">
          {failure}
        </div>
      )}
    </Modal>
  );
}
