import { useState } from "react";
import { fieldErrors } from "../api/field-errors";
import { useBasis } from "../lib/state/use-basis";
import { useDraft } from "../lib/state/use-draft";
import { useSave } from "../lib/state/use-save";
import { dayOf, dayProblem, endOfDay, parseDay, printDay } from "../lib/text/days";
import { DateInput } from "../ui/date-input";
import { Field } from "../ui/field";
import { FormModal } from "../ui/form-modal";

export type DeadlineBasis = { deadline: string | null };

type Props = {
  show: boolean;
  /** The record with this deadline, as part of the draft's key ('rfx.12'). */
  of: string;
  /** The current deadline in the format of the API; null for none. */
  deadline: string | null;
  /** The meaning of an empty field, and the recipients of the mail. */
  hint: string;
  /** The reason why the deadline can no longer be changed; empty if it can. */
  ended?: string;
  /**
   * Save the end of a day, or null for no deadline. `basedOn` has the deadline that the user started with. Errors of the
   * field `deadline` are shown at the input.
   */
  onSave: (deadline: string | null, basedOn: DeadlineBasis) => Promise<void>;
  onClose: () => void;
};

/** Dialog that changes or removes the deadline of an RFx or an assessment. */
export function DeadlineModal({ show, of, deadline, hint, ended = "", onSave, onClose }: Props) {
  const currentDay = deadline && dayOf(new Date(deadline));
  // The text of the input, which may be incomplete; null before the first change, when the current deadline is shown.
  const [typed, setTyped] = useState<string | null>(null);
  const basis = useBasis<DeadlineBasis>({ deadline });
  const text = typed ?? printDay(currentDay);
  const day = parseDay(text);
  const [errors, setErrors] = useState<readonly string[]>([]);
  const draftState = useDraft(
    `deadline.${of}`,
    () => ({ text }),
    (entries) => setTyped(entries.text),
    { here: show },
  );
  const { save, busy, failure } = useSave({
    // An unchanged day keeps its exact time, which may come from a user in another time zone.
    send: () =>
      onSave(
        day === currentDay ? deadline : day && endOfDay(day),
        typed === null ? { deadline } : basis.basedOn,
      ),
    success: "Deadline changed.",
    onSaved: () => {
      setTyped(null);
      onClose();
    },
    onError: (error) => setErrors(fieldErrors(error).deadline ?? []),
    basis,
  });
  const submit = () => {
    const problem = day || !text.trim() ? null : dayProblem(text);
    if (problem) setErrors([problem]);
    else save();
  };
  return (
    <FormModal
      show={show}
      title="Change deadline"
      onClose={onClose}
      busy={busy}
      failure={ended || failure}
      canSubmit={!ended}
      draftState={draftState}
      onSubmit={submit}
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
