import { useState } from "react";
import { ApiError } from "../../../api/errors";
import { useSave } from "../../../lib/state/use-save";
import { Field } from "../../../ui/field";
import { FormModal } from "../../../ui/form-modal";
import { TextArea, TextInput } from "../../../ui/inputs";
import { saveConsensus } from "./evaluation-calls";
import { parseMark } from "./mark-cell";
import { type CriterionValue, type EvaluatedSupplier, type Evaluation, maxText } from "./types";
import "./ranking.scss";
import "./marking.scss";

export type ConsensusCell = { supplier: EvaluatedSupplier; value: CriterionValue };

type Props = {
  requestId: number;
  evaluation: Evaluation;
  cell: ConsensusCell;
  onChange: (evaluation: Evaluation) => void;
  onClose: () => void;
};

/** The mark that replaces the mean of marks that differ, with the reason. */
export function ConsensusModal({ requestId, evaluation, cell, onChange, onClose }: Props) {
  const { supplier, value } = cell;
  const [mark, setMark] = useState(value.consensus ? String(value.consensus.mark) : "");
  const [reason, setReason] = useState(value.consensus?.reason ?? "");
  const [faults, setFaults] = useState<Record<string, string[]>>({});
  const criterion = evaluation.criteria.find(({ id }) => id === value.criterionId);
  const saving = useSave({
    send: (_: null) =>
      saveConsensus(requestId, {
        rfxId: supplier.rfxId,
        criterionId: value.criterionId,
        // Text that is not a mark is sent as a number that the server refuses with a sentence at this field.
        mark: parseMark(mark) ?? -1,
        reason: reason.trim(),
        basedOn: value.consensus?.settled ?? null,
      }),
    success: "Mark settled.",
    onSaved: (saved) => {
      onClose();
      onChange(saved);
    },
    onError: (error) => error instanceof ApiError && setFaults(error.fields),
  });
  return (
    <FormModal
      title={`Settle “${criterion?.name ?? ""}” for ${supplier.name}`}
      submitLabel="Settle"
      busyText="Saving..."
      busy={saving.busy}
      failure={saving.failure}
      draftState={null}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.save(null);
      }}
      onClose={onClose}
    >
      <ul className="consensus-marks">
        {value.marks.map(({ evaluatorId, mark: single, comment }) => (
          <li key={evaluatorId}>
            <strong className="num">{single ?? "-"}</strong>{" "}
            <bdi>{evaluation.evaluators.find(({ id }) => id === evaluatorId)?.name}</bdi>
            {comment && (
              <>
                : <bdi>{comment}</bdi>
              </>
            )}
          </li>
        ))}
      </ul>
      <Field label="Agreed mark" hint="It replaces the mean in the score." required error={faults.mark}>
        <TextInput
          className="mark-input num"
          value={mark}
          inputMode="numeric"
          maxLength={2}
          onChange={(event) => setMark(event.target.value)}
        />
      </Field>
      <Field label="Reason" required error={faults.reason}>
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
