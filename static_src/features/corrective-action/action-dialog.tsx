import type { ReactNode } from "react";
import { useSave } from "../../lib/state/use-save";
import { FormModal } from "../../ui/form-modal";
import type { CorrectiveAction } from "./types";

export type DialogProps = {
  action: CorrectiveAction;
  onClose: () => void;
  onChanged: (action: CorrectiveAction) => void;
};

type Props<B> = Omit<DialogProps, "action"> & {
  title: string;
  submitLabel: string;
  busyText?: string;
  canSubmit?: boolean;
  /** The fields (`useFormFields`). */
  form: { touchAll: () => boolean; refuse: (error: unknown) => string };
  /** Return the body of the request once all fields are valid; null or "" while a choice is missing. */
  body: () => B | null | "";
  send: (body: B, idempotencyKey: string) => Promise<CorrectiveAction>;
  success: string | ((next: CorrectiveAction) => string);
  children: ReactNode;
};

/** A dialog that changes a corrective action with one request, and closes once the change is saved. */
export function ActionDialog<B>({
  form,
  body,
  send,
  success,
  busyText = "Saving...",
  onClose,
  onChanged,
  children,
  ...shown
}: Props<B>) {
  const { save, busy, failure } = useSave({
    send,
    success,
    onSaved: (next) => {
      onChanged(next);
      onClose();
    },
    failureOf: form.refuse,
    offlineNote: "Your entries are still here.",
  });
  return (
    <FormModal
      {...shown}
      busyText={busyText}
      busy={busy}
      failure={failure}
      draftState={null}
      onClose={onClose}
      onSubmit={() => {
        const entered = form.touchAll() && body();
        if (entered) save(entered);
      }}
    >
      {children}
    </FormModal>
  );
}
