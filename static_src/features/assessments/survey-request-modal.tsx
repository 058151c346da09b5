import { useId, useMemo, useState } from "react";
import { fieldErrors } from "../../api/field-errors";
import { MessageField } from "../../domain/assessments/message-field";
import { useDraft } from "../../lib/state/use-draft";
import { useSave } from "../../lib/state/use-save";
import { StillNeeded } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { isBlankHtml } from "../../ui/rich-editor";
import { requestSelfSurveys, requestSurveys, type SurveyRequest } from "./assessment-calls";
import {
  emptySurvey,
  InternalSurveyFields,
  SelfSurveyFields,
  type SurveyDraft,
  type SurveyErrors,
  surveyErrors,
} from "./survey-fields";
import { closedMeanwhile, type OpenAssessment } from "./use-assessment";

/** 'internal' asks colleagues and guests, 'self' asks contacts of the supplier. */
export type SurveyKind = "internal" | "self";

type Props = { kind: SurveyKind; open: OpenAssessment; show: boolean; onClose: () => void };

const titles: Readonly<Record<SurveyKind, string>> = {
  internal: "Request Internal Survey",
  self: "Request Self-Survey",
};

/** Dialog that requests more surveys of an open assessment (specification, section 5, Internal survey request). */
export function SurveyRequestModal({ kind, open, show, onClose }: Props) {
  const { assessment, changed } = open;
  const supplier = assessment.relationship.withOrganisation;
  const asked = useMemo(() => new Set(askedAlready(assessment)), [assessment]);
  const ended = closedMeanwhile(assessment);
  const id = useId();
  const [draft, setDraft] = useState<SurveyDraft>(emptySurvey);
  const [message, setMessage] = useState("");
  const [errors, setErrors] = useState<SurveyErrors>({});
  const { form, recipients } = draft;
  const draftState = useDraft(
    `survey-request.${kind}.${assessment.id}`,
    () => ({ draft, message }),
    (entries) => {
      setDraft(entries.draft);
      setMessage(entries.message);
    },
    { here: show },
  );
  const { save, busy, failure } = useSave({
    send: ({ text, ...request }: SurveyRequest & { text: string }, key) =>
      kind === "self"
        ? requestSelfSurveys(assessment.id, request, text, key)
        : requestSurveys(assessment.id, request, key),
    success: "Survey requests sent ok.",
    onSaved: (next) => {
      setDraft(emptySurvey);
      setMessage("");
      onClose();
      changed(next);
    },
    onError: (error) => {
      setErrors(requestErrors(fieldErrors(error)));
      open.refresh();
    },
  });
  const submit = () => {
    const problems = surveyErrors(draft, true);
    setErrors(problems);
    if (Object.keys(problems).length > 0) return;
    save({
      docFormId: form?.docFormId ?? null,
      docFormBundleId: form?.docFormBundleId ?? null,
      recipients: recipients.map(({ value }) => value),
      text: isBlankHtml(message) ? "" : message,
    });
  };
  const fields = {
    id,
    draft,
    errors,
    required: true,
    onChange: (changes: Partial<SurveyDraft>) => {
      setDraft((current) => ({ ...current, ...changes }));
      setErrors({});
    },
  };
  return (
    <FormModal
      show={show}
      title={titles[kind]}
      size="lg"
      onClose={onClose}
      busy={busy}
      failure={ended || failure}
      draftState={draftState}
      onSubmit={submit}
      submitLabel="Send survey requests"
      submitIcon="send"
      busyText="Sending..."
      canSubmit={form !== null && recipients.length > 0 && !ended}
      note={
        !ended && (
          <StillNeeded
            labels={[...(form ? [] : ["Survey form"]), ...(recipients.length > 0 ? [] : ["Recipients"])]}
          />
        )
      }
    >
      {kind === "self" ? (
        <>
          <SelfSurveyFields {...fields} organisationId={supplier.id} />
          <MessageField type={assessment.type} value={message} onChange={setMessage} />
        </>
      ) : (
        <InternalSurveyFields {...fields} supplier={supplier} asked={asked} />
      )}
    </FormModal>
  );
}

/** Recipients with a counted internal survey: colleagues by id, guests by address. */
const askedAlready = ({ rfxs }: OpenAssessment["assessment"]) =>
  rfxs.flatMap(({ type, ignored, recipientUserId, recipientEmail }) => {
    const who = recipientUserId ?? recipientEmail?.toLowerCase();
    return type === "ASSESSMENT_INTERNAL_SURVEY" && !ignored && who ? [who] : [];
  });

/** Assign the server's errors to the two fields. */
function requestErrors(fields: Readonly<Record<string, string[]>>): SurveyErrors {
  const of = (part: string) => {
    const sentences = Object.entries(fields)
      .filter(([name]) => name.includes(part))
      .flatMap(([, texts]) => texts);
    return sentences.length > 0 ? [...new Set(sentences)] : undefined;
  };
  return { form: of("SurveyDocForm"), recipients: of("SurveyRecipients") };
}
