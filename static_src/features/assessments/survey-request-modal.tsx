import { useId, useMemo, useState } from "react";
import { newIdempotencyKey } from "../../api/client";
import { fieldErrors } from "../../api/field-errors";
import { useDraft } from "../../lib/state/use-draft";
import { toasts } from "../../lib/toasts";
import { FormModal } from "../../ui/form-modal";
import { useOfflineError } from "../../ui/offline-alert";
import { isBlankHtml } from "../../ui/rich-editor";
import { requestSelfSurveys, requestSurveys } from "./assessment-calls";
import { MessageField } from "./message-field";
import {
  emptySurvey,
  InternalSurveyFields,
  SelfSurveyFields,
  type SurveyDraft,
  type SurveyErrors,
  surveyErrors,
} from "./survey-fields";
import { closedMeanwhile, type OpenAssessment } from "./use-assessment";

/** Who is asked: the own people and guests, or contacts of the supplier. */
export type SurveyKind = "internal" | "self";

type Props = { kind: SurveyKind; open: OpenAssessment; show: boolean; onClose: () => void };

const titles: Readonly<Record<SurveyKind, string>> = {
  internal: "Request Internal Survey",
  self: "Request Self-Survey",
};

/** Ask more people while it is open (specification, section 5, Internal survey request). */
export function SurveyRequestModal({ kind, open, show, onClose }: Props) {
  const { assessment, changed } = open;
  const supplier = assessment.relationship.withOrganisation;
  const asked = useMemo(() => new Set(askedAlready(assessment)), [assessment]);
  const ended = closedMeanwhile(assessment);
  const id = useId();
  const [draft, setDraft] = useState<SurveyDraft>(emptySurvey);
  const [message, setMessage] = useState("");
  const [errors, setErrors] = useState<SurveyErrors>({});
  const [busy, setBusy] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const [offlineError, setOfflineError] = useOfflineError();
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
  const send = async () => {
    const found = surveyErrors(draft, true);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    setOfflineError(null);
    const request = {
      docFormId: form?.docFormId ?? null,
      docFormBundleId: form?.docFormBundleId ?? null,
      recipients: recipients.map(({ value }) => value),
    };
    try {
      const next =
        kind === "self"
          ? await requestSelfSurveys(assessment.id, request, isBlankHtml(message) ? "" : message, key)
          : await requestSurveys(assessment.id, request, key);
      toasts.success("Survey requests sent ok.");
      setDraft(emptySurvey);
      setMessage("");
      setKey(newIdempotencyKey());
      onClose();
      changed(next);
    } catch (error) {
      setErrors(requestErrors(fieldErrors(error)));
      setOfflineError(error);
      open.refresh();
    } finally {
      setBusy(false);
    }
  };
  const fields = {
    id,
    draft,
    errors,
    required: true,
    onChange: (changes: Partial<SurveyDraft>) => {
      setDraft((now) => ({ ...now, ...changes }));
      setErrors({});
      // Another request is another intention: a key stands for one.
      setKey(newIdempotencyKey());
    },
  };
  return (
    <FormModal
      show={show}
      title={titles[kind]}
      size="lg"
      onClose={onClose}
      busy={busy}
      failure={ended || offlineError}
      draftState={draftState}
      onSubmit={send}
      submitLabel="Send Survey Requests"
      submitIcon="send"
      busyText="Sending..."
      canSubmit={form !== null && recipients.length > 0 && !ended}
    >
      {kind === "self" ? (
        <>
          <SelfSurveyFields {...fields} organisationId={supplier.id} />
          <MessageField
            type={assessment.type}
            value={message}
            onChange={(html) => {
              setMessage(html);
              setKey(newIdempotencyKey());
            }}
          />
        </>
      ) : (
        <InternalSurveyFields {...fields} supplier={supplier} asked={asked} />
      )}
    </FormModal>
  );
}

/** Those whose internal survey counts: colleagues by id, guests by address. */
const askedAlready = ({ rfxs }: OpenAssessment["assessment"]) =>
  rfxs.flatMap(({ type, ignored, recipientUserId, recipientEmail }) => {
    const who = recipientUserId ?? recipientEmail?.toLowerCase();
    return type === "ASSESSMENT_INTERNAL_SURVEY" && !ignored && who ? [who] : [];
  });

/** The server's sentences at the two fields. */
function requestErrors(fields: Readonly<Record<string, string[]>>): SurveyErrors {
  const of = (part: string) => {
    const sentences = Object.entries(fields)
      .filter(([name]) => name.includes(part))
      .flatMap(([, texts]) => texts);
    return sentences.length > 0 ? [...new Set(sentences)] : undefined;
  };
  return { form: of("SurveyDocForm"), recipients: of("SurveyRecipients") };
}
