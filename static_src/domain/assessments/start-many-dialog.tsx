import { useMemo, useState } from "react";
import { request } from "../../api/client";
import { dayOf, dayProblem, endOfDay } from "../../lib/text/days";
import { DateInput } from "../../ui/date-input";
import { Field, FieldGroup } from "../../ui/field";
import { TextInput } from "../../ui/inputs";
import { MultiTypeAhead } from "../../ui/multi-type-ahead";
import { RadioCards } from "../../ui/radio-cards";
import { isBlankHtml } from "../../ui/rich-editor";
import { type Option, TypeAhead } from "../../ui/type-ahead";
import { BulkDialog } from "../bulk/bulk-dialog";
import type { ActionDialog } from "../bulk/use-bulk-action";
import { type AssessmentType, typeChoices } from "./assessments";
import { MessageField } from "./message-field";
import { type FormOption, formSearch, internalSurveyTypes, selfSurveyTypes } from "./survey-forms";

type Props = {
  dialog: ActionDialog;
  /** The number of suppliers as text. */
  rowsText: string;
};

type Draft = {
  type: AssessmentType;
  title: string;
  deadline: string | null;
  deadlineText: string;
  selfSurvey: FormOption | null;
  internalSurvey: FormOption | null;
  colleagues: readonly Option<number>[];
  message: string;
};

const empty: Draft = {
  type: "QUALIFICATION",
  title: "",
  deadline: null,
  deadlineText: "",
  selfSurvey: null,
  internalSurvey: null,
  colleagues: [],
  message: "",
};

/** Dialog of the bulk action that starts an assessment of each selected supplier. */
export function StartAssessmentsDialog({ dialog, rowsText }: Props) {
  const [draft, setDraft] = useState(empty);
  const change = (changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes }));
  const selfForms = useMemo(() => formSearch(selfSurveyTypes), []);
  const internalForms = useMemo(() => formSearch(internalSurveyTypes), []);
  const problem = draft.deadlineText.trim() && !draft.deadline ? dayProblem(draft.deadlineText) : null;
  return (
    <BulkDialog
      {...dialog}
      kind="assessments.start"
      title={`Start assessments of ${rowsText}`}
      confirmLabel="Start assessments"
      unchangedText="have an open assessment with this title already"
      args={isComplete(draft) && !problem ? argsOf(draft) : null}
    >
      {(errors) => (
        <>
          <FieldGroup label="Type" required>
            <RadioCards value={draft.type} options={typeChoices} onChange={(type) => change({ type })} />
          </FieldGroup>
          <Field label="Title" error={errors.title ?? null} required>
            <TextInput
              value={draft.title}
              maxLength={200}
              autoComplete="off"
              onChange={({ target }) => change({ title: target.value })}
            />
          </Field>
          <Field
            label="Deadline"
            hint="Optional. Applies to all surveys."
            error={problem ? [problem] : (errors.deadline ?? null)}
          >
            <DateInput
              value={draft.deadline}
              text={draft.deadlineText}
              min={dayOf(new Date())}
              onChange={(deadline, deadlineText) => change({ deadline, deadlineText })}
            />
          </Field>
          {draft.type === "QUALIFICATION" && (
            <Field
              label="Self-survey: form or bundle"
              hint="Optional. Sent to one contact of each supplier: one that you know, or else the first who joined."
              error={errors.selfSurveyDocFormId ?? errors.selfSurveyDocFormBundleId ?? null}
            >
              <TypeAhead
                value={draft.selfSurvey}
                search={selfForms}
                placeholder="Type a title"
                onChange={(selfSurvey) => change({ selfSurvey })}
              />
            </Field>
          )}
          <Field
            label="Internal survey: form or bundle"
            hint="Optional. Published forms of type Internal Survey."
            error={errors.internalSurveyDocFormId ?? errors.internalSurveyDocFormBundleId ?? null}
          >
            <TypeAhead
              value={draft.internalSurvey}
              search={internalForms}
              placeholder="Type a title"
              onChange={(internalSurvey) => change({ internalSurvey })}
            />
          </Field>
          {draft.internalSurvey && (
            <Field
              label="Internal survey: colleagues"
              hint="Each gets a survey of every supplier, and one e-mail about all of them."
              error={errors.internalSurveyRecipients ?? null}
              required
            >
              <MultiTypeAhead
                value={draft.colleagues}
                search={searchColleagues}
                placeholder="Type a name"
                onChange={(colleagues) => change({ colleagues })}
              />
            </Field>
          )}
          <MessageField type={draft.type} value={draft.message} onChange={(message) => change({ message })} />
        </>
      )}
    </BulkDialog>
  );
}

const isComplete = ({ title, internalSurvey, colleagues }: Draft) =>
  title.trim() !== "" && (!internalSurvey || colleagues.length > 0);

function argsOf(draft: Draft) {
  const self = draft.type === "QUALIFICATION" ? draft.selfSurvey : null;
  const { internalSurvey, deadline, message } = draft;
  return {
    type: draft.type,
    title: draft.title.trim(),
    deadline: deadline ? endOfDay(deadline) : null,
    message: isBlankHtml(message) ? "" : message,
    selfSurveyDocFormId: self?.docFormId ?? null,
    selfSurveyDocFormBundleId: self?.docFormBundleId ?? null,
    internalSurveyDocFormId: internalSurvey?.docFormId ?? null,
    internalSurveyDocFormBundleId: internalSurvey?.docFormBundleId ?? null,
    internalSurveyRecipients: internalSurvey ? draft.colleagues.map(({ value }) => value) : [],
  };
}

async function searchColleagues(search: string, signal: AbortSignal): Promise<Option<number>[]> {
  const rows = await request("GET", "/api/user", {
    query: { search, myOrgOnly: true },
    signal,
    toast: false,
  });
  return rows.map(({ id, name, jobTitle }) => ({ value: id, label: name, note: jobTitle ?? undefined }));
}
