import { useState } from "react";
import { newIdempotencyKey } from "../../../../api/client";
import { fieldErrors } from "../../../../api/field-errors";
import { useQuery } from "../../../../lib/state/queries";
import { useDraft } from "../../../../lib/state/use-draft";
import { dayOf, dayProblem, parseDay } from "../../../../lib/text/days";
import { toasts } from "../../../../lib/toasts";
import { DateInput } from "../../../../ui/date-input";
import { Field } from "../../../../ui/field";
import { FormModal } from "../../../../ui/form-modal";
import { Select } from "../../../../ui/inputs";
import { useOfflineError } from "../../../../ui/offline-alert";
import { isBlankHtml, RichEditor } from "../../../../ui/rich-editor";
import type { OpenRfx } from "../open-rfx";
import { loadAssignees, raiseFollowUp } from "./review-calls";
import "./review.scss";

type Props = { open: OpenRfx; fieldKey: string; onClose: () => void };
type Errors = Readonly<Record<string, readonly string[]>>;

/** A question on one answer: what, to whom, until when. */
export function QueryModal({ open, fieldKey, onClose }: Props) {
  const { rfx, answering, moved } = open;
  const { withOrganisation } = rfx.relationship;
  const label = answering.field(fieldKey)?.field.label ?? fieldKey;
  const [html, setHtml] = useState("");
  const [assignee, setAssignee] = useState("");
  // As it is typed: what is no day yet is kept too.
  const [dueText, setDueText] = useState("");
  const due = parseDay(dueText);
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const [offlineError, setOfflineError] = useOfflineError();
  const draftState = useDraft(
    `query.${rfx.id}.${fieldKey}`,
    () => ({ html, assignee, dueText }),
    (entries) => {
      setHtml(entries.html);
      setAssignee(entries.assignee);
      setDueText(entries.dueText);
    },
  );
  const [key, setKey] = useState(newIdempotencyKey);
  const people = useQuery({
    queryKey: ["rfx-assignees", rfx.id],
    queryFn: ({ signal }) => loadAssignees(rfx.id, signal),
  });
  const changed = () => {
    setKey(newIdempotencyKey());
    setErrors({});
  };
  const send = async () => {
    if (isBlankHtml(html)) return setErrors({ descriptionHtml: ["Please say what you want to know."] });
    const problem = due || !dueText.trim() ? null : dayProblem(dueText);
    if (problem) return setErrors({ due: [problem] });
    setBusy(true);
    setOfflineError(null);
    try {
      const body = {
        field: fieldKey,
        descriptionHtml: html,
        assigneeUserId: assignee ? Number(assignee) : null,
        due,
      };
      const { tasks } = await raiseFollowUp(rfx.id, body, key);
      moved({ tasks });
      toasts.success("Follow-up task sent ok.");
      onClose();
    } catch (error) {
      setErrors(fieldErrors(error));
      setOfflineError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormModal
      show
      title="Query this answer"
      onClose={onClose}
      busy={busy}
      onSubmit={send}
      submitLabel="Send"
      submitIcon="send"
      busyText="Sending..."
      failure={offlineError}
      draftState={draftState}
    >
      {withOrganisation.isGuest && rfx.status === "COMPLETED" && (
        <p>Guests answer by changing what they have answered: reopen this RFx for that, too.</p>
      )}
      <p className="query-about">
        {label}
        {errors.field && <span className="text-danger d-block">{errors.field[0]}</span>}
      </p>
      <Field isCustom label="What do you want to know?" required error={errors.descriptionHtml ?? []}>
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
