import { useId, useState } from "react";
import { newIdempotencyKey } from "../../api/client";
import { fieldErrors } from "../../api/errors";
import { toasts } from "../../lib/toasts";
import { Button } from "../../ui/button";
import { ConfirmModal } from "../../ui/confirm-modal";
import { DeadlineModal } from "../../ui/deadline-modal";
import { Modal } from "../../ui/modal";
import { changeDeadline, requestSurveys } from "./assessment-calls";
import {
  emptySurvey,
  InternalSurveyFields,
  type SurveyDraft,
  type SurveyErrors,
  surveyErrors,
} from "./survey-fields";
import type { OpenAssessment } from "./use-assessment";

type Props = { open: OpenAssessment; show: boolean; onClose: () => void };

const openStatuses: ReadonlySet<string> = new Set(["NEW", "PENDING", "INPROGRESS"]);

/** Closing fixes the score and ends what is still open, which no undo brings back. */
export function CloseModal({ open, show, onClose }: Props) {
  const unfinished = open.assessment.rfxs.filter(({ status }) => openStatuses.has(status)).length;
  return (
    <ConfirmModal
      show={show}
      title="Close Assessment"
      confirmLabel="Yes, Close Assessment"
      busyLabel="Closing..."
      busyMessage="Closing, please wait..."
      onConfirm={async () => {
        await open.close();
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        The score of "{open.assessment.title}" is fixed as it is now and becomes the supplier's latest.
        {unfinished > 0 &&
          ` ${unfinished === 1 ? "1 survey is" : `${unfinished} surveys are`} still open and will expire.`}{" "}
        A completed assessment can't be opened again. Are you sure?
      </p>
    </ConfirmModal>
  );
}

/** Another deadline, or none, for the assessment and its surveys; all recipients are told by mail. */
export function AssessmentDeadlineModal({ open, show, onClose }: Props) {
  const { assessment, changed } = open;
  return (
    <DeadlineModal
      show={show}
      deadline={assessment.deadline}
      hint="Leave it empty for none. It holds for all surveys of this assessment, and all recipients are told by e-mail."
      onSave={async (deadline) => changed(await changeDeadline(assessment.id, deadline))}
      onClose={onClose}
    />
  );
}

/** Ask more people: colleagues, or guests by e-mail (specification, section 5, Internal survey request). */
export function SurveyRequestModal({ open, show, onClose }: Props) {
  const { assessment, changed } = open;
  const id = useId();
  const [draft, setDraft] = useState<SurveyDraft>(emptySurvey);
  const [errors, setErrors] = useState<SurveyErrors>({});
  const [busy, setBusy] = useState(false);
  const [key] = useState(newIdempotencyKey);
  const { form, recipients } = draft;
  const send = async () => {
    const found = surveyErrors(draft, true);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const next = await requestSurveys(
        assessment.id,
        {
          docFormId: form?.docFormId ?? null,
          docFormBundleId: form?.docFormBundleId ?? null,
          recipients: recipients.map(({ value }) => value),
        },
        key,
      );
      toasts.success("Survey requests sent ok.");
      onClose();
      changed(next);
    } catch (error) {
      setErrors(requestErrors(fieldErrors(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      show={show}
      title="Request Internal Survey"
      size="lg"
      onClose={onClose}
      busy={busy}
      onSubmit={send}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            icon="send"
            busy={busy}
            busyText="Sending..."
            disabled={!form || recipients.length === 0}
          >
            Send Survey Requests
          </Button>
        </>
      }
    >
      <InternalSurveyFields
        id={id}
        draft={draft}
        errors={errors}
        required
        onChange={(next) => {
          setDraft(next);
          setErrors({});
        }}
      />
    </Modal>
  );
}

/** The server's sentences at the two fields. */
function requestErrors(fields: Readonly<Record<string, string[]>>): SurveyErrors {
  const of = (test: (name: string) => boolean) => {
    const sentences = Object.entries(fields)
      .filter(([name]) => test(name))
      .flatMap(([, texts]) => texts);
    return sentences.length > 0 ? [...new Set(sentences)] : undefined;
  };
  return {
    form: of((name) => name.startsWith("internalSurveyDocForm")),
    recipients: of((name) => name.startsWith("internalSurveyRecipients")),
  };
}
