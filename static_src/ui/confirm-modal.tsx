import type { ReactNode } from "react";
import { ApiError } from "../api/errors";
import { useSave } from "../lib/state/use-save";
import { Button } from "./button";
import { FailureAlert } from "./failure-alert";
import { Modal } from "./modal";

type Props = {
  show: boolean;
  title: ReactNode;
  /** The consequence of confirming; it names the data that will be deleted. */
  children: ReactNode;
  confirmLabel: string;
  /** The label of the button while the request runs ('Sending...'). */
  busyLabel?: string;
  /** A line under the text while the request runs ('Sending, please wait...'). */
  busyMessage?: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Called on confirming. The modal is busy until the promise settles, and stays open after an error. */
  onConfirm: () => Promise<unknown> | unknown;
  onClose: () => void;
};

export function ConfirmModal(props: Props) {
  const { show, title, children, confirmLabel, busyLabel, busyMessage, cancelLabel = "Cancel" } = props;
  const { danger = false, onConfirm, onClose } = props;
  const {
    save: confirm,
    busy,
    failure,
  } = useSave({
    send: async () => {
      await onConfirm();
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) throw error;
    },
  });
  return (
    <Modal
      show={show}
      title={title}
      onClose={onClose}
      busy={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? "danger" : "primary"}
            onClick={() => confirm()}
            busy={busy}
            {...(busyLabel ? { busyText: busyLabel } : {})}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <FailureAlert error={failure} />
      <p className="text-secondary mb-0" role="status">
        {busy ? busyMessage : ""}
      </p>
    </Modal>
  );
}
