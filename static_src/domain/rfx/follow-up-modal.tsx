import { useState } from "react";
import { fieldErrors } from "../../api/field-errors";
import { useQuery } from "../../lib/state/queries";
import { useDraft } from "../../lib/state/use-draft";
import { useSave } from "../../lib/state/use-save";
import { dayOf, dayProblem, parseDay } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { Field } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { Select } from "../../ui/inputs";
import { isBlankHtml, RichEditor } from "../../ui/rich-editor";
import { type FollowUpTasks, loadAssignees, type NewFollowUp, raiseFollowUp } from "./review-calls";
import "./follow-up-modal.scss";

type Props = {
  rfxId: number;
  fieldKey: string;
  /** The question. */
  label: string;
  /** The name of the respondent for screens. */
  respondent: string;
  /** The answers are submitted by a guest, who can change them only after a reopening. */
  needsReopening: boolean;
  onSent: (tasks: FollowUpTasks["tasks"]) => void;
  onClose: () => void;
};
type Errors = Readonly<Record<string, readonly string[]>>;

/** Dialog that asks a question about an answer, with an assignee and a deadline. */
export function FollowUpModal({
  rfxId,
  fieldKey,
  label,
  respondent,
  needsReopening,
  onSent,
  onClose,
}: Props) {
  const [html, setHtml] = useState("");
  const [assignee, setAssignee] = useState("");
  // The text of the input, which may be an incomplete date.
  const [dueText, setDueText] = useState("");
  const due = parseDay(dueText);
  const [errors, setErrors] = useState<Errors>({});
  const draftState = useDraft(
    `followUp.${rfxId}.${fieldKey}`,
    () => ({ html, assignee, dueText }),
    (entries) => {
      setHtml(entries.html);
      setAssignee(entries.assignee);
      setDueText(entries.dueText);
    },
  );
  const people = useQuery({
    queryKey: ["rfx-assignees", rfxId],
    queryFn: ({ signal }) => loadAssignees(rfxId, signal),
  });
  const changed = () => setErrors({});
  const { save, busy, failure } = useSave({
    send: (body: NewFollowUp, key) => raiseFollowUp(rfxId, body, key),
    success: "Follow-up sent.",
    onSaved: ({ tasks }) => {
      onSent(tasks);
      onClose();
    },
    onError: (error) => setErrors(fieldErrors(error)),
  });
  const submit = () => {
    if (isBlankHtml(html)) return setErrors({ descriptionHtml: ["Please enter your question."] });
    const problem = due || !dueText.trim() ? null : dayProblem(dueText);
    if (problem) return setErrors({ due: [problem] });
    save({
      field: fieldKey,
      descriptionHtml: html,
      assigneeUserId: assignee ? Number(assignee) : null,
      due,
    });
  };
  return (
    <FormModal
      show
      title="Ask about this answer"
      onClose={onClose}
      busy={busy}
      onSubmit={submit}
      submitLabel="Send"
      submitIcon="send"
      busyText="Sending..."
      failure={failure}
      draftState={draftState}
    >
      {needsReopening && (
        <p>Guests answer by changing what they have answered: reopen this RFx for that, too.</p>
      )}
      <p className="follow-up-about">
        {label}
        {errors.field && <span className="text-danger d-block">{errors.field[0]}</span>}
      </p>
      <Field isCustom label="Your question" required error={errors.descriptionHtml ?? []}>
        <RichEditor
          autoFocus
          value={html}
          onChange={(next) => {
            setHtml(next);
            changed();
          }}
        />
      </Field>
      {(people.data?.length ?? 0) > 0 && (
        <Field label="Who should answer" error={errors.assigneeUserId ?? []}>
          <Select
            value={assignee}
            options={[
              { value: "", label: `Anyone at ${respondent}` },
              ...(people.data ?? []).map(({ id, name, jobTitle }) => ({
                value: String(id),
                label: jobTitle ? `${name}, ${jobTitle}` : name,
              })),
            ]}
            onChange={(event) => {
              setAssignee(event.target.value);
              changed();
            }}
          />
        </Field>
      )}
      <Field label="Answer by" error={errors.due ?? []}>
        <DateInput
          value={due}
          text={dueText}
          min={dayOf(new Date())}
          onChange={(_, typed) => {
            setDueText(typed);
            changed();
          }}
        />
      </Field>
    </FormModal>
  );
}
