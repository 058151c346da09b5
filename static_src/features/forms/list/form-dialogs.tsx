import { useEffect, useState } from "react";
import { ApiError, errorText } from "../../../api/errors";
import type { FormRow } from "../../../domain/forms/doc-forms";
import { walk } from "../../../domain/questionnaire/rules/walk";
import { emit } from "../../../lib/events";
import { toasts } from "../../../lib/toasts";
import { type PublishWarning, publishWarnings } from "../checks/publish-warnings";
import { loadForm } from "../editor/calls";
import { faultsOf, publishForm } from "../form-calls";
import { BundlesModal } from "../library/bundles-modal";
import { countOpenRfxs, usedEarlier } from "../moving/move-calls";
import { MoveModal } from "../moving/move-modal";
import { PublishModal } from "../publish-modal";
import type { FormAction, Starter } from "../types";
import { FaultsModal } from "./faults-modal";
import { NewFormModal } from "./new-form-modal";

type Props = {
  action: FormAction | null;
  starters: readonly Starter[];
  onAction: (action: FormAction) => void;
  onClose: () => void;
  onChanged: () => void;
};

/** Dialogs of the list of forms. They are a separate chunk, because the list renders without them. */
export function FormDialogs({ action, starters, onAction, onClose, onChanged }: Props) {
  return (
    <>
      {(action?.kind === "new" || action?.kind === "copy") && (
        <NewFormModal
          starters={starters}
          copyOf={action.kind === "copy" ? action.form : null}
          onClose={onClose}
        />
      )}
      {action?.kind === "publish" && (
        <PublishDialog
          key={action.form.id}
          form={action.form}
          onPublish={() => publish(action.form, { onAction, onClose, onChanged })}
          onClose={onClose}
        />
      )}
      {action?.kind === "faults" && (
        <FaultsModal form={action.form} faults={action.faults} onClose={onClose} />
      )}
      {action?.kind === "move" && <MoveModal key={action.form.id} form={action.form} onClose={onClose} />}
      {action?.kind === "bundles" && <BundlesModal onClose={onClose} onChanged={onChanged} />}
    </>
  );
}

/** Offer to move the open RFxs that use an earlier revision. Without the permission or an answer there is no offer. */
function offerMove(form: FormRow, onAction: Props["onAction"]): void {
  countOpenRfxs(form.id).then(
    (count) => {
      if (count > 0) {
        toasts.info(usedEarlier(count), { label: "Move...", run: () => onAction({ kind: "move", form }) });
      }
    },
    () => {},
  );
}

type PublishProps = { form: FormRow; onPublish: () => Promise<void>; onClose: () => void };

/** Confirmation with warnings as links into the editor. The document is loaded for them, because rows do not have it. */
function PublishDialog({ form, onPublish, onClose }: PublishProps) {
  const [warnings, setWarnings] = useState<readonly PublishWarning[]>([]);
  useEffect(() => {
    let isMounted = true;
    loadForm(form.id, false)
      .then(({ doc }) => isMounted && setWarnings(publishWarnings(walk(doc).map(({ field }) => field))))
      .catch(() => {}); // Without its document the form is published without warnings.
    return () => {
      isMounted = false;
    };
  }, [form.id]);
  return (
    <PublishModal
      show
      form={form}
      warnings={warnings}
      renderWarning={({ fid, sentence }) => (
        <a href={`/forms/${form.id}?field=${encodeURIComponent(fid)}`}>{sentence}</a>
      )}
      onPublish={onPublish}
      onClose={onClose}
    />
  );
}

/** Publish the version in the list. Errors of the document open a dialog, a conflict shows a toast. */
async function publish(
  form: FormRow,
  { onAction, onClose, onChanged }: Pick<Props, "onAction" | "onClose" | "onChanged">,
): Promise<void> {
  try {
    await publishForm(form.id, form.version);
    toasts.success(`'${form.title}' published.`);
    emit("EVENT_LOG_CHANGED", {});
    offerMove(form, onAction);
  } catch (error) {
    const faults = faultsOf(error);
    if (faults.length > 0) return onAction({ kind: "faults", form, faults });
    // For other errors the dialog or the API client shows the message, and the dialog stays open for a retry.
    if (!(error instanceof ApiError) || ![409, 422].includes(error.status)) throw error;
    toasts.error(errorText(error));
  }
  onClose();
  onChanged();
}
