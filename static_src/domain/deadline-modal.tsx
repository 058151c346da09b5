import { useState } from "react";
import { fieldErrors } from "../api/field-errors";
import { useBasis } from "../lib/state/use-basis";
import { useDraft } from "../lib/state/use-draft";
import { dayOf, dayProblem, endOfDay, parseDay, printDay } from "../lib/text/days";
import { toasts } from "../lib/toasts";
import { DateInput } from "../ui/date-input";
import { Field } from "../ui/field";
import { FormModal } from "../ui/form-modal";
import { useOfflineError } from "../ui/offline-alert";

export type DeadlineBasis = { deadline: string | null };

type Props = {
  show: boolean;
  /** What it is the deadline of, in this product's words and numbers ('rfx.12'). */
  of: string;
  /** The present one, as the API has it. */
  deadline: string | null;
  /** What an empty field means, and who is told. */
  hint: string;
  /** Why there is none to set any more, where that came to pass while this is open. */
  ended?: string;
  /**
   * Set another, the end of a day, or none, based on the one that was there when it was begun; sentences at `deadline`
   * are shown at the field.
   */
  onSave: (deadline: string | null, basedOn: DeadlineBasis) => Promise<void>;
  onClose: () => void;
};

/** Another deadline, or none, for an RFx or an assessment. */
export function DeadlineModal({ show, of, deadline, hint, ended = "", onSave, onClose }: Props) {
  const present = deadline && dayOf(new Date(deadline));
  // As it is typed: what is no day yet is kept too, and whatever a colleague sets meanwhile. Until then the present one.
  const [typed, setTyped] = useState<string | null>(null);
  const basis = useBasis<DeadlineBasis>({ deadline });
  const text = typed ?? printDay(present);
  const day = parseDay(text);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [offlineError, setOfflineError] = useOfflineError();
  const draftState = useDraft(
    `deadline.${of}`,
    () => ({ text }),
    (entries) => setTyped(entries.text),
    { here: show },
  );
  const save = async () => {
    const problem = day || !text.trim() ? null : dayProblem(text);
    if (problem) return setErrors([problem]);
    setBusy(true);
    setOfflineError(null);
    try {
      // A day that is left as it was ends when it did, be it that somebody in another zone had set it.
      const basedOn = typed === null ? { deadline } : basis.basedOn;
      await onSave(day === present ? deadline : day && endOfDay(day), basedOn);
      setTyped(null);
      toasts.success("Deadline changed.");
      onClose();
    } catch (error) {
      basis.takeOver(error);
      setErrors(fieldErrors(error).deadline ?? []);
      setOfflineError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormModal
      show={show}
      title="Change Deadline"
      onClose={onClose}
      busy={busy}
      failure={ended || offlineError}
      canSubmit={!ended}
      draftState={draftState}
      onSubmit={save}
      submitLabel="Save changes"
      busyText="Saving..."
    >
      <Field label="Deadline" hint={hint} error={errors}>
        <DateInput
          value={day}
          text={text}
          min={dayOf(new Date())}
          onChange={(_, written) => {
            if (typed === null) basis.begin({ deadline });
            setTyped(written);
            setErrors([]);
          }}
        />
      </Field>
    </FormModal>
  );
}
