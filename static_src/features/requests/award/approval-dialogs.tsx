import { useState } from "react";
import { fieldErrors } from "../../../api/field-errors";
import { useQuery } from "../../../lib/state/queries";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { Select, TextArea } from "../../../ui/inputs";
import { loadApprovers, sendBack, submitAward } from "./award-calls";
import type { Award } from "./types";

type DialogProps = { requestId: number; onChanged: () => Promise<void>; onClose: () => void };

/** The dialog that names the approver. */
export function SubmitDialog({ requestId, award, onChanged, onClose }: DialogProps & { award: Award }) {
  const [approverId, setApproverId] = useState("");
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const { data, isError } = useQuery({
    queryKey: ["award-approvers", requestId],
    queryFn: ({ signal }) => loadApprovers(requestId, signal),
  });
  const { save, busy, failure } = useSave({
    send: (id: number, key) => submitAward(requestId, { approverId: id, basedOn: award.updated }, key),
    success: "Approval requested.",
    onSaved: async () => {
      await onChanged();
      onClose();
    },
    onError: (error) => {
      setErrors(fieldErrors(error));
      void onChanged();
    },
  });
  const isEmpty = data?.length === 0;
  return (
    <FormModal
      title="Ask for approval"
      submitLabel="Ask for approval"
      busyText="Sending..."
      busy={busy}
      canSubmit={approverId !== ""}
      failure={failure}
      draftState={null}
      onSubmit={() => save(Number(approverId))}
      onClose={onClose}
    >
      <Field
        label="Approver"
        hint="A colleague who may send RFxs and has not worked on this award. They get an e-mail and a task."
        error={
          isError
            ? "The colleagues could not be loaded."
            : isEmpty
              ? "No colleague can approve this award. Give another colleague a role that may send RFxs."
              : errors.approverId
        }
        required
      >
        <Select
          value={approverId}
          disabled={!data || isEmpty}
          placeholder={data ? "Choose a colleague" : "Loading..."}
          options={(data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(event) => {
            setApproverId(event.target.value);
            setErrors({});
          }}
        />
      </Field>
    </FormModal>
  );
}

/** The dialog of the approver for the reason of sending the award back. */
export function SendBackDialog({ requestId, onChanged, onClose }: DialogProps) {
  const [reason, setReason] = useState("");
  const [errors, setErrors] = useState<Record<string, string[]>>({});
  const draftState = useDraft(
    `award.back.${requestId}`,
    () => ({ reason }),
    (entries) => setReason(entries.reason),
  );
  const { save, busy, failure } = useSave({
    send: (text: string, key) => sendBack(requestId, text, key),
    success: "Award sent back.",
    onSaved: async () => {
      await onChanged();
      onClose();
    },
    onError: (error) => setErrors(fieldErrors(error)),
  });
  return (
    <FormModal
      title="Send the award back"
      submitLabel="Send back"
      busyText="Sending..."
      busy={busy}
      canSubmit={reason.trim() !== ""}
      failure={failure}
      draftState={draftState}
      onSubmit={() => save(reason)}
      onClose={onClose}
    >
      <Field
        label="Reason"
        hint="Your colleagues read it and change the award."
        error={errors.reason}
        required
      >
        <TextArea
          grow
          rows={4}
          maxLength={2_000}
          value={reason}
          onChange={(event) => {
            setReason(event.target.value);
            setErrors({});
          }}
        />
      </Field>
    </FormModal>
  );
}
