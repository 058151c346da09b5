import { useState } from "react";
import { dayOf, dayProblem, endOfDay } from "../lib/text/days";
import { DateInput } from "../ui/date-input";
import { Field } from "../ui/field";
import { TextArea } from "../ui/inputs";
import { BulkDialog } from "./bulk/bulk-dialog";
import type { ActionDialog } from "./bulk/use-bulk-action";

type Props = {
  dialog: ActionDialog;
  /** The selected RFxs as text ('12 suppliers'). */
  rowsText: string;
};

const longestReason = 2000;

/** Dialog that reminds the recipients of the selected RFxs. */
export function RemindDialog({ dialog, rowsText }: Props) {
  return (
    <BulkDialog {...dialog} kind="rfx.remind" title={`Remind ${rowsText}`} confirmLabel="Send reminders" />
  );
}

/** Dialog that changes the deadline of the selected RFxs. */
export function DeadlineDialog({ dialog, rowsText }: Props) {
  const [day, setDay] = useState<string | null>(null);
  const [text, setText] = useState("");
  const problem = text.trim() && !day ? dayProblem(text) : null;
  return (
    <BulkDialog
      {...dialog}
      kind="rfx.changeDeadline"
      title={`Change the deadline of ${rowsText}`}
      confirmLabel="Change deadline"
      args={day ? { deadline: endOfDay(day) } : null}
      unchangedText="have it already"
    >
      {(errors) => (
        <Field
          label="New deadline"
          hint="The recipients get an e-mail. You can undo it for 24 hours."
          error={problem ? [problem] : (errors.deadline ?? null)}
          required
        >
          <DateInput
            value={day}
            text={text}
            min={dayOf(new Date())}
            onChange={(next, typed) => {
              setDay(next);
              setText(typed);
            }}
          />
        </Field>
      )}
    </BulkDialog>
  );
}

/** Dialog that withdraws the selected RFxs. */
export function WithdrawDialog({ dialog, rowsText }: Props) {
  const [reason, setReason] = useState("");
  return (
    <BulkDialog
      {...dialog}
      kind="rfx.withdraw"
      title={`Withdraw ${rowsText}`}
      confirmLabel="Withdraw"
      args={reason.trim() ? { reason: reason.trim() } : null}
    >
      {(errors) => (
        <>
          <p>
            They can no longer answer, and a new deadline won't change that. We'll e-mail them the reason.
            Answers given so far are kept.
          </p>
          <Field label="Reason" error={errors.reason ?? null} required>
            <TextArea
              grow
              rows={3}
              value={reason}
              maxLength={longestReason}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        </>
      )}
    </BulkDialog>
  );
}
