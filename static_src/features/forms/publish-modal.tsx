import { request } from "../../api/client";
import { ApiError } from "../../api/errors";
import { type FormFault, type FormRow, revisionLabel } from "../../lib/doc-forms";
import { emit } from "../../lib/events";
import { toasts } from "../../lib/toasts";
import { ConfirmModal } from "../../ui/confirm-modal";

type Props = {
  form: FormRow;
  onClose: () => void;
  onPublished: () => void;
  onFaults: (faults: readonly FormFault[]) => void;
};

/** Asks before a draft becomes what is sent, and publishes the version that the list showed. */
export function PublishModal({ form, onClose, onPublished, onFaults }: Props) {
  const publish = async () => {
    try {
      await request("POST", `/api/docForm/${form.id}/publish`, {
        body: { version: form.version },
        toast: (error) => !faultsOf(error),
      });
    } catch (error) {
      const faults = faultsOf(error);
      if (faults) onFaults(faults);
      else if (error instanceof ApiError && error.status === 409) onPublished();
      return;
    }
    toasts.success(`'${form.title}' published.`);
    emit("EVENT_LOG_CHANGED", {});
    onPublished();
  };
  return (
    <ConfirmModal
      show
      title="Publish form"
      confirmLabel="Publish"
      busyLabel="Publishing..."
      onConfirm={publish}
      onClose={onClose}
    >
      <p>
        <strong>{form.title}</strong> ({revisionLabel(form).toLowerCase()}) becomes what is sent from now on.
        What was sent before keeps its own revision.
      </p>
      <p>The names of its fields can't be changed afterwards.</p>
    </ConfirmModal>
  );
}

function faultsOf(error: unknown): FormFault[] | null {
  const faults = error instanceof ApiError ? error.body.faults : null;
  return Array.isArray(faults) ? (faults as FormFault[]) : null;
}
