import { type ReactNode, useState } from "react";
import { ApiError } from "../api/errors";
import { Button } from "./button";
import { Modal } from "./modal";
import { OfflineAlert, useOfflineError } from "./offline-alert";

type Props = {
  show: boolean;
  title: ReactNode;
  /** What will happen, naming what is destroyed where something is. */
  children: ReactNode;
  confirmLabel: string;
  /** The button while it is done ('Sending...'). */
  busyLabel?: string;
  /** A line under the text while it is done ('Sending, please wait...'). */
  busyMessage?: string;
  cancelLabel?: string;
  danger?: boolean;
  /** Done on confirming; the modal stays busy until it settles, and open when it fails. */
  onConfirm: () => Promise<unknown> | unknown;
  onClose: () => void;
};

export function ConfirmModal(props: Props) {
  const { show, title, children, confirmLabel, busyLabel, busyMessage, cancelLabel = "Cancel" } = props;
  const { danger = false, onConfirm, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [offlineError, setOfflineError] = useOfflineError();
  const confirm = async () => {
    setBusy(true);
    setOfflineError(null);
    try {
      await onConfirm();
    } catch (error) {
      // A refusal has been told by the client.
      if (!(error instanceof ApiError)) throw error;
      setOfflineError(error);
    } finally {
      setBusy(false);
    }
  };
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
            onClick={confirm}
            busy={busy}
            {...(busyLabel ? { busyText: busyLabel } : {})}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      <OfflineAlert error={offlineError} />
      <p className="text-secondary mb-0" role="status">
        {busy ? busyMessage : ""}
      </p>
    </Modal>
  );
}
