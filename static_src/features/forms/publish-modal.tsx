import type { ReactNode } from "react";
import { revisionLabel } from "../../domain/forms/doc-forms";
import { ConfirmModal } from "../../ui/confirm-modal";
import type { PublishWarning } from "./checks/publish-warnings";

type Props = {
  form: { title: string; revision: number };
  show: boolean;
  warnings: readonly PublishWarning[];
  /** Render the way to the field of a warning: a button or a link with its sentence. */
  renderWarning: (warning: PublishWarning) => ReactNode;
  onPublish: () => Promise<void>;
  onClose: () => void;
};

const maxWarnings = 20;

/** Confirmation before publishing a draft, with its warnings; used by the list and the editor. */
export function PublishModal({ form, show, warnings, renderWarning, onPublish, onClose }: Props) {
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
        <strong>{form.title}</strong>, {revisionLabel(form).toLowerCase()}. New requests will use this
        revision. Requests already sent keep theirs.
      </p>
      <p>The names of its fields can't be changed afterwards.</p>
      {warnings.length > 0 && (
        <section className="alert alert-warning" aria-labelledby="publish-warnings">
          <h3 className="section-title" id="publish-warnings">
            Check before publishing ({warnings.length})
          </h3>
          <ul className="mb-0">
            {warnings.slice(0, maxWarnings).map((warning) => (
              <li key={warning.sentence + warning.fid}>{renderWarning(warning)}</li>
            ))}
          </ul>
          {warnings.length > maxWarnings && (
            <p className="mt-2 mb-0">And {warnings.length - maxWarnings} more.</p>
          )}
        </section>
      )}
    </ConfirmModal>
  );
}
