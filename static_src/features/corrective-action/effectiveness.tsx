import { type ReactNode, useState } from "react";
import { useLoaded } from "../../lib/browser/use-loaded";
import { Button } from "../../ui/button";
import { Card, Facts } from "../../ui/card";
import { Due } from "../../ui/due";
import { Time } from "../../ui/time";
import "./corrective-action.scss";
import type { CorrectiveAction } from "./types";

const loadDialogs = () => import("./dialogs");

type Props = { action: CorrectiveAction; onChanged: (action: CorrectiveAction) => void };

/** The check of effectiveness of a closed action: its plan and its result. */
export function Effectiveness({ action, onChanged }: Props) {
  const [dialog, setDialog] = useState<"plan" | "result" | null>(null);
  const dialogs = useLoaded(loadDialogs, dialog !== null);
  const { effectiveness, actions } = action;
  const { criterion, on, result, comment, by, checked } = effectiveness;
  if (!actions.check && !criterion && !result) return null;
  const facts: [string, ReactNode][] = [];
  if (criterion)
    facts.push([
      "Criterion",
      <bdi key="criterion" className="step-comment">
        {criterion}
      </bdi>,
    ]);
  if (on) facts.push(["Check on", <Due key="on" value={on} isDone={result === "EFFECTIVE"} />]);
  if (result) {
    facts.push([
      "Last result",
      <span key="result">
        {result === "EFFECTIVE" ? "Effective" : "Not effective"}, <Time value={checked} />
        {by && ` (${by.name})`} <bdi className="step-comment">{comment}</bdi>
      </span>,
    ]);
  }
  return (
    <Card title="Effectiveness">
      {facts.length > 0 ? (
        <Facts items={facts} />
      ) : (
        <p className="text-secondary">Plan a day to check that the failure has not come back.</p>
      )}
      {actions.check && (
        <div className="button-row mt-2">
          <Button variant={criterion ? "default" : "primary"} onClick={() => setDialog("plan")}>
            {criterion ? "Change the check..." : "Check effectiveness..."}
          </Button>
          {criterion && (
            <Button variant="primary" onClick={() => setDialog("result")}>
              Enter the result...
            </Button>
          )}
        </div>
      )}
      {dialogs && dialog === "plan" && (
        <dialogs.PlanDialog action={action} onClose={() => setDialog(null)} onChanged={onChanged} />
      )}
      {dialogs && dialog === "result" && (
        <dialogs.ResultDialog action={action} onClose={() => setDialog(null)} onChanged={onChanged} />
      )}
    </Card>
  );
}
