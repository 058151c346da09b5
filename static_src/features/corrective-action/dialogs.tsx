import { useState } from "react";
import type { Uploaded } from "../../api/upload";
import { FileUpload } from "../../domain/uploads/file-upload";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { TextArea } from "../../ui/inputs";
import { RadioCards } from "../../ui/radio-cards";
import { contestAction, decideContest, planCheck, recordResult, returnStep } from "./calls";
import type { CorrectiveAction, StepName } from "./types";

type Props = {
  action: CorrectiveAction;
  onClose: () => void;
  onChanged: (action: CorrectiveAction) => void;
};

const offlineNote = "Your entries are still here.";

/** Return a step with a comment. */
export function ReturnDialog({ action, step, onClose, onChanged }: Props & { step: StepName }) {
  const form = useFormFields({ comment: "" }, ({ comment }) => ({
    comment: comment.trim() ? undefined : "Enter what is missing.",
  }));
  const { save, busy, failure } = useSave({
    send: (comment: string, key) => returnStep(action.id, step, { comment }, key),
    success: `${step} returned to ${action.supplier.name}`,
    onSaved: (next) => {
      onChanged(next);
      onClose();
    },
    failureOf: (error) => form.refuse(error),
    offlineNote,
  });
  return (
    <FormModal
      title={`Return ${step}`}
      submitLabel="Return"
      busyText="Returning..."
      busy={busy}
      failure={failure}
      draftState={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.touchAll()) save(form.values.comment.trim());
      }}
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
    </FormModal>
  );
}

/** Contest the action, with a reason and proof. */
export function ContestDialog({ action, onClose, onChanged }: Props) {
  const [files, setFiles] = useState<Uploaded[]>([]);
  const [uploading, setUploading] = useState(false);
  const form = useFormFields({ reason: "" }, ({ reason }) => ({
    reason: reason.trim() ? undefined : "Enter why it is not your fault.",
  }));
  const { save, busy, failure } = useSave({
    send: (reason: string, key) =>
      contestAction(action.id, { reason, attachmentIds: files.map(({ id }) => id) }, key),
    success: `${action.requester.name} will decide`,
    onSaved: (next) => {
      onChanged(next);
      onClose();
    },
    failureOf: (error) => form.refuse(error),
    offlineNote,
  });
  return (
    <FormModal
      title="Not our fault"
      submitLabel="Contest"
      busyText="Sending..."
      busy={busy}
      canSubmit={!uploading}
      failure={failure}
      draftState={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.touchAll()) save(form.values.reason.trim());
      }}
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
    </FormModal>
  );
}

type DecisionValues = { decision: "UPHELD" | "WITHDRAWN" | null; comment: string };

/** Decide about a contested action. */
export function DecisionDialog({ action, onClose, onChanged }: Props) {
  const form = useFormFields<DecisionValues>({ decision: null, comment: "" }, ({ decision }) => ({
    decision: decision ? undefined : "Choose one.",
  }));
  const { values } = form;
  const { save, busy, failure } = useSave({
    send: ({ decision, comment }: { decision: "UPHELD" | "WITHDRAWN"; comment: string }, key) =>
      decideContest(action.id, { decision, comment }, key),
    success: ({ contested }) =>
      contested?.decision === "WITHDRAWN" ? "Complaint withdrawn" : "Complaint upheld",
    onSaved: (next) => {
      onChanged(next);
      onClose();
    },
    failureOf: (error) => form.refuse(error),
    offlineNote,
  });
  return (
    <FormModal
      title="Decide"
      submitLabel="Decide"
      busyText="Saving..."
      busy={busy}
      failure={failure}
      draftState={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.touchAll() && values.decision) {
          save({ decision: values.decision, comment: values.comment.trim() });
        }
      }}
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
    </FormModal>
  );
}

/** Plan the check of effectiveness. */
export function PlanDialog({ action, onClose, onChanged }: Props) {
  const { criterion, on } = action.effectiveness;
  const form = useFormFields<{ criterion: string; on: string | null }>(
    { criterion: criterion ?? "", on },
    (values) => ({
      criterion: values.criterion.trim() ? undefined : "Enter the criterion.",
      on: values.on ? undefined : "Enter the day of the check.",
    }),
  );
  const { values } = form;
  const { save, busy, failure } = useSave({
    send: (body: { criterion: string; on: string }) => planCheck(action.id, body),
    success: "Check planned",
    onSaved: (next) => {
      onChanged(next);
      onClose();
    },
    failureOf: (error) => form.refuse(error),
    offlineNote,
  });
  return (
    <FormModal
      title="Check effectiveness"
      submitLabel="Plan the check"
      busyText="Saving..."
      busy={busy}
      failure={failure}
      draftState={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.touchAll() && values.on) save({ criterion: values.criterion.trim(), on: values.on });
      }}
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
    </FormModal>
  );
}

type ResultValues = { result: "EFFECTIVE" | "NOT_EFFECTIVE" | null; comment: string };

/** Enter the result of the check. */
export function ResultDialog({ action, onClose, onChanged }: Props) {
  const form = useFormFields<ResultValues>({ result: null, comment: "" }, ({ result }) => ({
    result: result ? undefined : "Choose one.",
  }));
  const { values } = form;
  const { save, busy, failure } = useSave({
    send: ({ result, comment }: { result: "EFFECTIVE" | "NOT_EFFECTIVE"; comment: string }, key) =>
      recordResult(action.id, { result, comment }, key),
    success: "Result saved",
    onSaved: (next) => {
      onChanged(next);
      onClose();
    },
    failureOf: (error) => form.refuse(error),
    offlineNote,
  });
  return (
    <FormModal
      title="Result of the check"
      submitLabel="Save"
      busyText="Saving..."
      busy={busy}
      failure={failure}
      draftState={null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (form.touchAll() && values.result) {
          save({ result: values.result, comment: values.comment.trim() });
        }
      }}
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
    </FormModal>
  );
}
