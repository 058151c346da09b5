import { useEffect, useEffectEvent, useState } from "react";
import { ApiError } from "../../../api/errors";
import { saveChanges } from "../../../lib/state/save-changes";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { TextArea } from "../../../ui/inputs";
import { Time } from "../../../ui/time";
import { closeEvaluation, loadEvaluation } from "./evaluation-calls";
import { PeopleCard } from "./people-card";
import { type Evaluation, maxText } from "./types";
import "./evaluation.scss";

type Props = { requestId: number; evaluation: Evaluation; onChange: (evaluation: Evaluation) => void };

/** The open round for its owner: who has finished, and 'Close evaluation...'. Others see the state only. */
export function OpenRound({ requestId, evaluation, onChange }: Props) {
  const [isClosing, setClosing] = useState(false);
  const { evaluators, suppliers, waitingCount, mayManage, own, due } = evaluation;
  const finished = evaluators.filter(({ finished: at, entered, total }) => at && entered === total).length;
  if (!mayManage) {
    return own ? null : (
      <Card title="The evaluation is open">
        <p className="evaluation-text">
          The ranking appears here when all marks are in. Until then marks are visible to their authors only.
        </p>
      </Card>
    );
  }
  return (
    <>
      <Card
        title="Progress of the round"
        actions={<Button onClick={() => setClosing(true)}>Close evaluation...</Button>}
      >
        <p className="evaluation-text">
          {evaluators.length === 0
            ? "No marks are needed: all criteria take the score of the form. Close the evaluation to fix the ranking."
            : `${finished} of ${evaluators.length} evaluators ${finished === 1 ? "has" : "have"} finished. The evaluation closes when all have, and can't be opened again.`}
          {waitingCount > 0 &&
            ` ${suppliers.length} suppliers have submitted; ${waitingCount} still can, and are evaluated if they do.`}
          {due && (
            <>
              {" "}
              Marks are due by <Time value={due} as="date" />.
            </>
          )}
        </p>
      </Card>
      <PeopleCard requestId={requestId} evaluation={evaluation} onChange={onChange} />
      {isClosing && (
        <CloseModal
          requestId={requestId}
          evaluation={evaluation}
          onChange={onChange}
          onClose={() => setClosing(false)}
        />
      )}
    </>
  );
}

function CloseModal({ requestId, evaluation, onChange, onClose }: Props & { onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string[]>([]);
  const take = useEffectEvent(onChange);
  // The numbers of the page are from its last load, before the viewer's own marks.
  useEffect(() => {
    const loading = new AbortController();
    saveChanges()
      .then(() => loadEvaluation(requestId, loading.signal))
      .then(take, () => {});
    return () => loading.abort();
  }, [requestId]);
  const missing = evaluation.evaluators.reduce((sum, { entered, total }) => sum + total - entered, 0);
  const closing = useSave({
    send: (text: string) => closeEvaluation(requestId, text),
    success: "Evaluation closed.",
    onSaved: (closed) => {
      onClose();
      onChange(closed);
    },
    onError: (error) => error instanceof ApiError && setFault(error.fields.reason ?? []),
  });
  return (
    <FormModal
      title="Close the evaluation"
      submitLabel="Close evaluation"
      busyText="Closing..."
      busy={closing.busy}
      failure={closing.failure}
      danger
      draftState={null}
      onSubmit={(event) => {
        event.preventDefault();
        void closing.save(reason.trim());
      }}
      onClose={onClose}
    >
      <p>
        {missing > 0 &&
          (missing === 1
            ? "1 mark is missing. It is left out of the scores and named in the result. "
            : `${missing} marks are missing. They are left out of the scores and named in the result. `)}
        A closed evaluation can't be opened again.
      </p>
      <Field
        label="Reason"
        hint={missing > 0 ? "It is recorded in the journal." : "Optional. It is recorded in the journal."}
        required={missing > 0}
        error={fault}
      >
        <TextArea
          value={reason}
          maxLength={maxText}
          rows={3}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormModal>
  );
}
