import { useState } from "react";
import { fieldErrors } from "../../../../api/field-errors";
import { useQuery } from "../../../../lib/state/queries";
import { useDraft } from "../../../../lib/state/use-draft";
import { useSave } from "../../../../lib/state/use-save";
import { dayOf, dayProblem, parseDay } from "../../../../lib/text/days";
import { DateInput } from "../../../../ui/date-input";
import { Field } from "../../../../ui/field";
import { FormModal } from "../../../../ui/form-modal";
import { Select } from "../../../../ui/inputs";
import { isBlankHtml, RichEditor } from "../../../../ui/rich-editor";
import type { OpenRfx } from "../open-rfx";
import { loadAssignees, type NewFollowUp, raiseFollowUp } from "./review-calls";
import "./review.scss";

type Props = { open: OpenRfx; fieldKey: string; onClose: () => void };
type Errors = Readonly<Record<string, readonly string[]>>;

/** Dialog that asks a question about an answer, with an assignee and a deadline. */
export function FollowUpModal({ open, fieldKey, onClose }: Props) {
  const { rfx, answering, moved } = open;
  const { withOrganisation } = rfx.relationship;
  const label = answering.field(fieldKey)?.field.label ?? fieldKey;
  const [html, setHtml] = useState("");
  const [assignee, setAssignee] = useState("");
  // The text of the input, which may be an incomplete date.
  const [dueText, setDueText] = useState("");
  const due = parseDay(dueText);
  const [errors, setErrors] = useState<Errors>({});
  const draftState = useDraft(
    `followUp.${rfx.id}.${fieldKey}`,
    () => ({ html, assignee, dueText }),
    (entries) => {
      setHtml(entries.html);
      setAssignee(entries.assignee);
      setDueText(entries.dueText);
    },
  );
  const people = useQuery({
    queryKey: ["rfx-assignees", rfx.id],
    queryFn: ({ signal }) => loadAssignees(rfx.id, signal),
  });
  const changed = () => setErrors({});
  const { save, busy, failure } = useSave({
    send: (body: NewFollowUp, key) => raiseFollowUp(rfx.id, body, key),
    success: "Follow-up sent.",
    onSaved: ({ tasks }) => {
      moved({ tasks });
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
      {withOrganisation.isGuest && rfx.status === "COMPLETED" && (
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
              { value: "", label: `Anyone at ${withOrganisation.safeName}` },
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
