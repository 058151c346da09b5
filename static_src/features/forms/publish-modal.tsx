import { revisionLabel } from "../../domain/forms/doc-forms";
import { ConfirmModal } from "../../ui/confirm-modal";

type Props = {
  form: { title: string; revision: number };
  show: boolean;
  onPublish: () => Promise<void>;
  onClose: () => void;
};

/** Confirmation before publishing a draft, used by the list and the editor. */
export function PublishModal({ form, show, onPublish, onClose }: Props) {
  return (
    <ConfirmModal
      show={show}
      title="Publish form"
      confirmLabel="Publish"
      busyLabel="Publishing..."
      onConfirm={onPublish}
      onClose={onClose}
    >
      <p>
        <strong>{form.title}</strong> ({revisionLabel(form).toLowerCase()}) becomes what is sent from now on.
        RFxs that were sent before keep their own revision.
      </p>
      <p>The names of its fields can't be changed afterwards.</p>
    </ConfirmModal>
  );
}
