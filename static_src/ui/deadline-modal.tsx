import { useState } from "react";
import { fieldErrors } from "../api/errors";
import { dayOf, dayProblem, endOfDay } from "../lib/days";
import { toasts } from "../lib/toasts";
import { Button } from "./button";
import { DateInput } from "./date-input";
import { Field } from "./field";
import { Modal } from "./modal";

type Props = {
  show: boolean;
  /** The present one, as the API has it. */
  deadline: string | null;
  /** What an empty field means, and who is told. */
  hint: string;
  /** Set another, the end of a day, or none; sentences at `deadline` are shown at the field. */
  onSave: (deadline: string | null) => Promise<void>;
  onClose: () => void;
};

/** Another deadline, or none, for an RFx or an assessment. */
export function DeadlineModal({ show, deadline, hint, onSave, onClose }: Props) {
  const [day, setDay] = useState(deadline ? dayOf(new Date(deadline)) : null);
  const [text, setText] = useState("");
  const [errors, setErrors] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    const problem = day || !text.trim() ? null : dayProblem(text);
    if (problem) return setErrors([problem]);
    setBusy(true);
    try {
      await onSave(day ? endOfDay(day) : null);
      toasts.success("Deadline changed.");
      onClose();
    } catch (error) {
      setErrors(fieldErrors(error).deadline ?? []);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      show={show}
      title="Change Deadline"
      onClose={onClose}
      busy={busy}
      onSubmit={save}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText="Saving...">
            Save changes
          </Button>
        </>
      }
    >
      <Field label="Deadline" hint={hint} error={errors}>
        <DateInput
          value={day}
          min={dayOf(new Date())}
          onChange={(next, typed) => {
            setDay(next);
            setText(typed);
            setErrors([]);
          }}
        />
      </Field>
    </Modal>
  );
}
