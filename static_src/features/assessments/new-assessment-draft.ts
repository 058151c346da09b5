import type { ApiBody } from "../../api/types";
import type { AssessmentType } from "../../domain/assessments/assessments";
import { dayProblem, endOfDay } from "../../lib/text/days";
import { isBlankHtml } from "../../ui/rich-editor";
import type { SupplierOption } from "./searches";
import { emptySurvey, type SurveyDraft, type SurveyErrors, surveyErrors } from "./survey-fields";

/** Values of the form for a new assessment. */
export type Draft = {
  supplier: SupplierOption | null;
  type: AssessmentType;
  title: string;
  deadline: string | null;
  /** Text of the deadline input, which may not be a date. */
  deadlineText: string;
  selfSurvey: SurveyDraft;
  internalSurvey: SurveyDraft;
  message: string;
};

export const emptyDraft: Draft = {
  supplier: null,
  type: "QUALIFICATION",
  title: "",
  deadline: null,
  deadlineText: "",
  selfSurvey: emptySurvey,
  internalSurvey: emptySurvey,
  message: "",
};

/** Return true if the draft has content worth a confirmation before it is discarded. */
export function isWorthKeeping({ title, message, deadlineText, selfSurvey, internalSurvey }: Draft): boolean {
  const hasSurvey = [selfSurvey, internalSurvey].some(
    ({ form, recipients }) => form || recipients.length > 0,
  );
  return hasSurvey || title.trim() !== "" || deadlineText.trim() !== "" || !isBlankHtml(message);
}

export type DraftErrors = {
  supplier?: string[] | undefined;
  title?: string[] | undefined;
  deadline?: string[] | undefined;
  selfSurvey: SurveyErrors;
  internalSurvey: SurveyErrors;
};

export const noErrors: DraftErrors = { selfSurvey: {}, internalSurvey: {} };

/** Validate the draft; returns errors by field. Surveys are optional: internal ones can be requested later. */
export function draftErrors(draft: Draft, today: string): DraftErrors {
  const errors: DraftErrors = {
    selfSurvey: draft.type === "QUALIFICATION" ? surveyErrors(draft.selfSurvey, false) : {},
    internalSurvey: surveyErrors(draft.internalSurvey, false),
  };
  if (!draft.supplier) errors.supplier = ["A supplier must be selected."];
  if (!draft.title.trim()) errors.title = ["A title is required."];
  if (draft.deadlineText.trim()) {
    const problem = dayProblem(draft.deadlineText);
    if (problem) errors.deadline = [problem];
    else if ((draft.deadline ?? "") < today) errors.deadline = ["The deadline must not be in the past."];
  }
  return errors;
}

/** Return the errors in the order of the fields, each with the suffix of its control's id. */
export function listed(errors: DraftErrors): [string, string][] {
  const entries = (name: string, sentences: string[] | undefined): [string, string][] =>
    (sentences ?? []).map((sentence) => [name, sentence]);
  return [
    ...entries("supplier", errors.supplier),
    ...entries("title", errors.title),
    ...entries("deadline", errors.deadline),
    ...entries("self-form", errors.selfSurvey.form),
    ...entries("self-recipients", errors.selfSurvey.recipients),
    ...entries("internal-form", errors.internalSurvey.form),
    ...entries("internal-recipients", errors.internalSurvey.recipients),
  ];
}

/** Map the server's errors to the fields of the form. Returns null if an error belongs to no field. */
export function serverErrors(fields: Readonly<Record<string, string[]>>): DraftErrors | null {
  const errors: DraftErrors = { selfSurvey: {}, internalSurvey: {} };
  for (const [name, sentences] of Object.entries(fields)) {
    if (name === "relationshipId") errors.supplier = sentences;
    else if (name === "title") errors.title = sentences;
    else if (name === "deadline") errors.deadline = sentences;
    else if (name.startsWith("selfSurveyDocForm")) errors.selfSurvey.form = sentences;
    else if (name.startsWith("selfSurveyRecipients")) errors.selfSurvey.recipients = sentences;
    else if (name.startsWith("internalSurveyDocForm")) errors.internalSurvey.form = sentences;
    else if (name.startsWith("internalSurveyRecipients")) errors.internalSurvey.recipients = sentences;
    else return null;
  }
  return errors;
}

/** Build the body of POST /api/assessment. The deadline is the end of the day in the sender's time zone. */
export function payloadOf(draft: Draft, supplier: SupplierOption): ApiBody<"NewAssessment"> {
  const self = draft.type === "QUALIFICATION" ? draft.selfSurvey : emptySurvey;
  const internal = draft.internalSurvey;
  return {
    relationshipId: supplier.value,
    type: draft.type,
    title: draft.title.trim(),
    deadline: draft.deadline ? endOfDay(draft.deadline) : null,
    message: isBlankHtml(draft.message) ? "" : draft.message,
    selfSurveyDocFormId: self.form?.docFormId ?? null,
    selfSurveyDocFormBundleId: self.form?.docFormBundleId ?? null,
    selfSurveyRecipients: self.recipients.map(({ value }) => value),
    internalSurveyDocFormId: internal.form?.docFormId ?? null,
    internalSurveyDocFormBundleId: internal.form?.docFormBundleId ?? null,
    internalSurveyRecipients: internal.recipients.map(({ value }) => value),
  };
}
