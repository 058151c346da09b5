import { useState } from "react";
import type { Uploaded } from "../../api/upload";
import { FileUpload } from "../../domain/uploads/file-upload";
import { useFormFields } from "../../lib/state/use-form-fields";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup } from "../../ui/field";
import { TextArea } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { ActionDialog, type DialogProps } from "./action-dialog";
import { contestAction, decideContest, planCheck, recordResult, returnStep } from "./calls";
import type { StepName } from "./types";

/** Return a step with a comment. */
export function ReturnDialog({ action, step, onClose, onChanged }: DialogProps & { step: StepName }) {
  const form = useFormFields({ comment: "" }, ({ comment }) => ({
    comment: comment.trim() ? undefined : "Enter what is missing.",
  }));
  return (
    <ActionDialog
      title={`Return ${step}`}
      submitLabel="Return"
      busyText="Returning..."
      form={form}
      body={() => ({ comment: form.values.comment.trim() })}
      send={(body, key) => returnStep(action.id, step, body, key)}
      success={`${step} returned to ${action.supplier.name}`}
      onClose={onClose}
      onChanged={onChanged}
    >
      <Field label="What is missing?" required error={form.shown("comment")}>
        <TextArea
          rows={4}
          grow
          maxLength={2000}
          value={form.values.comment}
          onChange={(event) => form.set("comment", event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}

/** Contest the action, with a reason and proof. */
export function ContestDialog({ action, onClose, onChanged }: DialogProps) {
  const [files, setFiles] = useState<Uploaded[]>([]);
  const [uploading, setUploading] = useState(false);
  const form = useFormFields({ reason: "" }, ({ reason }) => ({
    reason: reason.trim() ? undefined : "Enter why it is not your fault.",
  }));
  return (
    <ActionDialog
      title="Not our fault"
      submitLabel="Contest"
      busyText="Sending..."
      canSubmit={!uploading}
      form={form}
      body={() => ({ reason: form.values.reason.trim(), attachmentIds: files.map(({ id }) => id) })}
      send={(body, key) => contestAction(action.id, body, key)}
      success={`${action.requester.name} will decide`}
      onClose={onClose}
      onChanged={onChanged}
    >
      <Field
        label="Why is it not your fault?"
        hint={`${action.requester.name} decides whether the complaint is upheld or withdrawn.`}
        required
        error={form.shown("reason")}
      >
        <TextArea
          rows={4}
          grow
          maxLength={2000}
          value={form.values.reason}
          onChange={(event) => form.set("reason", event.target.value)}
        />
      </Field>
      <FieldGroup label="Proof" hint="Optional. Photos, measurements or delivery notes.">
        <FileUpload kind="NCR" camera files={files} onChange={setFiles} onBusy={setUploading} />
      </FieldGroup>
    </ActionDialog>
  );
}

type DecisionValues = { decision: "UPHELD" | "WITHDRAWN" | null; comment: string };

/** Decide about a contested action. */
export function DecisionDialog({ action, onClose, onChanged }: DialogProps) {
  const form = useFormFields<DecisionValues>({ decision: null, comment: "" }, ({ decision }) => ({
    decision: decision ? undefined : "Choose one.",
  }));
  const { values } = form;
  return (
    <ActionDialog
      title="Decide"
      submitLabel="Decide"
      form={form}
      body={() => values.decision && { decision: values.decision, comment: values.comment.trim() }}
      send={(body, key) => decideContest(action.id, body, key)}
      success={({ contested }) =>
        contested?.decision === "WITHDRAWN" ? "Complaint withdrawn" : "Complaint upheld"
      }
      onClose={onClose}
      onChanged={onChanged}
    >
      <FieldGroup label="Decision" required error={form.shown("decision")}>
        <RadioCards
          value={values.decision}
          onChange={(decision) => form.set("decision", decision)}
          options={[
            {
              value: "UPHELD",
              label: "Upheld",
              text: `${action.supplier.name} continues with the corrective action.`,
            },
            {
              value: "WITHDRAWN",
              label: "Withdrawn",
              text: "The non-conformance is resolved and does not count.",
            },
          ]}
        />
      </FieldGroup>
      <Field label="Comment" hint={`Optional. ${action.supplier.name} gets it by mail.`}>
        <TextArea
          rows={3}
          grow
          maxLength={2000}
          value={values.comment}
          onChange={(event) => form.set("comment", event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}

/** Plan the check of effectiveness. */
export function PlanDialog({ action, onClose, onChanged }: DialogProps) {
  const { criterion, on } = action.effectiveness;
  const form = useFormFields<{ criterion: string; on: string | null }>(
    { criterion: criterion ?? "", on },
    (values) => ({
      criterion: values.criterion.trim() ? undefined : "Enter the criterion.",
      on: values.on ? undefined : "Enter the day of the check.",
    }),
  );
  const { values } = form;
  return (
    <ActionDialog
      title="Check effectiveness"
      submitLabel="Plan the check"
      form={form}
      body={() => values.on && { criterion: values.criterion.trim(), on: values.on }}
      send={(body) => planCheck(action.id, body)}
      success="Check planned"
      onClose={onClose}
      onChanged={onChanged}
    >
      <Field
        label="Criterion"
        hint="For example: no recurrence in 3 deliveries or 90 days."
        required
        error={form.shown("criterion")}
      >
        <TextArea
          rows={2}
          grow
          maxLength={2000}
          value={values.criterion}
          onChange={(event) => form.set("criterion", event.target.value)}
        />
      </Field>
      <Field label="Check on" hint="You get a task for this day." required error={form.shown("on")}>
        <DateInput value={values.on} onChange={(day) => form.set("on", day)} />
      </Field>
    </ActionDialog>
  );
}

type ResultValues = { result: "EFFECTIVE" | "NOT_EFFECTIVE" | null; comment: string };

/** Enter the result of the check. */
export function ResultDialog({ action, onClose, onChanged }: DialogProps) {
  const form = useFormFields<ResultValues>({ result: null, comment: "" }, ({ result }) => ({
    result: result ? undefined : "Choose one.",
  }));
  const { values } = form;
  return (
    <ActionDialog
      title="Result of the check"
      submitLabel="Save"
      form={form}
      body={() => values.result && { result: values.result, comment: values.comment.trim() }}
      send={(body, key) => recordResult(action.id, body, key)}
      success="Result saved"
      onClose={onClose}
      onChanged={onChanged}
    >
      <FieldGroup label="Result" required error={form.shown("result")}>
        <RadioCards
          value={values.result}
          onChange={(result) => form.set("result", result)}
          options={[
            { value: "EFFECTIVE", label: "Effective", text: "The corrective action is finished." },
            {
              value: "NOT_EFFECTIVE",
              label: "Not effective",
              text: `It is reopened at D4. ${action.supplier.name} gets a mail.`,
            },
          ]}
        />
      </FieldGroup>
      <Field label="Comment" hint="Optional.">
        <TextArea
          rows={3}
          grow
          maxLength={2000}
          value={values.comment}
          onChange={(event) => form.set("comment", event.target.value)}
        />
      </Field>
    </ActionDialog>
  );
}
