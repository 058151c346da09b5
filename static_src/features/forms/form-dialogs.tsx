import { BundlesModal } from "./bundles-modal";
import { FaultsModal } from "./faults-modal";
import { NewFormModal } from "./new-form-modal";
import { PublishModal } from "./publish-modal";
import type { FormAction, Starter } from "./types";

type Props = {
  action: FormAction | null;
  starters: readonly Starter[];
  onAction: (action: FormAction) => void;
  onClose: () => void;
  onChanged: () => void;
};

/** What opens over the list of forms: in a chunk of its own, since nobody needs it to read the list. */
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
        <PublishModal
          form={action.form}
          onClose={onClose}
          onPublished={() => {
            onClose();
            onChanged();
          }}
          onFaults={(faults) => onAction({ kind: "faults", form: action.form, faults })}
        />
      )}
      {action?.kind === "faults" && (
        <FaultsModal form={action.form} faults={action.faults} onClose={onClose} />
      )}
      {action?.kind === "bundles" && <BundlesModal onClose={onClose} onChanged={onChanged} />}
    </>
  );
}
