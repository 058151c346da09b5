import { request } from "../../api/client";
import { useDraft } from "../../lib/state/use-draft";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { Field } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextArea } from "../../ui/inputs";
import { Time } from "../../ui/time";
import { announce, type Schedule } from "./schedules";

const longestReason = 500;

/** Dialog that skips the next round; the reason is in the supplier's journal. */
export function SkipModal({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const form = useFormFields({ reason: "" }, ({ reason }) => ({
    reason: reason.trim() ? undefined : "Give a reason.",
  }));
  const draftState = useDraft(`schedule.skip.${schedule.id}`, () => form.values, form.reset);
  const { save, busy, failure } = useSave({
    send: (reason: string, idempotencyKey) =>
      request("POST", "/api/schedule/{schedule_id}/skip", {
        path: { schedule_id: schedule.id },
        body: { reason },
        idempotencyKey,
        toast: (error) => form.refuse(error),
      }),
    success: "Round skipped",
    onSaved: (after) => {
      announce(after);
      onClose();
    },
    offlineNote: "Your reason is still here.",
  });
  return (
    <FormModal
      title="Skip once"
      onClose={onClose}
      busy={busy}
      failure={failure}
      draftState={draftState}
      onSubmit={() => form.touchAll() && save(form.values.reason.trim())}
      submitLabel="Skip this round"
      busyText="Skipping..."
    >
      <p>
        The round of <Time value={schedule.nextOn} /> is not sent. The following ones stay as planned.
      </p>
      <Field label="Reason" hint="In the journal of the supplier." required error={form.shown("reason")}>
        <TextArea
          rows={3}
          maxLength={longestReason}
          value={form.values.reason}
          disabled={busy}
          onChange={(event) => form.set("reason", event.target.value)}
        />
      </Field>
    </FormModal>
  );
}
