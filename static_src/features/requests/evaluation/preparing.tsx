import { useState } from "react";
import { ApiError } from "../../../api/errors";
import { useDraft } from "../../../lib/state/use-draft";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { DateInput } from "../../../ui/date-input";
import { DraftRestoredAlert } from "../../../ui/draft-restored-alert";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { bodyOf, type Draft, draftOf, sumOf } from "./criteria-draft";
import { CriteriaEditor } from "./criteria-editor";
import { openEvaluation, saveCriteria } from "./evaluation-calls";
import { PeopleCard } from "./people-card";
import type { Evaluation } from "./types";
import "./evaluation.scss";

type Props = { requestId: number; evaluation: Evaluation; onChange: (evaluation: Evaluation) => void };

/** An evaluation before it is opened: criteria with weights, people, 'Open evaluation'. */
export function Preparing({ requestId, evaluation, onChange }: Props) {
  const [changed, setChanged] = useState<Draft | null>(null);
  const [faults, setFaults] = useState<Record<string, string[]>>({});
  const draft = changed ?? draftOf(evaluation);
  const { isSealed, evaluators } = evaluation;
  const stored = draftOf(evaluation);
  const draftState = useDraft(
    `evaluation.criteria.${requestId}`,
    () => ({ criteria: draft.criteria, due: draft.due }),
    (entries) => setChanged({ ...stored, ...entries }),
    { beginning: { criteria: stored.criteria, due: stored.due }, survivesLeaving: true },
  );
  const saving = useSave({
    send: (_: null) => saveCriteria(requestId, bodyOf(draft)),
    success: "Criteria saved.",
    onSaved: (saved) => {
      setChanged(null);
      setFaults({});
      onChange(saved);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      setFaults(error.fields);
      const now = (error.body as { now?: { updated?: string } }).now;
      // The next save replaces what the other user has saved.
      if (error.code === "stale" && now?.updated) setChanged({ ...draft, basedOn: now.updated });
    },
  });
  const opening = useSave({
    send: async (_: null, key) => {
      if (changed) {
        onChange(await saveCriteria(requestId, bodyOf(draft)));
        setChanged(null);
      }
      return openEvaluation(requestId, key);
    },
    success: "Evaluation opened.",
    onSaved: onChange,
    onError: (error) => error instanceof ApiError && setFaults(error.fields),
  });
  const takesMarks = draft.criteria.some(({ source }) => source === "MARKS");
  const reason = openingReason({
    isSealed,
    count: draft.criteria.length,
    sum: sumOf(draft.criteria),
    lacksPeople: takesMarks && evaluators.length === 0,
  });
  const change = (next: Partial<Draft>) => setChanged({ ...draft, ...next });
  return (
    <div className="evaluation">
      <p className="evaluation-intro">
        Choose what counts and how much, and who marks the answers from 0 to 10. Marks stay hidden from
        everyone else until all are in or you close the round.
      </p>
      <Card title="Criteria">
        {draftState.isRestored && <DraftRestoredAlert onStartOver={draftState.startOver} />}
        <CriteriaEditor
          criteria={draft.criteria}
          sections={evaluation.sections}
          faults={faults}
          onChange={(criteria) => change({ criteria })}
        />
      </Card>
      <PeopleCard requestId={requestId} evaluation={evaluation} onChange={onChange} />
      <Card>
        <div className="evaluation-opening">
          <Field label="Mark by" hint="Optional. Shown to the evaluators." error={faults.due}>
            <DateInput value={draft.due} onChange={(due) => change({ due })} />
          </Field>
          <div className="evaluation-actions">
            <Button
              busy={saving.busy}
              busyText="Saving..."
              disabled={!changed}
              onClick={() => saving.save(null)}
            >
              Save criteria
            </Button>
            <Button
              variant="primary"
              busy={opening.busy}
              busyText="Opening..."
              disabled={reason !== ""}
              aria-describedby="evaluation-opening-reason"
              onClick={() => opening.save(null)}
            >
              Open evaluation
            </Button>
          </div>
          <p id="evaluation-opening-reason" className="evaluation-note" role="status">
            {reason || "The criteria can't be changed after the opening. Evaluators can still be added."}
          </p>
        </div>
        <FailureAlert error={saving.failure || opening.failure} />
      </Card>
    </div>
  );
}

type State = { isSealed: boolean; count: number; sum: number; lacksPeople: boolean };

function openingReason({ isSealed, count, sum, lacksPeople }: State): string {
  if (isSealed)
    return "The answers are sealed until the deadline. You can prepare the evaluation now and open it then.";
  if (count === 0) return "Add at least one criterion to open the evaluation.";
  if (sum !== 100) return `The weights add up to ${sum} %. They must add up to 100 %.`;
  return lacksPeople ? "Add at least one evaluator to open the evaluation." : "";
}
